internal import AppleServers
internal import Certificates
internal import Cryptography
internal import Money
internal import PaymentToken
import Storage
internal import World

/// A merchant's renewal at a member center whose clock is moved.
struct Renewal {
    typealias Key = RotationRehearsal.Key

    let authorities: TestAuthorities
    private(set) var certificates: [Key: Certificate] = [:]
    private let merchant: String
    private let requests: [Key: CertificateSigningRequest]
    private let center: MemberCenter
    private let clock: SimulatedClock
    private let opening: UnixTime
    private let end: UnixTime
    private let seed: UInt64
    private var serials: [Key: String] = [:]
    private var made: UInt64 = 0

    private static let day: Int64 = 86_400
    /// From the first certificate to the renewal. It is valid for about 760 days.
    private static let untilRenewal = 730 * day

    init(
        of identifier: String,
        _ requests: [Key: CertificateSigningRequest],
        endingAt now: UnixTime,
        seed: UInt64
    ) async throws {
        // A day more than the certificate is valid.
        guard let opening = now.advanced(bySeconds: -762 * Self.day) else {
            throw NotMade("the clock shows a time before 1970")
        }
        (end, self.opening, self.seed, self.requests) = (now, opening, seed, requests)
        clock = SimulatedClock(startingAt: opening)
        // The mint makes the same authorities of the same seed and time.
        authorities = try TestAuthorities(world: .simulated(seed: seed, startingAt: opening))
        center = try MemberCenter(
            in: MemoryDatabase([MemberCenter.migrations]),
            authorities: authorities,
            world: World(clock: clock, randomness: SeededRandomness(seed: seed &+ 1))
        )
        merchant = try await center.register(
            .merchant,
            identifier,
            description: "A merchant that renews"
        ).text
    }

    /// Does what leads to a moment, and makes the tokens of it.
    mutating func step(
        at moment: RotationRehearsal.Moment
    ) async throws -> RotationRehearsal.Step {
        switch moment {
        case .before: try await issue(.old)
        case .issued:
            clock.advance(bySeconds: Self.untilRenewal)
            try await issue(.new)
        case .activated:
            clock.advance(bySeconds: Self.day)
            if let serial = serials[.new] { _ = try await center.activate(serial: serial) }
            clock.advance(bySeconds: 60)
        case .settled: clock.advance(bySeconds: IssuedCertificate.mixedWindow)
        case .expired: clock.advance(bySeconds: end.seconds - clock.now.seconds)
        }
        let usable = try await center.paymentProcessingCertificates(of: merchant, at: clock.now)
        var tokens: [RotationRehearsal.Token] = []
        for key in Key.allCases {
            guard let certificate = usable.first(where: { $0.certificate == certificates[key] })
            else { continue }
            let mint = try mint(PaymentTokenSealer.Recipient(certificate))
            tokens.append(try token(.genuine(key), mint))
            tokens.append(try token(.changed(key), mint, TokenFault(named: "data-tampered")))
        }
        let stranger = try PrivateKey(on: .p256, from: SeededRandomness(seed: seed &+ 2))
        let other = PaymentTokenSealer.Recipient(
            publicKey: stranger.publicKey,
            merchantIdentifier: merchant
        )
        tokens.append(try token(.ofAnotherMerchant, mint(other)))
        return RotationRehearsal.Step(moment: moment, time: clock.now, tokens: tokens)
    }

    private mutating func issue(_ key: Key) async throws {
        guard let request = requests[key] else {
            throw NotMade("there is no signing request for the \(key.rawValue) key")
        }
        let issued = try await center.issue(
            .paymentProcessing,
            for: merchant,
            request: request
        )
        certificates[key] = issued.certificate
        serials[key] = issued.serialNumber
    }

    private func mint(_ recipient: PaymentTokenSealer.Recipient) throws -> TokenMint {
        try TokenMint(for: recipient, seed: seed, openingAt: opening)
    }

    private mutating func token(
        _ kind: RotationRehearsal.Token.Kind,
        _ mint: TokenMint,
        _ fault: TokenFault? = nil
    ) throws -> RotationRehearsal.Token {
        made += 1
        let amount = Money(minorUnits: 1075, currency: .usd)
        let order = MintOrder(amount: amount, signingTime: end)
        let minted = try mint.token(made, order, fault: fault)
        return RotationRehearsal.Token(kind: kind, json: minted.json)
    }
}
