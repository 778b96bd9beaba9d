/// The check of a package's languages: their folders, texts and images.
struct OrderTranslations {
    let files: [String: [UInt8]]
    let log: OrderFaultLog

    static let ending = ".lproj"
    static let strings = "order.strings"

    func check() {
        let names = files.keys.sorted()
        let folders = Set(
            names.compactMap { name -> String? in
                let parts = name.split(separator: "/")
                return parts.count > 1 && parts[0].hasSuffix(Self.ending) ? String(parts[0]) : nil
            }
        )
        .sorted()
        for folder in folders where !Self.isLanguage(folder.dropLast(Self.ending.count)) {
            log.add(.localeName, folder)
        }
        checkTexts(folders)
        checkImages(names.compactMap { PackageImage($0) }.filter(\.hasEnding), folders)
    }

    /// Whether a text is a language of two or three letters, and perhaps a script and a region.
    ///
    /// - Source: BCP 47 § 2.2.1, 2.2.3 and 2.2.4, in its recommended case.
    private static func isLanguage(_ text: Substring) -> Bool {
        text.wholeMatch(of: /[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?/) != nil
    }

    private func checkTexts(_ folders: [String]) {
        var keys: [(file: String, keys: Set<String>)] = []
        for folder in folders {
            let file = "\(folder)/\(Self.strings)"
            guard let bytes = files[file] else {
                log.add(.stringsMissing, file)
                continue
            }
            do throws(OrderStrings.Failure) {
                let strings = try OrderStrings(bytes)
                if !strings.hasRightEncoding { log.add(.stringsEncoding, file) }
                for key in strings.repeated { log.add(.repeatedKey, file, detail: key) }
                keys.append((file, Set(strings.texts.keys)))
            } catch { log.add(.stringsForm, file, detail: "line \(error.line)") }
        }
        let all = keys.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        for (file, own) in keys where !log.isCut {
            for key in all.subtracting(own).sorted() { log.add(.stringsKeys, file, detail: key) }
        }
    }

    private func checkImages(_ images: [PackageImage], _ folders: [String]) {
        let localized = images.filter { $0.folder != nil }
        for base in Set(localized.map(\.base)).sorted() {
            let counts = folders.map { folder in
                localized.count { $0.folder == folder && $0.base == base }
            }
            for (folder, count) in zip(folders, counts) {
                if count == 0 {
                    log.add(.localizedImageMissing, folder, detail: base)
                } else if count != counts.max() {
                    log.add(.imageResolutions, folder, detail: base)
                }
            }
            if images.contains(where: { $0.folder == nil && $0.base == base }) {
                log.add(.imageOverridden, Self.anyFile(of: base, in: files.keys.sorted()))
            }
        }
    }

    private static func anyFile(of base: String, in names: [String]) -> String {
        names.first {
            let image = PackageImage($0)
            return image?.folder == nil && image?.base == base
        } ?? base
    }
}
