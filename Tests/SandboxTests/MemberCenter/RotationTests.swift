import AppleServers
import Certificates
import TestSupport
import Testing
import World

@Suite("The rotation of a Payment Processing certificate")
struct RotationTests {
    let bench: CenterBench

    init() async throws {
        bench = try await CenterBench()
        try await bench.register()
    }

    @Test func `the first certificate is active at once, a further one when it is activated`()
        async throws
    {
        let first = try await bench.issue()
        #expect(first.state(at: bench.clock.now) == .active)
        #expect(try await bench.usable() == [first.serialNumber])
        let second = try await bench.issue()
        #expect(second.state(at: bench.clock.now) == .inactive)
        #expect(try await bench.usable() == [first.serialNumber])
        let activated = try await bench.center.activate(serial: second.serialNumber)
        #expect(activated.state(at: bench.clock.now) == .active)
        #expect(try await bench.usable() == [second.serialNumber, first.serialNumber])
    }

    @Test func `the older certificate is usable for ten minutes after the activation`()
        async throws
    {
        let (first, second) = (try await bench.issue(), try await bench.issue())
        bench.clock.advance(bySeconds: 700 * 86_400)
        _ = try await bench.center.activate(serial: second.serialNumber)
        bench.clock.advance(bySeconds: 599)
        #expect(try await bench.usable() == [second.serialNumber, first.serialNumber])
        bench.clock.advance(bySeconds: 1)
        #expect(try await bench.usable() == [second.serialNumber])
        let kept = try await bench.center.certificate(serial: first.serialNumber)
        #expect(kept?.state(at: bench.clock.now) == .replaced)
    }

    @Test func `there is no way back to a certificate that was replaced`() async throws {
        let (first, second) = (try await bench.issue(), try await bench.issue())
        _ = try await bench.center.activate(serial: second.serialNumber)
        await #expect(
            throws: MemberCenterFailure.refused(.notActivable(first.serialNumber, .replaced))
        ) {
            try await bench.center.activate(serial: first.serialNumber)
        }
        await #expect(
            throws: MemberCenterFailure.refused(.notActivable(second.serialNumber, .active))
        ) {
            try await bench.center.activate(serial: second.serialNumber)
        }
    }

    @Test func `a revoked certificate is not usable, not even in the mixed window`() async throws {
        let (first, second) = (try await bench.issue(), try await bench.issue())
        _ = try await bench.center.activate(serial: second.serialNumber)
        _ = try await bench.center.revoke(serial: first.serialNumber)
        #expect(try await bench.usable() == [second.serialNumber])
        _ = try await bench.center.revoke(serial: second.serialNumber)
        #expect(try await bench.usable() == [])
        await #expect(
            throws: MemberCenterFailure.refused(.alreadyRevoked(second.serialNumber))
        ) {
            try await bench.center.revoke(serial: second.serialNumber)
        }
        // Now there is no active one, so the next is active at once.
        let third = try await bench.issue()
        #expect(try await bench.usable() == [third.serialNumber])
    }

    @Test func `two certificates may be unexpired at a time, and a revoked one does not count`()
        async throws
    {
        let (_, second) = (try await bench.issue(), try await bench.issue())
        await #expect(
            throws: MemberCenterFailure.refused(
                .tooManyCertificates(.paymentProcessing, CenterBench.merchant)
            )
        ) {
            try await bench.issue()
        }
        _ = try await bench.center.revoke(serial: second.serialNumber)
        _ = try await bench.issue()
    }

    @Test func `an expired certificate is not usable, and the next is active at once`()
        async throws
    {
        let first = try await bench.issue()
        let end = first.certificate.notAfter.seconds - bench.clock.now.seconds
        bench.clock.advance(bySeconds: end)
        #expect(try await bench.usable() == [first.serialNumber], "the last second is valid")
        bench.clock.advance(bySeconds: 1)
        #expect(try await bench.usable() == [])
        let second = try await bench.issue()
        #expect(try await bench.usable() == [second.serialNumber])
        await #expect(
            throws: MemberCenterFailure.refused(.notActivable(first.serialNumber, .expired))
        ) {
            try await bench.center.activate(serial: first.serialNumber)
        }
    }

    @Test func `only Payment Processing certificates are activated`() async throws {
        let identity = try await bench.issue(.merchantIdentity)
        #expect(identity.state(at: bench.clock.now) == .active)
        await #expect(
            throws: MemberCenterFailure.refused(
                .notActivated(identity.serialNumber, .merchantIdentity)
            )
        ) {
            try await bench.center.activate(serial: identity.serialNumber)
        }
        #expect(try await bench.usable() == [])
        // Both identity certificates of a renewal are in use.
        let next = try await bench.issue(.merchantIdentity)
        for certificate in [identity, next] {
            let found = try await bench.center.certificate(der: certificate.certificate.der)
            #expect(found?.state(at: bench.clock.now) == .active)
            #expect(found?.holder == CenterBench.merchant)
        }
    }
}
