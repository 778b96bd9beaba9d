extension WalletOrder {
    /// A return of goods (iOS 17.2).
    package struct Return: OrderObject {
        package var returnIdentifier: Checked<IdentifierForm>
        package var status: Status
        package var statusDescription: OrderText?
        package var returnNumber: String?
        package var carrier: String?
        package var dropOffBy: Checked<DateTimeForm>?
        package var initiatedAt: Checked<DateTimeForm>?
        package var returnedAt: Checked<DateTimeForm>?
        package var lineItems: [LineItem]?
        package var notes: OrderText?
        package var returnLabel: Checked<FileNameForm>?
        package var returnManagementURL: Checked<URLForm>?

        package enum Status: String, OrderWord {
            case open, onTheWay, processing, issue, completed, cancelled
        }
    }

    /// The terms of returns (iOS 17.2).
    package struct ReturnInfo: OrderObject {
        package var returnPolicyURL: Checked<URLForm>
        package var returnPolicyDescription: String?
        package var returnDeadline: Checked<DateTimeForm>?
        package var displayCountdown: Bool?
        package var returnManagementURL: Checked<URLForm>?
    }
}
