internal import Bytes
internal import CPlatformFloor
internal import CardAccounts
internal import Foundation
internal import HTTPClient
internal import Payments
internal import PlatformProcessors

/// Payments through the simulated Stripe: by a program in C with libcurl alone, or by a merchant's processor.
@safe
final class PlatformFloor {
    private let floor: OpaquePointer
    private let network: NetworkProcess
    private let inFlight: Int
    private var next = 0

    /// Connects to the platform of a network's process. It pays with the second half of the network's devices, each
    /// in one payment at a time: the network refuses a counter far below one that it has seen.
    init(_ network: NetworkProcess) throws {
        (self.network, inFlight) = (network, network.devices.count / 2)
        let (origin, key) = network.stripe
        let floor = unsafe platform_floor_new(origin, key, inFlight)
        guard let floor = unsafe floor else { throw BenchmarkFailure.floorFailed }
        unsafe self.floor = floor
    }

    deinit { unsafe platform_floor_free(floor) }

    /// The processor of a merchant's server.
    func processor() throws -> any PaymentProcessor {
        let account = PlatformAccount(
            origin: network.stripe.origin,
            secretKey: Secret(copying: Array(network.stripe.key.utf8)),
            form: .networkToken
        )
        let world = ServerBench.world
        return PaymentPlatform.stripe.processor(account, exchange: try HTTPClient(), world: world)
    }

    /// Makes payments and returns whether all of them are held. The thread waits.
    func pay(_ count: Int) throws -> Bool {
        var forms: [CChar] = []
        var starts: [Int] = []
        for number in next..<next + count {
            for form in try self.forms(number) {
                starts.append(forms.count)
                forms += form.utf8.map { CChar(bitPattern: $0) } + [0]
            }
        }
        next += count
        return unsafe platform_floor_pay(floor, forms, starts, count) == 1
    }

    /// The forms of a payment's intent and of its token, as the processor sends them.
    private func forms(_ number: Int) throws -> [String] {
        let device = inFlight + number % inFlight
        let (account, cryptogram) = try network.devices.proof(of: device, 1_075, "840")
        let proof = cryptogram.bytes.withBytes { Base64.encode($0) }
        let intent =
            "amount=1075&currency=usd&capture_method=manual&payment_method_types[]=card"
            + "&metadata[reference]=cart%20\(number)&metadata[key]=floor-\(number)"
        let token =
            "card[number]=\(account.accountNumber.revealedText())&card[exp_month]=12&card[exp_year]=2035"
            + "&card[cryptogram]=\(proof.replacing("+", with: "%2B"))&card[eci]=07"
            + "&card[tokenization_method]=apple_pay"
        return [intent, token]
    }
}
