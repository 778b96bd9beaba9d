import Foundation

/// A program between a client and a PostgreSQL server that makes the n-th message of the client fail.
///
/// A message is what the client sends before it waits for an answer: a simple query, or the parts of
/// an extended one up to their Sync. Those of a connection's start and end are not counted.
public final class StatementProxy: Sendable {
    /// How a message fails.
    public enum Fault: String, CaseIterable, Sendable {
        /// The server answers it with the error 53100, disk full. If the fault lasts, so is each later
        /// message but a ROLLBACK.
        case full
        /// The server ends the session with the error 57P01 instead of answering it.
        case ended
        /// The connection is closed before the server gets it. If the fault lasts, so is each later
        /// connection.
        case before
        /// The connection is closed when the server has answered it, and the answer is dropped. If the
        /// fault lasts, each later connection is closed at its start.
        case after
    }

    private let folder = ScratchFolder()
    private let running: PythonProgram
    private let server: PostgreSQLServer

    /// Starts the program.
    public init(before server: PostgreSQLServer) throws {
        self.server = server
        running = try PythonProgram(
            Self.program,
            [folder.path(".s.PGSQL.5432"), server.socketFolder + "/.s.PGSQL.5432"]
        )
        _ = running.nextLine()
    }

    /// A connection string through the program, for one that leads to the server.
    public func connectionString(_ direct: String) -> String {
        direct.replacing("host=\(server.socketFolder)", with: "host=\(folder.url.path)")
    }

    /// Closes all connections, so that each statement is prepared again, and makes the n-th message from
    /// now on fail, counted from 1.
    public func arm(_ fault: Fault, atMessage number: Int, lasts: Bool) throws {
        _ = try running.ask("arm \(fault.rawValue) \(number) \(lasts ? "lasts" : "once")")
    }

    /// Ends the fault.
    ///
    /// - Returns: The beginning of the message that failed, such as `Q BEGIN ISOLATION`; nil if the
    ///   client sent fewer messages.
    public func disarm() throws -> String? {
        let struck = try running.ask("disarm")
        return struck == "none" ? nil : struck
    }

    /// An error comes from the server itself, which gets another statement in the message's place, so
    /// that the state of its transaction is the true one.
    ///
    /// - Source: PostgreSQL, *Frontend/Backend Protocol*, "Message Formats": the client's first message
    ///   has no type, and all have a length; `Q` is Query, `S` Sync, `X` Terminate and `Z` ReadyForQuery.
    private static let program = """
        import asyncio, os, re, sys
        here, there = sys.argv[1:]
        idle = {'kind': None, 'left': 0, 'lasts': False, 'struck': None}
        state = dict(idle)
        links = set()

        async def message(reader, has_type):
            head = await reader.readexactly(5 if has_type else 4)
            return head + await reader.readexactly(int.from_bytes(head[-4:], 'big') - 4)

        def label(data):
            text = {b'P': data[data.index(b'\\0', 5) + 1:], b'Q': data[5:]}.get(data[:1], b'')
            return data[:1].decode() + ' ' + re.sub(rb'[^A-Za-z_]+', b' ', text[:60]).decode().strip()

        def fault(data):
            if not state['kind']: return None
            if state['struck']: return state['kind'] if state['lasts'] else None
            state['left'] -= 1
            if state['left'] != 0: return None
            state['struck'] = label(data)
            return state['kind']

        def query(text):
            body = text.encode() + b'\\0'
            return b'Q' + (len(body) + 4).to_bytes(4, 'big') + body

        failing = {
            'full': query("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$"),
            'ended': query('SELECT pg_terminate_backend(pg_backend_pid())'),
        }

        async def answers(reader, writer, link):
            try:
                while True:
                    data = await message(reader, True)
                    if not link.get('drops'): writer.write(data)
                    elif data[:1] == b'Z': break
            except (asyncio.IncompleteReadError, OSError): pass

        async def questions(reader, writer, link):
            has_type = False
            group = b''
            while True:
                data = await message(reader, has_type)
                if not has_type:
                    # What asks for encryption is answered with one byte, and is not sent over a socket file.
                    has_type = True
                    writer.write(data)
                    continue
                group += data
                if data[:1] in b'PBDEC': continue
                whole, group = group, b''
                kind = fault(whole) if data[:1] in b'QS' else None
                if kind == 'before': return
                if kind == 'full' and whole[:13] == b'Q\\0\\0\\0\\x0dROLLBACK': kind = None
                if kind == 'after': link['drops'] = True
                writer.write(failing.get(kind, whole))
                if kind == 'after':
                    await link['back']
                    return

        async def serve(client, to_client):
            if state['struck'] and state['lasts'] and state['kind'] in ('before', 'after'):
                to_client.close()
                return
            server, to_server = await asyncio.open_unix_connection(there)
            link = {}
            link['back'] = asyncio.ensure_future(answers(server, to_client, link))
            asking = asyncio.ensure_future(questions(client, to_server, link))
            links.add(asking)
            try: await asyncio.wait([asking, link['back']], return_when=asyncio.FIRST_COMPLETED)
            finally:
                links.discard(asking)
                for task in (asking, link['back']): task.cancel()
                await asyncio.gather(asking, link['back'], return_exceptions=True)
                to_client.close()
                to_server.close()

        def obey():
            words = sys.stdin.readline().split()
            if not words: os._exit(0)
            if words[0] == 'arm':
                for asking in list(links): asking.cancel()
                state.update(kind=words[1], left=int(words[2]), lasts=words[3] == 'lasts', struck=None)
                # The connections are closed once their tasks have ended.
                asyncio.get_running_loop().call_later(0.002, print, 'armed')
            else:
                print(state['struck'] or 'none')
                state.update(idle)

        async def main():
            server = await asyncio.start_unix_server(serve, here)
            asyncio.get_running_loop().add_reader(0, obey)
            print('ready')
            await server.serve_forever()

        sys.stdout.reconfigure(line_buffering=True)
        asyncio.run(main())
        """
}
