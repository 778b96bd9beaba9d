internal import HTTPMessages
internal import JSON
internal import Storage

// The operations.
extension CheckoutInterface {
    typealias Request = CheckoutRequest

    static let routes: [PlatformRoute<CheckoutInterface>] = [
        .post("tokens") { checkout, request throws(PlatformFailure) in
            try await checkout.createToken(request)
        }.ofPublicKey.withoutKey,
        .post("payments") { checkout, request throws(PlatformFailure) in
            try checkout.createPayment(request)
        },
        .get("payments") { _, request, records throws(PlatformFailure) in
            try records.checkoutList(request)
        },
        .get("payments/*") { _, request, records throws(PlatformFailure) in
            try records.checkoutDetails(try records.checkoutPayment(request.identifier))
        },
        .get("payments/*/actions") { _, request, records throws(PlatformFailure) in
            try records.checkoutActions(try records.checkoutPayment(request.identifier))
        },
        .post("payments/*/captures") { checkout, request throws(PlatformFailure) in
            try checkout.capture(request)
        },
        .post("payments/*/voids") { checkout, request throws(PlatformFailure) in
            try checkout.void(request)
        },
        .post("payments/*/refunds") { checkout, request throws(PlatformFailure) in
            try checkout.refund(request)
        },
        .post("workflows") { checkout, request throws(PlatformFailure) in
            try checkout.createWorkflow(request)
        }.withoutKey,
        .get("workflows") { _, _, records throws(PlatformFailure) in try records.checkoutWorkflows()
        },
        .get("workflows/*") { _, request, records throws(PlatformFailure) in
            guard let found = try records.endpoint(request.identifier, of: .checkout) else {
                throw .refused(CheckoutError.notFound)
            }
            return CheckoutInterface.json(of: found)
        },
        .delete("workflows/*") { _, request throws(PlatformFailure) in
            { _, transaction throws(PlatformFailure) in
                guard try transaction.removeEndpoint(request.identifier, of: .checkout) else {
                    throw .refused(CheckoutError.notFound)
                }
                return .answer(PlatformAnswer(.noContent, []))
            }
        },
    ]
}
