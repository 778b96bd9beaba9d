import Foundation
import TestSupport
import Testing

@Suite("Orders in the Wallet of a sandbox's device")
struct WalletDeviceTests {
    @Test(.enabled(if: PythonOracle.isInstalled))
    func `are those of a shop's web service, whatever fails between them`() async throws {
        let folder = ScratchFolder()
        let answer = try await PythonOracle.runAside(
            "wallet-device.py",
            input: "\(ProcessRun.quince)\n\(folder.url.path)\n"
        )
        #expect(answer.isSuccess, "\(answer.complaint.suffix(1_500))")
        #expect(answer.text == "a device followed its orders\n")
    }
}
