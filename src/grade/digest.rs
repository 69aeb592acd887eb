//! SHA-256 in hexadecimal.

use sha2::{Digest, Sha256};

pub(crate) fn sha256(bytes: &[u8]) -> String {
    in_hexadecimal(&Sha256::digest(bytes))
}

pub(crate) fn in_hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
