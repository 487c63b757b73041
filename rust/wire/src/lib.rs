//! The protobuf messages of Spielwerk and the function that answers them.
#![forbid(unsafe_code)]
