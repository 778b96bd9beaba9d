public import Foundation

/// The range of days in which goods arrive. Since iOS 15.
open class PKDateComponentsRange: NSObject, NSCopying, NSSecureCoding {
    private let start: DateComponents
    private let end: DateComponents

    /// The earliest day.
    open var startDateComponents: DateComponents { start }

    /// The latest day.
    open var endDateComponents: DateComponents { end }

    /// Creates a range. Nil if either day has no calendar or is not valid in it.
    ///
    /// - Source: Apple, PassKit, `PKDateComponentsRange`; that the result is nil follows from the
    ///   failable initializer. That the order of the days is not checked is a guess.
    public init?(start: DateComponents, end: DateComponents) {
        guard start.isValidDate, end.isValidDate else { return nil }
        self.start = start
        self.end = end
        super.init()
    }

    /// Whether another range has the same days.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PKDateComponentsRange else { return false }
        return startDateComponents == other.startDateComponents
            && endDateComponents == other.endDateComponents
    }

    /// Equal for equal ranges.
    open override var hash: Int { startDateComponents.hashValue }

    /// Returns the range itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Ranges can be archived securely.
    open class var supportsSecureCoding: Bool { true }

    /// Writes both days to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(start as NSDateComponents, forKey: "start")
        coder.encode(end as NSDateComponents, forKey: "end")
    }

    /// Reads both days from an archive.
    public required init?(coder: NSCoder) {
        guard let start = coder.decodeObject(of: NSDateComponents.self, forKey: "start"),
            let end = coder.decodeObject(of: NSDateComponents.self, forKey: "end")
        else { return nil }
        self.start = start as DateComponents
        self.end = end as DateComponents
        super.init()
    }
}
