// The part of WebKit that an app needs to sell on its own pages: links are followed, or stopped by
// the app, and nothing is drawn (mission 6.1).
@_exported public import UIKitStubs
