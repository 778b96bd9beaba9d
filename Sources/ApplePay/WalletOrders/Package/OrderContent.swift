internal import JSON

/// The check of a package's files, apart from manifest and signature.
struct OrderContent {
    let files: [String: [UInt8]]
    let log: OrderFaultLog

    static let order = OrderReader.file

    /// Checks everything.
    ///
    /// - Returns: The order; nil where it has a fault.
    func check() -> WalletOrder? {
        checkNames()
        let order = readOrder()
        let images = files.keys.compactMap { PackageImage($0) }
        let names = Set(images.flatMap(\.names))
        for reference in log.references { check(reference, among: names) }
        checkImages()
        OrderTranslations(files: files, log: log).check()
        return order
    }

    private func checkNames() {
        for name in files.keys.sorted() {
            let parts = name.split(separator: "/")
            if parts.contains(where: { $0.hasPrefix(".") || $0 == "__MACOSX" }) {
                log.add(.hiddenFile, name)
            }
        }
        guard files[Self.order] == nil else { return }
        let enclosed = files.keys.sorted().first { $0.hasSuffix("/\(Self.order)") }
        log.add(enclosed == nil ? .orderMissing : .enclosingFolder, enclosed ?? Self.order)
    }

    private func readOrder() -> WalletOrder? {
        guard let bytes = files[Self.order] else { return nil }
        let document: JSONDocument
        do throws(JSONFailure) { document = try JSONDocument(bytes) } catch {
            log.add(.orderNotJSON, Self.order, detail: error.explanation)
            return nil
        }
        let before = log.faults.count
        OrderReader(log: log).check(document.root)
        return log.faults.count == before ? WalletOrder(document.root) : nil
    }

    private func check(_ reference: OrderFaultLog.Reference, among images: Set<String>) {
        if reference.isImage {
            guard !images.contains(reference.name) else { return }
            log.add(.imageMissing, Self.order, reference.path, detail: reference.name)
        } else if let bytes = files[reference.name] {
            guard FileKind(bytes) == nil else { return }
            log.add(.fileFormat, reference.name, page: reference.page)
        } else {
            let (name, page) = (reference.name, reference.page)
            log.add(.fileMissing, Self.order, reference.path, detail: name, page: page)
        }
    }

    /// Images that the order names, and all files that have the ending of one.
    private func checkImages() {
        let named = Set(log.references.filter(\.isImage).map(\.name))
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            guard let image = PackageImage(name),
                image.hasEnding || !named.isDisjoint(with: image.names)
            else { continue }
            if ![.png, .jpeg].contains(FileKind(bytes)) { log.add(.imageFormat, name) }
        }
    }
}

/// The kinds of files that an order may refer to, by their first bytes.
///
/// - Source: ISO/IEC 15948 § 5.2 (PNG), ISO/IEC 10918-1 § B.1.1.3 (JPEG), ISO 32000-1 § 7.5.2 (PDF).
enum FileKind {
    case png, jpeg, pdf

    init?(_ bytes: [UInt8]) {
        let kinds: [(FileKind, [UInt8])] = [
            (.png, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), (.jpeg, [0xff, 0xd8, 0xff]),
            (.pdf, Array("%PDF-".utf8)),
        ]
        guard let found = kinds.first(where: { bytes.starts(with: $0.1) }) else { return nil }
        self = found.0
    }
}

/// A file at the top or in the folder of a language, seen as an image: `logo@2x.png` is a resolution of `logo`.
struct PackageImage {
    /// The folder of a language; nil at the top.
    let folder: String?
    /// The name without scale and ending.
    let base: String
    let hasEnding: Bool
    /// The names by which an order may mean it: without the ending, and with it.
    let names: [String]

    init?(_ path: String) {
        let parts = path.split(separator: "/")
        guard let file = parts.last, parts.count <= 2 else { return nil }
        folder = parts.count == 2 ? String(parts[0]) : nil
        guard folder?.hasSuffix(OrderTranslations.ending) != false,
            let dot = file.lastIndex(of: ".")
        else { return nil }
        let ending = String(file[dot...])
        hasEnding = [".png", ".jpg", ".jpeg"].contains(ending.lowercased())
        let name = file[..<dot]
        let isScaled = name.hasSuffix("@2x") || name.hasSuffix("@3x")
        base = String(isScaled ? name.dropLast(3) : name)
        names = [base, base + ending]
    }
}
