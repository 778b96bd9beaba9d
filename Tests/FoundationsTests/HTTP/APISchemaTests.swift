import HTTPMessages
import JSON
import Testing

@testable import HTTPServer

@Suite("A JSON value that is not as the API says")
struct APISchemaTests {
    private static let step = APISchema.either([
        .choice(["authorize", "cancel"]),
        .oneOf([
            [.required("wait", .integer(0...9)), .optional("unit", .anyText)],
            [.required("card", .anyText), .required("pin", .anyText)],
        ]),
    ])

    @Test(arguments: [
        (#""dance""#, "\"steps\" is not one of: authorize, cancel"),
        ("5", "\"steps\" is not a text or a JSON object"),
        ("null", "\"steps\" is not a text or a JSON object"),
        ("[]", "\"steps\" is not a text or a JSON object"),
        ("{}", "\"steps\": give exactly one of: wait, card"),
        (#"{"pin":"1"}"#, "\"steps\": give exactly one of: wait, card"),
        (#"{"wait":1,"card":"a"}"#, "\"steps\": give exactly one of: wait, card"),
        (#"{"card":"a"}"#, "\"steps.pin\" is missing"),
        (#"{"wait":10}"#, "\"steps.wait\" is not a whole number from 0 to 9"),
        (#"{"wait":1,"pin":"1"}"#, "\"steps.pin\" is not a member; there are: wait, unit"),
        (#""cancel""#, nil), (#"{"wait":1,"unit":""}"#, nil), (#"{"pin":"1","card":""}"#, nil),
    ])
    func `is refused for what is wrong with the form that is meant`(
        text: String,
        detail: String?
    ) throws {
        let value = try JSONDocument(Array(text.utf8)).root
        var found: String?
        do throws(HTTPProblem) { try Self.step.check(value, at: "steps") } catch {
            #expect(error.status == .badRequest)
            found = error.detail
        }
        #expect(found == detail)
    }
}
