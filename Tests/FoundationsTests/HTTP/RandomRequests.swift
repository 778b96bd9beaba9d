import World

/// Streams of requests, some of them damaged.
enum RandomRequests {
    /// One to three requests; in half of the streams one byte or one piece is changed.
    static func stream(from randomness: any Randomness) -> [UInt8] {
        var bytes = (0...randomness.number(below: 3)).flatMap { _ in request(from: randomness) }
        guard randomness.number(below: 2) == 0 else { return bytes }
        let place = Int(randomness.number(below: UInt64(bytes.count)))
        switch randomness.number(below: 5) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = randomness.bytes(1)[0]
        case 2: bytes.insert(contentsOf: Array(pick(hostileBytes, randomness).utf8), at: place)
        case 3: bytes.insert(bytes[place], at: place)
        default: bytes.removeSubrange(place...)
        }
        return bytes
    }

    private static func request(from randomness: any Randomness) -> [UInt8] {
        let version = pick(["1.1", "1.1", "1.1", "1.0"], randomness)
        var text = "\(pick(methods, randomness)) \(pick(targets, randomness)) HTTP/\(version)\r\n"
        text += "Host: \(pick(["a", "shop.example:8080", "[::1]:1"], randomness))\r\n"
        for _ in 0..<randomness.number(below: 4) { text += pick(fields, randomness) + "\r\n" }
        switch randomness.number(below: 4) {
        case 0:
            text += "Transfer-Encoding: chunked\r\n\r\n"
            for _ in 0..<randomness.number(below: 4) {
                let body = String(repeating: "x", count: Int(randomness.number(below: 20)) + 1)
                text += "\(String(body.utf8.count, radix: 16))"
                text += pick(["", "", ";a", ";a=\"b\""], randomness) + "\r\n\(body)\r\n"
            }
            text += "0\r\n\(pick(["", "", "X-T: 1\r\n"], randomness))\r\n"
        case 1:
            let count = Int(randomness.number(below: 30))
            text += "Content-Length: \(count)\r\n\r\n\(String(repeating: "y", count: count))"
        default: text += "\r\n"
        }
        return Array(text.utf8)
    }

    private static let methods = ["GET", "POST", "HEAD", "OPTIONS", "PUT"]
    private static let targets = ["/", "/a/b", "/a%20b?c=d&e", "http://b/c", "/?x=%41"]
    private static let fields = [
        "Connection: close", "Connection: keep-alive", "X-A: b", "X-A:b", "X-B: c,d", "X-C:",
        "Accept: */*", "Expect: 100-continue", "User-Agent: a/1.0 (b)",
    ]
    private static let hostileBytes = [
        "\r\n", "\n", "\r", " ", "\t", "\0", ":", ",", ";", "Content-Length: 1\r\n",
        "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip\r\n", "Host: b\r\n", "+", "0x",
    ]

    private static func pick(_ choices: [String], _ randomness: any Randomness) -> String {
        choices[Int(randomness.number(below: UInt64(choices.count)))]
    }
}
