//! Bytes on a plain TCP connection: for requests that no well-behaved client sends.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// What came back before the connection ended, or the time was up.
#[derive(Debug)]
pub(crate) struct Heard {
    /// The bytes, as text.
    pub(crate) text: String,
    /// Whether the other side ended the connection.
    pub(crate) closed: bool,
}

impl Heard {
    /// The status of an HTTP answer; 0 where it is none.
    pub(crate) fn status(&self) -> u16 {
        let status = self.text.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.split(' ').next());
        status.and_then(|status| status.parse().ok()).unwrap_or(0)
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let head = self.text.split("\r\n\r\n").next()?;
        head.lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

/// Sends bytes and listens until the other side closes, or for `limit`.
pub(crate) fn say(address: &str, bytes: &[u8], limit: Duration) -> Heard {
    let mut socket = connect(address);
    // A server that has seen enough may close before everything is written.
    let _ = socket.write_all(bytes);
    listen(&mut socket, limit)
}

/// Sends an HTTP request of a few lines and takes the answer.
#[track_caller]
pub(crate) fn request(address: &str, lines: &[&str], body: &str) -> Heard {
    let head: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
    let length = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
    let bytes = format!("{head}{length}Connection: close\r\n\r\n{body}");
    say(address, bytes.as_bytes(), Duration::from_secs(10))
}

/// A plain connection.
#[track_caller]
pub(crate) fn connect(address: &str) -> TcpStream {
    TcpStream::connect(address).unwrap_or_else(|error| panic!("connecting to {address}: {error}"))
}

/// Reads until the other side closes, or for `limit`.
pub(crate) fn listen(socket: &mut TcpStream, limit: Duration) -> Heard {
    let deadline = Instant::now() + limit;
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    let closed = loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break false;
        }
        socket.set_read_timeout(Some(left)).unwrap();
        match socket.read(&mut buffer) {
            Ok(0) => break true,
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
                break false;
            }
            // Reset: closed without ceremony.
            Err(_) => break true,
        }
    };
    let _ = socket.shutdown(Shutdown::Both);
    Heard { text: String::from_utf8_lossy(&bytes).into_owned(), closed }
}
