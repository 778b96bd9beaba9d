import TestSupport
import Testing

@Suite("The moment of the check of an order")
struct OrderMomentTests {
    /// Makes `given` and `served`, packages by certificates for 90 and 30 days under the root `r.pem`.
    private static let packages = """
        set -e
        new="openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        sign="openssl x509 -req -CAcreateserial -extfile"
        names='subjectKeyIdentifier=hash\\nauthorityKeyIdentifier=keyid\\n'
        $new -x509 -days 90 -subj /CN=R -keyout r.key -out r.pem 2>/dev/null
        printf "${names}basicConstraints=critical,CA:TRUE\\nkeyUsage=critical,keyCertSign
        1.2.840.113635.100.6.2.1=DER:0500\\n" >w.ext
        $new -subj /CN=W -keyout w.key -out w.csr 2>/dev/null
        $sign w.ext -in w.csr -CA r.pem -CAkey r.key -days 90 -out w.pem 2>/dev/null
        printf "${names}keyUsage=critical,digitalSignature\\nextendedKeyUsage=1.2.840.113635.100.4.19
        1.2.840.113635.100.14.2=ASN1:UTF8:order.a\\n" >o.ext
        $new -subj /CN=O -keyout o.key -out o.csr 2>/dev/null
        chmod 600 o.key
        mkdir order
        echo '{"schemaVersion":1,"orderType":"ecommerce","status":"open","orderTypeIdentifier":"order.a",
            "orderIdentifier":"1","createdAt":"2026-03-14T09:30:00Z","updatedAt":"2026-03-14T09:30:00Z",
            "merchant":{"merchantIdentifier":"merchant.a","displayName":"A","url":"https://a.example"},
            "orderManagementURL":"https://a.example/1","webServiceURL":"https://a.example",
            "authenticationToken":"0123456789abcdef"}' >order/order.json
        for made in given:90 served:30; do
            $sign o.ext -in o.csr -CA w.pem -CAkey w.key -days ${made#*:} -out o.pem 2>/dev/null
            "$QUINCE" order make order --key o.key --certificate o.pem --certificate w.pem --out ${made%:*}
        done
        mkdir -p service/v1/orders/order.a
        mv served service/v1/orders/order.a/1
        """

    /// Checks with a service that answers every `GET` of the package with it, now and in 60 days.
    private static let check = """
        import functools, http.server, json, os, subprocess, threading, time
        files = functools.partial(http.server.SimpleHTTPRequestHandler, directory="service")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), files)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        later = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 60 * 86_400))
        for more in [], ["--at", later]:
            run = subprocess.run(
                [os.environ["QUINCE"], "order", "check", "given", "--root", "r.pem", "--json", *more,
                 "--service-url", f"http://127.0.0.1:{server.server_port}"],
                stdout=subprocess.PIPE, text=True)
            names = [fault["name"] for fault in json.loads(run.stdout)["faults"]]
            print("packageWithoutToken" in names, "signerNotValidNow" in names)
        """

    @Test func `is that of the package that its service gives as well`() throws {
        let folder = ScratchFolder()
        let made = try ProcessRun(Self.packages, in: folder.url)
        try #require(made.status == 0, "\(made.remarks)")
        let run = try ProcessRun("python3 - 2>log <<'END'\n\(Self.check)\nEND", in: folder.url)
        #expect(run.results == "True False\nTrue True\n", "\(run.results)")
    }
}
