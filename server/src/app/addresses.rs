//! Which addresses a node offers to be reached at, the likeliest first.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// The addresses to offer, with ports: what `--advertise` says, else those that are bound.
pub fn offered(bound: SocketAddr, advertise: &[String]) -> Vec<String> {
    if !advertise.is_empty() {
        return advertise.iter().map(|address| with_port(address, bound.port())).collect();
    }
    if !bound.ip().is_unspecified() {
        return vec![canonical(bound.ip(), bound.port())];
    }
    let mut found = local_addresses();
    found.retain(|ip| offerable(*ip) && (bound.is_ipv6() || ip.is_ipv4()));
    let preferred = [preferred(true), preferred(false)];
    // The one that the default route uses first, then IPv4 before IPv6; the order is otherwise kept.
    found.sort_by_key(|ip| (!preferred.contains(&Some(*ip)), ip.is_ipv6()));
    found.dedup();
    if found.is_empty() {
        // A machine without a network can still be tried from itself.
        found.push(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    found.into_iter().map(|ip| canonical(ip, bound.port())).collect()
}

fn canonical(ip: IpAddr, port: u16) -> String {
    SocketAddr::new(ip.to_canonical(), port).to_string()
}

fn with_port(address: &str, port: u16) -> String {
    if let Ok(ip) = address.trim_matches(['[', ']']).parse::<IpAddr>() {
        return SocketAddr::new(ip, port).to_string();
    }
    match address.rsplit_once(':') {
        Some((_, given)) if given.parse::<u16>().is_ok() => address.to_owned(),
        _ => format!("{address}:{port}"),
    }
}

/// Neither loopback nor link-local: those mean another machine at the other end.
fn offerable(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local() && !ip.is_unspecified(),
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local() && !ip.is_unspecified(),
    }
}

fn local_addresses() -> Vec<IpAddr> {
    let Ok(interfaces) = nix::ifaddrs::getifaddrs() else { return Vec::new() };
    interfaces
        .filter_map(|interface| {
            let address = interface.address?;
            let v4 = address.as_sockaddr_in().map(|address| IpAddr::V4(address.ip()));
            v4.or_else(|| address.as_sockaddr_in6().map(|address| IpAddr::V6(address.ip())))
        })
        .collect()
}

/// The address that the kernel would send from to the outside. Connecting a UDP socket sends
/// nothing; the target is one of the documentation addresses (RFC 5737, RFC 3849).
fn preferred(v4: bool) -> Option<IpAddr> {
    let (from, to) = if v4 {
        (IpAddr::V4(Ipv4Addr::UNSPECIFIED), IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)))
    } else {
        (IpAddr::V6(Ipv6Addr::UNSPECIFIED), IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)))
    };
    let socket = UdpSocket::bind((from, 0)).ok()?;
    socket.connect((to, 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_advertised_replaces_what_is_bound() {
        let bound = "[::]:7575".parse().unwrap();
        let advertise: Vec<String> = ["a", "b:80", "10.0.0.4", "fd00::4", "[fd00::5]:9"].map(str::to_owned).to_vec();
        assert_eq!(offered(bound, &advertise), ["a:7575", "b:80", "10.0.0.4:7575", "[fd00::4]:7575", "[fd00::5]:9"]);
    }

    #[test]
    fn loopback_is_offered_only_where_nothing_else_is_bound() {
        assert_eq!(offered("127.0.0.1:80".parse().unwrap(), &[]), ["127.0.0.1:80"]);
        let all = offered("[::]:80".parse().unwrap(), &[]);
        assert!(all.iter().all(|address| !address.contains("fe80") && !address.starts_with("[::1]")), "{all:?}");
    }
}
