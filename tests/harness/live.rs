//! A viewer: a client of `/api/v1/live`.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket, client};

use super::api::Api;

/// How long one look at the socket takes at most.
const LOOK: Duration = Duration::from_millis(200);

/// One WebSocket of live messages.
#[derive(Debug)]
pub(crate) struct Live {
    socket: WebSocket<TcpStream>,
}

impl Live {
    /// Watches a run from its beginning or, after a message, from there on.
    pub(crate) fn run(api: &Api, run: &str, after: Option<u64>) -> Self {
        let after = after.map(|after| format!("&after={after}")).unwrap_or_default();
        Self::open(api, &format!("?run={run}{after}"))
    }

    /// Watches the node.
    pub(crate) fn node(api: &Api) -> Self {
        Self::open(api, "")
    }

    fn open(api: &Api, query: &str) -> Self {
        let stream = TcpStream::connect(&api.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let mut request = format!("ws://{}/api/v1/live{query}", api.address).into_client_request().unwrap();
        let bearer = format!("Bearer {}", api.token).parse().unwrap();
        request.headers_mut().insert("authorization", bearer);
        let (socket, _) = client(request, stream).unwrap_or_else(|error| panic!("opening live{query}: {error}"));
        socket.get_ref().set_read_timeout(Some(LOOK)).unwrap();
        Self { socket }
    }

    /// The next message; none once the server has closed.
    #[track_caller]
    pub(crate) fn next(&mut self, limit: Duration) -> Option<Value> {
        let deadline = Instant::now() + limit;
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(Error::ConnectionClosed | Error::AlreadyClosed | Error::Protocol(_)) => {
                    return None;
                }
                Ok(_) => {}
                Err(Error::Io(error)) if is_timeout(&error) => {}
                Err(Error::Io(_)) => return None,
                Err(error) => panic!("reading live messages: {error}"),
            }
            assert!(Instant::now() < deadline, "no live message within {limit:?}");
        }
    }

    /// The first message that is the one waited for.
    #[track_caller]
    pub(crate) fn until(&mut self, what: &str, limit: Duration, mut is_it: impl FnMut(&Value) -> bool) -> Value {
        let deadline = Instant::now() + limit;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "not within {limit:?}: {what}");
            match self.next(left) {
                Some(message) if is_it(&message) => return message,
                Some(_) => {}
                None => panic!("the live messages ended before: {what}"),
            }
        }
    }

    /// Waits until a run has counted something in that phase.
    #[track_caller]
    pub(crate) fn until_counting(&mut self, phase: &str, limit: Duration) -> Value {
        self.until(&format!("a sample in {phase}"), limit, |message| {
            message["type"] == "sample" && message["sample"]["phase"] == phase
        })
    }
}

fn is_timeout(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
}
