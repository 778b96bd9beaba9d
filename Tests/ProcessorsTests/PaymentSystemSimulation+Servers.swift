import CardMessages
import ISO8583
import Payments
import Storage
import TestSupport
import TokenIntake
import World

@testable import Processors

/// The merchant's servers: their starts and crashes, their disk, and what drives their connections.
extension PaymentSystemSimulation {
    mutating func start(_ server: Int) {
        guard running[server] == nil else { return }
        let process = processes.count
        let clock = SimulatedClock(
            startingAt: now.advanced(bySeconds: clockErrors[server]) ?? now
        )
        let seed = queue.number(below: .max)
        let world = World(clock: clock, randomness: SeededRandomness(seed: seed))
        let acquirer = CardNetworkAcquirer(
            name: setting.processor,
            account: setting.account,
            exchange: SimulatedExchange(process: process, mailbox: mailbox)
        )
        let desk: PaymentDesk
        do throws(PaymentDesk.MissingCapabilities) {
            desk = try PaymentDesk(
                intake: TokenIntake(verifier: setting.verifier, keys: [], clock: clock),
                database: Database(SimulatedEngine(process: process, mailbox: mailbox)),
                processors: ProcessorRoutes(bug.map { $0.plant(in: acquirer) } ?? acquirer),
                credentials: setting.credentials,
                needing: [.capture, .severalCaptures, .void, .refund],
                policy: bug?.policy ?? .standard,
                world: world
            )
        } catch { return report("\(error)") }
        var settings = AcquirerSettings()
        settings.rememberedLimit = 100
        settings.idleLimit = .seconds(90)
        processes.append(
            SimulatedProcess(
                server: server,
                desk: desk,
                clock: clock,
                machine: AcquirerConnection(settings, seed: seed),
                lastTime: clock.now
            )
        )
        running[server] = process
        note("server \(server) starts")
        feed(process, .started)
        queue.schedule(.tick(process: process), after: 1_000)
        if bug != .recoveryDoesNotRun { queue.schedule(.sweep(process: process), after: 100) }
    }

    /// Ends a process at once. Its tasks go on without effect: they reach neither disk nor network.
    mutating func end(_ process: Int) {
        processes[process].isAlive = false
        for (_, caller) in processes[process].callers.sorted(by: { $0.key < $1.key }) {
            caller.resume(returning: .failed(.outcomeUnknown(.connectionLost)))
        }
        processes[process].callers = [:]
        running[processes[process].server] = nil
        for link in links.keys where link.process == process { links[link] = nil }
    }

    mutating func open(_ letter: SimulationMailbox.Letter) {
        switch letter {
        case .transaction(let process, let transaction):
            guard processes[process].isAlive else {
                return transaction.continuation.resume(returning: .closed)
            }
            queue.schedule(.transact(process: process, transaction), within: 20)
        case .exchange(let process, let message, let caller):
            guard processes[process].isAlive else {
                return caller.resume(returning: .failed(.outcomeUnknown(.connectionLost)))
            }
            checkPace(of: message)
            processes[process].lastNumber += 1
            let number = processes[process].lastNumber
            processes[process].callers[number] = caller
            feed(process, .submitted(number, message))
            if happens(1) {
                queue.schedule(.connection(process: process, .cancelled(number)), within: 20_000)
            }
        case .told(let process, let index, let told, let stored):
            hear(told, index, from: process)
            if let stored, processes[process].isAlive { bill(stored, after: index) }
        case .swept(let process):
            guard processes[process].isAlive else { return }
            let pause: UInt64 = bug == .noBackOff ? 500 : isCalm ? 60_000 : 30_000
            queue.schedule(.sweep(process: process), within: pause)
        }
    }

    func sweep(_ process: Int) {
        guard processes[process].isAlive else { return }
        let (desk, mailbox) = (processes[process].desk, mailbox)
        Task(executorPreference: executor) {
            // A database that fails now is asked again at the next time.
            _ = try? await desk.settleDue()
            mailbox.put(.swept(process: process))
        }
    }

    // MARK: The disk

    mutating func transact(_ process: Int, _ transaction: WaitingTransaction) {
        guard processes[process].isAlive else {
            return transaction.continuation.resume(returning: .closed)
        }
        var kind: SimulatedDisk.Fault?
        if happens(8) {
            let kinds: [SimulatedDisk.Fault] = [
                .refused, .statement(Int(queue.number(below: 8)) + 1), .kept, .undone,
            ]
            kind = kinds[Int(queue.number(below: 4))]
        } else if bug == .diskForgets, happens(10) {
            kind = .forgotten
        }
        let failure = disk.perform(transaction, kind)
        if let failure {
            count("disk failures")
            note("server \(processes[process].server): \(failure)")
        }
        if happens(1) {
            // The transaction is kept, and no answer is given.
            note("server \(processes[process].server) crashes after a transaction")
            let server = processes[process].server
            end(process)
            queue.schedule(.start(server: server), within: 30_000)
            return transaction.continuation.resume(returning: .closed)
        }
        transaction.continuation.resume(returning: failure)
    }

    // MARK: The connection

    /// Does what `AcquirerDriver` does, in virtual time.
    mutating func feed(_ process: Int, _ event: AcquirerConnection.Event) {
        guard processes[process].isAlive else { return }
        let time = processes[process].clock.now
        let passed = time.seconds - processes[process].lastTime.seconds
        processes[process].elapsed += .seconds(max(0, passed))
        processes[process].lastTime = time
        let actions = processes[process].machine.handle(event, at: processes[process].elapsed)
        for action in actions { perform(action, process) }
    }

    private mutating func perform(_ action: AcquirerConnection.Action, _ process: Int) {
        switch action {
        case .open(let number):
            let link = Link(process: process, number: number)
            guard isNetworkUp, !happens(15) else {
                queue.schedule(.connection(process: process, .ended(number)), within: 3_000)
                return
            }
            queue.schedule(.opened(link), within: isCalm ? 100 : 6_000)
        case .close(let number): links[Link(process: process, number: number)] = nil
        case .send(let number, let message):
            note("server \(processes[process].server) sends \(Self.text(message))")
            send(message, on: Link(process: process, number: number))
        case .sendManagement(let number, let code, let traceNumber):
            let request = AcquirerDriver.request(
                code,
                traceNumber: traceNumber,
                at: processes[process].clock.now,
                from: setting.account.acceptor.acquirer
            )
            if let request { send(request, on: Link(process: process, number: number)) }
        case .finish(let number, let outcome):
            let caller = processes[process].callers.removeValue(forKey: number)
            caller?.resume(returning: outcome)
        case .report(.lateAnswer(let answer)):
            count(answer.isReversed ? "late answers to what is reversed" : "late answers")
        case .answerManagement, .report, .end: break
        }
    }
}
