extension UIViewController {
    /// Adds the destination of a segue, because there are no storyboards here.
    ///
    /// A segue that was not added leads to a plain view controller.
    ///
    /// - Source: ours, not Apple's.
    public func addSegue(
        withIdentifier identifier: String,
        to destination: @escaping () -> UIViewController
    ) {
        segueDestinations[identifier] = destination
    }
}
