internal import Bytes
internal import Cryptography
internal import JSON

/// The list of a package's files with their digests.
///
/// - Source: Apple, *Wallet Orders*, "Building a distributable order package".
enum OrderManifest {
    static let name = "manifest.json"
    static let signature = "signature"

    /// The manifest of files, which may include an old manifest and signature.
    static func make(_ files: [String: [UInt8]]) -> [UInt8] {
        let members = files.filter { !isUnlisted($0.key) }.sorted { $0.key < $1.key }
            .map { JSONMember(name: $0.key, value: .string(digest($0.value))) }
        return Array(JSONOutput.object(members).indented.utf8)
    }

    /// Compares the manifest with the files.
    static func check(_ files: [String: [UInt8]], _ log: OrderFaultLog) {
        guard let bytes = files[name] else { return log.add(.manifestMissing, name) }
        let document: JSONDocument
        do throws(JSONFailure) { document = try JSONDocument(bytes) } catch {
            return log.add(.manifestNotJSON, name, detail: error.explanation)
        }
        guard document.root.isObject else { return log.add(.manifestForm, name) }
        var listed: Set<String> = []
        let refused = Set(log.faults.compactMap(\.file))
        for (file, value) in document.root.members {
            listed.insert(file)
            guard let text = value.string else {
                log.add(.manifestForm, name, file)
                continue
            }
            if isUnlisted(file) {
                log.add(.manifestListsItself, name, file)
            } else if let content = files[file] {
                let isDigest = text == text.lowercased() && text.utf8.count == 64
                if !isDigest || (try? Hexadecimal.decode(text)) == nil {
                    log.add(.digestForm, name, file)
                } else if text != digest(content) {
                    log.add(.digestDiffers, file)
                }
            } else if !refused.contains(file) {
                log.add(.manifestFileMissing, name, file)
            }
        }
        for file in files.keys.sorted() where !listed.contains(file) && !isUnlisted(file) {
            log.add(.fileNotInManifest, file)
        }
    }

    private static func isUnlisted(_ file: String) -> Bool { file == name || file == signature }

    private static func digest(_ bytes: [UInt8]) -> String {
        Hexadecimal.encode(SHA256.digest(bytes))
    }
}
