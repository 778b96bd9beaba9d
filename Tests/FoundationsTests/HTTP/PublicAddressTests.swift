import CLibCurl
import Foundation
import Glibc
import TestSupport
import Testing

/// Python's `ipaddress` has IANA's registries of special addresses, and is an oracle that others wrote.
@Suite("Public addresses")
struct PublicAddressTests {
    /// Addresses around the borders of each range, and others that follow from a seed. Relays of 6to4, all of
    /// 2001::/23, site-local addresses, and those for documentation of 2024 (RFC 9637) are refused too, of which
    /// Python 3.11 takes some for public.
    private static let script = """
        import ipaddress, random
        chance = random.Random(1)
        nets = ["0.0.0.0/8","10.0.0.0/8","100.64.0.0/10","127.0.0.0/8","169.254.0.0/16","172.16.0.0/12","192.0.0.0/24",
            "192.0.2.0/24","192.88.99.0/24","192.168.0.0/16","198.18.0.0/15","198.51.100.0/24","203.0.113.0/24",
            "224.0.0.0/4","240.0.0.0/4","::/128","::1/128","::ffff:0:0/96","64:ff9b::/96","64:ff9b:1::/48","100::/64",
            "2001::/23","2001:db8::/32","2002::/16","2620:4f:8000::/48","3fff::/20","5f00::/16","fc00::/7","fe80::/10",
            "ff00::/8","2000::/3"]
        found = set()
        for net in map(ipaddress.ip_network, nets):
            top = 2 ** net.max_prefixlen
            for value in (int(net[0]) - 1, int(net[0]), int(net[-1]), int(net[-1]) + 1):
                if 0 <= value < top: found.add(type(net[0])(value))
        found |= {ipaddress.IPv4Address(chance.getrandbits(32)) for _ in range(2000)}
        found |= {ipaddress.IPv6Address(chance.getrandbits(128)) for _ in range(2000)}
        found |= {ipaddress.IPv6Address(2 << 124 | chance.getrandbits(125)) for _ in range(2000)}
        refused = [ipaddress.ip_network(net) for net in ("192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20", "fec0::/10")]
        for one in sorted(found, key=lambda one: (one.version, int(one))):
            special = one.is_multicast or one.is_reserved or any(one in net for net in refused)
            print(one, "public" if one.is_global and not special else "private")
        """

    @Test func `are no others than Python's`() async throws {
        let python = Program(at: URL(filePath: "/usr/bin/python3"))
        let lines = try await python.runAside(["-c", Self.script]).text
            .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        try #require(lines.count > 6_000)
        var counts = [true: 0, false: 0]
        for line in lines {
            let (address, expected) = (line[0], line[1] == "public")
            guard let isPublic = Self.isPublic(address) else {
                Issue.record("\(address) is not read")
                continue
            }
            counts[isPublic, default: 0] += 1
            #expect(isPublic == expected, "\(address)")
        }
        #expect(counts[true, default: 0] > 2_000 && counts[false, default: 0] > 1_000)
    }

    private static func isPublic(_ text: String) -> Bool? {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        if unsafe inet_pton(AF_INET, text, &four.sin_addr) == 1 {
            return unsafe withUnsafePointer(to: &four) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe quince_is_public($0) == 1
                }
            }
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        guard unsafe inet_pton(AF_INET6, text, &six.sin6_addr) == 1 else { return nil }
        return unsafe withUnsafePointer(to: &six) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe quince_is_public($0) == 1
            }
        }
    }
}
