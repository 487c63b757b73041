//! The messages of the standard services, generated at build time from `proto/`.

/// `grpc.health.v1`.
#[allow(missing_docs, clippy::all, clippy::pedantic, unreachable_pub)]
pub(crate) mod health {
    include!(concat!(env!("OUT_DIR"), "/grpc.health.v1.rs"));
}

/// `grpc.reflection.v1`, whose messages `grpc.reflection.v1alpha` shares byte for byte.
#[allow(missing_docs, clippy::all, clippy::pedantic, unreachable_pub)]
pub(crate) mod reflection {
    include!(concat!(env!("OUT_DIR"), "/grpc.reflection.v1.rs"));
}

/// A serialized `FileDescriptorSet` of both.
pub(crate) const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
