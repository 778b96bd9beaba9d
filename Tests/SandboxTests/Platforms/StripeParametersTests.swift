import Testing
import World

@testable import Platforms

@Suite("Parameters in Stripe's form")
struct StripeParametersTests {
    private func parameters(_ text: String) -> StripeParameters? {
        StripeParameters(Array(text.utf8))
    }

    private static let forms: [(form: String, leaves: [String]?)] = [
        ("", []),
        ("amount=1075&currency=usd", ["amount=1075", "currency=usd"]),
        ("card[exp_month]=12", ["card[exp_month]=12"]),
        ("card%5Bexp_month%5D=12", ["card[exp_month]=12"]),
        ("expand[0]=a&expand[1]=b", ["expand[0]=a", "expand[1]=b"]),
        ("expand[]=a&expand[]=b", ["expand[]=a", "expand[]=b"]),
        ("a[b][c][d]=e", ["a[b][c][d]=e"]),
        ("name=J%C3%BCrgen+M", ["name=J\u{fc}rgen M"]),
        ("amount=1&amount=2", ["amount=2"]),
        ("pk_token=%7B%22a%22%3A%22%26%3D%22%7D", ["pk_token={\"a\":\"&=\"}"]),
        ("flag", ["flag="]), ("&&a=1&", ["a=1"]),
        ("a[=1", nil), ("a]=1", nil), ("a[b=1", nil), ("a[b]c=1", nil), ("[a]=1", nil),
        ("a[b[c]]=1", nil), ("=1", nil), ("a=%4", nil), ("a=%zz", nil), ("a=%+1", nil),
        ("a=%00", nil), ("a=%ff", nil), ("a[1][2][3][4][5][6][7][8]=1", nil),
    ]

    @Test(arguments: forms) func `are read strictly`(_ form: (form: String, leaves: [String]?)) {
        let read = parameters(form.form)
        #expect(read?.leaves.map { "\($0.name)=\($0.value)" } == form.leaves)
    }

    @Test func `never fail on any bytes, and are the same when they are written again`() throws {
        let randomness = World.simulated(seed: 35, startingAt: UnixTime(seconds: 0)).randomness
        let alphabet = Array("ab[]=&%2+5B".utf8) + [0, 0xff]
        var read = 0
        for _ in 0..<20_000 {
            let count = Int(randomness.number(below: 16))
            let bytes = (0..<count).map { _ in
                alphabet[Int(randomness.number(below: UInt64(alphabet.count)))]
            }
            guard let found = StripeParameters(bytes) else { continue }
            read += 1
            let text = found.leaves.map { "\(escaped($0.name))=\(escaped($0.value))" }
                .joined(separator: "&")
            #expect(parameters(text)?.leaves == found.leaves)
        }
        #expect((1_000..<20_000).contains(read))
    }

    private func escaped(_ text: String) -> String {
        text.utf8.map { "%" + String(256 + Int($0), radix: 16).dropFirst() }.joined()
    }

    @Test func `have a text that is the same in any order, and another for another value`() {
        let first = parameters("a=1&b[c]=2")?.canonical
        #expect(first == parameters("b%5Bc%5D=2&a=1")?.canonical)
        #expect(first != parameters("a=1&b[c]=3")?.canonical)
        #expect(first != parameters("a=1&b[d]=2")?.canonical)
        #expect(parameters("a=1%01b%5Bc%5D%3D2")?.canonical != first)
    }

    @Test func `that a form does not have are found`() {
        let form = [["amount"], ["metadata", "*"], ["billing", "**"]]
        func unknown(_ text: String) -> String? { parameters(text)?.unknown(form)?.name }
        #expect(unknown("amount=1&metadata[a]=b&billing[x][y]=z") == nil)
        #expect(unknown("amount=1&colour=red") == "colour")
        #expect(unknown("metadata[a][b]=c") == "metadata[a][b]")
        #expect(unknown("amount[a]=1") == "amount[a]")
    }
}
