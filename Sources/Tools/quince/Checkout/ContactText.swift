import PaymentRequest
import SheetView

/// A contact on one line, written as the sheet writes it.
struct ContactText {
    let language: Language

    /// Name and address.
    func line(_ contact: Contact) -> String {
        joined([contact.name?.text, contact.postalAddress?.line])
    }

    /// Name, address, e-mail address and telephone number.
    func wholeLine(_ contact: Contact) -> String {
        joined([line(contact), contact.emailAddress, contact.phoneNumber])
    }

    private func joined(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: language == .chinese ? "，" : ", ")
    }
}
