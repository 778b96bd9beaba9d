internal import AppleServers
internal import Bytes
internal import CardAccounts
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
    /// - Throws: ``RemoteWalletFailure``.
    public func wallet(
        with cards: [SandboxCard] = [.visa],
        device: DeviceSetup = DeviceSetup(),
        world: World = .system
    ) async throws(RemoteWalletFailure) -> Wallet {
        let chip: SecureElement
        do throws(CryptographyFailure) {
            chip = try SecureElement(randomness: world.randomness)
        } catch { throw .chip(.cryptography(error)) }
        let service: RemoteTokenService
        do throws(SandboxConnectionFailure) {
            try await enroll(chip)
            service = try await RemoteTokenService(self)
        } catch { throw .connection(error) }
        let wallet = Wallet(
            device: device,
            secureElement: chip,
            tokenService: service,
            world: world
        )
        for card in cards {
            if let refusal = wallet.refusal(ofCardsOf: card.network) { throw .card(refusal) }
            let account = try await account(of: card, in: chip)
            do throws(CardRefusal) {
                try wallet.add(card, account: account)
            } catch { throw .card(error) }
        }
        return wallet
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
    ) async throws(RemoteWalletFailure) -> DeviceAccount {
        let expiry = card.expirationDate
        let provisioned: ProvisionedAccount?
        do throws(SandboxConnectionFailure) {
            let answer = try await call(
                .post,
                ["secure-elements", chip.identifier.hexadecimal, "accounts"],
                .object([
                    "number": .string(card.number),
                    "expiry": .string("\(expiry.dropFirst(2).prefix(2))/\(expiry.prefix(2))"),
                ])
            )
            provisioned = ProvisionedAccount(answer.root)
        } catch { throw .connection(error) }
        guard let provisioned else { throw .connection(.answerUnreadable) }
        do throws(SecureElementFailure) {
            return try chip.account(from: provisioned)
        } catch { throw .chip(error) }
    }
}

/// Why a wallet of a sandbox in another process was not made.
public enum RemoteWalletFailure: Error, Hashable, Sendable {
    /// The sandbox did not do what it was asked for.
    case connection(SandboxConnectionFailure)
    /// The device does not take a card.
    case card(CardRefusal)
    /// The Secure Element could not be made, or an account for it not be read.
    case chip(SecureElementFailure)
}

extension RemoteWalletFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .connection(let failure): "\(failure)"
        case .card(let refusal): "\(refusal)"
        case .chip(let failure): "the Secure Element failed: \(failure)"
        }
    }
}

extension SecureElementID {
    fileprivate var hexadecimal: String { Hexadecimal.encode(bytes) }
}
