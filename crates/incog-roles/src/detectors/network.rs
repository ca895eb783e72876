//! Addresses in networks.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

pub(super) const NETWORK_ADDRESS: Detector = Detector {
    kind: ValueKind::NetworkAddress,
    name: "IP or MAC address",
    recognizes: "IPv4, IPv6, and hardware addresses of six bytes",
    reference: "RFC 791, RFC 4291, IEEE 802; HIPAA Safe Harbor (M), (O)",
    role: ProposedRole::Identifier,
    strength: Strength::Proof,
    least_share: 0.3,
    chance: 0.0,
    recognizer: Recognizer::Value(is_network_address),
};

pub(super) fn is_network_address(text: &str) -> bool {
    if !(7..=45).contains(&text.len()) || text.contains(' ') {
        return false;
    }
    let address = text.split_once('/').map_or(text, |(address, _)| address);
    match address.parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => address != Ipv4Addr::UNSPECIFIED,
        Ok(IpAddr::V6(address)) => address != Ipv6Addr::UNSPECIFIED,
        Err(_) => is_hardware_address(text),
    }
}

fn is_hardware_address(text: &str) -> bool {
    let is_byte = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.len() == 17
        && [':', '-'].iter().any(|&sign| text.split(sign).count() == 6 && text.split(sign).all(is_byte))
}

#[test]
fn addresses() {
    for good in
        ["192.168.0.1", "2001:db8::ff00:42:8329", "00:1A:2b:3c:4d:5e", "00-1A-2B-3C-4D-5E", "10.0.0.0/8"]
    {
        assert!(is_network_address(good), "{good}");
    }
    for bad in ["256.1.1.1", "1.2.3", "12:30:45", "2020-01-02", "00:1A:2b:3c:4d", ""] {
        assert!(!is_network_address(bad), "{bad}");
    }
}
