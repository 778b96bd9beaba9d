public import Foundation
public import UIKitStubs

/// The button that adds a pass. Since iOS 9.
@preconcurrency @MainActor
open class PKAddPassButton: UIButton {
    /// How it looks.
    open var addPassButtonStyle: PKAddPassButtonStyle

    /// Creates a button with a style.
    public init(addPassButtonStyle style: PKAddPassButtonStyle) {
        addPassButtonStyle = style
        super.init(frame: .zero)
    }

    /// Creates a black button; that it is black is a guess.
    public convenience init() { self.init(addPassButtonStyle: .black) }

    /// Creates a black button with a frame; that it is black is a guess.
    public override convenience init(frame: CGRect) {
        self.init(addPassButtonStyle: .black)
        self.frame = frame
    }

    /// Creates a black button; that it is black is a guess.
    public required init?(coder: NSCoder) {
        addPassButtonStyle = .black
        super.init(coder: coder)
    }
}
