/// A reference that is created on any thread and used on the main actor only.
///
/// Apps create and present a controller on any thread. Its delegate is called on the main actor,
/// with the controller as an argument.
struct MainActorReference<Object>: @unchecked Sendable {
    private let reference: Object

    init(_ object: Object) { reference = object }

    /// The object.
    @MainActor var object: Object { reference }
}
