import PaymentSheet
import Testing
import UIKitStubs

@MainActor
@Suite("Windows of an app")
struct WindowTests {
    /// The window that checkouts look for to show a sheet over, in the two ways of asking for it.
    private var keyWindows: [UIWindow?] {
        [
            UIApplication.shared.keyWindow,
            UIApplication.shared.connectedScenes
                .filter { $0.activationState == .foregroundActive }
                .compactMap { $0 as? UIWindowScene }
                .flatMap(\.windows)
                .first { $0.isKeyWindow },
        ]
    }

    @Test func `the window that was shown last takes the keyboard's input`() async {
        await CurrentDevice.with(FakeDevice()) {
            #expect(keyWindows == [nil, nil])
            let (first, second) = (UIWindow(), UIWindow())
            first.makeKeyAndVisible()
            #expect(keyWindows == [first, first])
            second.makeKeyAndVisible()
            #expect(keyWindows == [second, second])
            #expect(!first.isKeyWindow)
            #expect(UIApplication.shared.windows == [first, second])
            #expect(second.windowScene?.windows == [first, second])
            first.makeKeyAndVisible()
            #expect(UIApplication.shared.windows == [second, first])
            #expect(keyWindows == [first, first])
        }
    }

    @Test func `a root appears once, however often its window is shown`() async {
        final class Root: UIViewController {
            var appearances = 0
            override func viewDidAppear(_ animated: Bool) { appearances += 1 }
        }
        await CurrentDevice.with(FakeDevice()) {
            let (window, other, root) = (UIWindow(), UIWindow(), Root())
            window.rootViewController = root
            window.makeKeyAndVisible()
            other.makeKeyAndVisible()
            window.makeKeyAndVisible()
            #expect(root.appearances == 1)
        }
    }

    @Test func `a window that the app released is no longer found`() async {
        await CurrentDevice.with(FakeDevice()) {
            UIWindow().makeKeyAndVisible()
            #expect(UIApplication.shared.windows.isEmpty)
        }
    }

    @Test func `apps on two devices do not find each other's windows`() async {
        let (one, two) = (FakeDevice(), FakeDevice())
        let window = UIWindow()
        await CurrentDevice.with(one) { window.makeKeyAndVisible() }
        await CurrentDevice.with(two) { #expect(UIApplication.shared.windows.isEmpty) }
        await CurrentDevice.with(one) { #expect(UIApplication.shared.windows == [window]) }
    }

    @Test func `an address that the app has opened is noted`() async throws {
        let address = try #require(URL(string: "https://shop.example/help"))
        await CurrentDevice.with(FakeDevice()) {
            var answers: [Bool] = []
            #expect(UIApplication.shared.canOpenURL(address))
            UIApplication.shared.open(address) { answers.append($0) }
            #expect(UIApplication.shared.openedURLs == [address])
            #expect(answers == [true])
        }
    }
}
