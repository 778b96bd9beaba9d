import PassKit
import PaymentSheet
import SheetView
import SwiftUI
import Testing

@testable import AppsInSwift5

@MainActor
@Suite("The modifiers of a payment button")
struct SwiftUIModifierTests {
    /// A view that is there while a model says so.
    struct Conditional<Content: View>: View {
        @ObservedObject var visits: Visits
        let content: Content

        var body: some View {
            if visits.log.first != "closed" { content }
        }
    }

    @Test func `set what a test of the button reads`() async throws {
        try await CurrentDevice.with(FakeDevice()) {
            let (visits, trolley) = (Visits(), Trolley())
            trolley.total = 7
            let content = ModifiedButton().environmentObject(visits).environment(trolley)
            let view = Conditional(visits: visits, content: content)
            let screen = UIHostingController(rootView: view)
            let holder = UIViewController()
            holder.present(screen, animated: false)
            let button = try #require(screen.view.subviews.first as? PKPaymentButton)
            #expect(button.frame.size == CGSize(width: 200, height: 40))
            #expect(button.layer.cornerRadius == 8 && button.alpha == 0.5)
            #expect(button.accessibilityIdentifier == "pay")
            #expect(button.drawing(in: .english).style.rawValue == 2)
            screen.view.layoutIfNeeded()
            #expect(visits.log == ["appeared", "received"])
            while visits.log.count < 3 { await Task.yield() }
            #expect(visits.log.last == "task")
            screen.overrideUserInterfaceStyle = .dark
            screen.view.layoutIfNeeded()
            let shown = try #require(screen.view.subviews.first as? PKPaymentButton)
            #expect(shown.drawing(in: .english).style.rawValue == 0)
            shown.tap()
            #expect(visits.log.last == "buy for 7" && holder.presentedViewController == nil)
            visits.log = ["closed"]
            screen.view.layoutIfNeeded()
            #expect(visits.log == ["closed", "disappeared"])
        }
    }

    @Test func `end with the hosting controller`() async throws {
        await CurrentDevice.with(FakeDevice()) {
            let visits = Visits()
            var isCancelled = false
            let view = WrappedButton(manager: ObservableCheckout())
                .onDisappear { visits.log.append("disappeared") }
                .task {
                    while !Task.isCancelled { await Task.yield() }
                    isCancelled = true
                }
            var screen: UIViewController? = UIHostingController(rootView: view)
            screen?.loadViewIfNeeded()
            await Task.yield()
            #expect(visits.log.isEmpty && !isCancelled)
            screen = nil
            #expect(visits.log == ["disappeared"])
            while !isCancelled { await Task.yield() }
        }
    }

    @Test func `limit a size, and set none that has no end`() async throws {
        try await CurrentDevice.with(FakeDevice()) {
            let (least, greatest) = (StretchedButton(), StretchedButton().frame(maxHeight: 20))
            for (view, height) in [(AnyView(least), 44.0), (AnyView(greatest), 44.0)] {
                let screen = UIHostingController(rootView: view)
                let button = try #require(screen.view.subviews.first)
                #expect((120...380).contains(button.frame.width) && button.frame.width.isFinite)
                #expect(button.frame.height >= height)
            }
            let wide = UIHostingController(rootView: WideView().frame(maxWidth: 380))
            #expect(wide.view.subviews.first?.frame.width == 380)
        }
    }

    struct WideView: UIViewRepresentable {
        func makeUIView(context: Context) -> UIView {
            UIView(frame: CGRect(x: 0, y: 0, width: 500, height: 10))
        }

        func updateUIView(_ uiView: UIView, context: Context) {}
    }

    @Test func `give a value to the views in it, and bind an observable object's`() {
        var (schemes, binding): ([ColorScheme], Binding<Int>?) = ([], nil)
        struct Reader: View {
            @Environment(\.colorScheme) private var scheme
            @Environment(Trolley.self) private var none: Trolley?
            let tell: (ColorScheme, Bool) -> Void

            var body: some View {
                let _ = tell(scheme, none == nil)
                EmptyView()
            }
        }
        let reader = Reader { scheme, hasNone in
            if hasNone { schemes.append(scheme) }
        }
        let trolley = Trolley()
        let view = Group {
            reader.environment(\.colorScheme, .dark)
            reader
            TotalField(trolley: trolley) { binding = $0 }
        }
        UIHostingController(rootView: view).loadViewIfNeeded()
        #expect(schemes == [.dark, .light])
        binding?.wrappedValue = 4
        #expect(trolley.total == 4 && binding?.wrappedValue == 4)
    }

    @Test func `are there for a preview`() async {
        await CurrentDevice.with(FakeDevice()) {
            let preview = UIHostingController(rootView: StretchedButton_Previews.previews)
            #expect(preview.view.subviews.count == 1)
        }
    }
}
