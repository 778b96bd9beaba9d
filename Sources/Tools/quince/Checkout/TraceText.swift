import AppleServers
import Bytes
import Certificates
import Money
import PaymentRequest
import PaymentToken
import SheetView
import Wallet

/// Puts what happens in a checkout into words.
enum TraceText {
    static func lines(of event: CheckoutEvent, in language: Language) -> [TraceLine] {
        switch event {
        case .merchantRegistered(let identifier, let team):
            [
                TraceLine(
                    .setUp,
                    "member center",
                    "registered \(identifier.text) for team \(team.identifier)"
                )
            ]
        case .requestSigned:
            [TraceLine(.setUp, "merchant", "made a P-256 key and a signing request")]
        case .certificateIssued(let certificate): issued(certificate)
        case .appEntitled(let entitlement):
            [
                TraceLine(
                    .setUp,
                    "app",
                    "\(entitlement.bundleIdentifier) is entitled to "
                        + entitlement.merchantIdentifiers.joined(separator: ", ")
                )
            ]
        case .cardProvisioned(let card, let account):
            [
                TraceLine(
                    .setUp,
                    "wallet",
                    "holds \(card.displayName) as device account \(account), "
                        + "not by the card's own number"
                )
            ]
        case .capabilityChecked(let canMakePayments, let offer):
            [
                TraceLine(.sheet, "app", "canMakePayments? \(canMakePayments ? "yes" : "no")"),
                TraceLine(.sheet, "app", "a card for these networks? \(answer(offer))"),
            ]
        case .sheet(let observation): SheetTraceText(language: language).lines(of: observation)
        case .server(let step): ServerTraceText.lines(of: step)
        case .network(let observation): NetworkTraceText.lines(of: observation)
        }
    }

    private static func issued(_ certificate: PaymentProcessingCertificate) -> [TraceLine] {
        let name = certificate.certificate.subject[.commonName] ?? "a certificate"
        return [
            TraceLine(
                .setUp,
                "member center",
                "issued \(name), valid to \(certificate.certificate.notAfter)"
            )
        ]
    }

    private static func answer(_ offer: PaymentCapability.Offer) -> String {
        switch offer {
        case .hide: "cannot pay: offer another way"
        case .offerSetUp: "no: show the set-up button"
        case .showPayButton: "yes: show the pay button"
        }
    }
}
