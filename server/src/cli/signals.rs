//! Ctrl-C and SIGTERM.

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Hears them from the moment it is made; before, they would end the process at once.
pub(super) struct Stop(Option<(Signal, Signal)>);

impl Stop {
    /// Begins to hear.
    pub(super) fn listen() -> Self {
        Self(
            signal(SignalKind::terminate())
                .and_then(|terminate| Ok((terminate, signal(SignalKind::interrupt())?)))
                .ok(),
        )
    }

    /// Waits for one of them.
    pub(super) async fn heard(&mut self) {
        match &mut self.0 {
            Some((terminate, interrupt)) => tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            },
            None => std::future::pending().await,
        }
    }
}

/// Waits for one of them, from now on.
pub(super) async fn stop() {
    Stop::listen().heard().await;
}
