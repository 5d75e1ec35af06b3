package org.bipj.launch.hosted.sockets;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What programs do with channels and selectors: a server and a client that write down what happens to them. They use nothing but the
 * JDK, and run against its channels as well as in virtual time.
 */
@SuppressWarnings("try") // Channels are closed within their blocks on purpose.
public final class ChannelScenes {
    private static final int CLIENTS = 3;
    private static final int SHORT_WAIT_MS = 100;
    private static final int MUCH = 3_000_000;

    private static final Map<String, Scene> ALL = new TreeMap<>();

    static {
        ALL.put("blocking", new Scene(ChannelScenes::echoes, ChannelScenes::asks));
        ALL.put("several buffers", new Scene(ChannelScenes::echoes, ChannelScenes::scatters));
        ALL.put("selectors", new Scene(ChannelScenes::selects, ChannelScenes::isSelected));
        ALL.put("much data", new Scene(ChannelScenes::drains, ChannelScenes::fills));
        ALL.put("refused", new Scene(ChannelScenes::closesAtOnce, ChannelScenes::isRefused));
        ALL.put("states", new Scene(ChannelScenes::showsServerStates, ChannelScenes::showsStates));
        ALL.put("closed by another thread", new Scene(ChannelScenes::isClosedInAccept, ChannelScenes::isClosedInRead));
        ALL.put("interrupted", new Scene(ChannelScenes::isInterruptedInAccept, ChannelScenes::isInterruptedInRead));
        ALL.put("ends", new Scene(ChannelScenes::resets, ChannelScenes::reachesEnds));
        ALL.put("keys", new Scene(ChannelScenes::echoes, ChannelScenes::usesKeys));
        ALL.put("waking up", new Scene(ChannelScenes::echoes, ChannelScenes::wakesUp));
        ALL.put("web server", new Scene(ChannelScenes::servesPages, ChannelScenes::asksForPages));
        ALL.put("sockets of channels", new Scene(ChannelScenes::servesBySocket, ChannelScenes::usesSocket));
    }

    private ChannelScenes() {}

    interface Server {
        void serve(ServerSocketChannel channel, SocketScenes.Notes notes) throws Exception;
    }

    private record Scene(Server server, SocketScenes.Client client) {}

    /** The names of all scenes. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** Both sides of a scene, each in a thread, on this host: what the server has written down, and the client. */
    public static List<String> onOneHost(String name) throws Exception {
        Scene scene = ALL.get(name);
        SocketScenes.Notes ofServer = new SocketScenes.Notes();
        SocketScenes.Notes ofClient = new SocketScenes.Notes();
        try (ServerSocketChannel channel = ServerSocketChannel.open()) {
            channel.bind(new InetSocketAddress(InetAddress.getByName("localhost"), 0));
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            Thread server = new Thread(() -> note(ofServer, () -> scene.server.serve(channel, ofServer)));
            server.start();
            note(ofClient, () -> scene.client.use(new InetSocketAddress("localhost", port), ofClient));
            server.join();
        }
        return SocketScenes.both(ofServer.lines(), ofClient.lines());
    }

    /** The side of a rank. */
    public static List<String> onTwoHosts(String name, int rank) throws Exception {
        Scene scene = ALL.get(name);
        SocketScenes.Notes notes = new SocketScenes.Notes();
        if (rank == 0) {
            try (ServerSocketChannel channel = ServerSocketChannel.open()) {
                channel.bind(new InetSocketAddress(8080), 10);
                note(notes, () -> scene.server.serve(channel, notes));
            }
        } else {
            Thread.sleep(1);
            note(notes, () -> scene.client.use(new InetSocketAddress("node0", 8080), notes));
        }
        return notes.lines();
    }

    private static void note(SocketScenes.Notes notes, SocketScenes.Action side) {
        try {
            side.run();
        } catch (Exception e) {
            notes.add("ended by " + e);
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads so many bytes, of a channel that blocks. */
    private static String read(SocketChannel channel, int count) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(count);
        while (into.hasRemaining() && channel.read(into) >= 0) {
            // Goes on.
        }
        return new String(into.array(), 0, into.position(), StandardCharsets.US_ASCII);
    }

    // ---- data --------------------------------------------------------------------------------------------------

    private static void echoes(ServerSocketChannel server, SocketScenes.Notes notes) throws IOException {
        long all = 0;
        try (SocketChannel channel = server.accept()) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1000);
            while (channel.read(buffer) >= 0) {
                buffer.flip();
                all += channel.write(buffer);
                buffer.clear();
            }
        }
        notes.add("echoed " + all);
    }

    private static void asks(InetSocketAddress to, SocketScenes.Notes notes) throws IOException {
        try (SocketChannel channel = SocketChannel.open(to)) {
            notes.add("blocking " + channel.isBlocking() + " " + channel.isConnected() + " " + channel.validOps());
            notes.add("written " + channel.write(bytes("question")));
            notes.add(read(channel, 8));
            notes.add("no room " + channel.read(ByteBuffer.allocate(0)) + " " + channel.write(ByteBuffer.allocate(0)));
            notes.of("read-only", () -> channel.read(ByteBuffer.allocate(1).asReadOnlyBuffer()));
            channel.shutdownOutput();
            notes.add("end " + channel.read(ByteBuffer.allocate(1)));
            notes.of("write", () -> channel.write(bytes("x")));
        }
    }

    private static void scatters(InetSocketAddress to, SocketScenes.Notes notes) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.INET)) {
            notes.add("connected " + channel.connect(to));
            notes.add("gathered " + channel.write(new ByteBuffer[] {bytes("ab"), bytes(""), bytes("cdef")}));
            Thread.sleep(SHORT_WAIT_MS);
            ByteBuffer[] into = {ByteBuffer.allocate(3), ByteBuffer.allocate(9)};
            notes.add("scattered " + channel.read(into) + " " + into[0].position() + " " + into[1].position());
            channel.shutdownOutput();
            notes.add("end " + channel.read(into) + " " + channel.read(into, 1, 1));
        } catch (InterruptedException e) {
            notes.add("interrupted");
        }
    }

    /** An echo server of one thread. */
    private static void selects(ServerSocketChannel server, SocketScenes.Notes notes) throws IOException {
        int ended = 0;
        long all = 0;
        server.configureBlocking(false);
        try (Selector selector = Selector.open()) {
            server.register(selector, SelectionKey.OP_ACCEPT);
            while (ended < CLIENTS) {
                selector.select();
                for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                    SelectionKey key = keys.next();
                    keys.remove();
                    if (key.isAcceptable()) {
                        SocketChannel channel = server.accept();
                        channel.configureBlocking(false);
                        channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(100));
                    } else if (key.isReadable()) {
                        SocketChannel channel = (SocketChannel) key.channel();
                        ByteBuffer buffer = (ByteBuffer) key.attachment();
                        if (channel.read(buffer) < 0) {
                            channel.close();
                            ended++;
                        }
                        buffer.flip();
                        while (buffer.hasRemaining() && channel.isOpen()) {
                            all += channel.write(buffer);
                        }
                        buffer.clear();
                    }
                }
            }
            notes.add("echoed " + all);
        }
    }

    private static void isSelected(InetSocketAddress to, SocketScenes.Notes notes) throws IOException {
        int done = 0;
        int answers = 0;
        try (Selector selector = SelectorProvider.provider().openSelector()) {
            for (int i = 0; i < CLIENTS; i++) {
                SocketChannel channel = SelectorProvider.provider().openSocketChannel();
                channel.configureBlocking(false);
                if (channel.connect(to)) {
                    channel.register(selector, SelectionKey.OP_WRITE, new int[1]);
                } else {
                    channel.register(selector, SelectionKey.OP_CONNECT, new int[1]);
                }
            }
            while (done < CLIENTS) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    SocketChannel channel = (SocketChannel) key.channel();
                    int[] count = (int[]) key.attachment();
                    if (key.isConnectable()) {
                        channel.finishConnect();
                        key.interestOps(SelectionKey.OP_WRITE);
                    } else if (key.isWritable()) {
                        channel.write(bytes("12345"));
                        key.interestOps(SelectionKey.OP_READ);
                    } else if (key.isReadable()) {
                        ByteBuffer into = ByteBuffer.allocate(10);
                        count[0] += channel.read(into);
                        if (count[0] % 5 == 0) {
                            answers++;
                            key.interestOps(SelectionKey.OP_WRITE);
                        }
                        if (count[0] == 50) {
                            channel.close();
                            done++;
                        }
                    }
                }
                selector.selectedKeys().clear();
            }
            selector.selectNow();
            notes.add("answers " + answers + ", keys " + selector.keys().size());
        }
    }

    private static void drains(ServerSocketChannel server, SocketScenes.Notes notes) throws Exception {
        try (SocketChannel channel = server.accept()) {
            // The client's buffer fills meanwhile.
            Thread.sleep(SHORT_WAIT_MS);
            ByteBuffer into = ByteBuffer.allocate(MUCH + 1);
            int sum = 0;
            while (channel.read(into) >= 0) {
                // Goes on.
            }
            for (int i = 0; i < into.position(); i++) {
                sum = sum * 31 + into.get(i);
            }
            notes.add(into.position() + " bytes " + sum);
        }
    }

    private static void fills(InetSocketAddress to, SocketScenes.Notes notes) throws Exception {
        ByteBuffer from = ByteBuffer.allocate(MUCH);
        for (int i = 0; i < MUCH; i++) {
            from.put(i, (byte) (i * 7 + i / 256));
        }
        try (SocketChannel channel = SocketChannel.open(to);
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            notes.add("nothing " + channel.read(ByteBuffer.allocate(1)));
            SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE);
            while (from.hasRemaining()) {
                selector.select();
                selector.selectedKeys().clear();
                channel.write(from);
            }
            notes.add("written " + key.isValid());
        }
    }

    // ---- errors and ends ---------------------------------------------------------------------------------------

    private static void closesAtOnce(ServerSocketChannel server, SocketScenes.Notes notes) throws IOException {
        try (SocketChannel channel = server.accept()) {
            server.close();
            notes.add("open " + server.isOpen());
            channel.write(bytes("!"));
            notes.of("accept", server::accept);
        }
    }

    private static void isRefused(InetSocketAddress to, SocketScenes.Notes notes) throws IOException {
        try (SocketChannel first = SocketChannel.open(to)) {
            read(first, 1);
        }
        notes.of("open", () -> SocketChannel.open(to));
        try (SocketChannel channel = SocketChannel.open()) {
            notes.of("connect", () -> channel.connect(to));
            notes.add("open " + channel.isOpen());
            notes.of("again", () -> channel.connect(to));
        }
        try (SocketChannel channel = SocketChannel.open();
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            try {
                channel.connect(to);
                channel.register(selector, SelectionKey.OP_CONNECT);
                notes.add("selected " + selector.select(10_000));
                channel.finishConnect();
            } catch (ConnectException e) {
                notes.add("finished: " + e.getMessage() + " " + channel.isOpen());
            }
        }
    }

    private static void showsServerStates(ServerSocketChannel server, SocketScenes.Notes notes) throws Exception {
        notes.add("ops " + server.validOps() + " " + server.isOpen() + " " + server.isBlocking());
        notes.of("bind", () -> server.bind(null));
        server.configureBlocking(false);
        notes.add("none " + server.accept());
        server.configureBlocking(true);
        try (Selector selector = Selector.open();
                ServerSocketChannel unbound = ServerSocketChannel.open()) {
            notes.of("register", () -> server.register(selector, SelectionKey.OP_ACCEPT));
            notes.of("accept", unbound::accept);
            notes.add("local " + unbound.getLocalAddress());
        }
        server.accept().close();
        server.close();
        notes.of("closed", server::getLocalAddress);
        notes.of("closed", () -> server.configureBlocking(false));
    }

    private static void showsStates(InetSocketAddress to, SocketScenes.Notes notes) throws Exception {
        try (SocketChannel channel = SocketChannel.open()) {
            notes.add("new " + channel.isConnected() + " " + channel.isConnectionPending() + " "
                    + channel.getLocalAddress() + " " + channel.getRemoteAddress());
            notes.of("read", () -> channel.read(ByteBuffer.allocate(1)));
            notes.of("write", () -> channel.write(bytes("x")));
            notes.of("finish", channel::finishConnect);
            notes.of("shut", channel::shutdownInput);
            notes.of("unresolved", () -> channel.connect(InetSocketAddress.createUnresolved("a.b", 1)));
            notes.of("nowhere", () -> channel.connect(null));
            channel.bind(null);
            notes.add("bound " + (channel.getLocalAddress() != null));
            notes.of("bind", () -> channel.bind(null));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            notes.add("option " + channel.getOption(StandardSocketOptions.TCP_NODELAY) + " "
                    + channel.getOption(StandardSocketOptions.SO_LINGER));
            // The server has found that nobody has come yet.
            Thread.sleep(SHORT_WAIT_MS);
            channel.connect(to);
            notes.add("remote " + to.equals(channel.getRemoteAddress()) + " " + channel.finishConnect());
            notes.of("again", () -> channel.connect(to));
            channel.close();
            channel.close();
            notes.add("open " + channel.isOpen());
            notes.of("read", () -> channel.read(ByteBuffer.allocate(1)));
            notes.of("local", channel::getLocalAddress);
        }
    }

    private static void isClosedInAccept(ServerSocketChannel server, SocketScenes.Notes notes) throws Exception {
        server.accept().close();
        Thread acceptor = new Thread(() -> notes.of("accept", server::accept));
        acceptor.start();
        Thread.sleep(SHORT_WAIT_MS);
        server.close();
        acceptor.join();
    }

    private static void isClosedInRead(InetSocketAddress to, SocketScenes.Notes notes) throws Exception {
        try (ServerSocketChannel own = ServerSocketChannel.open().bind(null);
                SocketChannel channel = SocketChannel.open(to);
                SocketChannel reads = SocketChannel.open(
                        new InetSocketAddress("localhost", own.socket().getLocalPort()))) {
            notes.add("end " + channel.read(ByteBuffer.allocate(1)));
            Thread reader = new Thread(() -> notes.of("read", () -> reads.read(ByteBuffer.allocate(1))));
            reader.start();
            Thread.sleep(SHORT_WAIT_MS);
            reads.close();
            reader.join();
        }
    }

    private static void isInterruptedInAccept(ServerSocketChannel server, SocketScenes.Notes notes) throws Exception {
        try (SocketChannel channel = server.accept()) {
            Thread acceptor = new Thread(() -> {
                notes.of("accept", server::accept);
                notes.add("interrupted " + Thread.currentThread().isInterrupted());
            });
            acceptor.start();
            Thread.sleep(SHORT_WAIT_MS);
            acceptor.interrupt();
            acceptor.join();
            notes.add("open " + server.isOpen() + " " + channel.isOpen());
        }
    }

    private static void isInterruptedInRead(InetSocketAddress to, SocketScenes.Notes notes) throws Exception {
        try (SocketChannel channel = SocketChannel.open(to)) {
            Thread.currentThread().interrupt();
            notes.of("read", () -> channel.read(ByteBuffer.allocate(1)));
            notes.add("interrupted " + Thread.interrupted() + " " + channel.isOpen());
            Thread.sleep(2 * SHORT_WAIT_MS);
        }
    }

    private static void resets(ServerSocketChannel server, SocketScenes.Notes notes) throws Exception {
        SocketChannel channel = server.accept();
        notes.add("read " + read(channel, 1));
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.close();
        server.accept().close();
    }

    private static void reachesEnds(InetSocketAddress to, SocketScenes.Notes notes) throws Exception {
        try (SocketChannel channel = SocketChannel.open(to)) {
            channel.write(bytes("!"));
            notes.of("read", () -> channel.read(ByteBuffer.allocate(1)));
            notes.of("write", () -> channel.write(bytes("x")));
        }
        try (SocketChannel channel = SocketChannel.open(to)) {
            notes.of("read", () -> channel.read(ByteBuffer.allocate(1)));
            channel.shutdownInput();
            notes.of("read", () -> channel.read(ByteBuffer.allocate(1)));
            channel.write(bytes("x"));
            Thread.sleep(SHORT_WAIT_MS);
            notes.of("write", () -> channel.write(bytes("x")));
        }
    }

    // ---- selectors ---------------------------------------------------------------------------------------------

    private static void usesKeys(InetSocketAddress to, SocketScenes.Notes notes) throws Exception {
        Selector selector = Selector.open();
        try (SocketChannel channel = SocketChannel.open(to)) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ, "attached");
            notes.add("key " + key.attachment() + " " + key.interestOps() + " " + key.readyOps() + " "
                    + (key == channel.keyFor(selector)) + " " + channel.isRegistered());
            notes.add("none " + selector.selectNow() + " " + selector.select(1) + " "
                    + selector.selectedKeys().size());
            channel.write(bytes("ab"));
            notes.add("ready " + selector.select() + " " + key.isReadable() + " " + key.isWritable());
            notes.add(
                    "again " + selector.select() + " " + selector.selectedKeys().size());
            channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            notes.add("more " + selector.select() + " " + key.readyOps() + " " + key.attachment());
            selector.selectedKeys().clear();
            notes.add("by action " + selector.select(each -> notes.add("ready " + each.readyOps())));
            notes.of("blocking", () -> channel.configureBlocking(true));
            notes.of("ops", () -> channel.register(selector, SelectionKey.OP_ACCEPT));
            key.cancel();
            notes.add("cancelled " + key.isValid() + " " + selector.keys().size());
            notes.of("ops", key::interestOps);
            notes.of("register", () -> channel.register(selector, SelectionKey.OP_READ));
            selector.selectNow();
            notes.add("removed " + selector.keys().size() + " " + channel.isRegistered());
            SelectionKey other = channel.register(selector, SelectionKey.OP_WRITE);
            selector.close();
            notes.add("closed " + selector.isOpen() + " " + other.isValid());
            notes.of("select", selector::selectNow);
            notes.of("keys", selector::keys);
        }
    }

    private static void wakesUp(InetSocketAddress to, SocketScenes.Notes notes) throws Exception {
        try (SocketChannel channel = SocketChannel.open(to);
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            selector.wakeup().wakeup();
            notes.add("woken " + selector.select());
            long start = System.nanoTime();
            notes.add("time " + selector.select(SHORT_WAIT_MS) + " "
                    + (System.nanoTime() - start >= SHORT_WAIT_MS * 1_000_000L));
            Thread main = Thread.currentThread();
            List<Thread> threads = new ArrayList<>();
            for (Runnable action : List.<Runnable>of(selector::wakeup, main::interrupt, () -> send(channel))) {
                Thread thread = new Thread(() -> {
                    try {
                        Thread.sleep(SHORT_WAIT_MS);
                    } catch (InterruptedException e) {
                        notes.add("interrupted");
                    }
                    action.run();
                });
                thread.start();
                threads.add(thread);
                notes.add("selected " + selector.select() + " " + Thread.interrupted());
            }
            Thread closes = new Thread(() -> {
                try {
                    Thread.sleep(SHORT_WAIT_MS);
                    selector.close();
                } catch (InterruptedException | IOException e) {
                    notes.add(e.toString());
                }
            });
            selector.selectedKeys().clear();
            channel.read(ByteBuffer.allocate(10));
            closes.start();
            notes.of("closed", selector::select);
            for (Thread thread : threads) {
                thread.join();
            }
            closes.join();
        }
    }

    private static void send(SocketChannel channel) {
        try {
            channel.write(bytes("x"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void servesBySocket(ServerSocketChannel server, SocketScenes.Notes notes) throws IOException {
        notes.add("bound " + server.socket().isBound() + " " + (server.socket().getLocalPort() > 0) + " "
                + (server.socket().getChannel() == server));
        server.socket().setReuseAddress(true);
        try (Socket socket = server.socket().accept()) {
            notes.add("channel " + (socket.getChannel() != null) + " " + socket.isConnected());
            socket.getInputStream().transferTo(socket.getOutputStream());
        }
    }

    private static void usesSocket(InetSocketAddress to, SocketScenes.Notes notes) throws IOException {
        try (SocketChannel channel = SocketChannel.open()) {
            Socket socket = channel.socket();
            notes.add("new " + socket.isConnected() + " " + socket.isBound() + " " + (socket == channel.socket()));
            socket.connect(to);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(SHORT_WAIT_MS);
            notes.add("connected " + socket.isConnected() + " " + (socket.getPort() == to.getPort()) + " "
                    + socket.getInetAddress().equals(to.getAddress()) + " " + (socket.getLocalPort() > 0));
            socket.getOutputStream().write(65);
            notes.add("read " + socket.getInputStream().read());
            notes.of("time", () -> socket.getInputStream().read());
            channel.configureBlocking(false);
            notes.of("blocking", () -> socket.getInputStream().read());
            socket.shutdownOutput();
            socket.close();
            notes.add("open " + channel.isOpen() + " " + socket.isClosed());
        }
    }

    /** The JDK's own server, on the port of the channel. */
    private static void servesPages(ServerSocketChannel channel, SocketScenes.Notes notes) throws Exception {
        InetSocketAddress address = (InetSocketAddress) channel.getLocalAddress();
        channel.close();
        HttpServer server = HttpServer.create(address, 0);
        CountDownLatch asked = new CountDownLatch(3);
        server.createContext("/echo", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            notes.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body.length);
            exchange.getResponseHeaders().set("X-Length", "" + body.length);
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
            asked.countDown();
        });
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            server.setExecutor(pool);
            server.start();
            asked.await();
            Thread.sleep(SHORT_WAIT_MS);
            server.stop(0);
        }
        notes.add("stopped");
    }

    private static void asksForPages(InetSocketAddress to, SocketScenes.Notes notes) throws Exception {
        Thread.sleep(SHORT_WAIT_MS);
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            for (String body : List.of("one", "three", "seven")) {
                String request = "POST /echo?" + body + " HTTP/1.1\r\nHost: any\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body;
                socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
                notes.add(in.readLine());
                for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                    if (line.toLowerCase(Locale.ROOT).startsWith("x-length")) {
                        notes.add(line);
                    }
                }
                char[] answer = new char[body.length()];
                notes.add(in.read(answer) + " " + new String(answer));
            }
        }
    }
}
