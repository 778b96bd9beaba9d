package import ISO8583
public import Sockets
internal import World

/// A card network at an address: sends each message to a ``CardNetwork`` and its answer back.
///
/// Clients share nothing but the network: a slow or broken one ends alone.
public final class NetworkServer: Sendable {
    /// How a server reads messages, and the limits of a client.
    public struct Settings: Hashable, Sendable {
        /// How messages are written.
        package var form = MessageForm()
        /// Whether fields that the network has no use for are ignored, and not refused.
        public var ignoresUnexpected = false
        /// The most bytes of a message.
        public var messageBytes = 4_096
        /// The most messages of one connection that are answered at the same time. No more are read
        /// until an answer is sent.
        public var messagesInFlight = 256
        /// How long a connection may go without a whole message. Units: seconds.
        public var idleSeconds: Int64 = 300

        /// The defaults: our decision.
        public init() {}
    }

    private let network: CardNetwork
    private let listener: any StreamListener
    private let settings: Settings

    /// A server, which accepts no connection before it runs.
    package init(
        _ network: CardNetwork,
        at listener: any StreamListener,
        settings: Settings = Settings()
    ) {
        self.network = network
        self.listener = listener
        self.settings = settings
    }

    /// The address that clients connect to.
    public var address: SocketAddress { listener.address }

    /// Serves until ``stop()`` is called or the task is cancelled.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [network] in
                while !Task.isCancelled {
                    await network.runDueWork()
                    await RealTime.pass(.seconds(1))
                }
            }
            var isOpen = true
            while isOpen {
                do throws(StreamFailure) {
                    let stream = try await listener.accept()
                    let connection = NetworkConnection(
                        stream: stream,
                        outgoing: SendQueue(stream),
                        network: network,
                        settings: settings
                    )
                    group.addTask { await connection.run() }
                } catch {
                    isOpen = error != .closed && error != .cancelled
                }
            }
            group.cancelAll()
        }
    }

    /// Accepts no more connections and closes those that are open. What was answered is kept.
    public func stop() { listener.close() }
}
