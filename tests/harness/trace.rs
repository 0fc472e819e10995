//! Chromium's own trace of what its pages compute, taken from the browser itself: chromedriver hands parts of it on late.

use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client::client_with_config};

/// What the timeline of the developer tools is made of.
const CATEGORIES: [&str; 2] = ["devtools.timeline", "disabled-by-default-devtools.timeline"];

/// The longest that the browser is silent.
const SILENCE: Duration = Duration::from_secs(30);

/// A trace that is being taken.
#[derive(Debug)]
pub(crate) struct Trace {
    socket: WebSocket<TcpStream>,
}

impl Trace {
    /// Begins one over the debugging socket at that port and path.
    pub(crate) fn begin(port: u16, path: &str) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(SILENCE)).unwrap();
        // A part of a trace may be larger than any message of ours.
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let address = format!("ws://127.0.0.1:{port}{path}");
        let (socket, _) = client_with_config(address, stream, Some(config)).unwrap();
        let mut trace = Self { socket };
        let wanted = json!({"includedCategories": CATEGORIES, "recordMode": "recordAsMuchAsPossible"});
        trace.send(1, "Tracing.start", &json!({"transferMode": "ReportEvents", "traceConfig": wanted}));
        let begun = trace.until(|message| message["id"] == 1);
        assert!(begun["error"].is_null(), "{begun}");
        trace
    }

    /// Ends it; everything that was noted.
    pub(crate) fn end(mut self) -> Vec<Value> {
        self.send(2, "Tracing.end", &json!({}));
        let mut events = Vec::new();
        self.until(|message| {
            if message["method"] == "Tracing.dataCollected" {
                events.extend(message["params"]["value"].as_array().cloned().unwrap_or_default());
            }
            message["method"] == "Tracing.tracingComplete"
        });
        events
    }

    fn send(&mut self, id: u32, method: &str, parameters: &Value) {
        let command = json!({"id": id, "method": method, "params": parameters});
        self.socket.send(Message::text(command.to_string())).unwrap();
    }

    /// The first message that is the one waited for.
    #[track_caller]
    fn until(&mut self, mut is_it: impl FnMut(&Value) -> bool) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                let message: Value = serde_json::from_str(&text).unwrap();
                if is_it(&message) {
                    return message;
                }
            }
        }
    }
}
