import Foundation

/// A program between a client and a server that kills processes when a certain message passes.
///
/// It reads the messages of a card network (two bytes of length, then the type in ASCII), or those of
/// PostgreSQL. Each message is passed on at once.
public final class KillingProxy: Sendable {
    /// The two ends of the wire.
    public enum Wire: Sendable {
        /// A client and the card network at an address. A step is the type of a message, such as `0100`.
        case cardNetwork(host: String, port: String)
        /// A client and a server. The steps are `COMMIT`, the commit of a transaction that writes, and
        /// `COMMITTED`, its answer.
        case postgreSQL(PostgreSQLServer)
    }

    /// When processes are killed.
    public enum Moment: String, CaseIterable, Sendable {
        /// Before the message is passed on. It then is not, and the connection is closed.
        case before
        /// When it was passed on.
        case after
    }

    private let folder = ScratchFolder()
    private let running: PythonProgram
    /// Where it listens: an address, or a folder with a socket file.
    public let address: String

    /// Starts the program.
    public init(_ wire: Wire) throws {
        let ends =
            switch wire {
            case .cardNetwork(let host, let port): ["network", host, port]
            case .postgreSQL(let server):
                [
                    "postgresql", folder.path(".s.PGSQL.5432"),
                    server.socketFolder + "/.s.PGSQL.5432",
                ]
            }
        running = try PythonProgram(Self.program, ends)
        let line = running.nextLine()
        address = line == "socket" ? folder.url.path : line
    }

    /// Kills the processes whose identifiers are in files when a step is reached.
    ///
    /// - Parameters:
    ///   - step: The name of the message.
    ///   - number: Which of the messages with this name, from 1, counted from now.
    ///   - moment: Before or after it is passed on.
    ///   - files: Each has the identifier of a process.
    ///   - delay: How much later, in microseconds. Meanwhile messages pass.
    /// - Throws: An error of Foundation's where the program has ended.
    public func arm(
        _ step: String,
        number: Int = 1,
        _ moment: Moment,
        killing files: [String],
        microsecondsLater delay: Int = 0
    ) throws {
        let words = ["arm", step, "\(number)", moment.rawValue, "\(delay)"] + files
        _ = try running.ask(words.joined(separator: "\t"))
    }

    /// Whether a process was killed since the last call of ``arm(_:number:_:killing:microsecondsLater:)``.
    /// None is killed from now on.
    public func disarm() throws -> Bool { try running.ask("disarm") == "killed" }

    /// - Source: PostgreSQL, *Frontend/Backend Protocol*, "Message Formats": the client's first message
    ///   has no type, and all have a length.
    private static let program = """
        import asyncio, os, signal, sys
        kind, first, second = sys.argv[1:]
        state = {'armed': None, 'killed': False}

        async def network_message(reader, fresh, link):
            length = await reader.readexactly(2)
            data = await reader.readexactly(int.from_bytes(length, 'big'))
            return length + data, data[:4].decode('ascii', 'replace')

        async def database_message(reader, fresh, link):
            tag = b'' if fresh else await reader.readexactly(1)
            length = await reader.readexactly(4)
            data = await reader.readexactly(int.from_bytes(length, 'big') - 4)
            name = ''
            if tag == b'Q' and b'storage_commit' in data and b'COMMIT' in data:
                name = 'COMMIT'
                link['asked'] = True
            if tag == b'C' and data == b'COMMIT\\0' and link.pop('asked', False): name = 'COMMITTED'
            return tag + length + data, name

        message = network_message if kind == 'network' else database_message

        def kill(files, armed):
            if state['armed'] is not armed: return
            state['killed'] = True
            state['armed'] = None
            for file in files:
                try: os.kill(int(open(file).read()), signal.SIGKILL)
                except (OSError, ValueError): pass

        def reached(name, moment):
            armed = state['armed']
            if not armed or armed['step'] != name or armed['moment'] != moment: return False
            armed['number'] -= 1
            if armed['number'] != 0: return False
            if armed['delay']:
                loop = asyncio.get_running_loop()
                loop.call_later(armed['delay'] / 1e6, kill, armed['files'], armed)
                return False
            kill(armed['files'], armed)
            return moment == 'before'

        async def pump(reader, writer, fresh, link):
            try:
                while True:
                    data, name = await message(reader, fresh, link)
                    fresh = False
                    if name and reached(name, 'before'): break
                    writer.write(data)
                    await writer.drain()
                    if name: reached(name, 'after')
            except (asyncio.IncompleteReadError, OSError): pass

        async def serve(client, to_client):
            try:
                if kind == 'network': server, to_server = await asyncio.open_connection(first, second)
                else: server, to_server = await asyncio.open_unix_connection(second)
            except OSError:
                to_client.close()
                return
            link = {}
            pumps = [asyncio.ensure_future(pump(client, to_server, True, link)),
                     asyncio.ensure_future(pump(server, to_client, False, link))]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for task in pumps: task.cancel()
            to_client.close()
            to_server.close()

        def obey():
            line = sys.stdin.readline()
            if not line: os._exit(0)
            words = line.rstrip('\\n').split('\\t')
            if words[0] == 'arm':
                state['killed'] = False
                state['armed'] = {'step': words[1], 'number': int(words[2]), 'moment': words[3],
                                  'delay': int(words[4]), 'files': words[5:]}
                print('armed', flush=True)
            else:
                state['armed'] = None
                print('killed' if state['killed'] else 'idle', flush=True)

        async def main():
            if kind == 'network':
                listener = await asyncio.start_server(serve, '127.0.0.1', 0)
                print('%s:%d' % listener.sockets[0].getsockname()[:2], flush=True)
            else:
                listener = await asyncio.start_unix_server(serve, first)
                print('socket', flush=True)
            asyncio.get_running_loop().add_reader(0, obey)
            await listener.serve_forever()

        asyncio.run(main())
        """
}
