internal import World

/// The metrics in the text format of Prometheus.
///
/// - Source: Prometheus, *Exposition formats*, text format 0.0.4.
struct MetricsText {
    private(set) var text = ""

    /// Adds the counts.
    mutating func add(_ counts: ServerMetrics.Counts) {
        family("quince_http_requests_total", "counter", "Answered requests.")
        for (key, count) in counts.requests.sorted(by: {
            ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
        }) {
            sample(
                "quince_http_requests_total",
                [("route", key.route), ("status", "\(key.status)")],
                "\(count)"
            )
        }
        let duration = "quince_http_request_duration_seconds"
        family(duration, "histogram", "Time until a request was answered.")
        for (route, durations) in counts.durations.sorted(by: { $0.key < $1.key }) {
            var total = 0
            for (place, bound) in ServerMetrics.durationBounds.enumerated() {
                total += durations.buckets[place]
                sample("\(duration)_bucket", [("route", route), ("le", "\(bound)")], "\(total)")
            }
            total += durations.buckets[ServerMetrics.durationBounds.count]
            sample("\(duration)_bucket", [("route", route), ("le", "+Inf")], "\(total)")
            sample("\(duration)_sum", [("route", route)], "\(durations.sum)")
            sample("\(duration)_count", [("route", route)], "\(total)")
        }
        add(
            "quince_payment_refusals_total",
            "Refused payments, by the code of the problem.",
            "code",
            counts.refusals
        )
        add(
            "quince_processor_outcomes_total",
            "Answers of the processor.",
            "outcome",
            counts.outcomes
        )
        add(
            "quince_limited_requests_total",
            "Requests refused by a rate limit.",
            "by",
            counts.limited
        )
        add(
            "quince_webhook_messages_total",
            "Messages to webhooks and NATS, by what came of them.",
            "outcome",
            counts.webhooks
        )
        add(
            "quince_wallet_pushes_total",
            "Pushes to devices with Wallet, by what came of them.",
            "outcome",
            counts.pushes
        )
    }

    /// Adds the count of dropped lines.
    mutating func addDroppedLines(_ count: Int) {
        family(
            "quince_log_lines_dropped_total",
            "counter",
            "Lines of the log that were dropped because nothing read them."
        )
        sample("quince_log_lines_dropped_total", [], "\(count)")
    }

    /// Adds the days until each certificate ends.
    mutating func add(_ endings: [ServerMetrics.CertificateDays]) {
        family("quince_certificate_days_left", "gauge", "Whole days until a certificate ends.")
        for ending in endings {
            sample(
                "quince_certificate_days_left",
                [("purpose", ending.purpose), ("file", ending.file)],
                "\(ending.days)"
            )
        }
    }

    /// Adds which certificates could not be renewed.
    mutating func addRefusals(_ refusals: [(purpose: String, isRefused: Bool)]) {
        family(
            "quince_certificate_refused",
            "gauge",
            "1 where the files of a certificate are bad and the one of before serves."
        )
        for (purpose, isRefused) in refusals {
            sample("quince_certificate_refused", [("purpose", purpose)], isRefused ? "1" : "0")
        }
    }

    /// Adds a gauge without labels.
    mutating func gauge(_ name: StaticString, _ help: StaticString, _ value: Int) {
        family(name.description, "gauge", help)
        sample(name.description, [], "\(value)")
    }

    private mutating func add(
        _ name: String,
        _ help: StaticString,
        _ label: String,
        _ counts: [String: Int]
    ) {
        family(name, "counter", help)
        for (value, count) in counts.sorted(by: { $0.key < $1.key }) {
            sample(name, [(label, value)], "\(count)")
        }
    }

    private mutating func family(_ name: String, _ type: StaticString, _ help: StaticString) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    private mutating func sample(_ name: String, _ labels: [(String, String)], _ value: String) {
        let list = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        text += list.isEmpty ? "\(name) \(value)\n" : "\(name){\(list)} \(value)\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
            "\n",
            with: "\\n"
        )
    }
}

extension ServerMetrics {
    /// A certificate and the whole days until it ends.
    struct CertificateDays: Sendable {
        let purpose: String
        let file: String
        let days: Int
    }
}
