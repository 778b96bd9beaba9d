import Foundation

/// A program between a client and a PostgreSQL server that cuts the connection at the first commit of
/// a transaction that ends with a marker, once it is armed. Later commits pass.
public final class CommitProxy: Sendable {
    /// When the connection is cut.
    public enum Cut: String, Sendable {
        /// Before the server gets the commit.
        case before
        /// After the server has answered the commit, whose answer is dropped.
        case after
        /// For the client at once; the server gets the commit when the test says so.
        case late
    }

    private let folder = ScratchFolder()
    private let running: PythonProgram
    private let server: PostgreSQLServer

    /// Starts the program.
    public init(before server: PostgreSQLServer, cutting cut: Cut) throws {
        self.server = server
        running = try PythonProgram(
            Self.program,
            [
                folder.path(".s.PGSQL.5432"), server.socketFolder + "/.s.PGSQL.5432",
                cut.rawValue,
            ]
        )
        _ = running.nextLine()
    }

    /// A connection string through the program, for one that leads to the server.
    public func connectionString(_ direct: String) -> String {
        direct.replacing("host=\(server.socketFolder)", with: "host=\(folder.url.path)")
    }

    /// Makes the next commit the one that is cut. What an opening commits comes before.
    public func arm() throws { _ = try running.ask("arm") }

    /// How often it was asked whether a commit was made, since the proxy was armed.
    public func questions() throws -> Int { Int(try running.ask("count")) ?? -1 }

    /// Gives the server the commit that was held back, and returns the server's answer: the SQLSTATE of
    /// an error, or `COMMIT`.
    public func release() throws -> String { try running.ask("release") }

    /// It reads the client's messages: the first has no type, and all have a length.
    ///
    /// - Source: PostgreSQL, *Frontend/Backend Protocol*, "Message Formats".
    private static let program = """
        import asyncio, os, re, sys, threading
        here, there, cut = sys.argv[1:]
        state = {'cut': True, 'questions': 0}
        released = threading.Event()

        def obey():
            for line in sys.stdin:
                if line == 'arm\\n':
                    state['cut'], state['questions'] = False, 0
                    print('armed', flush=True)
                elif line == 'count\\n': print(state['questions'], flush=True)
                else: released.set()
            os._exit(0)

        async def message(reader, has_type):
            kind = await reader.readexactly(1) if has_type else b''
            length = await reader.readexactly(4)
            return kind + length + await reader.readexactly(int.from_bytes(length, 'big') - 4)

        async def answers(reader, writer, link):
            while True:
                data = await reader.read(65536)
                if not data: break
                if link.get('drop'):
                    link['seen'] = link.get('seen', b'') + data
                    if b'COMMIT\\0' in link['seen'] or b'\\0C' in link['seen']: break
                    continue
                writer.write(data)
            writer.close()

        async def serve(client_reader, client_writer):
            reader, writer = await asyncio.open_unix_connection(there)
            link = {}
            back = asyncio.ensure_future(answers(reader, client_writer, link))
            has_type = False
            try:
                while True:
                    data = await message(client_reader, has_type)
                    is_commit = has_type and data[:1] == b'Q' and b'storage_commit' in data \\
                        and b'COMMIT' in data and b'refused' not in data and b'DELETE' not in data \\
                        and not state['cut']
                    if data[:1] == b'Q' and b'refused' in data: state['questions'] += 1
                    has_type = True
                    if is_commit:
                        state['cut'] = True
                        link['drop'] = True
                        if cut == 'late':
                            client_writer.close()
                            loop = asyncio.get_running_loop()
                            await loop.run_in_executor(None, released.wait)
                        if cut != 'before':
                            writer.write(data)
                            await back
                        if cut == 'late':
                            seen = link.get('seen', b'')
                            code = re.search(rb'\\0C([0-9A-Z]{5})\\0', seen)
                            print(code.group(1).decode() if code else 'COMMIT', flush=True)
                        break
                    writer.write(data)
            except (asyncio.IncompleteReadError, ConnectionError):
                pass
            writer.close()
            client_writer.close()

        async def main():
            server = await asyncio.start_unix_server(serve, here)
            threading.Thread(target=obey, daemon=True).start()
            print('ready', flush=True)
            await server.serve_forever()

        asyncio.run(main())
        """
}
