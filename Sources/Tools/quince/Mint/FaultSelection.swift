import CommandLineTool
import CommandOptions
import PaymentToken
import TokenMint

/// Which faults the tokens get.
enum FaultSelection {
    case none
    /// All tokens get the same.
    case one(TokenFault)
    /// A token for each.
    case all([TokenFault])

    /// The word that stands for all of them.
    static let everything = "all"

    init(_ invocation: Invocation, for version: PaymentTokenVersion) throws(UsageProblem) {
        guard let name = invocation.value(MintVerb.fault.name) else {
            self = .none
            return
        }
        guard name != Self.everything else {
            self = .all(TokenFault.all.filter { $0.versions.contains(version) })
            return
        }
        guard let fault = TokenFault(named: name) else {
            let nearest = NearestWord.to(
                name,
                among: TokenFault.all.map(\.name) + [Self.everything]
            )
            throw UsageProblem(
                "there is no fault '\(name)'",
                hint: (nearest.map { "did you mean \($0)? " } ?? "")
                    + "quince mint --faults lists them, and --fault all takes each"
            )
        }
        self = .one(fault)
    }

    /// The fault of the token with a number; the first is number 1.
    func fault(of number: UInt64) -> TokenFault? {
        switch self {
        case .none: nil
        case .one(let fault): fault
        case .all(let faults): faults[Int(number - 1)]
        }
    }

    var isAll: Bool { if case .all = self { true } else { false } }

    /// The fault that all tokens get, if it is one.
    var only: TokenFault? { if case .one(let fault) = self { fault } else { nil } }
}
