import HTTPServer
import JSON
import Testing

@testable import SheetServer

@Suite("What the page of a sheet was told")
struct SheetEventsTests {
    private static func names(_ events: SheetEvents, after identifier: Int) -> [String] {
        events.after(identifier)
            .map { "\($0.identifier ?? "") \($0.name ?? "") \($0.data)" }
    }

    @Test func `is sent again from any event on, with the last view alone`() {
        var events = SheetEvents()
        events.show(.integer(1))
        events.ask(1, .string("first"))
        events.show(.integer(2))
        events.show(.integer(2))
        events.ask(2, .string("second"))
        let whole = [#"2 question "first""#, "3 view 2", #"4 question "second""#]
        #expect(Self.names(events, after: 0) == whole)
        #expect(Self.names(events, after: 2) == Array(whole[1...]))
        #expect(Self.names(events, after: 4) == [])
        events.remove(question: 1)
        #expect(Self.names(events, after: 0) == Array(whole[1...]))
        events.finish(.string("over"))
        events.finish(.string("again"))
        events.show(.integer(3))
        events.ask(3, .string("late"))
        #expect(Self.names(events, after: 0) == ["3 view 2", #"5 end "over""#])
        #expect(events.isOver && events.lastIdentifier == 5)
    }
}
