//! What can go wrong in the engine, said with what was being done, to what, and what helps.
//!
//! Streams are numbered from 0 in fields and from 1 in sentences, as a person counts.

use std::io;
use std::net::SocketAddr;

use crate::platform;

/// Why a session could not be started, or ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A connection could not be made.
    #[error("stream {} of {of}: connecting to {address} {}", stream + 1, connect_cause(source))]
    Connect {
        /// The stream's number, from 0.
        stream: u32,
        /// Streams of the run.
        of: u32,
        /// Where to.
        address: SocketAddr,
        /// What the kernel said.
        source: io::Error,
    },
    /// The other end closed a stream instead of accepting it.
    #[error("stream {} of {of}: {address} closed the connection instead of accepting it", stream + 1)]
    TurnedAway {
        /// The stream's number, from 0.
        stream: u32,
        /// Streams of the run.
        of: u32,
        /// Where to.
        address: SocketAddr,
    },
    /// A stream was not up in time at the end that opens it.
    #[error("stream {} of {of}: {address} did not {step} within {seconds} s; is a firewall in between?", stream + 1)]
    ConnectDeadline {
        /// The stream's number, from 0.
        stream: u32,
        /// Streams of the run.
        of: u32,
        /// Where to.
        address: SocketAddr,
        /// What was waited for: `answer` or `accept the stream`.
        step: &'static str,
        /// The deadline.
        seconds: u64,
    },
    /// Not all streams arrived in time at the end that accepts them.
    #[error("{up} of {of} streams arrived within {seconds} s; the other end did not open the rest")]
    ArrivalDeadline {
        /// Streams that arrived.
        up: u32,
        /// Streams of the run.
        of: u32,
        /// The deadline.
        seconds: u64,
    },
    /// The server stopped handing over streams before all had arrived.
    #[error("{up} of {of} streams had arrived when the server stopped accepting them")]
    ArrivalsClosed {
        /// Streams that arrived.
        up: u32,
        /// Streams of the run.
        of: u32,
    },
    /// A socket could not be set up as planned.
    #[error("stream {} of {of}: {option} failed: {}", stream + 1, platform::cause(source))]
    Option {
        /// The stream's number, from 0.
        stream: u32,
        /// Streams of the run.
        of: u32,
        /// The option and its value.
        option: String,
        /// What the kernel said.
        source: io::Error,
    },
    /// A connection broke before the planned end.
    #[error("stream {} of {of}: the connection to {} broke: {}", stream + 1, address_or_unknown(*address), platform::cause(source))]
    Broken {
        /// The stream's number, from 0.
        stream: u32,
        /// Streams of the run.
        of: u32,
        /// The far end, if the socket still knew it.
        address: Option<SocketAddr>,
        /// What the kernel said.
        source: io::Error,
    },
    /// A socket of datagrams could not be bound.
    #[error("stream {} of {of}: {}", stream + 1, bind_cause(*address, source))]
    Bind {
        /// The stream's number, from 0.
        stream: u32,
        /// Streams of the run.
        of: u32,
        /// Where to.
        address: SocketAddr,
        /// What the kernel said.
        source: io::Error,
    },
    /// The far end did not answer a flow of datagrams in time.
    #[error(
        "UDP stream {} of {of} to {address} was not answered within {seconds} s: {}; allow UDP port {} there",
        stream + 1, silence_cause(*answered, source.as_ref()), address.port()
    )]
    Unanswered {
        /// The stream's number, from 0.
        stream: u32,
        /// Streams of the run.
        of: u32,
        /// Where to.
        address: SocketAddr,
        /// The deadline.
        seconds: u64,
        /// Whether the far end asked back, and then did not confirm.
        answered: bool,
        /// The last thing that the kernel said of it, if anything.
        source: Option<io::Error>,
    },
    /// Not all flows of datagrams came in time to the end that accepts them.
    #[error(
        "UDP stream {} of {of} did not come to {address} within {seconds} s ({up} of {of} did); allow UDP port {} on this machine",
        stream + 1, address.port()
    )]
    NotCome {
        /// The first stream's number that did not, from 0.
        stream: u32,
        /// Streams that came.
        up: u32,
        /// Streams of the run.
        of: u32,
        /// Where it was to come.
        address: SocketAddr,
        /// The deadline.
        seconds: u64,
    },
    /// A sender of datagrams heard nothing of the receiver any more, and stopped.
    #[error(
        "UDP stream {} of {of}: no feedback from {} for {seconds} s, so sending was stopped; is UDP closed in that direction, or the path overloaded?",
        stream + 1, address_or_unknown(*address)
    )]
    Unheard {
        /// The stream's number, from 0.
        stream: u32,
        /// Streams of the run.
        of: u32,
        /// The far end.
        address: Option<SocketAddr>,
        /// How long it was waited for.
        seconds: u64,
    },
    /// The kernel took no more datagrams of a flow.
    #[error("UDP stream {} of {of} to {}: {}", stream + 1, address_or_unknown(*address), platform::cause(source))]
    Sending {
        /// The stream's number, from 0.
        stream: u32,
        /// Streams of the run.
        of: u32,
        /// The far end.
        address: Option<SocketAddr>,
        /// What the kernel said.
        source: io::Error,
    },
    /// The plan names ports that there are not.
    #[error(
        "{of} streams from UDP port {first} on need ports beyond 65535; choose a lower first port or fewer streams"
    )]
    Ports {
        /// The first one.
        first: u16,
        /// Streams of the run.
        of: u32,
    },
    /// A thread could not be started.
    #[error("thread {name} could not be started: {}", platform::cause(source))]
    Thread {
        /// Its name.
        name: String,
        /// What the kernel said.
        source: io::Error,
    },
    /// A worker can't be had on the CPU that was asked for.
    #[error("worker {} can't be pinned to CPU {cpu}: {}", worker + 1, pin_cause(source))]
    Pin {
        /// The worker's number, from 0.
        worker: u32,
        /// The CPU's number, from 0.
        cpu: u32,
        /// What the kernel said.
        source: io::Error,
    },
    /// A thread did not end in time and was left behind.
    #[error("thread {name} did not end within {seconds} s and was left behind")]
    Stuck {
        /// Its name.
        name: String,
        /// The deadline.
        seconds: u64,
    },
    /// A thread panicked.
    #[error("thread {name} ended by a fault in pairperf; please report it")]
    Panicked {
        /// Its name.
        name: String,
    },
    /// The kernel refused something that concerns no single stream.
    #[error("{doing} failed: {}", platform::cause(source))]
    System {
        /// What was being done.
        doing: &'static str,
        /// What the kernel said.
        source: io::Error,
    },
}

impl EngineError {
    /// Flows of datagrams, or a number of them, that the plan does not know.
    pub(crate) fn unplanned() -> Self {
        Self::System { doing: "opening flows that are not planned", source: io::ErrorKind::InvalidInput.into() }
    }

    /// A stable word for records and scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Connect { source, .. } if source.kind() == io::ErrorKind::ConnectionRefused => "stream_refused",
            Self::Connect { source, .. }
            | Self::Bind { source, .. }
            | Self::Option { source, .. }
            | Self::System { source, .. }
                if platform::out_of_files(source) =>
            {
                "open_files"
            }
            Self::Connect { source, .. } if source.kind() == io::ErrorKind::AddrNotAvailable => "local_ports",
            Self::Connect { .. } => "stream_connect",
            Self::TurnedAway { .. } => "stream_turned_away",
            Self::ConnectDeadline { .. } | Self::ArrivalDeadline { .. } => "streams_timed_out",
            Self::ArrivalsClosed { .. } => "streams_missing",
            Self::Option { .. } => "socket_option",
            Self::Broken { .. } | Self::Sending { .. } => "stream_broken",
            Self::Bind { .. } | Self::Ports { .. } => "udp_port",
            Self::Unanswered { .. } => "udp_unanswered",
            Self::NotCome { .. } => "udp_not_come",
            Self::Unheard { .. } => "udp_unheard",
            Self::Thread { .. } => "thread_start",
            Self::Pin { .. } => "cpu_pin",
            Self::Stuck { .. } => "thread_stuck",
            Self::Panicked { .. } => "thread_panicked",
            Self::System { .. } => "system",
        }
    }
}

fn connect_cause(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::ConnectionRefused {
        return "was refused; nothing listens there, or a firewall answers for it".to_owned();
    }
    format!("failed: {}", platform::cause(error))
}

fn bind_cause(address: SocketAddr, error: &io::Error) -> String {
    let (port, ip) = (address.port(), address.ip());
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("UDP port {port} on {ip} is in use by another process; end that process or choose another port")
        }
        io::ErrorKind::AddrNotAvailable => format!("{ip} is no address of this machine any more ({error})"),
        _ => format!("UDP port {port} on {ip} can't be had: {}", platform::cause(error)),
    }
}

fn pin_cause(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::InvalidInput {
        return format!(
            "this machine has no such CPU, or does not let this process use it; choose another one, or leave the CPUs to the scheduler ({error})"
        );
    }
    platform::cause(error)
}

fn silence_cause(answered: bool, error: Option<&io::Error>) -> String {
    match error {
        _ if answered => "it asked back but did not confirm".to_owned(),
        Some(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            "it was refused, so nothing listens there, or a firewall answers for it".to_owned()
        }
        Some(error) => platform::cause(error),
        None => "nothing came back".to_owned(),
    }
}

fn address_or_unknown(address: Option<SocketAddr>) -> String {
    address.map_or_else(|| "the other end".to_owned(), |address| address.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connect(source: io::Error) -> EngineError {
        EngineError::Connect { stream: 2, of: 8, address: "10.0.0.5:7575".parse().unwrap(), source }
    }

    #[test]
    fn sentences_name_the_stream_the_address_and_the_remedy() {
        let refused = connect(io::ErrorKind::ConnectionRefused.into());
        assert!(refused.to_string().starts_with("stream 3 of 8: connecting to 10.0.0.5:7575 was refused"), "{refused}");
        assert_eq!(refused.code(), "stream_refused");
        let files = connect(io::Error::from_raw_os_error(libc::EMFILE));
        assert!(files.to_string().contains("ulimit -n"), "{files}");
        assert_eq!(files.code(), "open_files");
        let ports = connect(io::Error::from_raw_os_error(libc::EADDRNOTAVAIL));
        assert!(ports.to_string().contains("ip_local_port_range"), "{ports}");
        assert_eq!(ports.code(), "local_ports");
    }

    #[test]
    fn sentences_about_datagrams_name_the_port_to_open() {
        let address: SocketAddr = "10.0.0.5:7575".parse().unwrap();
        let silent = |answered, source| {
            EngineError::Unanswered { stream: 2, of: 8, address, seconds: 10, answered, source }.to_string()
        };
        assert_eq!(
            silent(false, None),
            "UDP stream 3 of 8 to 10.0.0.5:7575 was not answered within 10 s: nothing came back; allow UDP port 7575 there"
        );
        assert!(silent(false, Some(io::ErrorKind::ConnectionRefused.into())).contains("it was refused"));
        assert!(silent(true, Some(io::ErrorKind::ConnectionRefused.into())).contains("did not confirm"));
        let bind = |kind: io::ErrorKind| EngineError::Bind { stream: 0, of: 1, address, source: kind.into() };
        assert_eq!(
            bind(io::ErrorKind::AddrInUse).to_string(),
            "stream 1 of 1: UDP port 7575 on 10.0.0.5 is in use by another process; end that process or choose another port"
        );
        assert_eq!(bind(io::ErrorKind::AddrInUse).code(), "udp_port");
        let unheard = EngineError::Unheard { stream: 0, of: 2, address: Some(address), seconds: 2 };
        assert!(unheard.to_string().starts_with("UDP stream 1 of 2: no feedback from 10.0.0.5:7575 for 2 s"));
    }
}
