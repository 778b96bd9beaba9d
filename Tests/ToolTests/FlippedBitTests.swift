internal import Bytes
internal import CommandLineTool
internal import Foundation
import Testing

/// Apple's five fields, one bit of one byte at a time, through the command line (mission 12.2).
@Suite("A token with one bit flipped")
struct FlippedBitTests {
    enum Field: String, CaseIterable {
        case data, signature, ephemeralPublicKey, transactionId, applicationData

        var isHexadecimal: Bool { self == .transactionId || self == .applicationData }

        /// The steps that may find it.
        var steps: Set<String> {
            switch self {
            case .data, .applicationData: ["signature"]
            case .ephemeralPublicKey: ["format", "signature"]
            case .transactionId: ["signature"]
            case .signature: ["signature", "chain"]
            }
        }
    }

    /// A path to the token with the bit flipped, and how many bits the field has.
    static func flipped(
        _ bit: Int,
        of field: Field,
        in run: CheckoutRun
    ) throws -> (path: String, bits: Int) {
        var bits = 0
        let path = try run.token(named: "\(field)-\(bit)") { token in
            var payment = token["paymentData"] as? [String: Any] ?? [:]
            var header = payment["header"] as? [String: Any] ?? [:]
            let isInHeader = field != .data && field != .signature
            let text = (isInHeader ? header : payment)[field.rawValue] as? String ?? ""
            var bytes =
                field.isHexadecimal ? try Hexadecimal.decode(text) : try Base64.decode(text)
            bits = bytes.count * 8
            bytes[bit % bits / 8] ^= 1 << UInt8(bit % 8)
            let changed = field.isHexadecimal ? Hexadecimal.encode(bytes) : Base64.encode(bytes)
            if isInHeader {
                header[field.rawValue] = changed
                payment["header"] = header
            } else {
                payment[field.rawValue] = changed
            }
            token["paymentData"] = payment
            // The identifier outside is not signed: a forger changes it too.
            if field == .transactionId { token["transactionIdentifier"] = changed }
        }
        return (path, bits)
    }

    @Test(arguments: Field.allCases)
    func `is refused at a step that is named`(field: Field) async throws {
        let run = try await CheckoutRun.shared()
        let bits = try Self.flipped(0, of: field, in: run).bits
        #expect(bits >= 256)
        var steps: Set<String> = []
        for bit in stride(from: 0, to: bits, by: max(1, bits / 60)) + [bits - 1] {
            let path = try Self.flipped(bit, of: field, in: run).path
            let opened = await CommandRun(["token", "open", path, "--json"] + run.keys)
            #expect(opened.status == .refused, "\(field) bit \(bit)")
            steps.insert(opened.texts["step"] ?? "none at bit \(bit)")
            try FileManager.default.removeItem(atPath: path)
        }
        #expect(steps.isSubset(of: field.steps) && !steps.isEmpty, "\(steps)")
    }

    @Test func `is refused where the two identifiers differ`() async throws {
        let run = try await CheckoutRun.shared()
        let path = try run.token(named: "identifiers") { token in
            token["transactionIdentifier"] = String(repeating: "A", count: 64)
        }
        let opened = await CommandRun(["token", "open", path, "--json"] + run.keys)
        #expect(opened.status == .refused)
        #expect(opened.texts["step"] == "format")
    }

    @Test func `is accepted with none`() async throws {
        let run = try await CheckoutRun.shared()
        let path = try run.token(named: "unchanged") { _ in }
        let opened = await CommandRun(["token", "open", path, "--json"] + run.keys)
        #expect(opened.status == .success, "\(opened.results)")
    }
}
