// As much of SwiftUI as a payment button needs. There are no texts, stacks or navigation: a screen
// that has them stays with the app, and the file of its payment button is built and tested here
// (Documentation/TestingApps.md). Views become UIKit's in a `UIHostingController`.
@_exported public import Combine
@_exported public import UIKitStubs
