import CommandLineTool
import Money
import Sockets
import World

extension Option where Value == UnixTime {
    /// An option that takes a moment.
    static func time(_ name: String, help: String) -> Option {
        Option(
            name,
            "TIME",
            form: "a time",
            example: "2021-09-01T19:03:06Z, 2021-09-01T21:03:06+02:00 or 2021-09-01",
            help: help,
            reading: { UnixTime(iso8601: $0) }
        )
    }
}

extension Option where Value == SocketAddress {
    /// An option that takes an address to listen at, whose port may be 0.
    static func listener(_ name: String, help: String) -> Option {
        address(name, ports: 0...UInt16.max, help: help)
    }

    /// An option that takes the address of a server.
    static func server(_ name: String, help: String) -> Option {
        address(name, ports: 1...UInt16.max, help: help)
    }

    private static func address(
        _ name: String,
        ports: ClosedRange<UInt16>,
        help: String
    ) -> Option {
        Option(
            name,
            "ADDRESS",
            form: "an address and a port",
            example: "127.0.0.1:8583",
            help: help
        ) { text in
            SocketAddress(text).flatMap { ports.contains($0.port) ? $0 : nil }
        }
    }
}

extension Option where Value == DecimalAmount {
    /// An option that takes an amount of money, which is positive where zero is no amount.
    static func amount(
        _ name: String,
        _ value: String,
        isPositive: Bool = false,
        help: String
    ) -> Option {
        Option(
            name,
            value,
            form: isPositive ? "a decimal number above zero" : "a decimal number",
            example: "10.75",
            help: help
        ) { text in
            (try? DecimalAmount(text)).flatMap { !isPositive || $0 > .zero ? $0 : nil }
        }
    }
}
