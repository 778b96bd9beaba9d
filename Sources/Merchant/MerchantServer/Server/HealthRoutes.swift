internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Payments
internal import Storage
internal import TokenIntake
internal import World

/// The routes of load balancers and Prometheus.
struct HealthRoutes: Sendable {
    static let paths: Set<String> = ["/healthz", "/readyz"]
    /// How many unsettled operations are counted at most.
    private static let openLimit = 1_000

    let database: DatabaseProof
    let records: DeskRecords
    /// Nil where no card network is configured.
    let network: SignOnState?
    let materials: ServerMaterials
    let metrics: ServerMetrics
    let world: World

    var operations: [APIOperation] {
        [
            APIOperation(
                .get,
                "/healthz",
                "Whether the process answers.",
                answer: .object([.required("status", .choice(["alive"]))]),
                access: .everyone
            ) { _ in .json(.object(["status": "alive"])) },
            APIOperation(
                .get,
                "/readyz",
                "Whether payments can be taken: the database can be read and written, and the card network, where one is configured, accepted the sign-on.",
                answer: .object([.required("status", .choice(["ready"]))]),
                problems: [.serviceUnavailable],
                access: .everyone
            ) { _ in
                try await requireReady()
                return .json(.object(["status": "ready"]))
            },
            APIOperation(
                .get,
                "/metrics",
                "The metrics, in the text format of Prometheus.",
                answer: nil,
                problems: [.serviceUnavailable],
                access: .metrics
            ) { _ in
                .complete(
                    HTTPResponse(
                        .ok,
                        fields: [
                            .contentType: "text/plain; version=0.0.4; charset=utf-8",
                            .cacheControl: "no-store",
                        ],
                        body: Array(try await metricsText().utf8)
                    )
                )
            },
        ]
    }

    private func requireReady() async throws(HTTPProblem) {
        do throws(StorageFailure) { try await database.prove() } catch {
            throw MerchantProblemCode.problem(error)
        }
        guard network?.isSignedOn != false else {
            throw MerchantProblemCode.networkDisconnected.problem(
                "the card network has not accepted a sign-on"
            )
        }
    }

    private func metricsText() async throws(HTTPProblem) -> String {
        let open: Int
        do throws(RecordFailure) {
            open = try await records.open(limit: Self.openLimit).count
        } catch {
            throw MerchantProblemCode.problem(error)
        }
        let now = world.clock.now
        var text = MetricsText()
        text.add(metrics.counts)
        text.addDroppedLines(metrics.droppedLines())
        text.add(
            materials.endings.map {
                ServerMetrics.CertificateDays(
                    purpose: $0.purpose,
                    file: $0.file,
                    days: $0.daysLeft(at: now)
                )
            }
        )
        text.addRefusals(
            [("processing", materials.keyring.isRefused)]
                + [materials.credentials].compactMap { $0.map { ("credentials", $0.isRefused) } }
                + CertificateFiles.Purpose.allCases.compactMap { purpose in
                    materials.certificates.isRefused(purpose).map { (purpose.rawValue, $0) }
                }
        )
        text.gauge(
            "quince_unsettled_operations",
            "Operations without an outcome, at most 1000 of each kind.",
            open
        )
        text.gauge("quince_processing_keys", "Keys that open tokens.", materials.keyring.keys.count)
        if let network {
            text.gauge(
                "quince_network_signed_on",
                "1 where the card network accepted the sign-on.",
                network.isSignedOn ? 1 : 0
            )
        }
        return text.text
    }
}

/// Whether the card network accepted the sign-on.
final class SignOnState: Sendable {
    private let value = LockedValue(false)

    var isSignedOn: Bool { value.withLock { $0 } }

    func set(_ isSignedOn: Bool) { value.withLock { $0 = isSignedOn } }
}
