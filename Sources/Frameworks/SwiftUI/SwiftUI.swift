// The part of SwiftUI that a payment button needs. There are no texts, stacks or navigation: a
// screen that has them stays in the app, and the file of its payment button is compiled and tested
// here (Documentation/TestingApps.md). A `UIHostingController` turns views into UIKit views.
@_exported public import Combine
@_exported public import UIKitStubs
