package org.bipj.launch.hosted.sockets;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * What programs do with datagrams, pipes, addresses and interfaces of one host. They use nothing but the JDK, and write down what they
 * see, with its own classes as in virtual time.
 */
@SuppressWarnings("try") // Channels are closed within their blocks on purpose.
public final class NetScenes {
    private static final int SHORT_WAIT_MS = 100;
    private static final int LIMIT_MS = 2000;
    private static final int LONG_DATAGRAM = 40_000;
    private static final int OF_PIPE = 1 << 16;

    private static final Map<String, Scene> ALL = new TreeMap<>();

    static {
        ALL.put("literals", NetScenes::readsLiterals);
        ALL.put("backlog", NetScenes::fillsBacklogs);
        ALL.put("interrupted virtual threads", NetScenes::interruptsVirtualThreads);
        ALL.put("connect with a limit", NetScenes::connectsWithLimits);
        ALL.put("pipe", NetScenes::usesPipe);
        ALL.put("pipe that is full", NetScenes::fillsPipe);
        ALL.put("pipe with a selector", NetScenes::selectsPipe);
        ALL.put("datagrams", NetScenes::exchangesDatagrams);
        ALL.put("connected datagrams", NetScenes::connectsDatagrams);
        ALL.put("states of datagram sockets", NetScenes::showsDatagramStates);
        ALL.put("datagram channels", NetScenes::usesDatagramChannels);
        ALL.put("loopback interface", NetScenes::showsInterface);
        ALL.put("urls", NetScenes::usesUrls);
        ALL.put("http client", NetScenes::usesHttpClient);
        ALL.put("tls", NetScenes::usesTls);
        ALL.put("names of tls", NetScenes::namesTls);
    }

    private NetScenes() {}

    interface Scene {
        void play(SocketScenes.Notes notes) throws Exception;
    }

    /** The names of all scenes. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** Plays a scene: what was written down. */
    public static List<String> onOneHost(String name) throws Exception {
        SocketScenes.Notes notes = new SocketScenes.Notes();
        ALL.get(name).play(notes);
        return notes.lines();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static InetAddress localhost() throws IOException {
        return InetAddress.getByName("localhost");
    }

    // ---- addresses ---------------------------------------------------------------------------------------------

    private static void readsLiterals(SocketScenes.Notes notes) {
        for (String text :
                List.of("0.0.0.0", "::", "::1", "[::1]", "::ffff:10.0.0.1", "fe80::1", "10.0.0.300", ":::1")) {
            notes.of(text, () -> InetAddress.getByName(text).getHostAddress());
        }
        notes.add("any " + new InetSocketAddress("::", 80).getAddress().isAnyLocalAddress());
    }

    private static void showsInterface(SocketScenes.Notes notes) throws IOException {
        NetworkInterface lo = NetworkInterface.getByName("lo");
        notes.add(lo + " " + lo.getName() + " " + lo.getDisplayName() + " " + lo.getIndex());
        notes.add(lo.isUp() + " " + lo.isLoopback() + " " + lo.isPointToPoint() + " " + lo.isVirtual());
        notes.add(lo.getMTU() + " " + lo.getHardwareAddress() + " " + lo.getParent());
        notes.add("again " + lo.equals(NetworkInterface.getByInetAddress(InetAddress.getByName("127.0.0.1"))));
        notes.add("listed "
                + Collections.list(NetworkInterface.getNetworkInterfaces()).contains(lo));
        notes.add("none " + NetworkInterface.getByName("none") + " " + NetworkInterface.getByIndex(12345));
        for (InetAddress address : Collections.list(lo.getInetAddresses())) {
            if (address.getAddress().length == 4) {
                notes.add(address.getHostAddress());
            }
        }
        lo.getInterfaceAddresses().stream()
                .filter(each -> each.getAddress().getAddress().length == 4)
                .forEach(each -> notes.add(each.getNetworkPrefixLength() + " " + each.getBroadcast()));
        notes.of("index", () -> NetworkInterface.getByIndex(-1));
    }

    // ---- connections -------------------------------------------------------------------------------------------

    private static void fillsBacklogs(SocketScenes.Notes notes) throws IOException {
        for (int backlog : new int[] {1, 3}) {
            List<Socket> sockets = new ArrayList<>();
            try (ServerSocket server = new ServerSocket(0, backlog)) {
                while (true) {
                    Socket socket = new Socket();
                    sockets.add(socket);
                    socket.connect(new InetSocketAddress("localhost", server.getLocalPort()), 3 * SHORT_WAIT_MS);
                }
            } catch (IOException e) {
                notes.add(backlog + ": " + (sockets.size() - 1) + " connections, then " + e);
            }
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static void interrupted(SocketScenes.Notes notes, String what, Callable<?> call) throws Exception {
        Thread thread = Thread.ofVirtual().start(() -> notes.of(what, call));
        Thread.sleep(SHORT_WAIT_MS);
        thread.interrupt();
        thread.join();
    }

    private static void interruptsVirtualThreads(SocketScenes.Notes notes) throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                Socket client = new Socket("localhost", server.getLocalPort());
                Socket accepted = server.accept()) {
            client.setSoTimeout(LIMIT_MS);
            interrupted(notes, "read", () -> client.getInputStream().read());
            notes.add("closed " + client.isClosed() + ", end "
                    + accepted.getInputStream().read());
            interrupted(notes, "accept", server::accept);
            notes.add("closed " + server.isClosed());
        }
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.setSoTimeout(LIMIT_MS);
            interrupted(notes, "receive", () -> {
                socket.receive(new DatagramPacket(new byte[1], 1));
                return null;
            });
            notes.add("closed " + socket.isClosed());
        }
    }

    private static void connectsWithLimits(SocketScenes.Notes notes) throws IOException {
        int port;
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(localhost(), 0));
                SocketChannel channel = SocketChannel.open()) {
            port = server.socket().getLocalPort();
            notes.of("negative", () -> {
                channel.socket().connect(server.getLocalAddress(), -1);
                return null;
            });
            channel.socket().connect(server.getLocalAddress(), LIMIT_MS);
            notes.add("connected " + channel.isConnected() + " " + channel.isBlocking() + " "
                    + channel.socket().isConnected() + " " + channel.socket().isBound());
            try (SocketChannel accepted = server.accept()) {
                channel.write(ByteBuffer.wrap(bytes("x")));
                notes.add("read " + accepted.read(ByteBuffer.allocate(10)));
            }
        }
        try (SocketChannel channel = SocketChannel.open()) {
            notes.of("refused", () -> {
                channel.socket().connect(new InetSocketAddress(localhost(), port), LIMIT_MS);
                return null;
            });
            notes.add("open " + channel.isOpen());
        }
        try (SocketChannel channel = SocketChannel.open()) {
            channel.configureBlocking(false);
            notes.of("not blocking", () -> {
                channel.socket().connect(new InetSocketAddress(localhost(), port), LIMIT_MS);
                return null;
            });
        }
    }

    // ---- pipes -------------------------------------------------------------------------------------------------

    private static void usesPipe(SocketScenes.Notes notes) throws Exception {
        Pipe pipe = Pipe.open();
        notes.add("ops " + pipe.source().validOps() + " " + pipe.sink().validOps());
        Thread writer = new Thread(() -> notes.of("write", () -> {
            Thread.sleep(SHORT_WAIT_MS);
            return pipe.sink().write(ByteBuffer.wrap(bytes("hello")));
        }));
        writer.start();
        ByteBuffer into = ByteBuffer.allocate(3);
        notes.add("read " + pipe.source().read(into));
        writer.join();
        notes.add("several " + pipe.source().read(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocate(5)}));
        notes.add("gathered "
                + pipe.sink().write(new ByteBuffer[] {ByteBuffer.wrap(bytes("a")), ByteBuffer.wrap(bytes("bc"))}));
        pipe.sink().close();
        notes.add("rest " + pipe.source().read(ByteBuffer.allocate(10)) + " "
                + pipe.source().read(ByteBuffer.allocate(10)));
        notes.of("write", () -> pipe.sink().write(ByteBuffer.allocate(1)));
        pipe.source().close();
        notes.of("read", () -> pipe.source().read(ByteBuffer.allocate(1)));
        Pipe other = Pipe.open();
        other.source().close();
        notes.of("broken", () -> other.sink().write(ByteBuffer.allocate(1)));
    }

    private static void fillsPipe(SocketScenes.Notes notes) throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        notes.add("empty " + pipe.source().read(ByteBuffer.allocate(1)));
        pipe.sink().configureBlocking(false);
        int all = 0;
        for (int count = 1; count > 0; all += count) {
            count = pipe.sink().write(ByteBuffer.allocate(OF_PIPE));
        }
        notes.add("full with " + all);
        pipe.sink().configureBlocking(true);
        Thread writer =
                new Thread(() -> notes.of("written", () -> pipe.sink().write(ByteBuffer.allocate(3 * OF_PIPE))));
        writer.start();
        pipe.source().configureBlocking(true);
        ByteBuffer into = ByteBuffer.allocate(4 * OF_PIPE);
        while (into.hasRemaining()) {
            pipe.source().read(into);
        }
        writer.join();
        notes.add("read " + into.position());
    }

    private static void selectsPipe(SocketScenes.Notes notes) throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        pipe.sink().configureBlocking(false);
        try (Selector selector = Selector.open()) {
            SelectionKey read = pipe.source().register(selector, SelectionKey.OP_READ);
            notes.add("nothing " + selector.select(SHORT_WAIT_MS));
            SelectionKey write = pipe.sink().register(selector, SelectionKey.OP_WRITE);
            notes.add("writable " + selector.select() + " " + write.isWritable());
            write.cancel();
            selector.selectedKeys().clear();
            Thread closer = new Thread(() -> notes.of("close", () -> {
                Thread.sleep(SHORT_WAIT_MS);
                pipe.sink().close();
                return null;
            }));
            closer.start();
            notes.add("closed " + selector.select(LIMIT_MS) + " " + read.isReadable());
            closer.join();
            notes.add("end " + pipe.source().read(ByteBuffer.allocate(1)));
        }
    }

    // ---- datagrams ---------------------------------------------------------------------------------------------

    private static DatagramPacket packet(String text, InetAddress to, int port) {
        byte[] data = bytes(text);
        return new DatagramPacket(data, data.length, to, port);
    }

    private static String text(DatagramPacket packet) {
        return new String(packet.getData(), packet.getOffset(), packet.getLength(), StandardCharsets.US_ASCII);
    }

    private static void exchangesDatagrams(SocketScenes.Notes notes) throws Exception {
        try (DatagramSocket server = new DatagramSocket(0, localhost());
                DatagramSocket client = new DatagramSocket()) {
            server.setSoTimeout(LIMIT_MS);
            client.setSoTimeout(SHORT_WAIT_MS);
            Thread echo = new Thread(() -> notes.of("echo", () -> {
                DatagramPacket packet = new DatagramPacket(new byte[100], 100);
                for (int i = 0; i < 3; i++) {
                    server.receive(packet);
                    server.send(packet);
                }
                return null;
            }));
            echo.start();
            DatagramPacket answer = new DatagramPacket(new byte[8], 2, 4);
            for (String text : List.of("one", "three", "")) {
                client.send(packet(text, localhost(), server.getLocalPort()));
                client.receive(answer);
                notes.add("answer " + text(answer) + ", " + answer.getLength() + " " + answer.getOffset() + " "
                        + answer.getAddress().getHostAddress() + " " + (answer.getPort() == server.getLocalPort()));
            }
            echo.join();
            notes.of("nothing", () -> {
                client.receive(answer);
                return null;
            });
            byte[] much = new byte[LONG_DATAGRAM];
            much[LONG_DATAGRAM - 1] = 7;
            client.send(new DatagramPacket(much, much.length, localhost(), server.getLocalPort()));
            DatagramPacket all = new DatagramPacket(new byte[2 * LONG_DATAGRAM], 2 * LONG_DATAGRAM);
            server.receive(all);
            notes.add("long " + all.getLength() + " " + all.getData()[LONG_DATAGRAM - 1]);
            notes.of("too long", () -> {
                client.send(new DatagramPacket(new byte[70_000], 70_000, localhost(), server.getLocalPort()));
                return null;
            });
            notes.of("port 0", () -> {
                client.send(packet("x", localhost(), 0));
                return null;
            });
            notes.of("no address", () -> {
                client.send(new DatagramPacket(new byte[1], 1));
                return null;
            });
            Thread closer = new Thread(() -> notes.of("close", () -> {
                Thread.sleep(SHORT_WAIT_MS);
                server.close();
                return null;
            }));
            closer.start();
            notes.of("closed", () -> {
                server.receive(all);
                return null;
            });
            closer.join();
            notes.of("send after close", () -> {
                server.send(packet("x", localhost(), 1));
                return null;
            });
            notes.of("receive after close", () -> {
                server.receive(all);
                return null;
            });
        }
    }

    private static void connectsDatagrams(SocketScenes.Notes notes) throws Exception {
        try (DatagramSocket a = new DatagramSocket(0, localhost());
                DatagramSocket b = new DatagramSocket(0, localhost());
                DatagramSocket c = new DatagramSocket(0, localhost())) {
            a.setSoTimeout(SHORT_WAIT_MS);
            c.send(packet("before", localhost(), a.getLocalPort()));
            Thread.sleep(SHORT_WAIT_MS);
            a.connect(localhost(), b.getLocalPort());
            notes.add("connected " + a.isConnected() + " " + (a.getPort() == b.getLocalPort()) + " "
                    + a.getInetAddress().getHostAddress());
            c.send(packet("of another", localhost(), a.getLocalPort()));
            b.send(packet("of b", localhost(), a.getLocalPort()));
            DatagramPacket packet = new DatagramPacket(new byte[100], 100);
            a.receive(packet);
            notes.add("received " + text(packet));
            notes.of("else", () -> {
                a.receive(packet);
                return null;
            });
            notes.of("to another", () -> {
                a.send(packet("x", localhost(), c.getLocalPort()));
                return null;
            });
            int port = b.getLocalPort();
            b.close();
            a.send(packet("to nobody", localhost(), port));
            notes.of("nobody", () -> {
                a.receive(packet);
                return null;
            });
            a.disconnect();
            notes.add("disconnected " + a.isConnected() + " " + a.getPort() + " " + a.getInetAddress());
            a.send(packet("to nobody", localhost(), port));
            notes.of("nobody unconnected", () -> {
                a.receive(packet);
                return null;
            });
        }
    }

    private static void showsDatagramStates(SocketScenes.Notes notes) throws Exception {
        DatagramSocket socket = new DatagramSocket(null);
        notes.add("unbound " + socket.isBound() + " " + socket.getLocalPort() + " " + socket.getLocalAddress() + " "
                + socket.getLocalSocketAddress() + " " + socket.getPort() + " " + socket.getRemoteSocketAddress());
        notes.add("options " + socket.getReuseAddress() + " " + socket.getBroadcast() + " " + socket.getSoTimeout()
                + " " + socket.getTrafficClass() + " " + socket.getChannel());
        socket.setReuseAddress(true);
        socket.setReceiveBufferSize(10_000);
        notes.of("buffer", () -> {
            socket.setSendBufferSize(0);
            return null;
        });
        notes.add("reuse " + socket.getReuseAddress());
        socket.bind(new InetSocketAddress(localhost(), 0));
        notes.add("bound " + socket.isBound() + " " + (socket.getLocalPort() > 0) + " "
                + socket.getLocalAddress().getHostAddress());
        notes.of("bind again", () -> {
            socket.bind(new InetSocketAddress(0));
            return null;
        });
        notes.of("in use", () -> new DatagramSocket(socket.getLocalPort(), localhost()));
        notes.of("elsewhere", () -> new DatagramSocket(0, InetAddress.getByName("10.99.99.99")));
        notes.of("timeout", () -> {
            socket.setSoTimeout(-1);
            return null;
        });
        socket.close();
        notes.add("closed " + socket.isClosed() + " " + socket.getLocalPort() + " " + socket.getLocalAddress() + " "
                + socket.isBound());
        notes.of("option", socket::getSoTimeout);
        socket.close();
    }

    private static void usesDatagramChannels(SocketScenes.Notes notes) throws Exception {
        try (DatagramChannel server = DatagramChannel.open().bind(new InetSocketAddress(localhost(), 0));
                DatagramChannel client = DatagramChannel.open();
                Selector selector = Selector.open()) {
            notes.add("ops " + server.validOps() + " " + client.getLocalAddress() + " " + client.isConnected());
            server.configureBlocking(false);
            notes.add("nothing " + server.receive(ByteBuffer.allocate(10)));
            SelectionKey key = server.register(selector, SelectionKey.OP_READ);
            notes.add("unready " + selector.selectNow());
            notes.of("unconnected", () -> client.write(ByteBuffer.allocate(1)));
            notes.add("sent " + client.send(ByteBuffer.wrap(bytes("hello")), server.getLocalAddress()));
            notes.add("ready " + selector.select(LIMIT_MS) + " " + key.isReadable());
            ByteBuffer into = ByteBuffer.allocate(3);
            InetSocketAddress from = (InetSocketAddress) server.receive(into);
            notes.add("received " + into.position() + " " + from.getAddress().getHostAddress() + " "
                    + (from.getPort() == client.socket().getLocalPort()));
            server.send(ByteBuffer.wrap(bytes("before")), from);
            Thread.sleep(SHORT_WAIT_MS);
            client.connect(server.getLocalAddress());
            notes.of("connect again", () -> client.connect(server.getLocalAddress()));
            server.send(ByteBuffer.wrap(bytes("an answer")), from);
            notes.add("read " + client.read(ByteBuffer.allocate(100)));
            notes.add("written "
                    + client.write(new ByteBuffer[] {ByteBuffer.wrap(bytes("a")), ByteBuffer.wrap(bytes("bc"))}));
            notes.of("elsewhere", () -> client.send(ByteBuffer.allocate(1), new InetSocketAddress(localhost(), 1)));
            notes.add("ready " + selector.select(LIMIT_MS));
            ByteBuffer[] parts = {ByteBuffer.allocate(1), ByteBuffer.allocate(5)};
            notes.of("server unconnected", () -> server.read(parts));
            notes.add("options " + client.getOption(StandardSocketOptions.SO_BROADCAST) + " "
                    + client.getOption(StandardSocketOptions.IP_TOS));
            notes.of("option", () -> client.setOption(StandardSocketOptions.TCP_NODELAY, true));
            client.disconnect();
            notes.add("disconnected " + client.getRemoteAddress() + " " + client.isConnected());
            client.close();
            notes.of("closed", () -> client.send(ByteBuffer.allocate(1), server.getLocalAddress()));
            notes.of("bind", () -> server.bind(null));
        }
    }

    // ---- HTTP --------------------------------------------------------------------------------------------------

    private static HttpServer pages() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(localhost(), 0), 0);
        server.createContext("/echo", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String asked = exchange.getRequestHeaders().getFirst("X-Asked");
            exchange.getResponseHeaders().add("X-Kind", String.valueOf(asked));
            byte[] text = bytes(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body.length);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        server.createContext("/chunks", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            for (int i = 0; i < 3; i++) {
                exchange.getResponseBody().write(new byte[LONG_DATAGRAM]);
            }
            exchange.close();
        });
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().add("Location", "/echo?moved");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        server.createContext("/wrong", exchange -> {
            exchange.sendResponseHeaders(500, 3);
            exchange.getResponseBody().write(bytes("bad"));
            exchange.close();
        });
        server.createContext("/late", exchange -> {
            try {
                Thread.sleep(3 * SHORT_WAIT_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static void usesUrls(SocketScenes.Notes notes) throws Exception {
        HttpServer server = pages();
        String base = "http://localhost:" + server.getAddress().getPort();
        try {
            for (String path : List.of("/echo?a=b", "/moved", "/chunks", "/none", "/wrong")) {
                HttpURLConnection connection =
                        (HttpURLConnection) URI.create(base + path).toURL().openConnection();
                connection.setRequestProperty("X-Asked", "me");
                notes.add(path + " " + connection.getResponseCode() + " " + connection.getResponseMessage() + " "
                        + connection.getHeaderField("x-kind") + " " + connection.getHeaderField(0));
                notes.of("body", () -> {
                    try {
                        byte[] body = connection.getInputStream().readAllBytes();
                        return body.length < 100 ? new String(body, StandardCharsets.US_ASCII) : body.length;
                    } catch (IOException e) {
                        // Without the port.
                        return e.toString().replace(base, "");
                    }
                });
                notes.add("error " + (connection.getErrorStream() != null) + " at "
                        + connection.getURL().getPath());
            }
            HttpURLConnection post =
                    (HttpURLConnection) URI.create(base + "/echo").toURL().openConnection();
            notes.of(
                    "no output",
                    () -> URI.create(base + "/echo").toURL().openConnection().getOutputStream());
            post.setDoOutput(true);
            post.getOutputStream().write(bytes("hello"));
            notes.add(new String(post.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            HttpURLConnection late =
                    (HttpURLConnection) URI.create(base + "/late").toURL().openConnection();
            late.setReadTimeout(SHORT_WAIT_MS);
            notes.of("late", late::getResponseCode);
            notes.add(new String(
                    URI.create(base + "/echo").toURL().openStream().readAllBytes(), StandardCharsets.US_ASCII));
        } finally {
            server.stop(0);
        }
        notes.of("nobody", () -> URI.create(base + "/").toURL().openStream());
    }

    private static void usesHttpClient(SocketScenes.Notes notes) throws Exception {
        HttpServer server = pages();
        URI base = URI.create("http://localhost:" + server.getAddress().getPort());
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        try {
            for (String path : List.of("/echo?a=b", "/moved", "/none", "/wrong", "/late")) {
                HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                        .header("X-Asked", "me")
                        .build();
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                notes.add(path + " " + response.statusCode() + " " + response.version() + " " + response.body() + " "
                        + response.headers().firstValue("x-kind") + " "
                        + response.uri().getPath());
            }
            HttpRequest post = HttpRequest.newBuilder(base.resolve("/echo"))
                    .POST(HttpRequest.BodyPublishers.ofString("hello"))
                    .build();
            notes.add(client.sendAsync(post, HttpResponse.BodyHandlers.ofString())
                    .thenApply(HttpResponse::body)
                    .get());
            HttpRequest chunks = HttpRequest.newBuilder(base.resolve("/chunks")).build();
            notes.add("stream "
                    + client.send(chunks, HttpResponse.BodyHandlers.ofInputStream())
                            .body()
                            .readAllBytes()
                            .length);
            HttpRequest late = HttpRequest.newBuilder(base.resolve("/late"))
                    .timeout(Duration.ofMillis(SHORT_WAIT_MS))
                    .build();
            notes.of("late", () -> client.send(late, HttpResponse.BodyHandlers.discarding()));
        } finally {
            server.stop(0);
        }
        HttpRequest again = HttpRequest.newBuilder(base).build();
        notes.of("nobody", () -> {
            try {
                return client.send(again, HttpResponse.BodyHandlers.discarding());
            } catch (ConnectException e) {
                // The JDK's has no message.
                throw new ConnectException();
            }
        });
    }

    // ---- TLS ---------------------------------------------------------------------------------------------------

    private static void namesTls(SocketScenes.Notes notes) throws Exception {
        SSLSocketFactory clients = (SSLSocketFactory) SSLSocketFactory.getDefault();
        SSLServerSocketFactory servers = (SSLServerSocketFactory) SSLServerSocketFactory.getDefault();
        notes.add(String.join(" ", clients.getDefaultCipherSuites()));
        notes.add(String.join(" ", servers.getDefaultCipherSuites()));
        notes.add(String.join(" ", SSLContext.getDefault().getSocketFactory().getSupportedCipherSuites()));
        try (SSLServerSocket server = (SSLServerSocket) servers.createServerSocket()) {
            notes.add(String.join(" ", server.getSupportedProtocols()) + " " + server.getUseClientMode() + " "
                    + server.getNeedClientAuth() + " " + server.isBound());
        }
    }

    /** A key of the scenes' own: keytool -genkeypair -alias key -keyalg RSA -dname CN=localhost -validity 36500. */
    private static SSLContext context() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        char[] password = "changeit".toCharArray();
        try (InputStream in = NetScenes.class.getResourceAsStream("scenes.p12")) {
            store.load(in, password);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        TrustManagerFactory trusts = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusts.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trusts.getTrustManagers(), null);
        return context;
    }

    private static void usesTls(SocketScenes.Notes notes) throws Exception {
        SSLContext context = context();
        try (SSLServerSocket server =
                (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 5, localhost())) {
            Thread echo = new Thread(() -> notes.of("server", () -> {
                for (int i = 0; i < 2; i++) {
                    try (SSLSocket socket = (SSLSocket) server.accept()) {
                        byte[] data = socket.getInputStream().readNBytes(LONG_DATAGRAM);
                        socket.getOutputStream().write(data);
                        notes.add("server read " + data.length);
                    }
                }
                return null;
            }));
            echo.start();
            for (boolean layered : new boolean[] {true, false}) {
                Socket plain = layered ? new Socket(localhost(), server.getLocalPort()) : null;
                try (SSLSocket socket = (SSLSocket)
                        (layered
                                ? context.getSocketFactory()
                                        .createSocket(plain, "localhost", server.getLocalPort(), true)
                                : context.getSocketFactory().createSocket("localhost", server.getLocalPort()))) {
                    socket.setSoTimeout(LIMIT_MS);
                    socket.startHandshake();
                    notes.add(socket.getSession().getProtocol() + " "
                            + socket.getSession().getCipherSuite() + " "
                            + socket.getSession().getPeerPrincipal());
                    byte[] data = new byte[LONG_DATAGRAM];
                    data[LONG_DATAGRAM - 1] = 9;
                    socket.getOutputStream().write(data);
                    byte[] back = socket.getInputStream().readAllBytes();
                    notes.add("client read " + back.length + " " + back[LONG_DATAGRAM - 1]);
                }
            }
            echo.join();
        }
        try (ServerSocket server = new ServerSocket(0, 5, localhost())) {
            notes.of("no TLS", () -> {
                Socket plain = new Socket(localhost(), server.getLocalPort());
                try (SSLSocket socket = (SSLSocket)
                        context.getSocketFactory().createSocket(plain, "localhost", server.getLocalPort(), true)) {
                    Thread closer = new Thread(() -> notes.of("accepted", () -> {
                        server.accept().close();
                        return null;
                    }));
                    closer.start();
                    closer.join();
                    socket.startHandshake();
                    return null;
                }
            });
        }
    }
}
