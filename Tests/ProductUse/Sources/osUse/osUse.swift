import os

/// A logger of an app, with a message in the log.
public func useLog() -> Logger {
    let log = Logger(subsystem: "shop", category: "pay")
    log.info("used \(1)")
    return log
}
