/// Events in virtual time, drawn from one seed. Units: milliseconds.
public struct EventQueue<Event> {
    private var waiting: [(time: UInt64, order: Int, event: Event)] = []
    private var scheduled = 0
    private var state: UInt64
    /// The time of the last event.
    public private(set) var now: UInt64 = 0

    /// An empty queue.
    public init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

    /// A number below a bound: SplitMix64.
    public mutating func number(below bound: UInt64) -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return (mixed ^ (mixed >> 31)) % bound
    }

    /// Whether something of this probability happens.
    public mutating func happens(percent: UInt64) -> Bool { number(below: 100) < percent }

    /// Schedules an event at a random time before a delay has passed.
    public mutating func schedule(_ event: Event, within delay: UInt64) {
        schedule(event, after: number(below: delay))
    }

    /// Schedules an event. Of events at the same time the first that was scheduled is the first.
    public mutating func schedule(_ event: Event, after delay: UInt64) {
        waiting.append((now + delay, scheduled, event))
        scheduled += 1
    }

    /// Takes the next event, and sets the time to its time.
    public mutating func next() -> Event? {
        guard !waiting.isEmpty else { return nil }
        var first = 0
        for index in waiting.indices
        where (waiting[index].time, waiting[index].order)
            < (waiting[first].time, waiting[first].order)
        {
            first = index
        }
        now = waiting[first].time
        let event = waiting[first].event
        waiting.swapAt(first, waiting.count - 1)
        waiting.removeLast()
        return event
    }
}
