/// The connections of a loop that no request is served on, the one that has waited longest first.
///
/// A list that is linked through its elements, so that adding and removing does not depend on their number.
struct WaitingConnections {
    private(set) var first: HTTPConnection?
    private var last: HTTPConnection?

    /// Adds a connection as the one that has waited shortest.
    mutating func append(_ connection: HTTPConnection) {
        remove(connection)
        connection.place = HTTPConnection.Place(before: last)
        last?.place?.after = connection
        if first == nil { first = connection }
        last = connection
    }

    /// Adds a connection as the one that has waited longest.
    mutating func prepend(_ connection: HTTPConnection) {
        remove(connection)
        connection.place = HTTPConnection.Place(after: first)
        first?.place?.before = connection
        if last == nil { last = connection }
        first = connection
    }

    mutating func remove(_ connection: HTTPConnection) {
        guard let place = connection.place else { return }
        connection.place = nil
        if let before = place.before {
            before.place?.after = place.after
        } else {
            first = place.after
        }
        if let after = place.after {
            after.place?.before = place.before
        } else {
            last = place.before
        }
    }
}

extension HTTPConnection {
    /// The neighbours of a connection that waits.
    struct Place {
        var before: HTTPConnection?
        var after: HTTPConnection?
    }
}
