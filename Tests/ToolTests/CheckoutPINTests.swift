import CardMessages
import CommandLineTool
import ISO8583
import PaymentSheet
import Processors
import Sockets
import TestSandbox
import TestSupport
import Testing
import Wallet

@testable import quince

/// A person at the sheet pays with a card whose PIN the issuer compares.
@Suite("A PIN in quince checkout")
struct CheckoutPINTests {
    let folder = ScratchFolder()

    /// Lets a person pay over a network whose issuer has another PIN than the wallet's cards.
    private func pay(
        _ script:
            @escaping @Sendable (SheetSession, _ setPIN: (String) async throws -> Void)
            async throws -> Void
    ) async throws -> CheckoutRun {
        let state = folder.path("network")
        let network = try NetworkProcess(["--state", state])
        let (host, port) = network.address
        let address = try #require(SocketAddress("\(host):\(port)"))
        @Sendable func setPIN(_ digits: String) async throws {
            let words = [
                "--state", state, "--card", SandboxCard.chinaUnionPay.number, "--pin", digits,
            ]
            let run = await CommandRun(["sandbox", "account"] + words)
            #expect(run.status == .success, "\(run.remarks)")
        }
        let run = try await CheckoutRun(
            .china,
            in: folder,
            byHandOf: ScriptedShopper { sheet in
                try await setPIN("4321")
                await sheet.authorize()
                try await script(sheet, setPIN)
            },
            over: CheckoutNetwork(at: address, folder: state)
        )
        #expect(network.terminate() == 0)
        return run
    }

    /// The messages and what the sheet showed, in order, in short.
    private func story(_ run: CheckoutRun) -> [String] {
        run.events.compactMap { event in
            switch event {
            case .network(.sent(let trace)) where trace.type == .authorizationRequest:
                trace.fields.contains { $0.number == 52 } ? "sent with PIN" : "sent without PIN"
            case .network(.received(let trace))
            where trace.type == MessageType.authorizationRequest.response:
                trace.fields.first { $0.number == 39 }?.value
            case .sheet(.shown(.enterPIN(again: let again))): again ? "PIN again" : "PIN"
            case .sheet(.shown(.failed)): "failed"
            case .sheet(.shown(.paid)): "paid"
            default: nil
            }
        }
    }

    @Test func `is asked for again after a wrong one`() async throws {
        let run = try await pay { sheet, setPIN in
            try await sheet.enterPIN()
            _ = await sheet.total()
            // The PIN of the wallet's cards.
            try await setPIN("123456")
            try await sheet.enterPIN()
        }
        let (sent, ending) = ("sent with PIN", try run.ending.result?.get())
        #expect(story(run) == ["PIN", sent, "55", "PIN again", sent, "00", "paid"])
        #expect(ending != nil)
        #expect(run.ending.approvals == 1)
    }

    @Test func `is refused after three wrong ones, and another card pays`() async throws {
        let run = try await pay { sheet, _ in
            for _ in 0..<4 { try await sheet.enterPIN() }
            try await sheet.chooseCard("Visa 1111")
            await sheet.authorize()
        }
        let wrong = ["sent with PIN", "55", "PIN again"]
        #expect(
            story(run) == ["PIN"] + wrong + wrong + wrong
                + ["sent with PIN", "75", "failed", "sent without PIN", "00", "paid"]
        )
        #expect(run.ending.approvals == 1)
    }
}
