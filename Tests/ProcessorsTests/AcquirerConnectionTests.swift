import CardMessages
import ISO8583
import Payments
import Testing

@testable import Processors

@Suite("An acquirer's connection, event by event")
struct AcquirerConnectionTests {
    private typealias Machine = AcquirerConnection

    private func message(_ number: Int, _ type: MessageType = .authorizationRequest)
        -> ISO8583Message
    {
        ISO8583Message(
            type,
            texts: [7: "0101000000", 11: "\(number)", 37: "R\(number)", 41: "T1"]
        )
    }

    private func answer(_ message: ISO8583Message) throws -> ISO8583Message {
        var fields = message.fields
        fields[39] = Array("00".utf8)
        return ISO8583Message(try #require(message.type.response), fields: fields)
    }

    private func management(_ code: String, _ trace: Int, _ response: String = "00") throws
        -> ISO8583Message
    {
        ISO8583Message(
            try #require(MessageType(810)),
            texts: [11: "\(trace)", 39: response, 70: code]
        )
    }

    private func ready(_ settings: AcquirerSettings = AcquirerSettings()) throws -> Machine {
        var machine = Machine(settings, seed: 1)
        #expect(machine.handle(.started, at: .zero) == [.open(1)])
        #expect(
            machine.handle(.opened(1), at: .zero)
                == [.sendManagement(1, .signOn, traceNumber: 1)]
        )
        let answered = machine.handle(.received(1, try management("001", 1)), at: .zero)
        #expect(answered == [.report(.signedOn)])
        return machine
    }

    @Test func `requests wait for the sign-on, and are sent in order`() throws {
        var machine = Machine(AcquirerSettings(), seed: 1)
        _ = machine.handle(.started, at: .zero)
        #expect(machine.handle(.submitted(1, message(1)), at: .zero).isEmpty)
        _ = machine.handle(.opened(1), at: .zero)
        #expect(machine.handle(.submitted(2, message(2)), at: .zero).isEmpty)
        let actions = machine.handle(.received(1, try management("001", 1)), at: .zero)
        #expect(
            actions == [.report(.signedOn), .send(1, message(1)), .send(1, message(2))]
        )
    }

    enum Trouble: CaseIterable { case notOpened, refused, silent }

    @Test(arguments: Trouble.allCases)
    func `where a connection is not opened or signed on, nothing waits for the next one`(
        _ trouble: Trouble
    ) throws {
        let cause: ProcessorFailure.NotSentCause =
            trouble == .refused ? .notSignedOn : .unreachable
        var settings = AcquirerSettings()
        settings.unsentLimit = .seconds(60)
        var machine = Machine(settings, seed: 1)
        _ = machine.handle(.started, at: .zero)
        if trouble != .notOpened { _ = machine.handle(.opened(1), at: .zero) }
        _ = machine.handle(.submitted(1, message(1)), at: .zero)
        let event: Machine.Event =
            switch trouble {
            case .notOpened: .ended(1)
            case .refused: .received(1, try management("001", 1, "96"))
            case .silent: .timePassed
            }
        let given = machine.handle(event, at: .seconds(10))
        #expect(given.contains(.finish(1, .failed(.notSent(cause)))))
        let later = machine.handle(.submitted(2, message(2)), at: .seconds(10))
        #expect(later == [.finish(2, .failed(.notSent(cause)))])
        // Not while the next one is being opened either; but for one that is lost after its sign-on.
        _ = machine.handle(.timePassed, at: .seconds(60))
        _ = machine.handle(.opened(3), at: .seconds(60))
        let soon = machine.handle(.submitted(3, message(3)), at: .seconds(60))
        #expect(soon == [.finish(3, .failed(.notSent(cause)))])
        let trace = trouble == .notOpened ? 1 : 2
        let ready = machine.handle(.received(3, try management("001", trace)), at: .seconds(60))
        #expect(ready == [.report(.signedOn)])
        _ = machine.handle(.ended(3), at: .seconds(61))
        #expect(machine.handle(.submitted(4, message(4)), at: .seconds(61)).isEmpty)
    }

    @Test func `stopping waits for answers, signs off and closes`() throws {
        var machine = try ready()
        _ = machine.handle(.submitted(1, message(1)), at: .zero)
        #expect(machine.handle(.stopped, at: .zero).isEmpty)
        #expect(
            machine.handle(.submitted(2, message(2)), at: .zero)
                == [.finish(2, .failed(.notSent(.unreachable)))]
        )
        let answer = try answer(message(1))
        #expect(
            machine.handle(.received(1, answer), at: .seconds(1))
                == [
                    .finish(1, .answered(answer)),
                    .sendManagement(1, .signOff, traceNumber: 2),
                ]
        )
        #expect(
            machine.handle(.received(1, try management("002", 2)), at: .seconds(2))
                == [.close(1), .report(.disconnected(.closed)), .end]
        )
        #expect(machine.handle(.timePassed, at: .seconds(900)).isEmpty)
    }

    @Test func `a sign-off without an answer ends too`() throws {
        var machine = try ready()
        #expect(
            machine.handle(.stopped, at: .zero) == [.sendManagement(1, .signOff, traceNumber: 2)]
        )
        #expect(
            machine.handle(.timePassed, at: .seconds(10))
                == [.close(1), .report(.disconnected(.silent)), .end]
        )
    }

    @Test func `a repetition while the first waits is not sent again, and gets its answer`() throws
    {
        var machine = try ready()
        let first = message(1, .reversalAdvice)
        #expect(machine.handle(.submitted(1, first), at: .zero) == [.send(1, first)])
        let second = message(1, .reversalAdviceRepeat)
        #expect(machine.handle(.submitted(2, second), at: .zero).isEmpty)
        let answer = try answer(first)
        #expect(
            machine.handle(.received(1, answer), at: .zero)
                == [.finish(1, .answered(answer)), .finish(2, .answered(answer))]
        )
    }

    @Test func `another request with the same reference is not sent`() throws {
        var machine = try ready()
        _ = machine.handle(.submitted(1, message(1)), at: .zero)
        var other = message(1)
        other.fields[4] = Array("000000000001".utf8)
        #expect(
            machine.handle(.submitted(2, other), at: .zero)
                == [.finish(2, .failed(.notSent(.requestInvalid)))]
        )
    }

    @Test func `a repetition that is not sent has an unknown outcome`() throws {
        var machine = try ready()
        _ = machine.handle(.submitted(1, message(1)), at: .zero)
        _ = machine.handle(.ended(1), at: .zero)
        _ = machine.handle(.submitted(2, message(1)), at: .zero)
        #expect(
            machine.handle(.cancelled(2), at: .zero)
                == [.finish(2, .failed(.outcomeUnknown(.cancelled)))]
        )
        _ = machine.handle(.submitted(3, message(3, .reversalAdviceRepeat)), at: .zero)
        #expect(
            machine.handle(.cancelled(3), at: .zero)
                == [.finish(3, .failed(.outcomeUnknown(.cancelled)))]
        )
        _ = machine.handle(.submitted(4, message(4)), at: .zero)
        #expect(
            machine.handle(.cancelled(4), at: .zero)
                == [.finish(4, .failed(.notSent(.cancelled)))]
        )
    }

    @Test func `no more requests than the limits are in flight or wait`() throws {
        var settings = AcquirerSettings()
        settings.inFlightLimit = 2
        settings.queueLimit = 1
        var machine = try ready(settings)
        for number in 1...2 {
            let sent = machine.handle(.submitted(UInt64(number), message(number)), at: .zero)
            #expect(sent == [.send(1, message(number))])
        }
        #expect(machine.handle(.submitted(3, message(3)), at: .zero).isEmpty)
        #expect(
            machine.handle(.submitted(4, message(4)), at: .zero)
                == [.finish(4, .failed(.notSent(.overloaded)))]
        )
        let first = try answer(message(1))
        #expect(
            machine.handle(.received(1, first), at: .zero)
                == [.finish(1, .answered(first)), .send(1, message(3))]
        )
    }

    /// Half of each pause is certain, and the rest depends on the seed.
    @Test func `pauses between connections double up to the longest`() {
        var pauses: [Duration] = []
        var machine = Machine(AcquirerSettings(), seed: 5)
        var now = Duration.zero
        _ = machine.handle(.started, at: now)
        for number in 1...12 as ClosedRange<UInt64> {
            _ = machine.handle(.ended(number * 2 - 1), at: now)
            let start = now
            while !machine.handle(.timePassed, at: now).contains(.open(number * 2 + 1)) {
                now += .milliseconds(10)
                guard now - start < .seconds(90) else { break }
            }
            pauses.append(now - start)
        }
        for (index, pause) in pauses.enumerated() {
            let longest = min(Duration.seconds(1 << index), .seconds(60))
            #expect((longest / 2...longest + .milliseconds(10)).contains(pause), "\(index)")
        }
        #expect(Set(pauses).count == pauses.count)
    }

    @Test func `a silent network is given up after an echo without an answer`() throws {
        var machine = try ready()
        _ = machine.handle(.submitted(1, message(1)), at: .seconds(29))
        #expect(
            machine.handle(.timePassed, at: .seconds(30))
                == [.sendManagement(1, .echo, traceNumber: 2)]
        )
        #expect(machine.handle(.timePassed, at: .seconds(39)).isEmpty)
        #expect(
            machine.handle(.timePassed, at: .seconds(40))
                == [
                    .close(1), .report(.disconnected(.silent)),
                    .finish(1, .failed(.outcomeUnknown(.connectionLost))),
                ]
        )
    }

    @Test func `what a connection that was given up says is ignored`() throws {
        var machine = try ready()
        _ = machine.handle(.submitted(1, message(1)), at: .zero)
        _ = machine.handle(.ended(1), at: .zero)
        #expect(machine.handle(.received(1, try answer(message(1))), at: .zero).isEmpty)
        #expect(machine.handle(.ended(1), at: .zero).isEmpty)
        #expect(machine.handle(.opened(1), at: .zero).isEmpty)
    }

    @Test func `old requests are forgotten`() {
        var remembered = RememberedRequests(limit: 10)
        let keys = (1...30).map { AnswerKey(message($0)) }
        for key in keys { remembered.remember(key, .givenUp) }
        for key in keys { remembered.rememberReversal(of: key.authorization) }
        #expect(remembered[keys[29]] == .givenUp && remembered.isReversed(keys[29]))
        #expect(remembered[keys[0]] == nil && !remembered.isReversed(keys[0]))
    }
}
