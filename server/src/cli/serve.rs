//! `pairperf serve`.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use pairperf_shared::join::Ticket;

use super::{Exit, node, settings, signals};
use crate::app::{App, DataFolder, Listen};
use crate::http::Token;
use crate::peer::{DEFAULT_PORT, Target};
use crate::runs::RunLimits;

/// Bytes read of a token file.
const LONGEST_TOKEN: u64 = 4096;
/// The shortest run there is, in milliseconds.
const SHORTEST: u64 = 100;

/// Run this machine's server.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Where to listen [default: [::]:7575, IPv4 included; 0.0.0.0:7575 without IPv6]
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<SocketAddr>,
    /// Folder for records, node id and token [default: `$XDG_DATA_HOME/pairperf` or `~/.local/share/pairperf`]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Name of this machine [default: its host name]
    #[arg(long)]
    name: Option<String>,
    /// File that holds the token to log in with [default: `PAIRPERF_TOKEN`, else one made and kept in the data folder]
    #[arg(long, value_name = "FILE", conflicts_with = "no_login")]
    token_file: Option<PathBuf>,
    /// Let everybody in who reaches the port; for a lab
    #[arg(long)]
    no_login: bool,
    /// Join an inviting server at once
    #[arg(long, value_name = "ADDR[:PORT]/CODE")]
    join: Option<String>,
    /// Address to offer instead of those bound (NAT, containers); may be repeated
    #[arg(long, value_name = "ADDR[:PORT]", value_parser = reachable)]
    advertise: Vec<String>,
    /// Further name that browsers may call this server by; may be repeated
    #[arg(long, value_name = "HOST", value_parser = host)]
    public_host: Vec<String>,
    /// Certificate chain for https, PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Its private key, PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Most streams of a run here, of both directions together
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    max_streams: u32,
    /// Longest run here, warm-up and cool-down included
    #[arg(long, value_name = "DURATION", default_value = "24h", value_parser = longest)]
    max_duration: u64,
    /// Highest rate of a UDP run here, and none without one; TCP gives way to others and is not held to it
    #[arg(long, value_name = "RATE", value_parser = pairperf_shared::units::parse_rate)]
    max_rate: Option<u64>,
}

impl Serve {
    pub(super) async fn go(self) -> Result<(), Exit> {
        let mut stop = signals::Stop::listen();
        let ticket = self.join.as_deref().map(ticket).transpose()?;
        let data =
            DataFolder::open(&node::kept_data(self.data.clone())?).map_err(|error| Exit::failed(error.to_string()))?;
        let (token, supplied) = self.token(&data)?;
        let shown = token.clone().filter(|_| !supplied);
        let name = node::name(self.name.as_deref())?;
        let limits =
            RunLimits { streams: self.max_streams, traffic_ms: self.max_duration, bits_per_second: self.max_rate };
        let listen = Listen {
            at: addresses(self.listen),
            token,
            advertise: self.advertise,
            public_hosts: self.public_host,
            tls: self.tls_cert.zip(self.tls_key),
        };
        let app = node::start(&name, data, limits, Some(listen)).await?;
        announce(&app, shown.as_ref(), self.no_login);
        let joining = async {
            let Some((address, code)) = ticket else { return };
            match app.pair(&address, &code).await {
                Ok(_) => tracing::info!("joined {address}"),
                Err(error) => tracing::error!(
                    "joining {address} failed: {error}; the server goes on, use `pairperf join` to try again"
                ),
            }
        };
        // Joining goes on beside the serving; a signal ends both.
        tokio::select! {
            () = async { joining.await; std::future::pending().await } => {}
            () = stop.heard() => {}
        }
        app.shut_down().await;
        Ok(())
    }

    /// The token, and whether the person supplied it.
    fn token(&self, data: &DataFolder) -> Result<(Option<Token>, bool), Exit> {
        if self.no_login {
            return Ok((None, false));
        }
        if let Some(file) = &self.token_file {
            let mut text = String::new();
            std::fs::File::open(file)
                .and_then(|open| open.take(LONGEST_TOKEN).read_to_string(&mut text))
                .map_err(|error| Exit::failed(format!("reading the token file {}: {error}", file.display())))?;
            let token = text.trim();
            if token.is_empty() {
                return Err(Exit::failed(format!("the token file {} is empty; write a token into it", file.display())));
            }
            return Ok((Some(Token::new(token)), true));
        }
        if let Some(token) = settings::token() {
            return Ok((Some(token), true));
        }
        data.token().map(|token| (Some(token), false)).map_err(|error| Exit::failed(error.to_string()))
    }
}

/// An address that others can be told: a name or an IP address, with a port or without.
fn reachable(text: &str) -> Result<String, String> {
    text.parse::<Target>().map(|_| text.to_owned()).map_err(|error| error.to_string())
}

/// A name that a browser can call a server by.
fn host(text: &str) -> Result<String, String> {
    let plain =
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
    if plain { Ok(text.to_owned()) } else { Err("a host name has letters, digits, dots and dashes".to_owned()) }
}

/// A limit that leaves room for the shortest run.
fn longest(text: &str) -> Result<u64, String> {
    match pairperf_shared::units::parse_millis(text).map_err(|error| error.to_string())? {
        millis if millis < SHORTEST => Err(format!("the shortest run takes {SHORTEST} ms")),
        millis => Ok(millis),
    }
}

/// The address and code of a string to join by.
pub(super) fn ticket(text: &str) -> Result<(String, String), Exit> {
    if !text.contains(['/', '#']) {
        return Err(Exit::usage(format!(
            "`{text}` is not whole; it is ADDR[:PORT]/CODE, as the other machine shows it"
        )));
    }
    let ticket: Ticket = text.parse().map_err(|error| Exit::usage(format!("`{text}`: {error}")))?;
    let address =
        ticket.address.ok_or_else(|| Exit::usage(format!("`{text}` has no address; it is ADDR[:PORT]/CODE")))?;
    Ok((address, ticket.code.to_string()))
}

fn addresses(told: Option<SocketAddr>) -> Vec<SocketAddr> {
    told.map_or_else(
        || vec![(Ipv6Addr::UNSPECIFIED, DEFAULT_PORT).into(), (Ipv4Addr::UNSPECIFIED, DEFAULT_PORT).into()],
        |address| vec![address],
    )
}

/// The two lines on stdout that scripts read.
fn announce(app: &App, shown: Option<&Token>, no_login: bool) {
    let Some(bound) = app.bound else { return };
    let scheme = if app.tls { "https" } else { "http" };
    let login = match (no_login, shown) {
        (true, _) => format!("login is off: {}", app.url("/")),
        (false, Some(token)) => format!("log in at {}#{}", app.url("/login"), token.reveal()),
        (false, None) => format!("log in at {}", app.url("/login")),
    };
    // Whoever started us may not read.
    let _ = write!(std::io::stdout(), "listening on {scheme}://{bound}\n{login}\n")
        .and_then(|()| std::io::stdout().flush());
    if no_login {
        tracing::warn!("login is off: everybody who reaches the port can start traffic");
    }
}
