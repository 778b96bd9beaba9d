internal import AppleServers
internal import Bytes
internal import CardAccounts
internal import Certificates
internal import Cryptography
internal import HTTPMessages
internal import JSON
public import PaymentSheet
public import TestSandbox
public import Wallet
public import World

extension SandboxConnection {
    /// A phone of this process, whose Secure Element and cards the sandbox knows: what it pays, the
    /// sandbox's card network authorizes, and its tokens are for the sandbox's merchants.
    ///
    /// - Parameters:
    ///   - cards: The TEST cards in the wallet, the default card first.
    ///   - device: The phone; unless given, one of today.
    ///   - world: The clock and the random numbers.
    /// - Returns: The wallet.
    /// - Throws: ``SandboxConnectionFailure``.
    public func wallet(
        with cards: [SandboxCard] = [.visa],
        device: DeviceSetup = DeviceSetup(),
        world: World = .system
    ) async throws(SandboxConnectionFailure) -> Wallet {
        let chip: SecureElement
        do throws(CryptographyFailure) {
            chip = try SecureElement(randomness: world.randomness)
        } catch { throw .chip(error) }
        try await enroll(chip)
        let service = try await RemoteTokenService(self)
        let roots = try await roots()
        let wallet = Wallet(
            device: device,
            secureElement: chip,
            tokenService: service,
            world: world
        ) { roots }
        for card in cards {
            if let refusal = wallet.refusal(ofCardsOf: card.network) { throw .card(refusal) }
            let account = try await account(of: card, in: chip)
            do throws(CardRefusal) {
                try wallet.add(card, account: account)
            } catch { throw .card(error) }
        }
        return wallet
    }

    /// The roots under which orders are signed.
    private func roots() async throws(SandboxConnectionFailure) -> [TrustAnchor] {
        let answer = try await call(.get, ["authorities"]).root.member("authorities")
        let roots = answer?.elements?.filter {
            $0.member("name")?.string?.hasPrefix("root-") == true
        }
        let texts = roots?.compactMap { $0.member("certificate")?.string }
        guard let anchors = try? texts?.map({ try TrustAnchor(root: Certificate(pem: $0)) }) else {
            throw .answerUnreadable
        }
        return anchors
    }

    private func enroll(_ chip: SecureElement) async throws(SandboxConnectionFailure) {
        _ = try await call(
            .post,
            ["secure-elements"],
            .object([
                "identifier": .string(chip.identifier.hexadecimal),
                "publicKey": .string(Hexadecimal.encode(chip.publicKey.publicKeyInfo)),
            ])
        )
    }

    private func account(
        of card: SandboxCard,
        in chip: SecureElement
    ) async throws(SandboxConnectionFailure) -> DeviceAccount {
        let expiry = card.expirationDate
        let answer = try await call(
            .post,
            ["secure-elements", chip.identifier.hexadecimal, "accounts"],
            .object([
                "number": .string(card.number),
                "expiry": .string("\(expiry.dropFirst(2).prefix(2))/\(expiry.prefix(2))"),
            ])
        )
        guard let provisioned = ProvisionedAccount(answer.root) else { throw .answerUnreadable }
        do throws(CryptographyFailure) {
            return try chip.account(from: provisioned)
        } catch { throw .chip(error) }
    }
}

extension SecureElementID {
    fileprivate var hexadecimal: String { Hexadecimal.encode(bytes) }
}
