internal import Bytes
internal import CLibCurl
internal import HTTPMessages
internal import Sockets

/// One request and what has come of its response, used on the client's thread only.
@safe
final class Transfer {
    typealias Result = Swift.Result<HTTPResponse, HTTPClientFailure>

    let handle: OpaquePointer
    private let continuation: CheckedContinuation<Result, Never>
    private var lists: [UnsafeMutablePointer<curl_slist>?] = unsafe []
    private let limit: Int
    private var fields = HTTPFields()
    private var body: [UInt8] = []
    private var fault: HTTPClientFailure.Reason?
    /// Set by C where an address was refused.
    private let refusal: UnsafeMutablePointer<CInt>

    /// Prepares a transfer; nil where libcurl refuses an option.
    init?(
        _ request: HTTPClientRequest,
        _ configuration: HTTPClientConfiguration,
        _ continuation: CheckedContinuation<Result, Never>
    ) {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe self.handle = OpaquePointer(handle)
        self.continuation = continuation
        limit = request.responseLimit
        unsafe refusal = .allocate(capacity: 1)
        unsafe refusal.initialize(to: 0)
        guard prepare(request), secure(configuration) else { return nil }
        unsafe quince_curl_callbacks(
            curl,
            { bytes, size, count, context in
                unsafe Transfer.of(context)?.takeLine(bytes, size * count) ?? 0
            },
            { bytes, size, count, context in
                unsafe Transfer.of(context)?.takePiece(bytes, size * count) ?? 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    deinit {
        unsafe curl_easy_cleanup(curl)
        unsafe lists.forEach { unsafe curl_slist_free_all($0) }
        unsafe refusal.deallocate()
    }

    var curl: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(handle) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Passes the outcome to the caller.
    func end(_ code: Int, cancelled: Bool = false) {
        if unsafe refusal.pointee != 0, code == Int(CURLE_COULDNT_CONNECT.rawValue) {
            fault = .addressPrivate
        }
        let reason = cancelled ? .cancelled : fault ?? Self.reason(CURLcode(UInt32(code)))
        guard let reason else {
            guard let status = HTTPStatus(unsafe quince_curl_status(curl)) else {
                return continuation.resume(
                    returning: .failure(.mayHaveBeenSent(.responseMalformed))
                )
            }
            let response = HTTPResponse(status, fields: fields, body: body)
            return continuation.resume(returning: .success(response))
        }
        let began = unsafe quince_curl_began(curl) == 1
        continuation.resume(
            returning: .failure(began ? .mayHaveBeenSent(reason) : .notSent(reason))
        )
    }

    private static func reason(_ code: CURLcode) -> HTTPClientFailure.Reason? {
        switch code {
        case CURLE_OK: nil
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .requestMalformed
        case CURLE_COULDNT_RESOLVE_HOST: .nameUnknown
        case CURLE_COULDNT_CONNECT: .connectionFailed
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
            .tlsRefused
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
            CURLE_HTTP2, CURLE_HTTP2_STREAM:
            .connectionLost
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
            .responseMalformed
        default: .library(Int(code.rawValue))
        }
    }

    // MARK: The response

    private func takeLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        // In bytes: characters would cost more than the rest of a response.
        var line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)[...]
        while unsafe line.last == 0x0A || line.last == 0x0D { unsafe line.removeLast() }
        if unsafe line.starts(with: "HTTP/".utf8) {
            // Of several responses, such as those of status 100, the last counts.
            fields = HTTPFields()
            body = []
            return count
        }
        guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")) else { return count }
        var value = unsafe line[(colon + 1)...]
        while unsafe value.first == 0x20 || value.first == 0x09 { unsafe value.removeFirst() }
        while unsafe value.last == 0x20 || value.last == 0x09 { unsafe value.removeLast() }
        guard let name = HTTPFieldName(unsafe String(decoding: line[..<colon], as: UTF8.self)),
            let value = HTTPFieldValue(unsafe String(decoding: value, as: UTF8.self))
        else {
            fault = .responseMalformed
            return 0
        }
        fields.append(name, value)
        return count
    }

    private func takePiece(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard count <= limit - body.count else {
            fault = .responseTooLarge
            return 0
        }
        unsafe body += UnsafeRawBufferPointer(start: bytes, count: count)
        return count
    }

    // MARK: The request

    private func set(_ option: CURLoption, _ value: Int) -> Bool {
        unsafe quince_curl_number(curl, option, value) == 1
    }

    private func set(_ option: CURLoption, _ value: String) -> Bool {
        guard !value.utf8.contains(0) else { return false }
        return unsafe quince_curl_text(curl, option, value) == 1
    }

    private func set(_ option: CURLoption, _ values: [String]) -> Bool {
        var list: UnsafeMutablePointer<curl_slist>?
        for value in values { unsafe list = curl_slist_append(list, value) }
        unsafe lists.append(list)
        return unsafe quince_curl_list(curl, option, list) == 1
    }

    private func prepare(_ request: HTTPClientRequest) -> Bool {
        // Without a scheme, libcurl would guess one.
        guard request.url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
            ["http://", "https://"].contains(where: request.url.lowercased().hasPrefix),
            set(CURLOPT_URL, request.url), set(CURLOPT_NOSIGNAL, 1),
            set(CURLOPT_PROTOCOLS_STR, "http,https"),
            set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
            set(CURLOPT_TIMEOUT_MS, Self.milliseconds(request.timeLimit)),
            set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(request.connectionTimeLimit)),
            set(CURLOPT_FRESH_CONNECT, request.hasNewConnection ? 1 : 0),
            set(CURLOPT_PIPEWAIT, request.sharesConnection ? 1 : 0)
        else { return false }
        // At its end a transfer would wait for the thread that looks up its name, and all others with it. libcurl
        // before 7.87 has no such option.
        _ = set(CURLOPT_QUICK_EXIT, 1)
        if request.refusesPrivateAddresses { unsafe quince_curl_public_only(curl, refusal) }
        let isBodySet: Bool
        if request.method == .head {
            isBodySet = set(CURLOPT_NOBODY, 1)
        } else if request.body.isEmpty, request.method == .get {
            isBodySet = set(CURLOPT_HTTPGET, 1)
        } else {
            isBodySet =
                unsafe quince_curl_body(curl, request.body, request.body.count) == 1
                && set(CURLOPT_CUSTOMREQUEST, request.method.name)
        }
        // Without these, libcurl waits for status 100 and names a type of its own.
        var lines = ["Expect:"]
        if request.fields[.contentType] == nil { lines.append("Content-Type:") }
        for field in request.fields.all where !Self.own.contains(field.name) {
            let value = field.value.text
            lines.append(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")
        }
        return isBodySet && set(CURLOPT_HTTPHEADER, lines)
    }

    private static let own: [HTTPFieldName] = [
        .connection, .contentLength, .transferEncoding, .expect, "Keep-Alive",
    ]

    private func secure(_ configuration: HTTPClientConfiguration) -> Bool {
        guard set(CURLOPT_PROXY, "") else { return false }
        if let roots = configuration.roots {
            guard set(CURLOPT_CAINFO_BLOB, Array(roots.map(Self.pem).joined().utf8)) else {
                return false
            }
        }
        if let identity = configuration.identity {
            let chain = Array(identity.chain.map(Self.pem).joined().utf8)
            let isKeySet = identity.privateKey.withBytes { bytes in
                unsafe bytes.withUnsafeBufferPointer { buffer in
                    unsafe quince_curl_blob(
                        curl,
                        CURLOPT_SSLKEY_BLOB,
                        buffer.baseAddress,
                        buffer.count
                    ) == 1
                }
            }
            guard set(CURLOPT_SSLCERT_BLOB, chain), isKeySet else { return false }
        }
        let targets = configuration.addresses.map { "\($0.description):\($1.description)" }
        return targets.isEmpty || set(CURLOPT_CONNECT_TO, targets)
    }

    private func set(_ option: CURLoption, _ bytes: [UInt8]) -> Bool {
        unsafe quince_curl_blob(curl, option, bytes, bytes.count) == 1
    }

    private static func pem(_ der: [UInt8]) -> String { PEMText.encode(der, label: "CERTIFICATE") }

    private static func milliseconds(_ duration: Duration) -> Int {
        let milliseconds = duration / .milliseconds(1)
        return Int(max(1, min(milliseconds, 2_000_000_000)))
    }
}
