import Files
import Testing
import World

@Suite("Lines that are written on a thread of their own", .timeLimit(.minutes(30)))
struct QueuedLinesTests {
    /// The written lines, where the test lets them. Its thread may wait.
    private final class Reader: Sendable {
        private let state = ThreadCondition((text: "", isOpen: true, fails: false, waiting: false))

        var lines: [String] {
            state.withLock { $0.text.split(separator: "\n").map(String.init) }
        }

        func set(isOpen: Bool = true, fails: Bool = false) {
            state.withLock { ($0.isOpen, $0.fails) = (isOpen, fails) }
            state.wakeAll()
        }

        func write(_ text: String) throws(FileFailure) {
            let fails = state.wait { state -> Bool? in
                state.waiting = true
                guard state.isOpen else { return nil }
                state.waiting = false
                if !state.fails { state.text += text + "\n" }
                return state.fails
            }
            if fails { throw FileFailure("the reader", .system(32)) }
        }

        /// Returns once a writer waits.
        func hasWriter() async {
            while !state.withLock(\.waiting) { await RealTime.pass(.milliseconds(1)) }
        }
    }

    private static func lines(_ limit: Int, _ reader: Reader) -> QueuedLines {
        let lines = QueuedLines(byteLimit: limit) { text throws(FileFailure) in
            try reader.write(text)
        }
        lines.start { "dropped \($0)" }
        return lines
    }

    @Test func `are taken once the thread runs, and keep their order`() {
        let reader = Reader()
        let unstarted = QueuedLines { text throws(FileFailure) in try reader.write(text) }
        #expect(!unstarted.add("a"))
        let lines = Self.lines(1_000_000, reader)
        for number in 0..<1_000 { #expect(lines.add("\(number)")) }
        lines.flush()
        #expect(reader.lines == (0..<1_000).map(String.init))
        #expect(lines.droppedCount == 0)
    }

    @Test func `are dropped and counted where none is read, and the count stands in their place`()
        async
    {
        let reader = Reader()
        reader.set(isOpen: false)
        let lines = Self.lines(9, reader)
        #expect(lines.add("one"))
        await reader.hasWriter()
        for line in ["two", "3", "four", "five"] { #expect(lines.add(line)) }
        #expect(lines.droppedCount == 2)
        lines.flush()
        #expect(reader.lines.isEmpty, "the flush has a bound")
        reader.set()
        lines.flush()
        #expect(lines.add("six"))
        lines.flush()
        #expect(reader.lines == ["one", "two", "3", "dropped 2", "six"])
    }

    @Test func `that cannot be written are counted, and told once others can`() {
        let reader = Reader()
        reader.set(fails: true)
        let lines = Self.lines(1_000, reader)
        for line in ["a", "b"] {
            #expect(lines.add(line))
            lines.flush()
        }
        #expect(lines.droppedCount == 2)
        reader.set()
        #expect(lines.add("c"))
        lines.flush()
        #expect(reader.lines == ["dropped 2", "c"])
    }
}
