public import Bytes
internal import Foundation

/// Looks for bytes in all that this process can write to: heap, stacks and globals.
///
/// The needle is kept in memory of the search's own, where finding it does not count. A
/// search can miss what was there, because freed memory is used again, but never make it up.
@safe
public final class MemorySearch {
    private static let chunk = 1 << 20
    private static let needles = 1 << 16
    private static let page = 1 << 12
    private let area: UnsafeMutableRawPointer
    private let memory: Int32
    private var used = 0
    private var ranges: [Range<Int>] = []

    /// A search for nothing yet; nil if this system does not let a process read its own memory.
    public init?() {
        memory = unsafe open("/proc/self/mem", O_RDONLY)
        let length = Self.needles + Self.chunk
        let mapped = unsafe mmap(
            nil,
            length,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS,
            -1,
            0
        )
        guard memory >= 0, let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
            return nil
        }
        unsafe area = mapped
    }

    deinit {
        unsafe munmap(area, Self.needles + Self.chunk)
        close(memory)
    }

    /// Adds something to look for. No copy is made but the search's own.
    public func add(_ secret: Secret) {
        secret.withBytes { bytes in
            precondition(used + bytes.count <= Self.needles, "too much to look for")
            for index in bytes.indices {
                unsafe area.storeBytes(of: bytes[index], toByteOffset: used + index, as: UInt8.self)
            }
            ranges.append(used..<(used + bytes.count))
            used += bytes.count
        }
    }

    /// How many bytes each of what was added has.
    public var lengths: [Int] { ranges.map(\.count) }

    /// In how many places each of what was added stands, in the order in which it was added.
    public func counts() throws -> [Int] {
        var counts = [Int](repeating: 0, count: ranges.count)
        let buffer = unsafe area + Self.needles
        let overlap = (ranges.map(\.count).max() ?? 1) - 1
        for region in try regions() {
            var start = region.lowerBound
            while start < region.upperBound {
                let wanted = min(Self.chunk, region.upperBound - start)
                let read = unsafe pread(memory, buffer, wanted, off_t(start))
                guard read > 0 else {
                    // Another thread gave this page back since; what follows it may be there.
                    start = (start / Self.page + 1) * Self.page
                    continue
                }
                for (number, range) in ranges.enumerated() {
                    counts[number] += unsafe occurrences(of: range, in: buffer, count: read)
                }
                // What straddles two chunks is whole in one; what is whole in both counts twice.
                start += read == wanted && wanted == Self.chunk ? read - overlap : read
            }
        }
        return counts
    }

    private func occurrences(
        of range: Range<Int>,
        in buffer: UnsafeMutableRawPointer,
        count: Int
    ) -> Int {
        guard count >= range.count else { return 0 }
        let needle = unsafe UnsafeRawPointer(area) + range.lowerBound
        let (rarest, offset) = rarestByte(in: range)
        let last = unsafe UnsafeRawPointer(buffer) + (count - range.count + offset)
        var found = 0
        var place = unsafe UnsafeRawPointer(buffer) + offset
        while unsafe place <= last, let match = unsafe memchr(place, rarest, last - place + 1) {
            if unsafe memcmp(match - offset, needle, range.count) == 0 { found += 1 }
            unsafe place = UnsafeRawPointer(match) + 1
        }
        return found
    }

    /// The byte to jump to, and where it stands: memory is full of zeros and of small numbers.
    private func rarestByte(in range: Range<Int>) -> (Int32, Int) {
        var rarest = (byte: UInt8(0), offset: 0)
        for offset in 0..<range.count {
            let byte = unsafe area.load(
                fromByteOffset: range.lowerBound + offset,
                as: UInt8.self
            )
            if byte > rarest.byte { rarest = (byte, offset) }
        }
        return (Int32(rarest.byte), rarest.offset)
    }

    /// The writable memory but for the search's own.
    private func regions() throws -> [Range<Int>] {
        let own = unsafe Int(bitPattern: area)
        // Read to its end by hand: Foundation stops after a page of a file that has no length.
        let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps"))
        var maps = Data()
        while let part = try file.read(upToCount: Self.page), !part.isEmpty { maps += part }
        return String(decoding: maps, as: UTF8.self).split(separator: "\n")
            .flatMap { line -> [Range<Int>] in
                let fields = line.split(separator: " ")
                let bounds = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
                guard fields[1].hasPrefix("rw"), bounds.count == 2 else { return [] }
                let end = own + Self.needles + Self.chunk
                return [
                    bounds[0]..<min(bounds[1], max(bounds[0], own)),
                    max(bounds[0], min(bounds[1], end))..<bounds[1],
                ]
                .filter { !$0.isEmpty }
            }
    }
}
