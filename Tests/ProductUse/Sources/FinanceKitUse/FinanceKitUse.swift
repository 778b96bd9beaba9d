import FinanceKit

/// Whether a device without a test has orders.
public let hasOrders = FinanceStore.isDataAvailable(.orders)
