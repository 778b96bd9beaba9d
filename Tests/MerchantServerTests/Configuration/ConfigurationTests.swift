import Foundation
import MerchantServer
import Sockets
import Testing

@Suite("The configuration of the server")
struct ConfigurationTests {
    static let least = """
        {"database":{"sqlite":"payments.sqlite"},
         "merchant":{"identifier":"merchant.com.example","displayName":"Shop"},
         "processing":{"files":["processing.key"]},
         "network":{"address":"127.0.0.1:8583","merchant":"SHOP"}}
        """

    private func read(
        _ text: String,
        _ environment: [String: String] = [:]
    ) throws(ConfigurationRefusal) -> ServerConfiguration {
        try ServerConfiguration(Array(text.utf8), folder: "/etc/shop", environment: environment)
    }

    private func problems(_ text: String, _ environment: [String: String] = [:]) -> [String] {
        do throws(ConfigurationRefusal) {
            _ = try read(text, environment)
            return []
        } catch { return error.problems.map(\.member) }
    }

    @Test func `needs little, and trusts Apple and listens on loopback unless told otherwise`()
        throws
    {
        let configuration = try read(Self.least)
        #expect(configuration.listen.description == "127.0.0.1:8080")
        #expect(configuration.testRoot == nil && configuration.gateway == .apple)
        #expect(!configuration.isSandboxEnvironment)
        #expect(configuration.tls == nil && configuration.identity == nil)
    }

    @Test func `has paths that are relative to its folder`() throws {
        let configuration = try read(Self.least.replacing("processing.key", with: "/keys/a"))
        #expect(configuration.database == .sqlite("/etc/shop/payments.sqlite"))
        #expect(configuration.processingFiles == ["/keys/a"])
    }

    @Test func `is refused with everything that is wrong at once`() {
        let found = problems(
            """
            {"listen":"nowhere","database":{"sqlite":"a","postgresql":"postgresql://b/c"},
             "merchant":{"identifier":"merchant com","color":"red"},
             "processing":{"files":[]},"network":{"address":"127.0.0.1:65536","merchant":"SHOP"},
             "limits":{"bodyBytes":1},"trust":"everyone"}
            """
        )
        #expect(
            Set(found) == [
                "listen", "database", "merchant.identifier", "merchant.color",
                "merchant.displayName", "processing.files", "network.address", "limits.bodyBytes",
                "trust",
            ]
        )
    }

    @Test(arguments: [
        (#""sqlite":"payments.sqlite""#, #""sqlite":"""#, "database.sqlite"),
        (#""SHOP""#, #""A SHOP OF 16 CHAR""#, "network.merchant"),
        (#""SHOP""#, #"" SHOP""#, "network.merchant"),
        (#""SHOP""#, #""SHOP","terminal":"T ""#, "network.terminal"),
        (#""Shop""#, #""Shop\u0007""#, "merchant.displayName"),
        (#""network""#, #""origins":["https://shop.example/"],"network""#, "origins[0]"),
        (#""network""#, #""domains":["Shop.example"],"network""#, "domains[0]"),
        (#""network""#, #""environment":"test","network""#, "environment"),
        (
            #""network""#,
            #""webhooks":{"keyFile":"k","endpoints":[{"name":"a","url":"http://a/"}]},"network""#,
            "webhooks.endpoints[0].url"
        ),
        (
            #""network""#,
            #""webhooks":{"keyFile":"k","endpoints":[{"name":"a","url":"https://a/"},"#
                + #"{"name":"a","url":"https://b/"}]},"network""#,
            "webhooks.endpoints[1].name"
        ),
    ])
    func `refuses a value of another form, and says where it is`(
        _ text: String,
        _ replacement: String,
        _ member: String
    ) {
        #expect(problems(Self.least.replacing(text, with: replacement)) == [member])
    }

    @Test func `takes members from the environment`() throws {
        let configuration = try read(
            Self.least,
            [
                "QUINCE_SERVER_NETWORK_ADDRESS": "127.0.0.1:9",
                "QUINCE_SERVER_MERCHANT_DISPLAY_NAME": "Another",
                "QUINCE_SERVER_LIMITS_BODY_BYTES": "4096",
                "QUINCE_SERVER_ORIGINS": "https://a.example,https://b.example",
                "QUINCE_SERVER_DATABASE_POSTGRESQL_FILE": "/run/secrets/db", "PATH": "/bin",
            ]
        )
        #expect(configuration.network?.address.port == 9)
        #expect(configuration.merchant.displayName == "Another")
        #expect(configuration.limits.bodyBytes == 4_096)
        #expect(configuration.origins == ["https://a.example", "https://b.example"])
        #expect(configuration.database == .postgreSQLFile("/run/secrets/db"))
    }

    @Test func `refuses a variable that names no member, or has a value of another form`() {
        let found = problems(
            Self.least,
            ["QUINCE_SERVER_NETWORK_ADRESS": "127.0.0.1:9", "QUINCE_SERVER_LISTEN": "here"]
        )
        #expect(Set(found) == ["QUINCE_SERVER_NETWORK_ADRESS", "listen"])
    }

    @Test func `says nothing of a text that is not JSON but where it ends to be`() {
        #expect(problems("{\"database\":") == [""])
        #expect(problems("[]") == [""])
    }
}
