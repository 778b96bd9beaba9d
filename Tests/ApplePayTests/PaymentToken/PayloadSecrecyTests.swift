import ASN1
import Bytes
import JSON
import PaymentToken
import TestSupport
import Testing
import World

/// Plants secrets in every form of payload, prints everything that can be printed, and looks for
/// them.
@Suite("Descriptions of a payload")
struct PayloadSecrecyTests {
    let world = World.simulated(seed: 201, startingAt: TokenWorkshop.now)

    static func traces(of recipe: PayloadRecipe, in value: Any) -> [String] {
        let planted =
            [
                ("card number", Array(recipe.accountNumber.utf8)),
                ("cryptogram", recipe.cryptogram), ("name", Array(recipe.cardholderName.utf8)),
            ] + recipe.otherSecrets.map { ($0.name, $0.bytes) }
        return Exposure.everyView(of: value).flatMap { shown in
            planted.flatMap { name, bytes in
                Exposure.traces(of: bytes, in: shown).map { "\(name) as \($0)" }
            }
        }
    }

    /// Everything that a payload gives, however deep.
    static func values(of payment: PaymentPayload) -> [Any] {
        var values: [Any] = [
            payment, [payment], payment.proof, payment.accountNumber, payment.document,
            payment.cardholderName as Any, payment.document.root, payment.document.root.members,
            payment.authenticationResponses as Any, payment.merchantTokenMetadata as Any,
        ]
        if case .emv(let chip, let pin) = payment.proof {
            values += [chip, chip.objects, chip.objects.bytes, chip.objects.objects, pin as Any]
            values += chip.objects.objects.flatMap { [$0, $0.tag, $0.value, $0.objects] as [Any] }
        }
        for response in payment.authenticationResponses ?? [] {
            values += [response, response.authenticationData, response.cryptogram as Any]
        }
        return values
    }

    @Test(arguments: PayloadRecipe.Form.allCases)
    func `contains no secret when it is read`(form: PayloadRecipe.Form) throws {
        let recipe = PayloadRecipe(form, from: world)
        let payment = try PayloadFormTests.read(recipe)
        for value in Self.values(of: payment) {
            #expect(Self.traces(of: recipe, in: value) == [], "\(type(of: value))")
        }
        #expect("\(payment)".hasSuffix("•\(recipe.accountNumber.suffix(4))"))
    }

    @Test(arguments: PayloadRecipe.Form.allCases)
    func `contains no secret when it is refused`(form: PayloadRecipe.Form) throws {
        let recipe = PayloadRecipe(form, from: world)
        var refusals: [TokenRefusal.DecryptionProblem] = []
        func collect(_ text: String) {
            do throws(TokenRefusal.DecryptionProblem) {
                _ = try PayloadFormTests.read(text)
            } catch { refusals.append(error) }
        }
        for member in recipe.members {
            collect(recipe.with(member.name, nil).text)
            for secret in [recipe.accountNumber + "x", recipe.cardholderName] {
                collect(recipe.with(member.name, .string(secret)).text)
                collect(recipe.with(member.name, .object(["emvData": .string(secret)])).text)
                collect(recipe.with(member.name, .array([.string(secret)])).text)
            }
        }
        for end in stride(from: 1, to: recipe.text.count, by: 13) {
            collect(String(recipe.text.prefix(end)))
        }
        #expect(refusals.count > 50)
        for refusal in refusals {
            let whole = TokenRefusal.decryption(refusal)
            for value in [refusal, whole, whole.remedy, whole.step] as [Any] {
                #expect(Self.traces(of: recipe, in: value) == [])
            }
        }
    }

    @Test func `contains no secret when chip data is invalid`() throws {
        let recipe = PayloadRecipe(.chipData, from: world)
        let chip = recipe.otherSecrets[0].bytes
        var refused = 0
        for place in chip.indices {
            for change in [chip[..<place] + [], chip[..<place] + [0xff] + chip[(place + 1)...]] {
                do throws(BERTLVFailure) {
                    _ = try DataObjects(Secret(copying: Array(change)))
                } catch {
                    refused += 1
                    #expect(Self.traces(of: recipe, in: error) == [])
                }
            }
        }
        #expect(refused > chip.count / 2)
    }
}
