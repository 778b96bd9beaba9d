internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import World

/// The sandbox's time: `/clock`.
enum ClockRoutes {
    static func operations(_ clock: VirtualClock) -> [APIOperation] {
        [
            APIOperation(.get, "/clock", "The sandbox's time.", answer: state) { _ in
                .json(json(of: clock))
            },
            APIOperation(
                .post,
                "/clock",
                "Moves the sandbox's time, or sets it; from there it goes on.",
                body: .oneOf([
                    [.required("advanceSeconds", .integer(-span...span))],
                    [.required("now", .time)],
                ]),
                answer: state,
                problems: [.unprocessableContent]
            ) { request in
                if let seconds = request.body.integer("advanceSeconds") {
                    try await clock.advance(bySeconds: seconds)
                } else if let time = request.body.time("now") {
                    try await clock.set(to: time)
                }
                return .json(json(of: clock))
            },
        ]
    }

    /// A hundred years.
    private static let span: Int64 = 3_155_760_000

    private static let state = APISchema.object([
        .required("now", .time),
        .required("offsetSeconds", .integer(.min...(.max)), "beside the machine's clock"),
    ])

    private static func json(of clock: VirtualClock) -> JSONOutput {
        .object(["now": .string(clock.now.iso8601), "offsetSeconds": .integer(clock.offsetSeconds)])
    }
}

extension ClockFailure: HTTPProblemSource {
    var problem: HTTPProblem {
        switch self {
        case .outOfRange:
            .refused(.unprocessableContent, "timeOutOfRange", "\(self)")
        case .storage(let failure): failure.problem
        }
    }
}
