internal import ApplePaySession
internal import HTTPClient
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import PaymentRequest
internal import PaymentSheet
internal import World

/// The answers of a page to the events of its session.
enum PageAnswers: Sendable {
    /// Answers by the event's name. Of several to one event, each is used once, the last for all that
    /// follow.
    case given([String: [JSONValue]])
    /// Each event is sent to a URL, whose response is the answer.
    case callback(String, HTTPClient)

    /// The events that a page can answer.
    static let events = [
        "paymentmethodselected", "shippingcontactselected", "shippingmethodselected",
        "couponcodechanged", "paymentauthorized",
    ]

    static let schema: APISchema = {
        let answer = APISchema.described("An update or a result of Apple Pay JS.")
        return .either([
            .text(example: "http://127.0.0.1:8080/events"),
            .object(events.map { .optional($0, .either([.list(answer), answer])) }),
        ])
    }()

    init(_ json: JSONValue?, client: HTTPClient) {
        if let url = json?.string {
            self = .callback(url, client)
        } else {
            var answers: [String: [JSONValue]] = [:]
            for (name, value) in json?.members ?? [] { answers[name] = value.elements ?? [value] }
            self = .given(answers)
        }
    }

    /// The answer to an event that happens for the `count`th time; nil where the page does not listen
    /// to it.
    func answer(
        to question: AppQuestion,
        count: Int
    ) async throws(HTTPProblem) -> JSONValue? {
        switch self {
        case .given(let answers):
            guard let list = answers[question.pageEventName], !list.isEmpty else { return nil }
            return list[min(count, list.count) - 1]
        case .callback(let url, let client):
            return try await Self.ask(url, client, question)
        }
    }

    private static func ask(
        _ url: String,
        _ client: HTTPClient,
        _ question: AppQuestion
    ) async throws(HTTPProblem) -> JSONValue? {
        var request = HTTPClientRequest(
            .post,
            url,
            fields: [.contentType: .json],
            body: question.pageEvent.compactBytes
        )
        request.timeLimit = PageApp.patience
        let response: HTTPResponse
        do throws(HTTPClientFailure) {
            response = try await client.send(request)
        } catch { throw question.answerInvalid("the callback failed: \(error)") }
        if response.status == .noContent { return nil }
        guard response.status == .ok else {
            throw question.answerInvalid(
                "the callback answered with status \(response.status.code); 200 with an answer or 204"
                    + " is expected"
            )
        }
        guard let document = try? JSONDocument(response.body) else {
            throw question.answerInvalid("the callback's answer is not JSON")
        }
        return document.root
    }
}

extension AppQuestion {
    /// The problem of an event without an answer: the test that called the wallet must be corrected.
    func answerInvalid(_ problem: String) -> HTTPProblem {
        let detail = "the answer to \(pageEventName): \(problem)"
        return .refused(.unprocessableContent, "answerInvalid", detail)
    }
}
