//! Compiles the protos with pure-Rust tools: no `protoc` is needed.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The files of our package; what they import is found by itself.
const FILES: [&str; 5] = ["common", "qwirkle", "lokus", "schraube", "catalog"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let protos = Path::new("../../protos");
    println!("cargo::rerun-if-changed={}", protos.display());

    let mut compiler = protox::Compiler::new([protos])?;
    compiler.include_imports(true);
    for file in FILES {
        compiler.open_file(format!("spielwerk/v1/{file}.proto"))?;
    }
    // Named nowhere as a type, but every error carries them: reflection and JSON gateways have to know them.
    compiler.open_file("google/rpc/error_details.proto")?;

    // Encoded by the compiler itself, because only it keeps the options for HTTP.
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("descriptor_set.bin"), compiler.encode_file_descriptor_set())?;

    compiler.include_source_info(true); // for the comments
    prost_build::Config::new()
        .btree_map(["."]) // the same bytes for the same reply
        .enable_type_names()
        .extern_path(".spielwerk.v1.QwirkleLayout", "crate::layout::QwirkleLayout")
        .disable_comments([".google"]) // their examples are no Rust
        .compile_fds(compiler.file_descriptor_set())?;
    Ok(())
}
