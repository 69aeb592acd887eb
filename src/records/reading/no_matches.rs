//! Says what a file without matches seems to be.

/// The content that a file seems to have instead of matches.
#[arbitro_table::texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentGuess {
    Empty,
    /// One board that is too long, or several in one file.
    Boards,
    Utf16,
    Archive,
    Binary,
    Text,
}

impl ContentGuess {
    /// Judges by the beginning of a file.
    pub fn from_head(head: &[u8]) -> ContentGuess {
        let archives: [&[u8]; 5] = [b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh"];
        if head.trim_ascii().is_empty() {
            ContentGuess::Empty
        } else if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
            ContentGuess::Utf16
        } else if archives.iter().any(|archive| head.starts_with(archive)) {
            ContentGuess::Archive
        } else if head.contains(&0) {
            ContentGuess::Binary
        } else if head.iter().all(|it| b"xXoO.|-0123456789 \t\r\n".contains(it)) {
            ContentGuess::Boards
        } else {
            ContentGuess::Text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_their_beginning() {
        for (head, seems) in [
            (&b""[..], ContentGuess::Empty),
            (b" \r\n", ContentGuess::Empty),
            (b"o   o  \n  x   X\n\no   o  \n", ContentGuess::Boards),
            (b".|.-.\nx 10\no 10\n", ContentGuess::Boards),
            (b"\xff\xfeo\0 \0", ContentGuess::Utf16),
            (b"PK\x03\x04\x14\0", ContentGuess::Archive),
            (b"\x7fELF\x02\0", ContentGuess::Binary),
            (b"int main() {}\n", ContentGuess::Text),
        ] {
            assert_eq!(ContentGuess::from_head(head), seems, "{head:?}");
        }
    }
}
