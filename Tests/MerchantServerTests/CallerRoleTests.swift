import MerchantServer
import Testing

struct CallerRoleTests {
    @Test func `The roles have the names that the configuration and the API use`() {
        #expect(
            CallerRole.allCases.map(\.rawValue) == ["shop", "billing", "back-office", "read-only"]
        )
    }
}
