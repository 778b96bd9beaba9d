import Combine
import PassKit
import PaymentSheet
import SheetView
import SwiftUI
import Testing

@MainActor
@Suite("The state of a view in SwiftUI")
struct SwiftUIStateTests {
    /// The choice of views on the screen, and the words of those views.
    final class Shelf: ObservableObject {
        var (hasFirst, name, isOther) = (true, "a", false)
        var said: [String] = []
    }

    final class Purchases: ObservableObject {
        var count = 0
    }

    /// A button with its name, and how often it was tapped: as its state, and as its object's.
    struct Counter: View {
        let name: String
        let shelf: Shelf
        @State private var count = 0
        @StateObject private var purchases = Purchases()

        var body: some View {
            PayWithApplePayButton {
                count += 1
                purchases.count += 1
            }
            .accessibilityIdentifier("\(name) \(count) \(purchases.count)")
            .onAppear { shelf.said.append("\(name) appears") }
            .onDisappear { shelf.said.append("\(name) disappears") }
        }
    }

    struct Screen: View {
        @ObservedObject var shelf: Shelf

        var body: some View {
            if shelf.hasFirst { Counter(name: "first", shelf: shelf) }
            Counter(name: "second", shelf: shelf).id(shelf.name)
            if shelf.isOther {
                Counter(name: "other", shelf: shelf)
            } else {
                Counter(name: "third", shelf: shelf)
            }
        }
    }

    /// A screen that is changed and laid out, and what its buttons then show.
    @MainActor
    private final class Bench {
        let shelf = Shelf()
        let screen: UIHostingController<Screen>

        init() { screen = UIHostingController(rootView: Screen(shelf: shelf)) }

        func shows(after change: (Shelf) -> Void = { _ in }) -> [String?] {
            shelf.said = []
            change(shelf)
            screen.view.layoutIfNeeded()
            return screen.view.subviews.map(\.accessibilityIdentifier)
        }

        func tap(_ number: Int) throws {
            let button = try #require(screen.view.subviews[number] as? PKPaymentButton)
            button.tap()
        }
    }

    @Test func `stays with the view, as long as it is shown`() async throws {
        try await CurrentDevice.with(FakeDevice()) {
            let bench = Bench()
            #expect(bench.shows() == ["first 0 0", "second 0 0", "third 0 0"])
            for (number, count) in [(0, 1), (1, 2), (2, 3)] {
                for _ in 0..<count { try bench.tap(number) }
            }
            let all = ["first 1 1", "second 2 2", "third 3 3"]
            #expect(bench.shows() == all)
            #expect(bench.shows { _ in bench.screen.rootView = Screen(shelf: bench.shelf) } == all)
            #expect(bench.shelf.said.isEmpty)
            #expect(bench.shows { $0.hasFirst = false } == ["second 2 2", "third 3 3"])
            #expect(bench.shelf.said == ["first disappears"])
            #expect(
                bench.shows { $0.hasFirst = true } == ["first 0 0", "second 2 2", "third 3 3"]
            )
            #expect(bench.shelf.said == ["first appears"])
            #expect(bench.shows { $0.name = "b" } == ["first 0 0", "second 0 0", "third 3 3"])
            #expect(bench.shelf.said == ["second disappears", "second appears"])
            #expect(bench.shows { $0.isOther = true }.last == "other 0 0")
            #expect(bench.shelf.said == ["third disappears", "other appears"])
            #expect(bench.shows { $0.isOther = false }.last == "third 0 0")
        }
    }

    @Test func `of a representable is made once for each place`() {
        struct Plain: UIViewRepresentable {
            let number: Int

            func makeUIView(context: Context) -> UIView {
                let view = UIView()
                view.tag = number
                return view
            }

            func updateUIView(_ uiView: UIView, context: Context) {}
        }
        struct Row: View {
            let shelf: Shelf

            var body: some View {
                if shelf.hasFirst { Plain(number: 1) }
                Plain(number: 2)
            }
        }
        let shelf = Shelf()
        let screen = UIHostingController(rootView: Row(shelf: shelf))
        let views = screen.view.subviews
        shelf.hasFirst = false
        screen.view.layoutIfNeeded()
        #expect(views.map(\.tag) == [1, 2])
        #expect(screen.view.subviews.count == 1 && screen.view.subviews.first === views.last)
    }
}
