import FinanceKitUI

/// The style of a button.
public let style = AddOrderToWalletButtonStyle.blackOutline
