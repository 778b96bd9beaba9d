internal import ASN1
internal import Bytes
internal import JSON
internal import PaymentToken

extension FuzzTarget {
    /// Payment data is refused, or read with exactly the values that it contains.
    static let payload = FuzzTarget("payload", seeds: { TestPayloads.all }) { input in
        let payment: PaymentPayload
        do throws(TokenRefusal.DecryptionProblem) {
            payment = try PaymentPayload(Secret(copying: input))
        } catch {
            require(isOfPayload(error), "refused for what no payload can have")
            return
        }
        require((8...19).contains(payment.accountNumber.count), "no account number")
        require(payment.transactionAmount >= 0, "an amount below nothing")
        require(payment.currencyCode.utf8.count == 3, "no currency")
        require(payment.document.root.isObject, "a payload that is no object")
        let identifier = payment.merchantTokenIdentifier ?? ""
        require(identifier.count <= 64, "an identifier that is too long")
        switch payment.proof {
        case .threeDSecure(let cryptogram?, _):
            require(isSaid(cryptogram, "onlinePaymentCryptogram", payment), "changed")
        case .threeDSecure(nil, _): break
        case .emv(let chip, _):
            require(isSaid(chip.objects.bytes, "emvData", payment), "changed")
            let amounts = chip.objects.everyObject(tagged: ChipData.Field.amountAuthorized.tag)
            require(amounts.allSatisfy { $0.count == 6 }, "an amount of another form")
        }
        for response in payment.authenticationResponses ?? [] {
            require((response.amountMinorUnits ?? 0) >= 0, "an amount below nothing")
        }
    }

    private static func isOfPayload(_ problem: TokenRefusal.DecryptionProblem) -> Bool {
        switch problem {
        case .payloadNotJSON, .payloadRepeatsName, .payloadTooLarge, .payloadField, .chipData,
            .chipDataField, .chipDataDiffers:
            true
        default: false
        }
    }

    /// Whether the payment data contains these bytes, in Base64, in this field.
    private static func isSaid(
        _ bytes: Secret,
        _ name: String,
        _ payment: PaymentPayload
    ) -> Bool {
        let text = payment.document.root.member("paymentData")?.member(name)?.string
        return text == bytes.withBytes { Base64.encode($0) }
    }
}

/// Valid payment data, one of each form.
enum TestPayloads {
    private static let start = """
        {"applicationPrimaryAccountNumber":"4761120010000492",\
        "applicationExpirationDate":"281231","currencyCode":"840","transactionAmount":1075,\
        "cardholderName":"TEST \\u004eame","deviceManufacturerIdentifier":"040010030273",
        """

    static let all = [
        """
        "paymentDataType":"3DSecure","paymentData":{"onlinePaymentCryptogram":\
        "AAECAwQFBgcICQoLDA0ODxAREhM=","eciIndicator":"7"}}
        """,
        // 9F02, and 5F2A in template 77.
        """
        "paymentDataType":"EMV","paymentData":{"emvData":"nwIGAAAAABB1dwVfKgIIQA==",\
        "encryptedPINData":"00ff"}}
        """,
        """
        "paymentDataType":"3DSecure","paymentData":{},"authenticationResponses":[\
        {"merchantIdentifier":"m","authenticationData":"AAEC","transactionAmount":"10.75"}]}
        """,
        """
        "paymentDataType":"3DSecure","paymentData":{},"merchantTokenIdentifier":"TESTMPAN",\
        "merchantTokenMetadata":{"cardMetadata":{"cardCountry":"US","fpanSuffix":"4242",\
        "shortDescription":"TEST"},"cardArt":[{"name":"a","type":"b","url":"c"}]},"later":[1]}
        """,
    ]
    .map { Array((start + $0).utf8) }
}
