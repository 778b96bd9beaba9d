import Foundation
import Testing
import UIKitStubs

@MainActor
@Suite("A light or dark screen")
struct AppearanceTests {
    final class Pane: UIView {
        var told: [UIUserInterfaceStyle?] = []

        override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
            told.append(previousTraitCollection?.userInterfaceStyle)
        }
    }

    @Test func `is light, or as the view or what is around it says`() {
        let (window, screen, pane) = (UIWindow(), UIViewController(), Pane())
        screen.view.addSubview(pane)
        window.rootViewController = screen
        window.makeKeyAndVisible()
        #expect(UITraitCollection.current.userInterfaceStyle == .light)
        #expect(pane.traitCollection.userInterfaceStyle == .light)
        window.overrideUserInterfaceStyle = .dark
        #expect(pane.traitCollection.userInterfaceStyle == .dark)
        #expect(screen.traitCollection.userInterfaceStyle == .dark && pane.told == [.light])
        screen.overrideUserInterfaceStyle = .light
        #expect(pane.traitCollection.userInterfaceStyle == .light && pane.told == [.light, .dark])
        pane.overrideUserInterfaceStyle = .dark
        screen.overrideUserInterfaceStyle = .unspecified
        #expect(pane.traitCollection.userInterfaceStyle == .dark && pane.told.count == 3)
    }

    @Test func `comes to what is presented, contained and pushed`() {
        let (root, child, shown) = (UIViewController(), UIViewController(), UIViewController())
        let stack = UINavigationController(rootViewController: root)
        stack.overrideUserInterfaceStyle = .dark
        root.addChild(child)
        root.present(shown, animated: false)
        for screen in [root, child, shown] {
            #expect(screen.traitCollection.userInterfaceStyle == .dark)
        }
    }

    @Test func `has the size of an iPhone`() {
        #expect(UIScreen.main.bounds == CGRect(x: 0, y: 0, width: 393, height: 852))
    }
}

@MainActor
@Suite("A view controller of a table")
struct TableScreenTests {
    final class Orders: UITableViewController {
        var chosen: [Int] = []

        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
        { 2 }

        override func tableView(
            _ tableView: UITableView,
            cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
            cell.textLabel?.text = "order \(indexPath.row)"
            return cell
        }

        override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            chosen.append(indexPath.row)
        }
    }

    @Test func `is its data source and its delegate`() {
        let orders = Orders(style: .grouped)
        #expect(orders.tableView === orders.view && orders.tableView.style == .grouped)
        #expect(orders.tableView.tapRow(at: IndexPath(row: 1, section: 0)))
        #expect(orders.chosen == [1])
        let cell = orders.tableView.cellForRow(at: IndexPath(row: 0, section: 0))
        #expect(cell?.textLabel?.text == "order 0")
        #expect(UITableViewController().tableView.numberOfRows(inSection: 0) == 0)
    }

    final class Scrolled: NSObject, UITableViewDelegate {
        var offsets: [CGFloat] = []

        func scrollViewDidScroll(_ scrollView: UIScrollView) {
            offsets.append(scrollView.contentOffset.y)
        }
    }

    @Test func `tells the table's delegate, and a scroll view's, that content moved`() {
        let (table, scroll, delegate) = (UITableView(), UIScrollView(), Scrolled())
        table.delegate = delegate
        scroll.delegate = delegate
        table.setContentOffset(CGPoint(x: 0, y: 20), animated: true)
        scroll.contentOffset.y = 30
        scroll.contentOffset.y = 30
        #expect(delegate.offsets == [20, 30] && scroll.delegate === delegate)
    }

    final class Shown: NSObject, UINavigationControllerDelegate {
        var log: [String] = []

        func navigationController(
            _ navigationController: UINavigationController,
            willShow viewController: UIViewController,
            animated: Bool
        ) { log.append("will \(viewController.title ?? "")") }

        func navigationController(
            _ navigationController: UINavigationController,
            didShow viewController: UIViewController,
            animated: Bool
        ) { log.append("did \(viewController.title ?? "")") }
    }

    @Test func `tells a stack's delegate what is shown`() {
        let (root, next, delegate) = (UIViewController(), UIViewController(), Shown())
        (root.title, next.title) = ("root", "next")
        let stack = UINavigationController(rootViewController: root)
        stack.delegate = delegate
        let window = UIWindow()
        window.rootViewController = stack
        window.makeKeyAndVisible()
        stack.pushViewController(next, animated: true)
        stack.popViewController(animated: true)
        #expect(
            delegate.log.joined(separator: ", ")
                == "will root, did root, will next, did next, will root, did root"
        )
    }

    @Test func `keeps a label's attributes with its text`() {
        let label = UILabel()
        label.attributedText = NSAttributedString(
            string: "12.50",
            attributes: [.font: UIFont.systemFont(ofSize: 9), .foregroundColor: UIColor.red]
        )
        let color = unsafe label.attributedText?.attribute(
            .foregroundColor,
            at: 0,
            effectiveRange: nil
        )
        #expect(label.text == "12.50" && color as? UIColor == .red)
        label.text = "0"
        #expect(label.attributedText?.string == "0")
    }
}
