use super::*;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

#[test]
fn what_flows_over_loopback_is_counted_by_the_system() {
    let mut system = Counters::open();
    let names = system.names();
    let before = system.read();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (mut far, _) = listener.accept().unwrap();
    let sent = 1 << 20;
    let reader = std::thread::spawn(move || {
        let mut all = Vec::new();
        far.read_to_end(&mut all).unwrap();
        all.len()
    });
    near.write_all(&vec![0; sent]).unwrap();
    drop(near);
    assert_eq!(reader.join().unwrap(), sent);
    let after = system.read();
    assert_eq!((before.len(), after.len()), (names.len(), names.len()));
    let grown = |name: &str| {
        let at = names.iter().position(|known| known == name).unwrap_or_else(|| panic!("{name} in {names:?}"));
        after[at].unwrap() - before[at].unwrap()
    };
    // Others on this machine may add to it.
    assert!(grown("IpExt.InOctets") >= sent as u64);
    assert!(grown("nic.lo.rx_bytes") >= sent as u64 && grown("nic.lo.tx_packets") >= 16);
    for name in ["Tcp.OutSegs", "Ip.InDelivers", "softirq.NET_RX", "softirq.all", "softnet.processed"] {
        assert!(grown(name) > 0, "{name}");
    }
}

#[test]
fn every_name_is_there_once_and_fits() {
    let names = Counters::open().names();
    let mut sorted = names.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), names.len());
    assert!(names.iter().all(|name| name.chars().count() <= 64 && name.contains('.')), "{names:?}");
    assert!(names.len() > 40, "{names:?}");
    for group in ["Ip.", "Tcp.", "Udp.", "TcpExt.", "IpExt.", "softirq.", "softnet.", "interrupts.all", "nic.lo."] {
        assert!(names.iter().any(|name| name.starts_with(group)), "{group}");
    }
}

#[test]
fn a_source_that_lost_a_counter_has_no_value_for_it() {
    let counters = vec![Followed::new("a".to_owned(), 1), Followed::new("b".to_owned(), 5)];
    let file = Kept::open("/proc/self/net/snmp").unwrap();
    let places = [("a".to_owned(), 0), ("b".to_owned(), 1)].into();
    let mut group = Group {
        source: Source::Text { file, parse: |_| vec![("b".to_owned(), 7), ("c".to_owned(), 9)] },
        counters,
        places,
    };
    assert_eq!(group.read(), [None, Some(2)]);
}
