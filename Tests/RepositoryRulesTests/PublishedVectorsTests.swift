internal import Foundation
internal import TestSupport
import Testing

@Suite("Published test data")
struct PublishedVectorsTests {
    @Test(
        .enabled(
            if: Repository.publishedVectors != nil,
            "the published vectors are not beside this checkout"
        )
    )
    func `is read where it lies and never copied here`() throws {
        let folder = try #require(Repository.publishedVectors)
        let vectors = try PublishedText.all(in: folder)
        #expect(vectors.count > 10)
        for copy in copies(of: vectors, in: .checkout) { Issue.record("\(copy)") }
    }

    private static let text = String(
        decoding: (0..<300).map { (number: Int) -> UInt8 in
            UInt8(97 + (number * number + number / 7) % 26)
        },
        as: UTF8.self
    )

    private static let disguises: [String] = [
        "let token = \"\(text)\"",
        "…" + text.dropFirst(5).prefix(100) + "…",
        String(text.prefix(100).replacing("a", with: "a\n")),
        String(text.prefix(100).replacing("b", with: "\\b")),
    ]

    @Test(arguments: disguises)
    func `is found in a file that copies a long run of it`(file: String) {
        let vector = PublishedText(name: "planted", text: Self.text, blockLength: 32, start: 0)
        let tree = SourceTree(["Tests/Vectors/token.json": file])
        #expect(copies(of: [vector], in: tree).map(\.path) == ["Tests/Vectors/token.json"])
    }

    @Test func `is not seen where a file shares a few letters with it`() {
        let vector = PublishedText(name: "planted", text: Self.text, blockLength: 32, start: 0)
        let tree = SourceTree(["README.md": "\(Self.text.prefix(31)) \(Self.text.suffix(20))"])
        #expect(copies(of: [vector], in: tree) == [])
    }
}

/// One long text of a published vector. Blocks of it that are found elsewhere give a copy away.
private struct PublishedText {
    let name: String
    let text: String
    /// Long enough that nobody writes the same by chance or because the format says so.
    let blockLength: Int
    /// Where the part begins that the format does not prescribe.
    let start: Int

    static func all(in folder: URL) throws -> [PublishedText] {
        let vectors = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try vectors.flatMap { name -> [PublishedText] in
            let vector = folder.appending(path: name)
            let token = try JSONDecoder()
                .decode(Token.self, from: Data(contentsOf: vector.appending(path: "token.json")))
            let key = try? String(
                contentsOf: vector.appending(path: "merchant.key"),
                encoding: .utf8
            )
            let body = key?.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
            return [
                PublishedText(name: name, text: token.data, blockLength: 32, start: 0),
                PublishedText(name: name, text: token.signature, blockLength: 96, start: 96),
            ]
                + (body.map { [PublishedText(name: name, text: $0, blockLength: 24, start: 48)] }
                    ?? [])
        }
    }

    private struct Token: Decodable { let data, signature: String }

    var blocks: [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        return stride(from: start, through: bytes.count - blockLength, by: blockLength)
            .map { bytes[$0..<$0 + blockLength] }
    }
}

/// The files that hold a block of a published text, however the lines are broken or escaped.
private func copies(of vectors: [PublishedText], in tree: SourceTree) -> [Violation] {
    var blocks: [UInt64: [(block: ArraySlice<UInt8>, name: String)]] = [:]
    for vector in vectors {
        for block in vector.blocks {
            let start = block.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            blocks[start, default: []].append((block, vector.name))
        }
    }
    return tree.files.compactMap { file in
        let bytes = file.text.replacing("\\n", with: "").utf8.filter {
            !" \n\r\t\"\\".utf8.contains($0)
        }
        var window: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            window = window << 8 | UInt64(byte)
            guard index >= 7, let candidates = blocks[window] else { continue }
            if let copy = candidates.first(where: { bytes[(index - 7)...].starts(with: $0.block) })
            {
                return Violation(
                    path: file.path,
                    message: "copies \(copy.name): read it through Repository.publishedVectors"
                )
            }
        }
        return nil
    }
}
