import AppleServers
import Bytes
import CardAccounts
import Cryptography
import Foundation
import PaymentToken
import TestSandbox
import Testing
import Wallet
import World

@Suite("A Secure Element")
struct SecureElementTests {
    let bench: SandboxBench
    let merchant: SandboxMerchant
    let account: DeviceAccount
    let method = UntrustedPaymentMethod(displayName: "Visa 1111", network: "Visa", type: "credit")

    init() throws {
        bench = try SandboxBench()
        merchant = try bench.merchant()
        account = try bench.account()
    }

    func cryptogram(of opened: OpenedPaymentToken) throws -> Secret {
        guard case .threeDSecure(let cryptogram?, _) = opened.payment.proof else {
            throw CryptographyFailure.libraryFailed
        }
        return cryptogram
    }

    @Test func `counts every payment and proves each by another cryptogram`() async throws {
        let number = bench.secureElement.add(account)
        let instruction = try bench.instruction()
        var cryptograms: [Secret] = []
        for _ in 1...5 {
            let sealed = try await bench.secureElement.pay(
                instruction,
                with: number,
                sealedTo: bench.server.publicKey
            )
            let token = try await bench.server.paymentToken(for: sealed, paymentMethod: method)
            cryptograms.append(try cryptogram(of: bench.open(token, for: merchant)))
        }
        let payment = try ProofBench.payment(instruction.amountMinorUnits, "840")
        let read = try cryptograms.map { try #require(PaymentCryptogram(reading: $0)) }
        #expect(read.map(\.counter) == [1, 2, 3, 4, 5])
        for cryptogram in read {
            #expect(
                cryptogram.proves(
                    payment,
                    tokenRequestor: account.deviceManufacturerIdentifier,
                    keys: account.keys
                )
            )
        }
        #expect(Set(cryptograms.map { Hexadecimal.encode($0.copied) }).count == 5)
        #expect(cryptograms.allSatisfy { $0.count == 20 })
    }

    @Test func `counts each account by itself, and pays with none that it lacks`() async throws {
        let (first, second) = (bench.secureElement.add(account), bench.secureElement.add(account))
        #expect(first != second)
        let other = try SecureElement(randomness: bench.world.randomness)
        await #expect(throws: SecureElementFailure.unknownAccount) {
            try await other.pay(
                bench.instruction(),
                with: first,
                sealedTo: bench.server.publicKey
            )
        }
    }

    @Test func `pays a merchant whose identifier is long`() async throws {
        let sealed = try await bench.secureElement.pay(
            bench.instruction(to: String(repeating: "m", count: 65_536)),
            with: bench.secureElement.add(account),
            sealedTo: bench.server.publicKey
        )
        #expect(sealed.instruction.merchantIdentifier.utf8.count == 65_536)
    }

    @Test func `makes 65,535 cryptograms with an account, and never one more`() async throws {
        let number = bench.secureElement.add(account)
        func pay(parts: Int) async throws {
            _ = try await bench.secureElement.pay(
                bench.instruction(Int64(parts), parts: parts),
                with: number,
                sealedTo: bench.server.publicKey
            )
        }
        await #expect(throws: SecureElementFailure.counterUsedUp) { try await pay(parts: 65_536) }
        try await pay(parts: 65_533)
        await #expect(throws: SecureElementFailure.counterUsedUp) { try await pay(parts: 3) }
        try await pay(parts: 2)
        for _ in 0..<2 {
            await #expect(throws: SecureElementFailure.counterUsedUp) { try await pay(parts: 0) }
        }
        // Another account has a counter of its own.
        _ = try await bench.secureElement.pay(
            bench.instruction(),
            with: bench.secureElement.add(account),
            sealedTo: bench.server.publicKey
        )
    }

    @Test func `seals so that Apple's key alone opens it (mission 11.2)`() async throws {
        let apple = try PrivateKey(on: .p256, from: bench.world.randomness)
        let sealed = try await bench.secureElement.pay(
            bench.instruction(),
            with: bench.secureElement.add(account),
            sealedTo: apple.publicKey
        )
        let chip = bench.secureElement.publicKey
        let payload = try sealed.opened(with: apple, from: chip).revealedText()
        #expect(payload.contains(account.accountNumber.revealedText()))
        let plain = account.accountNumber.revealedText()
        #expect(!String(decoding: sealed.data, as: UTF8.self).contains(plain))
        let another = try PrivateKey(on: .p256, from: bench.world.randomness)
        #expect(throws: CryptographyFailure.authenticationFailed) {
            try sealed.opened(with: another, from: chip)
        }
        #expect(throws: CryptographyFailure.authenticationFailed) {
            try sealed.opened(with: apple, from: another.publicKey)
        }
        await #expect(throws: SecureElementFailure.cryptography(.wrongKind)) {
            let larger = try PrivateKey(on: .p384, from: bench.world.randomness)
            _ = try await bench.secureElement.pay(
                bench.instruction(),
                with: bench.secureElement.add(account),
                sealedTo: larger.publicKey
            )
        }
    }

    @Test func `reveals nothing of its accounts (mission 1.4, 1.5)`() async throws {
        let sealed = try await bench.secureElement.pay(
            bench.instruction(),
            with: bench.secureElement.add(account),
            sealedTo: bench.server.publicKey
        )
        let (number, key) = (account.accountNumber, account.keys.bytes)
        let secrets = [
            number.revealedText(), String(number.revealedText().dropLast(4)),
            Hexadecimal.encode(key.copied), Base64.encode(key.copied),
            SandboxBench.cardNumber,
        ]
        for value in [account, sealed, bench.secureElement, bench.network] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, String(describing: value), String(reflecting: value)] {
                for secret in secrets { #expect(!text.contains(secret)) }
            }
        }
    }
}
