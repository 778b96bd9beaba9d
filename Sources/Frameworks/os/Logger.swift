internal import Foundation

/// Writes messages to the log, one line each on standard error.
///
/// Apple's system log keeps messages by their level; here all are written.
public struct Logger: Sendable {
    private let log: OSLog

    /// Creates a logger without a subsystem.
    public init() { log = .default }

    /// Creates a logger for a part of an app.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Creates a logger that writes to a log.
    public init(_ logObj: OSLog) { log = logObj }

    /// Writes a message of the default level.
    public func log(_ message: OSLogMessage) { log.write(message.text, .default) }
    /// Writes a message of a level.
    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(message.text, level) }
    /// Writes a message for debugging.
    public func trace(_ message: OSLogMessage) { log.write(message.text, .debug) }
    /// Writes a message for debugging.
    public func debug(_ message: OSLogMessage) { log.write(message.text, .debug) }
    /// Writes a message that may help.
    public func info(_ message: OSLogMessage) { log.write(message.text, .info) }
    /// Writes a message of the default level.
    public func notice(_ message: OSLogMessage) { log.write(message.text, .default) }
    /// Writes a message about an error.
    public func warning(_ message: OSLogMessage) { log.write(message.text, .error) }
    /// Writes a message about an error.
    public func error(_ message: OSLogMessage) { log.write(message.text, .error) }
    /// Writes a message about a fault.
    public func critical(_ message: OSLogMessage) { log.write(message.text, .fault) }
    /// Writes a message about a fault.
    public func fault(_ message: OSLogMessage) { log.write(message.text, .fault) }
}

/// The level of a message.
public struct OSLogType: RawRepresentable, Equatable, Sendable {
    /// The level's number.
    public let rawValue: UInt8

    /// Creates a level.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A message that is always kept.
    public static let `default` = OSLogType(rawValue: 0)
    /// A message that may help.
    public static let info = OSLogType(rawValue: 1)
    /// For debugging.
    public static let debug = OSLogType(rawValue: 2)
    /// An error.
    public static let error = OSLogType(rawValue: 16)
    /// A fault.
    public static let fault = OSLogType(rawValue: 17)

    fileprivate var name: String {
        switch self {
        case .default: "default"
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "\(rawValue)"
        }
    }
}

/// The log of a part of an app.
public final class OSLog: Sendable {
    private let source: String?

    private init(source: String?) { self.source = source }

    /// Creates a log.
    public convenience init(subsystem: String, category: String) {
        self.init(source: "[\(subsystem):\(category)] ")
    }

    /// A log without a subsystem.
    public static let `default` = OSLog(source: "")
    /// A log that writes nothing.
    public static let disabled = OSLog(source: nil)

    /// Whether messages of a level are written.
    public func isEnabled(type: OSLogType) -> Bool { source != nil }

    func write(_ text: @autoclosure () -> String, _ level: OSLogType) {
        guard let source else { return }
        let line = "\(source)\(level.name): \(text())".replacing("\n", with: "\\n")
        // There is no place to say that standard error is closed.
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }
}

/// Writes a message with values in the places of a format.
public func os_log(
    _ message: StaticString,
    log: OSLog = .default,
    type: OSLogType = .default,
    _ arguments: Any...
) { log.write(LogFormat(message).text(of: arguments), type) }

/// Writes a message with values in the places of a format.
public func os_log(
    _ type: OSLogType,
    log: OSLog = .default,
    _ message: StaticString,
    _ arguments: Any...
) { log.write(LogFormat(message).text(of: arguments), type) }

/// Writes a message.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType = .default,
    log: OSLog = .default,
    _ message: OSLogMessage
) { log.write(message.text, type) }
