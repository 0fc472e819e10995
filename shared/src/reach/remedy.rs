//! What opens a way that is closed: for each place where it may be closed, the line to type there.

use super::{Family, Way, WayState};
use crate::config::Protocol;

/// One place where a way may be closed, and what opens it there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remedy {
    /// The key of the place's name in the message catalogue.
    pub place: &'static str,
    /// The line to type. Words in capitals are for the person to replace.
    pub line: String,
}

/// What a line is made of.
struct Opening<'a> {
    protocol: &'static str,
    port: u16,
    family: Family,
    /// The address that is to be let in; none for any.
    source: Option<&'a str>,
}

/// One of the places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Docker,
    Aws,
    Azure,
    Gcp,
    Ufw,
    Firewalld,
    Nftables,
    Windows,
}

/// Places that let nothing know of what they drop.
const SILENT: [Place; 8] = [
    Place::Aws,
    Place::Azure,
    Place::Gcp,
    Place::Ufw,
    Place::Firewalld,
    Place::Nftables,
    Place::Windows,
    Place::Docker,
];
/// The likeliest first where TCP is let in and UDP is not.
const TCP_ALONE: [Place; 8] = [
    Place::Docker,
    Place::Aws,
    Place::Azure,
    Place::Gcp,
    Place::Ufw,
    Place::Firewalld,
    Place::Nftables,
    Place::Windows,
];
/// Those that say no aloud; rules of clouds do not.
const ALOUD: [Place; 4] = [Place::Docker, Place::Firewalld, Place::Ufw, Place::Nftables];

/// What may open that way, to be typed at the machine it leads to; the likeliest place first. `source` is the address that
/// the greetings come from, as that machine sees it. Nothing where no rule is to blame.
pub fn remedies(way: &Way, source: Option<&str>) -> Vec<Remedy> {
    let places: &[Place] = match way.state {
        WayState::Filtered => &SILENT,
        WayState::TcpOnly => &TCP_ALONE,
        WayState::Refused => &ALOUD,
        _ => return Vec::new(),
    };
    let protocol = if way.protocol == Protocol::Udp { "udp" } else { "tcp" };
    let source = source.filter(|source| is_of(source, way.family));
    let opening = Opening { protocol, port: way.port, family: way.family, source };
    places.iter().map(|place| Remedy { place: place.key(), line: opening.line(*place) }).collect()
}

/// Whether the text is an address of that family as far as a line to type is concerned: nothing else gets into one.
fn is_of(address: &str, family: Family) -> bool {
    let digits = |c: char| c.is_ascii_hexdigit() || c == '.' || c == ':';
    !address.is_empty() && address.chars().all(digits) && address.contains(':') == (family == Family::Ipv6)
}

impl Place {
    fn key(self) -> &'static str {
        match self {
            Self::Docker => "remedy-docker",
            Self::Aws => "remedy-aws",
            Self::Azure => "remedy-azure",
            Self::Gcp => "remedy-gcp",
            Self::Ufw => "remedy-ufw",
            Self::Firewalld => "remedy-firewalld",
            Self::Nftables => "remedy-nftables",
            Self::Windows => "remedy-windows",
        }
    }
}

impl Opening<'_> {
    fn line(&self, place: Place) -> String {
        let Self { protocol, port, .. } = self;
        match place {
            Place::Docker => format!("docker run -p {port}:{port}/{protocol} IMAGE"),
            Place::Aws => self.aws(),
            Place::Azure => self.azure(),
            // https://cloud.google.com/sdk/gcloud/reference/compute/firewall-rules/create
            Place::Gcp => format!(
                "gcloud compute firewall-rules create {} --network NETWORK --direction INGRESS --allow {protocol}:{port} --source-ranges {}",
                self.name(),
                self.range()
            ),
            // ufw(8)
            Place::Ufw => match self.source {
                Some(source) => format!("ufw allow proto {protocol} from {source} to any port {port}"),
                None => format!("ufw allow {port}/{protocol}"),
            },
            // firewall-cmd(1), firewalld.richlanguage(5)
            Place::Firewalld => match self.source {
                Some(source) => format!(
                    "firewall-cmd --add-rich-rule='rule family=\"{}\" source address=\"{source}\" port port=\"{port}\" protocol=\"{protocol}\" accept'",
                    if self.family == Family::Ipv4 { "ipv4" } else { "ipv6" }
                ),
                None => format!("firewall-cmd --add-port={port}/{protocol}"),
            },
            // nft(8); table and chain as the distributions' examples name them
            Place::Nftables => {
                let layer = if self.family == Family::Ipv4 { "ip" } else { "ip6" };
                let from = self.source.map(|source| format!("{layer} saddr {source} ")).unwrap_or_default();
                format!("nft insert rule inet filter input {from}{protocol} dport {port} accept")
            }
            // `netsh advfirewall firewall add rule ?`
            Place::Windows => format!(
                "netsh advfirewall firewall add rule name=\"{}\" dir=in action=allow protocol={} localport={port} remoteip={}",
                self.name(),
                protocol.to_ascii_uppercase(),
                self.source.unwrap_or("any")
            ),
        }
    }

    /// <https://docs.aws.amazon.com/cli/latest/reference/ec2/authorize-security-group-ingress.html>: `--cidr` is IPv4 alone.
    fn aws(&self) -> String {
        let Self { protocol, port, .. } = self;
        let call = "aws ec2 authorize-security-group-ingress --group-id GROUP_ID";
        let range = self.range();
        match self.family {
            Family::Ipv4 => format!("{call} --protocol {protocol} --port {port} --cidr {range}"),
            Family::Ipv6 => format!(
                "{call} --ip-permissions 'IpProtocol={protocol},FromPort={port},ToPort={port},Ipv6Ranges=[{{CidrIpv6={range}}}]'"
            ),
        }
    }

    /// <https://learn.microsoft.com/cli/azure/network/nsg/rule#az-network-nsg-rule-create>: priorities of a group are unique.
    fn azure(&self) -> String {
        let Self { protocol, port, .. } = self;
        let (capital, second) = if *protocol == "udp" { ("Udp", 1) } else { ("Tcp", 0) };
        let priority = 310 + second + if self.family == Family::Ipv6 { 2 } else { 0 };
        format!(
            "az network nsg rule create --resource-group RESOURCE_GROUP --nsg-name NSG_NAME --name {} --priority {priority} --direction Inbound --access Allow --protocol {capital} --source-address-prefixes {} --destination-port-ranges {port}",
            self.name(),
            self.range()
        )
    }

    /// A name for a rule, which differs from that of the others.
    fn name(&self) -> String {
        let family = if self.family == Family::Ipv6 { "-ipv6" } else { "" };
        format!("pairperf-{}-{}{family}", self.protocol, self.port)
    }

    /// The source as a range; all addresses of the family where it is not known.
    fn range(&self) -> String {
        match (self.family, self.source) {
            (Family::Ipv4, Some(source)) => format!("{source}/32"),
            (Family::Ipv6, Some(source)) => format!("{source}/128"),
            (Family::Ipv4, None) => "0.0.0.0/0".to_owned(),
            (Family::Ipv6, None) => "::/0".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Direction;

    fn way(protocol: Protocol, family: Family, state: WayState) -> Way {
        Way {
            direction: Direction::ToPeer,
            protocol,
            family,
            address: None,
            port: 7575,
            of_link: true,
            state,
            round_trip_ns: None,
            path_mtu_bytes: None,
        }
    }

    fn lines(way: &Way, source: Option<&str>) -> Vec<String> {
        remedies(way, source).into_iter().map(|remedy| format!("{}: {}", remedy.place, remedy.line)).collect()
    }

    #[test]
    fn udp_over_ipv4_from_one_address() {
        let way = way(Protocol::Udp, Family::Ipv4, WayState::TcpOnly);
        assert_eq!(
            lines(&way, Some("203.0.113.4")),
            [
                "remedy-docker: docker run -p 7575:7575/udp IMAGE",
                "remedy-aws: aws ec2 authorize-security-group-ingress --group-id GROUP_ID --protocol udp --port 7575 --cidr 203.0.113.4/32",
                "remedy-azure: az network nsg rule create --resource-group RESOURCE_GROUP --nsg-name NSG_NAME --name pairperf-udp-7575 --priority 311 --direction Inbound --access Allow --protocol Udp --source-address-prefixes 203.0.113.4/32 --destination-port-ranges 7575",
                "remedy-gcp: gcloud compute firewall-rules create pairperf-udp-7575 --network NETWORK --direction INGRESS --allow udp:7575 --source-ranges 203.0.113.4/32",
                "remedy-ufw: ufw allow proto udp from 203.0.113.4 to any port 7575",
                "remedy-firewalld: firewall-cmd --add-rich-rule='rule family=\"ipv4\" source address=\"203.0.113.4\" port port=\"7575\" protocol=\"udp\" accept'",
                "remedy-nftables: nft insert rule inet filter input ip saddr 203.0.113.4 udp dport 7575 accept",
                "remedy-windows: netsh advfirewall firewall add rule name=\"pairperf-udp-7575\" dir=in action=allow protocol=UDP localport=7575 remoteip=203.0.113.4",
            ]
        );
    }

    #[test]
    fn tcp_over_ipv6_from_anywhere() {
        let way = way(Protocol::Tcp, Family::Ipv6, WayState::Filtered);
        let lines = lines(&way, None);
        assert_eq!(
            lines[0],
            "remedy-aws: aws ec2 authorize-security-group-ingress --group-id GROUP_ID --ip-permissions 'IpProtocol=tcp,FromPort=7575,ToPort=7575,Ipv6Ranges=[{CidrIpv6=::/0}]'"
        );
        assert!(lines[1].contains("--name pairperf-tcp-7575-ipv6 --priority 312 "), "{}", lines[1]);
        assert_eq!(lines[3], "remedy-ufw: ufw allow 7575/tcp");
        assert_eq!(lines[4], "remedy-firewalld: firewall-cmd --add-port=7575/tcp");
        assert_eq!(lines[5], "remedy-nftables: nft insert rule inet filter input tcp dport 7575 accept");
        assert!(lines[6].ends_with("protocol=TCP localport=7575 remoteip=any"), "{}", lines[6]);
    }

    #[test]
    fn an_ipv6_source_stands_in_every_line_that_names_one() {
        let way = way(Protocol::Udp, Family::Ipv6, WayState::Filtered);
        for line in lines(&way, Some("2001:db8::4")).iter().filter(|line| !line.starts_with("remedy-docker")) {
            assert!(line.contains("2001:db8::4"), "{line}");
        }
    }

    #[test]
    fn a_refusal_comes_from_no_cloud_and_what_is_no_rule_has_no_remedy() {
        let places = |state| remedies(&way(Protocol::Udp, Family::Ipv4, state), None);
        assert!(
            places(WayState::Refused)
                .iter()
                .all(|remedy| !["remedy-aws", "remedy-azure", "remedy-gcp"].contains(&remedy.place))
        );
        for state in
            [WayState::Open, WayState::WrongFamily, WayState::NotListening, WayState::Closed, WayState::NotThePeer]
        {
            assert!(places(state).is_empty());
        }
    }

    #[test]
    fn nothing_but_an_address_gets_into_a_line() {
        let way = way(Protocol::Udp, Family::Ipv4, WayState::Filtered);
        for odd in ["1.2.3.4; rm -rf /", "$(x)", "", "fd00::1", "host"] {
            assert_eq!(lines(&way, Some(odd)), lines(&way, None));
        }
    }
}
