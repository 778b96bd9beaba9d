// The part of UIKit that PassKit's API and the files of its apps need: no drawing, no layout, no
// animations. Every call takes effect before it returns, so a test can press a button and check.
//
// On Apple's systems URLRequest, URLSession and `@Observable` come with Foundation; on Linux they are
// in modules of their own.
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import Observation
