import Certificates
import TestSupport
import Testing
import World

@Suite("A trust anchor in many threads")
struct TrustAnchorThreadTests {
    /// libcrypto encodes a name at its first comparison, unless that was done before: two threads
    /// that compare first would then see half a name.
    @Test func `gives the same verdict from its first use`() async throws {
        let workshop = try TokenWorkshop(seed: 61)
        let (leaf, intermediate) = (workshop.signer, workshop.integration.certificate)
        for _ in 0..<200 {
            let anchor = try TrustAnchor(root: workshop.root.certificate)
            let refusals = await withTaskGroup(of: ChainFailure?.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        do throws(ChainFailure) {
                            try anchor.validate(
                                leaf: leaf,
                                intermediate: intermediate,
                                at: TokenWorkshop.now
                            )
                            return nil
                        } catch { return error }
                    }
                }
                return await group.reduce(into: [ChainFailure]()) { found, refusal in
                    if let refusal { found.append(refusal) }
                }
            }
            #expect(refusals.isEmpty)
        }
    }
}
