//! Says what a file without matches seems to be.

/// The content that a file seems to have instead of matches.
#[arbitro_table::texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seems {
    Empty,
    /// One board that is too long, or several in one file.
    Boards,
    Utf16,
    Archive,
    Binary,
    Text,
}

impl Seems {
    /// Judges by the beginning of a file.
    pub fn from_head(head: &[u8]) -> Seems {
        let archives: [&[u8]; 5] = [b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh"];
        if head.trim_ascii().is_empty() {
            Seems::Empty
        } else if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
            Seems::Utf16
        } else if archives.iter().any(|it| head.starts_with(it)) {
            Seems::Archive
        } else if head.contains(&0) {
            Seems::Binary
        } else if head.iter().all(|it| b"xXoO.|-0123456789 \t\r\n".contains(it)) {
            Seems::Boards
        } else {
            Seems::Text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_their_beginning() {
        for (head, seems) in [
            (&b""[..], Seems::Empty),
            (b" \r\n", Seems::Empty),
            (b"o   o  \n  x   X\n\no   o  \n", Seems::Boards),
            (b".|.-.\nx 10\no 10\n", Seems::Boards),
            (b"\xff\xfeo\0 \0", Seems::Utf16),
            (b"PK\x03\x04\x14\0", Seems::Archive),
            (b"\x7fELF\x02\0", Seems::Binary),
            (b"int main() {}\n", Seems::Text),
        ] {
            assert_eq!(Seems::from_head(head), seems, "{head:?}");
        }
    }
}
