//! The messages, generated from `protos/` at build time. The protos say what every field means.
#![allow(
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::pedantic,
    clippy::all,
    reason = "generated"
)]

/// Google's messages for errors.
pub mod google {
    pub mod rpc {
        include!(concat!(env!("OUT_DIR"), "/google.rpc.rs"));
    }
}

/// Our own messages.
pub mod spielwerk {
    pub mod v1 {
        pub use crate::layout::QwirkleLayout;

        include!(concat!(env!("OUT_DIR"), "/spielwerk.v1.rs"));
    }
}

/// The descriptors of all messages and services with everything they import, as a serialised
/// `google.protobuf.FileDescriptorSet`: what server reflection and JSON gateways need.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptor_set.bin"));
