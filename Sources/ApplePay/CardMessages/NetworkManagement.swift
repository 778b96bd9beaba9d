public import ISO8583

/// A message that manages the connection: 0800, or its answer 0810.
///
/// - Source: ISO 8583:1987, fields 7, 11, 32, 39 and 70.
public struct NetworkManagement: Hashable, Sendable {
    /// The request's purpose: field 70.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// 001: to be signed on, so that payments can follow.
        case signOn = "001"
        /// 002: to be signed off.
        case signOff = "002"
        /// 301: an answer, which shows that the connection works.
        case echo = "301"
    }

    /// The request's purpose.
    public let code: Code
    /// Field 11.
    public let traceNumber: String
    /// Field 7.
    public let transmissionTime: TransmissionTime
    /// Field 32: 1 to 11 digits; nil where the message names no acquirer.
    public let acquirer: String?
    /// Field 39; nil in a request.
    public let responseCode: ResponseCode?

    /// A request; nil where a part has another form.
    public init?(
        _ code: Code,
        traceNumber: String,
        transmissionTime: TransmissionTime,
        acquirer: String?
    ) {
        guard FieldText.isTraceNumber(traceNumber),
            acquirer.map({ FieldText.isDigits($0, count: 1...11) }) != false
        else { return nil }
        self.code = code
        self.traceNumber = traceNumber
        self.transmissionTime = transmissionTime
        self.acquirer = acquirer
        responseCode = nil
    }

    /// The answer to a request.
    public init(to request: NetworkManagement, _ responseCode: ResponseCode) {
        code = request.code
        traceNumber = request.traceNumber
        transmissionTime = request.transmissionTime
        acquirer = request.acquirer
        self.responseCode = responseCode
    }

    /// The message.
    func message() -> ISO8583Message {
        var texts = [7: transmissionTime.text, 11: traceNumber, 70: code.rawValue]
        texts[32] = acquirer
        texts[39] = responseCode?.text
        let type = MessageType.networkManagementRequest
        return ISO8583Message(responseCode == nil ? type : type.response ?? type, texts: texts)
    }

    /// Reads a request or an answer. Further fields are ignored.
    ///
    /// - Throws: ``CardMessageFailure``.
    public init(_ message: ISO8583Message, isAnswer: Bool) throws(CardMessageFailure) {
        var fields = FieldReader(message)
        guard let code = Code(rawValue: try fields.text(70)) else { throw .invalidField(70) }
        self.code = code
        traceNumber = try fields.text(11)
        guard FieldText.isTraceNumber(traceNumber) else { throw .invalidField(11) }
        transmissionTime = try fields.transmissionTime()
        if isAnswer {
            acquirer = try fields.optional(32)
            guard let code = ResponseCode(try fields.text(39)) else { throw .invalidField(39) }
            responseCode = code
        } else {
            acquirer = try fields.institution(32)
            responseCode = nil
        }
    }
}
