internal import Glibc

/// A parser under test, and what must hold for each input.
///
/// To add one, write a file like those in `Targets/` and name it in ``all``.
struct FuzzTarget: Sendable {
    let name: String
    /// Initial inputs; generated ones alone would not pass the first check.
    let seeds: @Sendable () -> [[UInt8]]
    /// Reads one input, and calls ``require(_:_:)`` for what must hold.
    let feed: @Sendable ([UInt8]) -> Void

    init(
        _ name: String,
        seeds: @escaping @Sendable () -> [[UInt8]] = { [] },
        feed: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.name = name
        self.seeds = seeds
        self.feed = feed
    }

    static let all: [FuzzTarget] = [
        base64, berTLV, cardMessage, certificate, hexadecimal, http, iso8583, json, merchantSession,
        payload, pkcs12, proof, settlement, signedData, token, xml, zip,
    ]

    /// A planted fault that the fuzzer must find.
    static let canary = FuzzTarget("canary") { input in
        guard input.count > 2, input[0] == UInt8(ascii: "Q") else { return }
        require(input[1] != UInt8(ascii: "u"), "the planted fault was found")
    }
}

/// Ends the process if a condition fails, so that libFuzzer keeps the input.
func require(_ holds: Bool, _ otherwise: String) {
    if holds { return }
    print("broken: \(otherwise)")
    fflush(nil)
    abort()
}
