/// Runs a closure. Nothing is autoreleased on Linux.
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result { try body() }

extension NSMutableDictionary {
    /// Sets the value of a key; nil removes it.
    public func setValue(_ value: Any?, forKey key: String) {
        if let value {
            setObject(value, forKey: key as NSString)
        } else {
            removeObject(forKey: key)
        }
    }
}

extension String {
    /// The text of a key in a table of localized texts, or the key itself.
    ///
    /// On Apple's systems the key of an interpolated text has `%@` and the like in its values' places; here
    /// it has the values.
    public init(
        localized key: String,
        table: String? = nil,
        bundle: Bundle? = nil,
        comment: StaticString? = nil
    ) {
        self = NSLocalizedString(
            key,
            tableName: table,
            bundle: bundle ?? .main,
            value: "",
            comment: ""
        )
    }
}
