public import Foundation
internal import PaymentSheet
internal import World

/// The store of the orders in Wallet. Since iOS 17.
///
/// It is that of the current device. Whether the app is entitled to an order type is not looked at. There is no
/// financial data.
///
/// - Source: Apple, *FinanceKit*, `FinanceStore` and the pages of its members.
public final class FinanceStore: Sendable {
    /// The store.
    public static let shared = FinanceStore()

    private init() {}

    /// A kind of data in the store.
    public enum DataType: Hashable, Sendable {
        /// Accounts and their transactions.
        case financialData
        /// Orders.
        case orders
    }

    /// The outcome of saving an order.
    public enum SaveOrderResult: CaseIterable, Hashable, Sendable {
        /// The store has the order.
        case added
        /// The person cancelled.
        case cancelled
        /// The store has a newer version.
        case newerExisting
    }

    /// The version of an order in the store, compared with another one.
    public enum ContainsOrderResult: CaseIterable, Hashable, Sendable {
        /// The store has that version, or was asked about none.
        case exists
        /// It has a newer one.
        case newerExists
        /// It has an older one.
        case olderExists
        /// It has none.
        case notFound
    }

    /// Whether the device has such data.
    public static func isDataAvailable(_ dataType: DataType) -> Bool {
        dataType == .orders && CurrentDevice.device != nil
    }

    /// Offers the person an order, to be added or to take the place of an older version.
    ///
    /// A version that the store has already is added again, which is a guess.
    ///
    /// - Parameter signedArchive: The order's package, as the merchant's server signed it.
    /// - Returns: What came of it.
    /// - Throws: ``FinanceError/unknown`` where the package is not right; that Apple's is this one is a guess. The
    ///   record of a test has the faults among the app's mistakes.
    nonisolated(nonsending) public func saveOrder(
        signedArchive: Data
    ) async throws -> SaveOrderResult {
        guard let device = CurrentDevice.device else { throw FinanceError.dataRestricted(.orders) }
        return switch device.offer(order: Array(signedArchive)) {
        case .added: .added
        case .cancelled: .cancelled
        case .newerExisting: .newerExisting
        case .refused: throw FinanceError.unknown
        }
    }

    /// Looks for an order, and compares its version with one of a time in whole seconds.
    nonisolated(nonsending) public func containsOrder(
        matching fqoid: FullyQualifiedOrderIdentifier,
        updatedDate: Date? = nil
    ) async throws -> ContainsOrderResult {
        let found = CurrentDevice.device?.update(
            ofOrder: fqoid.orderIdentifier,
            type: fqoid.orderTypeIdentifier
        )
        guard let found else { return .notFound }
        guard let updatedDate else { return .exists }
        let seconds = updatedDate.timeIntervalSince1970.rounded(.down)
        let own = Double(found.seconds)
        return own == seconds ? .exists : own > seconds ? .newerExists : .olderExists
    }
}
