@_exported public import UIKitStubs
