//! A node: `pairperf serve` as a process, with a data folder that outlives it.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tempfile::TempDir;

use super::api::Api;
use super::binary::pairperf;
use super::machine::{Noise, noise};
use super::net::Host;
use super::program::{end_now, end_of, signal};

/// A node says where it listens within this.
const START: Duration = Duration::from_secs(20);

/// How a node is to be started.
#[derive(Debug, Clone, Default)]
pub(crate) struct Setup {
    /// Its name.
    pub(crate) name: String,
    /// The host it runs on; none for this machine's loopback.
    pub(crate) host: Option<Host>,
    /// What `--listen` is told; a port of any number at the host's own address unless given.
    pub(crate) listen: Option<String>,
    /// Further arguments of `serve`.
    pub(crate) arguments: Vec<String>,
}

impl Setup {
    /// A node of that name on loopback.
    pub(crate) fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// The same on a host.
    pub(crate) fn on(mut self, host: &Host) -> Self {
        self.host = Some(host.clone());
        self
    }

    /// The same with further arguments.
    pub(crate) fn with(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(|&argument| argument.to_owned()));
        self
    }

    /// Starts it.
    pub(crate) fn start(self) -> Node {
        Node::start(self)
    }
}

/// A node; killed when dropped.
#[derive(Debug)]
pub(crate) struct Node {
    setup: Setup,
    folder: TempDir,
    child: Child,
    /// Nothing slows two nodes on loopback but the machine itself.
    _noise: Option<Noise>,
    lines: Receiver<String>,
    /// `IP:PORT` where it listens.
    pub(crate) address: String,
    /// The two lines it printed.
    pub(crate) printed: [String; 2],
}

impl Node {
    /// A node on loopback.
    pub(crate) fn new(name: &str) -> Self {
        Setup::named(name).start()
    }

    fn start(setup: Setup) -> Self {
        let noise = setup.host.is_none().then(noise);
        let folder = tempfile::tempdir().unwrap();
        let ip = setup.host.as_ref().map_or("127.0.0.1", |host| &host.address);
        let listen = setup.listen.clone().unwrap_or_else(|| format!("{ip}:0"));
        let (child, lines) = spawn(&setup, folder.path(), &listen);
        let mut node =
            Self { setup, folder, child, _noise: noise, lines, address: String::new(), printed: Default::default() };
        node.announced();
        node
    }

    fn announced(&mut self) {
        self.printed = [self.line(), self.line()];
        let address = self.printed[0].strip_prefix("listening on ").and_then(|url| url.split_once("://"));
        let (_, address) = address.unwrap_or_else(|| panic!("{:?}", self.printed));
        self.address = address.to_owned();
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(START).unwrap_or_else(|_| panic!("{} did not say where it listens", self.setup.name))
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.setup.name
    }

    /// Its data folder.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Its port.
    pub(crate) fn port(&self) -> u16 {
        self.address.rsplit_once(':').unwrap().1.parse().unwrap()
    }

    /// The token to log in with: the one that it keeps, or none.
    pub(crate) fn token(&self) -> String {
        std::fs::read_to_string(self.data().join("token")).unwrap_or_default().trim().to_owned()
    }

    /// A client of its API, logged in.
    pub(crate) fn api(&self) -> Api {
        Api::new(&self.address, &self.token())
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Everything printed on standard output since the two lines, once the process has ended.
    pub(crate) fn rest_of_output(&self) -> Vec<String> {
        self.lines.iter().collect()
    }

    /// What it wrote on standard error.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(log(self.folder.path())).unwrap_or_default()
    }

    /// Kills it without a word.
    pub(crate) fn kill(&mut self) {
        end_now(&mut self.child);
    }

    /// Asks it to end, as a service manager does, and waits.
    #[track_caller]
    pub(crate) fn terminate(&mut self, limit: Duration) -> ExitStatus {
        signal(self.child.id(), "TERM");
        self.ended(limit)
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn ended(&mut self, limit: Duration) -> ExitStatus {
        end_of(&mut self.child, limit)
    }

    /// Starts it again on the same data and at the same address.
    pub(crate) fn restart(&mut self) {
        end_now(&mut self.child);
        let address = self.address.clone();
        (self.child, self.lines) = spawn(&self.setup, self.folder.path(), &address);
        self.announced();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        end_now(&mut self.child);
        if std::thread::panicking() {
            eprintln!("--- what {} wrote on standard error:\n{}---", self.setup.name, self.log());
        }
    }
}

fn log(folder: &Path) -> PathBuf {
    folder.join("stderr")
}

fn spawn(setup: &Setup, folder: &Path, listen: &str) -> (Child, Receiver<String>) {
    let errors: File = OpenOptions::new().create(true).append(true).open(log(folder)).unwrap();
    let mut child = pairperf(setup.host.as_ref())
        .args(["serve", "--listen", listen, "--name", &setup.name, "--data"])
        .arg(folder.join("data"))
        .args(&setup.arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(errors)
        .spawn()
        .unwrap();
    let (sender, lines) = channel();
    let out = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || {
        for line in out.lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    (child, lines)
}
