// A web view as far as an app needs one that sells on its pages: links are followed, or stopped
// by the app, and nothing is drawn (mission 6.1).
@_exported public import UIKitStubs
