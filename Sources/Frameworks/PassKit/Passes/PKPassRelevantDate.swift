public import Foundation

/// A time at which a pass is relevant, such as a show's; no pass has one here. Since iOS 18.
open class PKPassRelevantDate: NSObject {
    /// The moment.
    public let date: Date?
    /// The interval.
    public let interval: DateInterval?

    init(date: Date?, interval: DateInterval?) {
        self.date = date
        self.interval = interval
        super.init()
    }
}
