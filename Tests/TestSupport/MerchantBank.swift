internal import Bytes
public import CardAccounts
public import ISO8583

/// A merchant's bank that writes messages by hand.
public struct MerchantBank: Sendable {
    /// The merchant.
    public static let merchant = "MERCHANT0000001"
    /// The merchant identifier of its tokens.
    static let merchantIdentifier = "merchant.com.example"
    /// The terminal.
    public static let terminal = "TERM0001"
    /// The time of all its messages.
    public static let time = "1122093000"

    /// The trace number of the last message.
    public private(set) var trace = 0

    /// A bank that has sent nothing.
    public init() {}

    /// The device's part of an authorization.
    public struct Device: Sendable {
        let account: DeviceAccount
        var counter: UInt16 = 0

        /// A device that has not paid.
        public init(account: DeviceAccount) { self.account = account }
    }

    /// A Visa authorization with the device's next cryptogram.
    public mutating func authorization(
        _ amount: Int64,
        _ device: inout Device,
        currency: String = "840",
        merchant: String = MerchantBank.merchant
    ) -> ISO8583Message {
        device.counter += 1
        let digest = MerchantDigest(of: Self.merchantIdentifier)
        let payment = ProvenPayment(
            amountMinorUnits: amount,
            currencyNumericCode: currency,
            merchant: digest
        )
        let cryptogram = payment.map { payment in
            PaymentCryptogram(
                of: payment,
                layout: device.account.cryptogramLayout,
                tokenRequestor: device.account.deviceManufacturerIdentifier,
                counter: device.counter,
                unpredictableNumber: [1, 2, 3, 4],
                keys: device.account.keys
            )
        }
        let proof = cryptogram.map { Hexadecimal.encode(Self.bytes($0.bytes)).uppercased() } ?? ""
        var message = message(.authorizationRequest, amount, currency, merchant)
        message.fields[2] = Self.bytes(device.account.accountNumber)
        message.fields[14] = Array(device.account.expirationDate.utf8.prefix(4))
        message.fields[18] = Array("5411".utf8)
        message.fields[22] = Array("010".utf8)
        message.fields[43] = Array("Shop                     Cupertino    US".utf8)
        // Bit 9 of the bitmap, and the cryptogram.
        message.fields[126] = Array(("0080000000000000" + proof).utf8)
        message.fields[123] = Array(("0164" + Hexadecimal.encode(digest.bytes)).utf8)
        return message
    }

    /// An authorization with the device's next cryptogram, with which the merchant stores the account: the
    /// device's, or the merchant token's.
    public mutating func storing(
        _ amount: Int64,
        _ device: inout Device,
        asMerchantToken isMerchantToken: Bool = true
    ) -> ISO8583Message {
        var message = authorization(amount, &device)
        let proof = (message.text(126) ?? "").dropFirst(16)
        message.fields[126] = Array("0088000000000000\(proof)C".utf8)
        if isMerchantToken {
            message.fields[2] = device.account.merchantAccountNumber.map(Self.bytes)
        }
        return message
    }

    /// A later payment with an account that was stored, which has no cryptogram.
    ///
    /// - Parameters:
    ///   - amount: The amount.
    ///   - first: The message that stored it.
    ///   - transaction: The network's name for that payment; nil leaves it out.
    ///   - merchant: Who asks.
    /// - Returns: The message.
    public mutating func later(
        _ amount: Int64,
        than first: ISO8583Message,
        named transaction: String?,
        merchant: String = MerchantBank.merchant
    ) -> ISO8583Message {
        var message = message(.authorizationRequest, amount, "840", merchant)
        for field in [2, 14, 18, 43] { message.fields[field] = first.fields[field] }
        message.fields[22] = Array("100".utf8)
        message.fields[62] = transaction.map { Array("4000000000000000\($0)".utf8) }
        message.fields[126] = Array("0008000000000000R".utf8)
        return message
    }

    /// Field 52: a PIN as the device encrypts it; nil if it does not have 4 to 12 digits.
    public static func pinBlock(_ pin: String, of device: Device) -> [UInt8]? {
        PINBlock.encrypt(
            Secret(copying: Array(pin.utf8)),
            accountNumber: device.account.accountNumber,
            key: device.account.keys.pins
        )
        .map(bytes)
    }

    /// A capture, 0220.
    public mutating func capture(_ amount: Int64, of original: ISO8583Message) -> ISO8583Message {
        follow(.financialAdvice, amount, original)
    }

    /// A refund, 0200.
    public mutating func refund(_ amount: Int64, of original: ISO8583Message) -> ISO8583Message {
        var message = follow(.financialRequest, amount, original)
        message.fields[3] = Array("200000".utf8)
        return message
    }

    /// A reversal, 0400.
    public mutating func reversal(
        of original: ISO8583Message,
        leaving remaining: Int64? = nil
    ) -> ISO8583Message {
        let amount = original.text(4).flatMap { Int64($0) } ?? 0
        var message = follow(.reversalRequest, amount, original)
        message.fields[63] = Array("2000002501".utf8)
        if let remaining {
            let digits = Self.digits(remaining, 12) + String(repeating: "0", count: 30)
            message.fields[95] = Array(digits.utf8)
        }
        return message
    }

    private mutating func follow(
        _ type: MessageType,
        _ amount: Int64,
        _ original: ISO8583Message
    ) -> ISO8583Message {
        var message = message(
            type,
            amount,
            original.text(49) ?? "",
            original.text(42) ?? ""
        )
        let elements =
            original.type.description + (original.text(11) ?? "") + (original.text(7) ?? "")
            + "00000000123" + "00000000000"
        message.fields[90] = Array(elements.utf8)
        message.fields[37] = original.fields[37]
        return message
    }

    private mutating func message(
        _ type: MessageType,
        _ amount: Int64,
        _ currency: String,
        _ merchant: String
    ) -> ISO8583Message {
        trace += 1
        return ISO8583Message(
            type,
            texts: [
                3: "000000", 4: Self.digits(amount, 12), 7: Self.time,
                11: Self.digits(Int64(trace % 1_000_000), 6), 32: "123",
                37: Self.digits(Int64(trace), 12), 25: "59", 41: Self.terminal, 42: merchant,
                49: currency,
            ]
        )
    }

    private static func bytes(_ secret: Secret) -> [UInt8] {
        secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: count - digits.count) + digits
    }
}
