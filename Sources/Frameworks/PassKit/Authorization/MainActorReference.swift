/// A reference that comes from any thread and that the main actor alone follows.
///
/// Apps make a controller, and ask it to come up, on whatever thread they are; its delegate is
/// called on the main actor, with the controller itself.
struct MainActorReference<Object>: @unchecked Sendable {
    private let reference: Object

    init(_ object: Object) { reference = object }

    /// The object.
    @MainActor var object: Object { reference }
}
