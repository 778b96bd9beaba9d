import Bytes
import Foundation
import TestSupport
import Testing
import World

@Suite("A buffer that is overwritten")
struct ClearedBufferTests {
    @Test func `holds what an array holds after the same changes`() {
        let world = World.simulated(seed: 7, startingAt: UnixTime(seconds: 0))
        func number(below limit: Int) -> Int {
            Int(world.randomness.bytes(2).reduce(0) { $0 << 8 | Int($1) }) % limit
        }
        var (buffer, array, copies) = (ClearedBuffer(), [UInt8](), [(ClearedBuffer, [UInt8])]())
        for round in 0..<2_000 {
            let new = world.randomness.bytes(number(below: 12))
            if number(below: 3) == 0 {
                buffer.append(new)
                array += new
            } else {
                let start = number(below: array.count + 1)
                let end = min(array.count, start + number(below: 16))
                buffer.replace(start..<end, with: new)
                array.replaceSubrange(start..<end, with: new)
            }
            #expect(buffer.bytes == array && buffer.count == array.count)
            #expect(buffer.isEmpty == array.isEmpty)
            if round % 100 == 0 { copies.append((buffer, array)) }
        }
        // A copy does not change with the buffer that it was made of.
        #expect(copies.allSatisfy { $0.0.bytes == $0.1 })
        var (one, other) = (ClearedBuffer(), ClearedBuffer(capacity: 9))
        one.append([1, 2])
        other.append([1, 2])
        #expect(one == other && one.hashValue == other.hashValue && "\(one)" == "(2 bytes)")
        other.append([3])
        #expect(one != other)
    }

    @Test func `leaves nothing in memory where it grew, shrank and was released`() throws {
        let search = try #require(MemorySearch())
        func plant() {
            let secret = Secret(copying: World.system.randomness.bytes(24))
            search.add(secret)
            // In allocations of several sizes, since a small one is soon used again.
            let buffers = [10, 40, 400, 3_000, 9_000].map { size in
                var buffer = ClearedBuffer()
                buffer.append(repeatElement(1, count: size))
                secret.withBytes { bytes in
                    for index in bytes.indices { buffer.append(CollectionOfOne(bytes[index])) }
                }
                // The secret moves, into larger allocations and then forward in a smaller one.
                for more in [size, 2 * size, 4 * size] {
                    buffer.replace(0..<0, with: repeatElement(1, count: more))
                }
                buffer.replace(0..<5 * size, with: EmptyCollection())
                return buffer
            }
            #expect(buffers.map(\.count) == [54, 144, 1_224, 9_024, 27_024])
            #expect((try? search.counts()) == [1 + buffers.count], "the secret and the buffers")
        }
        plant()
        #expect(try search.counts() == [0])
    }
}
