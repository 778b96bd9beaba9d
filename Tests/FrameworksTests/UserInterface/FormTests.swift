import Foundation
import Testing
import UIKitStubs

@MainActor
@Suite("The input of a checkout's screen")
struct FormTests {
    final class Field: NSObject, UITextFieldDelegate {
        var log: [String] = []

        func textFieldDidBeginEditing(_ textField: UITextField) { log.append("began") }
        func textFieldDidEndEditing(_ textField: UITextField) { log.append("ended") }
        func textField(
            _ textField: UITextField,
            shouldChangeCharactersIn range: NSRange,
            replacementString string: String
        ) -> Bool {
            log.append("\(range.location) \(string)")
            return string.allSatisfy(\.isNumber)
        }
        func textFieldShouldReturn(_ textField: UITextField) -> Bool {
            textField.resignFirstResponder()
            return true
        }
    }

    @Test func `a text field asks its delegate before it accepts typed text`() {
        let (field, delegate) = (UITextField(), Field())
        field.delegate = delegate
        var changes = 0
        field.addAction(UIAction { _ in changes += 1 }, for: .editingChanged)
        #expect(field.type("303"))
        #expect(!field.type("x"))
        #expect(field.isEditing)
        #expect(field.type("03", thenReturn: true))
        #expect(field.text == "30303" && changes == 2 && !field.isEditing)
        #expect(delegate.log == ["began", "0 303", "3 x", "3 03", "ended"])
        field.isEnabled = false
        #expect(!field.type("1"))
    }

    @Test func `a text field ends the editing of another one of its screen`() {
        let (screen, row, delegate) = (UIView(), UIView(), Field())
        let (first, second) = (UITextField(), UITextField())
        screen.addSubview(row)
        row.addSubview(first)
        screen.addSubview(second)
        first.delegate = delegate
        var ends = 0
        first.addAction(UIAction { _ in ends += 1 }, for: .editingDidEnd)
        first.becomeFirstResponder()
        second.becomeFirstResponder()
        #expect(delegate.log == ["began", "ended"] && ends == 1)
        #expect(!first.isEditing && second.isEditing)
    }

    @Test func `a tap changes a switch, and only a tap calls its action`() {
        let (control, expected) = (UISwitch(), [true, false])
        var seen: [Bool] = []
        control.addAction(
            UIAction { action in (action.sender as? UISwitch).map { seen.append($0.isOn) } },
            for: .valueChanged
        )
        control.tap()
        control.setOn(true, animated: true)
        control.tap()
        #expect(seen == expected)
        control.isEnabled = false
        control.tap()
        #expect(!control.isOn && seen == expected)
    }

    final class Basket: NSObject, UITableViewDataSource, UITableViewDelegate {
        let lines = ["Tea", "Cup"]
        var selected: [Int] = []

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            lines.count
        }
        func tableView(
            _ tableView: UITableView,
            cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            let cell =
                tableView.dequeueReusableCell(withIdentifier: "line")
                ?? UITableViewCell(style: .value1, reuseIdentifier: "line")
            cell.textLabel?.text = lines[indexPath.row]
            cell.detailTextLabel?.text = "\(indexPath.row + 1)"
            return cell
        }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            selected.append(indexPath.row)
            tableView.deselectRow(at: indexPath, animated: true)
        }
    }

    @Test func `a table creates its cells when they are requested`() {
        let (table, basket) = (UITableView(frame: .zero, style: .grouped), Basket())
        table.dataSource = basket
        table.delegate = basket
        let cell = table.cellForRow(at: IndexPath(row: 1, section: 0))
        #expect(cell?.textLabel?.text == "Cup" && cell?.detailTextLabel?.text == "2")
        #expect(cell?.reuseIdentifier == "line")
        #expect(table.cellForRow(at: IndexPath(row: 2, section: 0)) == nil)
        #expect(table.tapRow(at: IndexPath(row: 0, section: 0)))
        #expect(!table.tapRow(at: IndexPath(row: 0, section: 1)))
        #expect(basket.selected == [0] && table.indexPathForSelectedRow == nil)
        #expect(UITableViewCell(style: .default, reuseIdentifier: nil).detailTextLabel == nil)
    }

    final class PriceCell: UITableViewCell {
        static let identifier = "price"
        let price = UILabel()

        override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
            super.init(style: style, reuseIdentifier: reuseIdentifier)
            contentView.addSubview(price)
        }

        required init?(coder: NSCoder) { nil }
    }

    @Test func `a table makes rows of the class that is registered`() throws {
        let table = UITableView()
        #expect(table.dequeueReusableCell(withIdentifier: PriceCell.identifier) == nil)
        table.register(PriceCell.self, forCellReuseIdentifier: PriceCell.identifier)
        let path = IndexPath(row: 0, section: 0)
        let cell = table.dequeueReusableCell(withIdentifier: PriceCell.identifier, for: path)
        let price = try #require(cell as? PriceCell)
        #expect(price.price.superview === price.contentView)
        #expect(price.reuseIdentifier == "price")
        let other = table.dequeueReusableCell(withIdentifier: "other", for: path)
        #expect(type(of: other) == UITableViewCell.self)
        table.register(nil, forCellReuseIdentifier: PriceCell.identifier)
        #expect(table.dequeueReusableCell(withIdentifier: PriceCell.identifier) == nil)
    }

    @Test func `priorities and a button's pictures are kept, each in its place`() {
        let view = UIView()
        view.setContentHuggingPriority(.required, for: .horizontal)
        #expect(view.contentHuggingPriority(for: .horizontal) == .required)
        #expect(view.contentHuggingPriority(for: .vertical) == .defaultLow)
        #expect(view.contentCompressionResistancePriority(for: .horizontal) == .defaultHigh)
        view.setContentCompressionResistancePriority(.defaultLow, for: .vertical)
        #expect(view.contentCompressionResistancePriority(for: .vertical) == .defaultLow)
        let (button, picture, other) = (UIButton(), UIImage(), UIImage())
        button.setImage(picture, for: .normal)
        button.setBackgroundImage(other, for: .normal)
        #expect(button.image(for: .disabled) === picture)
        #expect(button.backgroundImage(for: .normal) === other)
        #expect(UIImage(named: "mark") == nil && UIImage(systemName: "cart") == nil)
    }

    @Test func `a layer, margins and spacings keep the values that are set`() {
        let view = UIView()
        view.layer.borderColor = UIColor.systemRed.withAlphaComponent(0.5).cgColor
        view.layer.cornerRadius = 8
        #expect(view.layer.borderColor == UIColor.systemRed.withAlphaComponent(0.5).cgColor)
        #expect(view.layer.borderColor?.alpha == 0.5)
        #expect(view.layer.borderColor != UIColor.systemRed.cgColor)
        let (first, second) = (UIView(), UIView())
        let stack = UIStackView(arrangedSubviews: [second])
        stack.insertArrangedSubview(first, at: 0)
        stack.setCustomSpacing(12, after: first)
        #expect(stack.arrangedSubviews.first === first)
        #expect(stack.customSpacing(after: first) == 12)
        #expect(stack.customSpacing(after: second) == UIStackView.spacingUseDefault)
        let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let inner = CGRect(x: 0, y: 0, width: 10, height: 10).inset(by: insets)
        #expect(inner == CGRect(x: 2, y: 1, width: 4, height: 6))
    }
}
