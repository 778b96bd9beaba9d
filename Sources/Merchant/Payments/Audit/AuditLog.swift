public import Storage
public import World

/// Who changed what: a row for each change, written in the transaction of the change.
public struct AuditLog: Sendable {
    /// One change.
    public struct Entry: Hashable, Sendable {
        /// When it was made.
        public let at: UnixTime
        /// The key that asked for it.
        public let caller: Caller
        /// The operator's words for the key; nil for the operator, and for a page of the shop.
        public let callerName: String?
        /// The action, such as `payment.refund`.
        public let action: String
        /// The subject of the action, such as the identifier of a payment.
        public let subject: String

        /// A change.
        public init(
            at: UnixTime,
            caller: Caller,
            callerName: String?,
            action: String,
            subject: String
        ) {
            self.at = at
            self.caller = caller
            self.callerName = callerName
            self.action = action
            self.subject = subject
        }
    }

    /// Who asks for a change.
    public struct Caller: Hashable, Sendable {
        /// The identifier of its key.
        public let identifier: String
        /// The role of the key.
        public let role: String

        /// A caller.
        public init(identifier: String, role: String) {
            (self.identifier, self.role) = (identifier, role)
        }

        /// The operator, who runs the program on the machine.
        public static let theOperator = Caller(identifier: "operator", role: "operator")
    }

    /// A change that is to be recorded.
    public struct Change: Sendable {
        let caller: Caller
        let action: StaticString
        let subject: String

        /// A payment that is asked for, by its reference: it has no identifier yet. The charge of a stored
        /// credential names that too.
        public static func payment(of submission: PaymentSubmission, by caller: Caller) -> Change {
            let reference = submission.merchantReference
            return switch submission.source {
            case .token: Change(caller: caller, action: "payment.ask", subject: reference)
            case .credential(let charge):
                Change(
                    caller: caller,
                    action: "credential.charge",
                    subject: "\(charge.credential) for \(reference)"
                )
            }
        }

        /// A credential is stored with a payment.
        static func storing(_ credential: CredentialID, by caller: Caller) -> Change {
            Change(caller: caller, action: "credential.store", subject: credential.text)
        }

        /// A credential is ended.
        static func ending(_ credential: CredentialID, by caller: Caller) -> Change {
            Change(caller: caller, action: "credential.end", subject: credential.text)
        }

        /// An order is changed.
        static func changing(_ order: OrderID, by caller: Caller) -> Change {
            Change(caller: caller, action: "order.change", subject: order.text)
        }

        /// All payments are settled as far as they are due.
        static func settling(by caller: Caller) -> Change {
            Change(caller: caller, action: "payments.settle", subject: "what is due")
        }

        /// A settlement file of a processor is compared with the payments.
        static func reconciling(
            _ file: SettlementFile,
            of processor: ProcessorName,
            by caller: Caller
        ) -> Change {
            let settlement = file.number.map { "\($0)" } ?? file.name
            return Change(
                caller: caller,
                action: "payments.reconcile",
                subject: ["settlement", settlement, "of", processor.text].compactMap(\.self)
                    .joined(separator: " ")
            )
        }
    }

    private let clock: any WallClock

    /// A log in a database that was opened with ``migrations``.
    public init(clock: any WallClock) { self.clock = clock }

    /// Records a change in the transaction that makes it.
    ///
    /// - Parameters:
    ///   - caller: Who asked for it.
    ///   - action: What is done, such as `payment.refund`.
    ///   - subject: What it is done to. It must be no secret.
    ///   - transaction: The transaction of the change.
    /// - Throws: A ``Storage/StorageFailure`` in the transaction's error type.
    public func record<Failure>(
        _ caller: Caller,
        _ action: StaticString,
        _ subject: String,
        in transaction: borrowing Transaction<Failure>
    ) throws(Failure) {
        try transaction.execute(
            """
            INSERT INTO audit_entry (at, caller, role, action, subject)
            VALUES ($1, $2, $3, $4, $5)
            """,
            [
                .integer(clock.now.seconds), .text(caller.identifier), .text(caller.role),
                .text(action.description), .text(subject),
            ]
        )
    }

    /// The table of the log.
    public static let migrations = MigrationSeries(
        module: "merchant-api-audit",
        [
            Migration(
                "tables",
                [
                    """
                    CREATE TABLE audit_entry (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        at INTEGER NOT NULL,
                        caller TEXT NOT NULL,
                        role TEXT NOT NULL,
                        action TEXT NOT NULL,
                        subject TEXT NOT NULL
                    ) STRICT
                    """,
                    .unchanging("audit_entry"),
                ]
            )
        ]
    )
}
