//! The page's bundle is part of the binary: build again when it changes.

fn main() {
    println!("cargo:rerun-if-changed=../static/pkg");
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=templates");
}
