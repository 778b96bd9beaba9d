import CommandLineTool
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
    /// The values of `--fault`.
    static let choices =
        TokenFault.all.map { (word: $0.name, value: [$0]) } + [(everything, TokenFault.all)]

    init(_ invocation: Invocation, for version: PaymentTokenVersion) throws(UsageProblem) {
        let faults = try invocation.value(MintVerb.fault) ?? []
        self =
            switch faults.count {
            case 0: .none
            case 1: .one(faults[0])
            default: .all(faults.filter { $0.versions.contains(version) })
            }
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
