//! One call of the program: what it printed, and with which code it ended.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::wait::until;

/// A program that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Its exit code; none if a signal killed it.
    pub(crate) code: Option<i32>,
    /// All of its standard output.
    pub(crate) out: String,
    /// All of its standard error.
    pub(crate) err: String,
}

impl Ended {
    /// Fails the test unless the program ended with that code.
    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Standard output as the one JSON value that it is.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }
}

/// A program that may still be running; killed when dropped.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    out: Option<JoinHandle<String>>,
    err: Option<JoinHandle<String>>,
}

impl Running {
    /// Starts a program with nothing to read.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (out, err) = (child.stdout.take().map(collect), child.stderr.take().map(collect));
        Self { child, out, err }
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Kills it if it still runs; what it had said until then.
    pub(crate) fn end_at_once(mut self) -> Ended {
        end_now(&mut self.child);
        self.end(Duration::ZERO)
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn end(mut self, limit: Duration) -> Ended {
        let status = end_of(&mut self.child, limit);
        let text = |thread: Option<JoinHandle<String>>| thread.map(|thread| thread.join().unwrap()).unwrap_or_default();
        Ended { code: status.code(), out: text(self.out.take()), err: text(self.err.take()) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        end_now(&mut self.child);
    }
}

fn collect(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before a broken pipe is all there is.
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Runs a program to its end, within half a minute.
#[track_caller]
pub(crate) fn run(command: &mut Command) -> Ended {
    Running::start(command).end(Duration::from_secs(30))
}

/// Waits for the end of a process.
#[track_caller]
pub(crate) fn end_of(child: &mut Child, limit: Duration) -> std::process::ExitStatus {
    let begun = Instant::now();
    until("the program ends", limit, || {
        let status = child.try_wait().unwrap();
        status.ok_or_else(|| format!("it runs since {:?}", begun.elapsed()))
    })
}

/// Kills a process if it still runs, and takes its exit status.
pub(crate) fn end_now(child: &mut Child) {
    // It may have ended by itself; then there is nothing to do.
    let _ = child.kill();
    let _ = child.wait();
}

/// Sends a signal by name, for example `TERM`.
pub(crate) fn signal(process: u32, name: &str) {
    let status = Command::new("sh").args(["-c", &format!("kill -{name} {process}")]).status().unwrap();
    assert!(status.success(), "kill -{name} {process}: {status}");
}
