// The part of UIKit that PassKit's API and the files of its apps need: no drawing, no layout, no
// animations. Every call takes effect before it returns, so a test can press a button and check.
//
// On Apple's systems URLRequest and URLSession are in Foundation; on Linux they are a separate
// module.
@_exported public import Foundation
@_exported public import FoundationNetworking
