import Testing

@testable import PostgreSQL

/// The decisions that need no server.
@Suite("The rules of transactions on PostgreSQL")
struct PostgreSQLRulesTests {
    @Test func `end after a bounded number of runs, with pauses that grow and are bounded`() {
        var tries = TransactionTries()
        var pauses: [UInt64?] = []
        for _ in 0..<51 { pauses.append(tries.pause(after: .concurrentTransaction)) }
        let longest = [UInt64?](repeating: 100, count: 44)
        #expect(pauses == [4, 8, 16, 32, 64] + longest + [nil, nil])
        #expect(tries.pause(after: .rowOfAnother) == 0)
        #expect(tries.pause(after: .rowOfAnother) == nil)
        #expect(tries.pause(after: .statementForgotten) == 0)
        #expect(tries.pause(after: .statementForgotten) == nil)
        #expect(tries.pause(after: .connectionLost) == 0)
        #expect(tries.pause(after: .connectionLost) == nil)
    }

    @Test func `prepare a bounded number of statements, by text and types`() {
        var statements = PreparedStatements(word: "w", isPreparing: true)
        let key = PreparedStatements.Key(text: "SELECT $1", types: [20])
        #expect(statements.way(for: key) == .preparing("quince_w_0"))
        statements.remember(key, as: "quince_w_0")
        #expect(statements.way(for: key) == .prepared("quince_w_0"))
        let other = PreparedStatements.Key(text: "SELECT $1", types: [25])
        #expect(statements.way(for: other) == .preparing("quince_w_1"))
        for number in 1..<512 {
            statements.remember(
                .init(text: "SELECT \(number)", types: []),
                as: "quince_w_\(number)"
            )
        }
        #expect(statements.way(for: other) == .unprepared)
        #expect(statements.way(for: key) == .prepared("quince_w_0"))
        statements.forget()
        // No name is used twice: the server still has the old statement.
        #expect(statements.way(for: key) == .preparing("quince_w_512"))
        statements.stop()
        #expect(statements.way(for: key) == .unprepared)
    }

    static let interferences: [(code: String, prepared: Bool, expected: Interference?)] = [
        ("40001", false, .concurrentTransaction), ("40P01", true, .concurrentTransaction),
        ("23505", true, .rowOfAnother), ("26000", true, .statementForgotten),
        ("42P05", true, .statementForgotten), ("0A000", true, .statementForgotten),
        ("0A000", false, nil), ("23503", true, nil), ("57014", true, nil),
    ]

    @Test(arguments: interferences)
    func `say which errors let a transaction run again`(
        code: String,
        prepared: Bool,
        expected: Interference?
    ) {
        #expect(Interference(ServerError(code: code), whilePrepared: prepared) == expected)
    }

    @Test func `take each host's own options from lists`() {
        #expect(
            PostgreSQLHost.list(names: "a,b", addresses: nil, ports: "1,2")
                == [
                    PostgreSQLHost(options: ["host": "a", "port": "1"]),
                    PostgreSQLHost(options: ["host": "b", "port": "2"]),
                ]
        )
        #expect(
            PostgreSQLHost.list(names: "a,b", addresses: "1.1.1.1,", ports: "7")
                == [
                    PostgreSQLHost(options: ["host": "a", "hostaddr": "1.1.1.1"]),
                    PostgreSQLHost(options: ["host": "b", "hostaddr": ""]),
                ]
        )
        #expect(
            PostgreSQLHost.list(names: "a", addresses: nil, ports: "1")
                == [PostgreSQLHost(options: [:])]
        )
    }
}
