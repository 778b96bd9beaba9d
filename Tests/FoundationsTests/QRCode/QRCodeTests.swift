import Foundation
import QRCode
import TestSupport
import Testing

@Suite("QR codes")
struct QRCodeTests {
    private static let shell = Program(at: URL(filePath: "/bin/bash"))

    static let canRead =
        (try? shell.run(["-c", "command -v zbarimg && command -v rsvg-convert"]))?.isSuccess == true

    @Test(
        .enabled(if: canRead, "there is no zbarimg or no rsvg-convert"),
        arguments: [
            "http://127.0.0.1:41234/phone.html#0f1e2d3c4b5a69788796a5b4c3d2e1f0", "q",
            "Оплатить 苹果6s",
            String(repeating: "long ", count: 300),
        ]
    )
    func `are read by another program`(text: String) throws {
        let folder = ScratchFolder()
        let image = folder.url.appending(path: "code.svg")
        try Data(QRCode(text).svg.utf8).write(to: image)
        let read = try Self.shell.run([
            "-c",
            "rsvg-convert --zoom 4 '\(image.path)' --output '\(image.path).png'"
                + " && zbarimg --quiet --raw '\(image.path).png'",
        ])
        #expect(read.text == text + "\n", "\(read.complaint)")
    }

    @Test func `have finder patterns in three corners`() throws {
        let code = try QRCode("quince")
        for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            let ring = (0..<7).map { code.isDark(row: row, column: column + $0) }
            #expect(ring == Array(repeating: true, count: 7))
            #expect(!code.isDark(row: row + 1, column: column + 1))
            #expect(code.isDark(row: row + 3, column: column + 3))
        }
    }

    @Test func `are refused for no text and for one that is too long`() {
        #expect(throws: QRCodeFailure.empty) { try QRCode("") }
        let text = String(repeating: "x", count: QRCode.longest + 1)
        #expect(throws: QRCodeFailure.tooLong(bytes: 2332)) { try QRCode(text) }
        #expect(throws: Never.self) { try QRCode(String(text.dropLast())) }
    }
}
