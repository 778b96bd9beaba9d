@_exported public import Money
@_exported public import PaymentRequest
@_exported public import PaymentSheet
@_exported public import PaymentToken
@_exported public import TestSandbox
@_exported public import Wallet
