//! Ctrl-C and SIGTERM.

use tokio::signal::unix::{SignalKind, signal};

/// Waits for one of them.
pub(super) async fn stop() {
    let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    if let (Ok(mut terminate), Ok(mut interrupt)) = signals {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    } else {
        std::future::pending::<()>().await;
    }
}
