//! A small file of `/proc` that is read again and again: kept open, which halves the cost.

use std::fs::File;
use std::os::unix::fs::FileExt;

/// More than any of them has reason to be, so that none can fill the memory.
const MOST: usize = 4 << 20;

/// One file and room for its text.
#[derive(Debug)]
pub(super) struct Kept {
    file: File,
    buffer: Vec<u8>,
}

impl Kept {
    /// Opens it; none where that is refused.
    pub(super) fn open(path: &str) -> Option<Self> {
        Some(Self { file: File::open(path).ok()?, buffer: vec![0; 8 << 10] })
    }

    /// Its text as it is now; none where reading failed or it has no end.
    pub(super) fn text(&mut self) -> Option<String> {
        let mut length = 0;
        loop {
            if length == self.buffer.len() {
                if length >= MOST {
                    return None;
                }
                self.buffer.resize(length * 2, 0);
            }
            // The kernel gives a long file in parts of a page or so, each of whole lines.
            match self.file.read_at(&mut self.buffer[length..], length as u64).ok()? {
                0 => return Some(String::from_utf8_lossy(&self.buffer[..length]).into_owned()),
                more => length += more,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_anew_each_time_and_all_of_it() {
        let mut kept = Kept::open("/proc/self/net/snmp").unwrap();
        kept.buffer.truncate(16);
        for _ in 0..2 {
            let text = kept.text().unwrap();
            assert!(text.starts_with("Ip:") && text.contains("\nUdp:") && text.ends_with('\n'), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_none() {
        assert!(Kept::open("/proc/no/such/file").is_none());
        assert_eq!(Kept::open("/proc").unwrap().text(), None, "a folder has no text");
        assert_eq!(Kept::open("/dev/zero").unwrap().text(), None, "it never ends");
    }
}
