// What PassKit's own API and its apps' files need of UIKit: no drawing, no layout, no animations.
// Everything happens before the call returns, so a test can press a button and look.
//
// On Apple's systems Foundation has URLRequest and URLSession; here they are a module of their own.
// It has `@Observable` too, which is here in Swift's own Observation.
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import Observation
