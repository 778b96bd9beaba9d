public import Foundation
internal import PaymentRequest
public import PaymentSheet

/// Reports why no sheet was shown: to the device, and to the log.
enum PresentationLog {
    /// Reports a refusal that the device did not make itself to the device and to the log.
    static func report(_ refusal: PresentationRefusal, to device: (any PaymentDevice)?) {
        device?.report(.notPresented(refusal))
        write(refusal)
    }

    /// Writes to the log.
    static func write(_ refusal: PresentationRefusal) {
        FileHandle.standardError.write(Data((line(for: refusal) + "\n").utf8))
    }

    /// The error and its underlying errors on one line.
    static func line(for refusal: PresentationRefusal) -> String {
        var line = "PassKit: no payment sheet:"
        var next: NSError? = refusal.loggedError
        while let error = next {
            line +=
                " Error Domain=\(error.domain) Code=\(error.code)"
                + " \"\(error.localizedDescription)\""
            next = error.userInfo[NSUnderlyingErrorKey] as? NSError
            if next != nil { line += ", NSUnderlyingError:" }
        }
        return line
    }
}

extension PresentationRefusal {
    /// The error in Apple's log, with its underlying errors. It is not passed to the app.
    ///
    /// - Source: ours, not Apple's. For an invalid request the domain, the code and the texts are
    ///   those of Apple's log as public issues quote it; for the others they are a guess.
    public var loggedError: NSError {
        switch self {
        case .invalidRequest(let invalid): invalid.loggedError
        case .merchantNotInEntitlement: error(.notEntitledError)
        case .deviceCannotPay, .payoutsNotSupported, .noCard, .sheetIsShown: error(.unknownError)
        }
    }

    private func error(_ code: PKPassKitError.Code) -> NSError {
        NSError(
            domain: PKPassKitErrorDomain,
            code: code.rawValue,
            userInfo: [NSLocalizedDescriptionKey: description]
        )
    }
}

extension InvalidPaymentRequest {
    fileprivate var loggedError: NSError {
        let texts = [Self.text] + underlyingTexts
        let beneath = texts.dropFirst().reversed().reduce(nil as NSError?) { cause, text in
            Self.error(text, cause: cause)
        }
        return Self.error(Self.text, cause: beneath)
    }

    private static func error(_ text: String, cause: NSError?) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: text]
        if let cause { userInfo[NSUnderlyingErrorKey] = cause }
        return NSError(domain: domain, code: code, userInfo: userInfo)
    }
}
