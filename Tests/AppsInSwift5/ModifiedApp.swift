import PassKit
import SwiftUI
import os

// A SwiftUI app whose payment button has what published buttons have: modifiers, the environment, a
// preview.

final class Visits: ObservableObject {
    @Published var log: [String] = []
}

@Observable
final class Trolley {
    var total = 0
}

private let log = Logger(subsystem: "shop", category: "button")

struct ModifiedButton: View {
    @EnvironmentObject private var visits: Visits
    @Environment(Trolley.self) private var trolley
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        PayWithApplePayButton(.buy) {
            visits.log.append("buy for \(trolley.total)")
            log.debug("paying")
            dismiss()
        }
        .payWithApplePayButtonStyle(colorScheme == .dark ? .white : .black)
        .frame(width: 200, height: 40, alignment: .center)
        .cornerRadius(8)
        .opacity(0.5)
        .padding()
        .padding(.horizontal, 16)
        .padding([.top, .bottom], 4)
        .padding(8)
        .id(3)
        .accessibilityIdentifier("pay")
        .onAppear { visits.log.append("appeared") }
        .onDisappear { visits.log.append("disappeared") }
        .task {
            await Task.yield()
            visits.log.append("task")
        }
        .onReceive(visits.$log.map(\.count).removeDuplicates()) { [visits] count in
            if count == 1 { visits.log.append("received") }
        }
    }
}

struct StretchedButton: View {
    var body: some View {
        WrappedButton(manager: ObservableCheckout())
            .frame(minWidth: 120, maxWidth: 380, minHeight: 44)
            .frame(maxWidth: .infinity)
    }
}

struct TotalField: View {
    @Bindable var trolley: Trolley
    let use: (Binding<Int>) -> Void

    var body: some View {
        let _ = use($trolley.total)
        EmptyView()
    }
}

struct StretchedButton_Previews: PreviewProvider {
    static var previews: some View {
        StretchedButton()
            .previewLayout(.sizeThatFits)
            .previewDisplayName("Stretched")
    }
}
