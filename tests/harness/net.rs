//! Two hosts on one machine: network namespaces `a` and `b`, joined by a bridge in a third one.
//!
//! The bridge has a namespace of its own because packet filters of the root namespace (those of a container engine, say)
//! would see its traffic. The root namespace joins the same segment, so that tests and browsers reach both hosts.
//! Each test gets its own /24 out of 198.18.0.0/15, the range set aside for benchmarks (RFC 2544), and its own names.

use std::path::Path;
use std::process::Command;

use super::machine::{Place, take_place};

/// Tests with hosts at once, at most.
const PLACES: u8 = 64;

/// One host.
#[derive(Debug, Clone)]
pub(crate) struct Host {
    namespace: String,
    port: String,
    /// Its address.
    pub(crate) address: String,
}

impl Host {
    /// A program that will run on that host.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.namespace]).arg(program);
        command
    }

    /// Gives it one more address, with the length of its prefix.
    #[track_caller]
    pub(crate) fn also_at(&self, address: &str) {
        // An IPv6 address is there at once: nobody else on the segment has it.
        let check = if address.contains(':') { " nodad" } else { "" };
        ip(&format!("-n {} addr add {address} dev eth0{check}", self.namespace));
    }

    /// Sets rules in its packet filter: commands of nft(8).
    #[track_caller]
    pub(crate) fn filter(&self, commands: &[&str]) {
        for command in commands {
            let output = self.command(Path::new("nft")).arg(command).output();
            let output = output.unwrap_or_else(|error| panic!("nft {command}: {error}"));
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "nft {command}: {said}; `cargo xtask test` installs what is missing");
        }
    }
}

/// The two hosts and what joins them; gone when dropped.
#[derive(Debug)]
pub(crate) struct Hosts {
    /// One host.
    pub(crate) a: Host,
    /// The other.
    pub(crate) b: Host,
    /// This process's own address on the segment.
    pub(crate) here: String,
    switch: String,
    client: String,
    _place: Place,
}

impl Hosts {
    /// Two hosts with nothing between them that slows.
    pub(crate) fn new() -> Self {
        let place = take_place("hosts", PLACES);
        let (number, net) = (place.number, format!("198.18.{}", place.number));
        let host = |letter: char, last: u8| Host {
            namespace: format!("ppt{number}{letter}"),
            port: format!("p{letter}"),
            address: format!("{net}.{last}"),
        };
        let hosts = Self {
            a: host('a', 11),
            b: host('b', 12),
            here: format!("{net}.1"),
            switch: format!("ppt{number}sw"),
            client: format!("ppt{number}cl"),
            _place: place,
        };
        // What a killed test may have left in this place.
        hosts.remove();
        hosts.build();
        hosts
    }

    /// Two hosts whose ports pass no more than that each way, for example `200mbit`.
    pub(crate) fn limited(rate: &str) -> Self {
        let hosts = Self::new();
        hosts.limit(&hosts.a, rate);
        hosts.limit(&hosts.b, rate);
        hosts
    }

    fn build(&self) {
        let Self { a, b, here, switch, client, .. } = self;
        ip(&format!("netns add {switch}"));
        ip(&format!("-n {switch} link add br0 type bridge"));
        ip(&format!("-n {switch} link set br0 up"));
        for Host { namespace, port, address } in [a, b] {
            ip(&format!("netns add {namespace}"));
            ip(&format!("link add eth0 netns {namespace} type veth peer name {port} netns {switch}"));
            ip(&format!("-n {switch} link set {port} master br0 up"));
            ip(&format!("-n {namespace} addr add {address}/24 dev eth0"));
            ip(&format!("-n {namespace} link set eth0 up"));
            ip(&format!("-n {namespace} link set lo up"));
        }
        ip(&format!("link add {client} type veth peer name pcl netns {switch}"));
        ip(&format!("-n {switch} link set pcl master br0 up"));
        ip(&format!("addr add {here}/24 dev {client}"));
        ip(&format!("link set {client} up"));
    }

    /// Limits what travels to a host, at the switch's port: a host's own interface is left alone, so that what is
    /// dropped is dropped by the network and not by the sender's queue.
    pub(crate) fn limit(&self, host: &Host, rate: &str) {
        let (switch, port) = (&self.switch, &host.port);
        let line =
            format!("netns exec {switch} tc qdisc replace dev {port} root tbf rate {rate} burst 128kb latency 60ms");
        ip(&line);
    }

    /// Lets nothing larger pass at the switch's port of a host, in bytes with the IP header: what is larger is lost without a
    /// word, while the host's own interface knows nothing of it.
    pub(crate) fn narrow(&self, host: &Host, mtu: u32) {
        ip(&format!("-n {} link set {} mtu {mtu}", self.switch, host.port));
    }

    /// Cuts a host off.
    pub(crate) fn cut(&self, host: &Host) {
        ip(&format!("-n {} link set {} down", self.switch, host.port));
    }

    /// Joins it again.
    pub(crate) fn heal(&self, host: &Host) {
        ip(&format!("-n {} link set {} up", self.switch, host.port));
    }

    fn remove(&self) {
        // Whatever is not there needs no removing; the cables go with the hosts.
        let gone = |line: &str| drop(Command::new("ip").args(line.split(' ')).output());
        gone(&format!("link del {}", self.client));
        for namespace in [&self.a.namespace, &self.b.namespace, &self.switch] {
            gone(&format!("netns del {namespace}"));
        }
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        self.remove();
    }
}

#[track_caller]
pub(crate) fn ip(line: &str) {
    let output = Command::new("ip").args(line.split(' ')).output();
    let output =
        output.unwrap_or_else(|error| panic!("ip {line}: {error}; `cargo xtask test` installs what is missing"));
    assert!(
        output.status.success(),
        "ip {line}: {}; making hosts needs root or a user namespace: run `cargo xtask test`",
        String::from_utf8_lossy(&output.stderr).trim()
    );
}
