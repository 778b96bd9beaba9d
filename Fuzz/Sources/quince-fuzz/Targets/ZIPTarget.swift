internal import ZIP

extension FuzzTarget {
    /// Files that are read are within the limits, have distinct names, and are the same when written and
    /// read again.
    static let zip = FuzzTarget("zip", seeds: { seeds }) { input in
        guard let archive = try? ZIPArchive(input, limits: limits) else { return }
        let size = archive.entries.reduce(0) { $0 + $1.bytes.count }
        require(archive.entries.count <= limits.entries, "more files than the limit")
        require(size <= limits.unpackedSize, "more bytes than the limit")
        let names = Set(archive.entries.map(\.name))
        require(names.count == archive.entries.count, "one name for two files")
        require(!names.contains { $0.hasPrefix("/") || $0.contains("..") }, "an unsafe name")
        guard !archive.entries.isEmpty else { return }
        let written = try? ZIPArchive.write(archive.entries)
        let again = written.flatMap { try? ZIPArchive($0, limits: limits) }
        require(again?.entries == archive.entries, "what was written is not read again")
    }

    private static let limits = ZIPLimits(entries: 8, unpackedSize: 4_096)

    private static var seeds: [[UInt8]] {
        let entries = [
            ZIPEntry(name: "order.json", bytes: Array("{}".utf8)),
            ZIPEntry(name: "fr.lproj/order.strings", bytes: [UInt8](repeating: 0x61, count: 999)),
            // More than the limit, deflated to a few bytes.
            ZIPEntry(name: "a", bytes: [UInt8](repeating: 0x61, count: 4_000)),
        ]
        return (1...3).compactMap { try? ZIPArchive.write(Array(entries.prefix($0))) }
    }
}
