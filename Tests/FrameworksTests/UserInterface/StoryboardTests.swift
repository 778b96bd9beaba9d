import Testing
import UIKit

@MainActor
@Suite("What a storyboard and Xcode's editor give an app")
struct StoryboardTests {
    private final class Screen: UIViewController {
        var calls: [String] = []

        override func viewWillLayoutSubviews() { calls.append("will") }
        override func viewDidLayoutSubviews() { calls.append("did") }
    }

    @Test func `a storyboard has the view controllers that were added to it`() {
        UIStoryboard.addViewController(withIdentifier: "receipt", toStoryboardNamed: "A") {
            Screen()
        }
        UIStoryboard.addViewController(toStoryboardNamed: "A") { UINavigationController() }
        let board = UIStoryboard(name: "A", bundle: nil)
        let first = board.instantiateViewController(withIdentifier: "receipt")
        #expect(first is Screen)
        #expect(board.instantiateViewController(withIdentifier: "receipt") !== first)
        #expect(board.instantiateInitialViewController() is UINavigationController)
        #expect(UIStoryboard(name: "B", bundle: nil).instantiateInitialViewController() == nil)
        UIStoryboard.addViewController(withIdentifier: "of Main") { Screen() }
        let next = first.storyboard?.instantiateViewController(withIdentifier: "of Main")
        #expect(next is Screen)
    }

    @Test func `a storyboard without the view controller says how to add it`() async {
        await #expect(processExitsWith: .failure) { @MainActor in
            _ = UIStoryboard(name: "C", bundle: nil).instantiateViewController(withIdentifier: "x")
        }
    }

    @Test func `a view controller is told when its view is laid out`() {
        let screen = Screen()
        screen.view.layoutIfNeeded()
        #expect(screen.calls == ["will", "did"])
    }

    @Test func `a colour literal is a colour, and a key without a text is its own text`() {
        let color: UIColor = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 1)
        #expect(color == .orange)
        #expect(String(localized: "no such key", comment: "none") == "no such key")
    }

    @Test func `a text view has one text, and an app the delegate that is set`() {
        let view = UITextView()
        view.attributedText = NSAttributedString(string: "a")
        #expect(view.text == "a")
        view.text = nil
        #expect(view.attributedText?.string == "")

        final class Delegate: NSObject, UIApplicationDelegate {}
        let (app, delegate) = (UIApplication(), Delegate())
        app.delegate = delegate
        #expect(app.delegate === delegate)
        let light = UITraitCollection(userInterfaceStyle: .light)
        let dark = UITraitCollection(userInterfaceStyle: .dark)
        let differences = [UITraitCollection.current, dark]
            .map { light.hasDifferentColorAppearance(comparedTo: $0) }
        #expect(differences == [false, true])
    }
}
