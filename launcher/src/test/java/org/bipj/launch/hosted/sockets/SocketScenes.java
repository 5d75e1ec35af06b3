package org.bipj.launch.hosted.sockets;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.zip.CRC32;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;

/**
 * What programs do with sockets: a server and a client that write down what happens to them. They use nothing but the JDK, and run
 * against its sockets as well as in virtual time.
 */
public final class SocketScenes {
    private static final int LONG = 1_000_000;
    private static final int SHORT_WAIT_MS = 100;
    private static final int LONG_WAIT_MS = 300;

    /** The scenes by name. */
    private static final Map<String, Scene> ALL = new TreeMap<>();

    static {
        ALL.put("echo", new Scene(SocketScenes::echoes, SocketScenes::isEchoed));
        ALL.put("readers and writers", new Scene(SocketScenes::answersLines, SocketScenes::asksLines));
        ALL.put("data and objects", new Scene(SocketScenes::sendsData, SocketScenes::receivesData));
        ALL.put("much data both ways", new Scene(SocketScenes::sendsMuch, SocketScenes::receivesMuch));
        ALL.put("refused", new Scene(SocketScenes::closesAtOnce, SocketScenes::isRefused));
        ALL.put("read times out", new Scene(SocketScenes::writesLate, SocketScenes::readsWithTimeout));
        ALL.put("accept times out", new Scene(SocketScenes::acceptsWithTimeout, SocketScenes::comesLate));
        ALL.put("half-close", new Scene(SocketScenes::answersAtTheEnd, SocketScenes::closesHalf));
        ALL.put("input shut", new Scene(SocketScenes::writesAndWaits, SocketScenes::shutsInput));
        ALL.put("closed by another thread", new Scene(SocketScenes::isClosedInAccept, SocketScenes::isClosedInRead));
        ALL.put("closed in write", new Scene(SocketScenes::neverReads, SocketScenes::isClosedInWrite));
        ALL.put("use after close", new Scene(SocketScenes::echoes, SocketScenes::usesClosed));
        ALL.put("reset by linger", new Scene(SocketScenes::resets, SocketScenes::isReset));
        ALL.put("reset by unread data", new Scene(SocketScenes::leavesDataUnread, SocketScenes::isReset));
        ALL.put("broken pipe", new Scene(SocketScenes::hangsUp, SocketScenes::writesOn));
        ALL.put("ports and states", new Scene(SocketScenes::showsPorts, SocketScenes::showsStates));
        ALL.put("port in use", new Scene(SocketScenes::bindsTwice, SocketScenes::bindsItself));
        ALL.put("options", new Scene(SocketScenes::showsServerOptions, SocketScenes::showsOptions));
        ALL.put("misuse", new Scene(SocketScenes::misusesServer, SocketScenes::misuses));
        ALL.put("own subclasses", new Scene(SocketScenes::acceptsOwn, SocketScenes::connectsOwn));
        ALL.put("factories", new Scene(SocketScenes::servesByFactory, SocketScenes::connectsByFactory));
        ALL.put("many clients", new Scene(SocketScenes::servesMany, SocketScenes::isMany));
        ALL.put("two threads on one stream", new Scene(SocketScenes::countsLines, SocketScenes::printsByTwo));
        ALL.put("closed server", new Scene(SocketScenes::closesWithBacklog, SocketScenes::waitsInBacklog));
    }

    private SocketScenes() {}

    /** What a side of a scene has written down. */
    static final class Notes {
        private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

        void add(String line) {
            lines.add(line);
        }

        List<String> lines() {
            return lines;
        }

        /** The result of a call, or its exception. */
        void of(String what, Callable<?> call) {
            try {
                add(what + ": " + call.call());
            } catch (Exception e) {
                add(what + ": " + e.getClass().getName() + ": " + e.getMessage());
            }
        }

        void run(String what, Action action) {
            of(what, () -> {
                action.run();
                return "done";
            });
        }
    }

    interface Action {
        void run() throws Exception;
    }

    interface Server {
        void serve(ServerSocket socket, Notes notes) throws Exception;
    }

    interface Client {
        void use(InetSocketAddress server, Notes notes) throws Exception;
    }

    private record Scene(Server server, Client client) {}

    /** The names of all scenes. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** Both sides of a scene, each in a thread, on this host: what the server has written down, and the client. */
    public static List<String> onOneHost(String name) throws Exception {
        Scene scene = ALL.get(name);
        Notes ofServer = new Notes();
        Notes ofClient = new Notes();
        ServerSocket socket = new ServerSocket(0, 50, InetAddress.getByName("localhost"));
        Thread server = new Thread(() -> note(ofServer, () -> scene.server.serve(socket, ofServer)));
        server.start();
        note(ofClient, () -> scene.client.use(new InetSocketAddress("localhost", socket.getLocalPort()), ofClient));
        server.join();
        socket.close();
        return both(ofServer.lines, ofClient.lines);
    }

    /** The side of a rank. */
    public static List<String> onTwoHosts(String name, int rank) throws Exception {
        Scene scene = ALL.get(name);
        Notes notes = new Notes();
        if (rank == 0) {
            try (ServerSocket socket = new ServerSocket(8080)) {
                note(notes, () -> scene.server.serve(socket, notes));
            }
        } else {
            Thread.sleep(1);
            note(notes, () -> scene.client.use(new InetSocketAddress("node0", 8080), notes));
        }
        return notes.lines;
    }

    static List<String> both(List<String> ofServer, List<String> ofClient) {
        List<String> all = new ArrayList<>();
        ofServer.forEach(line -> all.add("server: " + line));
        ofClient.forEach(line -> all.add("client: " + line));
        return all;
    }

    private static void note(Notes notes, Action side) {
        try {
            side.run();
        } catch (Exception e) {
            notes.add("ended by " + e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String read(InputStream in, int most) throws IOException {
        return new String(in.readNBytes(most), StandardCharsets.US_ASCII);
    }

    private static byte[] pattern(int seed) {
        byte[] bytes = new byte[LONG];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 + i / 251 + seed);
        }
        return bytes;
    }

    private static String sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return bytes.length + " bytes " + Long.toHexString(sum.getValue());
    }

    // ---- data --------------------------------------------------------------------------------------------------

    private static void echoes(ServerSocket server, Notes notes) throws IOException {
        try (Socket socket = server.accept()) {
            notes.add("copied " + socket.getInputStream().transferTo(socket.getOutputStream()));
        }
    }

    private static void isEchoed(InetSocketAddress to, Notes notes) throws IOException {
        try (Socket socket = new Socket(to.getHostName(), to.getPort())) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            out.write(bytes("hello"));
            out.write('!');
            notes.add(read(in, 6));
            out.write(new byte[0]);
            notes.add("nothing " + in.read(new byte[0]) + " available " + in.available());
            out.write(bytes("more"));
            notes.add("first " + (char) in.read());
            byte[] into = new byte[10];
            int count = in.read(into, 2, 8);
            notes.add(new String(in.readNBytes(3 - count), StandardCharsets.US_ASCII).length() + count + " of 3");
            socket.shutdownOutput();
            notes.add("end " + in.read() + " " + in.read(into) + " " + in.available());
        }
    }

    private static void answersLines(ServerSocket server, Notes notes) throws IOException {
        try (Socket socket = server.accept();
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                notes.add(line);
                out.printf("%s has %d characters%n", line, line.length());
            }
        }
    }

    private static void asksLines(InetSocketAddress to, Notes notes) throws IOException {
        try (Socket socket = new Socket(to.getAddress(), to.getPort());
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), false, StandardCharsets.UTF_8)) {
            for (String word : List.of("one", "zwölf", "")) {
                out.println(word);
                out.flush();
                notes.add(in.readLine());
            }
            notes.add("error " + out.checkError());
        }
    }

    private static void sendsData(ServerSocket server, Notes notes) throws IOException {
        try (Socket socket = server.accept()) {
            DataOutputStream data = new DataOutputStream(socket.getOutputStream());
            data.writeInt(42);
            data.writeUTF("text");
            data.writeDouble(1.5);
            ObjectOutputStream objects = new ObjectOutputStream(socket.getOutputStream());
            objects.writeObject(List.of(1, "two", 3L));
            objects.flush();
            notes.add("sent " + data.size());
        }
    }

    private static void receivesData(InetSocketAddress to, Notes notes) throws Exception {
        try (Socket socket = new Socket()) {
            socket.connect(to, 10_000);
            DataInputStream data = new DataInputStream(socket.getInputStream());
            notes.add(data.readInt() + " " + data.readUTF() + " " + data.readDouble());
            ObjectInputStream objects = new ObjectInputStream(socket.getInputStream());
            notes.add(objects.readObject().toString());
            notes.of("beyond the end", objects::readObject);
        }
    }

    private static void sendsMuch(ServerSocket server, Notes notes) throws Exception {
        try (Socket socket = server.accept()) {
            exchange(socket, 1, notes);
        }
    }

    private static void receivesMuch(InetSocketAddress to, Notes notes) throws Exception {
        try (Socket socket = new Socket(to.getHostString(), to.getPort())) {
            exchange(socket, 2, notes);
        }
    }

    private static void exchange(Socket socket, int seed, Notes notes) throws Exception {
        Thread writer = new Thread(() -> notes.run("written", () -> {
            socket.getOutputStream().write(pattern(seed));
            socket.shutdownOutput();
        }));
        writer.start();
        byte[] all = socket.getInputStream().readAllBytes();
        writer.join();
        notes.add(sum(all) + " " + Arrays.equals(all, pattern(3 - seed)));
    }

    // ---- waits and their ends ----------------------------------------------------------------------------------

    private static void closesAtOnce(ServerSocket server, Notes notes) throws IOException {
        try (Socket socket = server.accept()) {
            server.close();
            notes.add("closed " + server.isClosed());
            notes.add("told " + socket.getInputStream().read());
            socket.getOutputStream().write(1);
        }
    }

    private static void isRefused(InetSocketAddress to, Notes notes) throws IOException {
        try (Socket first = new Socket(to.getAddress(), to.getPort())) {
            first.getOutputStream().write(1);
            first.getInputStream().read();
        }
        notes.run("constructor", () -> new Socket(to.getAddress(), to.getPort()).close());
        Socket socket = new Socket();
        notes.run("connect", () -> socket.connect(to));
        notes.add("closed " + socket.isClosed() + " connected " + socket.isConnected());
        notes.run("again", () -> socket.connect(to));
    }

    private static void writesLate(ServerSocket server, Notes notes) throws Exception {
        try (Socket socket = server.accept()) {
            notes.add("asked " + socket.getInputStream().read());
            socket.getOutputStream().write(7);
            notes.add("end " + socket.getInputStream().read());
        }
    }

    private static void readsWithTimeout(InetSocketAddress to, Notes notes) throws Exception {
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            socket.setSoTimeout(SHORT_WAIT_MS);
            long start = System.nanoTime();
            notes.of("read", () -> socket.getInputStream().read());
            notes.add("waited " + (System.nanoTime() - start >= SHORT_WAIT_MS * 1_000_000L));
            socket.getOutputStream().write(5);
            socket.setSoTimeout(10_000);
            notes.of("read", () -> socket.getInputStream().read());
            socket.setSoTimeout(0);
            notes.add("timeout " + socket.getSoTimeout());
        }
    }

    private static void acceptsWithTimeout(ServerSocket server, Notes notes) throws Exception {
        server.setSoTimeout(SHORT_WAIT_MS);
        notes.of("accept", server::accept);
        server.setSoTimeout(10_000);
        try (Socket socket = server.accept()) {
            notes.add("accepted, timeout " + socket.getSoTimeout());
        }
    }

    private static void comesLate(InetSocketAddress to, Notes notes) throws Exception {
        Thread.sleep(LONG_WAIT_MS);
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            notes.add("end " + socket.getInputStream().read());
        }
    }

    private static void answersAtTheEnd(ServerSocket server, Notes notes) throws IOException {
        try (Socket socket = server.accept()) {
            byte[] all = socket.getInputStream().readAllBytes();
            notes.add("read " + all.length);
            socket.getOutputStream().write(all);
        }
    }

    private static void closesHalf(InetSocketAddress to, Notes notes) throws IOException {
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes("question"));
            socket.shutdownOutput();
            notes.add("shut " + socket.isOutputShutdown() + " " + socket.isInputShutdown() + " " + socket.isClosed());
            notes.run("write", () -> out.write(1));
            notes.of("stream", socket::getOutputStream);
            notes.run("again", socket::shutdownOutput);
            notes.add(read(socket.getInputStream(), 100));
        }
    }

    private static void writesAndWaits(ServerSocket server, Notes notes) throws IOException {
        try (Socket socket = server.accept()) {
            notes.add("end " + socket.getInputStream().read());
        }
    }

    private static void shutsInput(InetSocketAddress to, Notes notes) throws Exception {
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            InputStream in = socket.getInputStream();
            CountDownLatch begun = new CountDownLatch(1);
            Thread reader = new Thread(() -> {
                begun.countDown();
                notes.of("read", in::read);
            });
            reader.start();
            begun.await();
            Thread.sleep(SHORT_WAIT_MS);
            socket.shutdownInput();
            reader.join();
            notes.add("available " + in.available());
            notes.of("read again", in::read);
            notes.of("stream", socket::getInputStream);
            notes.run("again", socket::shutdownInput);
        }
    }

    private static void isClosedInAccept(ServerSocket server, Notes notes) throws Exception {
        try (Socket socket = server.accept()) {
            Thread acceptor = new Thread(() -> notes.of("accept", server::accept));
            acceptor.start();
            Thread.sleep(SHORT_WAIT_MS);
            server.close();
            acceptor.join();
            notes.of("accept again", server::accept);
            notes.add("end " + socket.getInputStream().read());
        }
    }

    private static void isClosedInRead(InetSocketAddress to, Notes notes) throws Exception {
        Socket socket = new Socket(to.getAddress(), to.getPort());
        InputStream in = socket.getInputStream();
        Thread reader = new Thread(() -> notes.of("read", in::read));
        reader.start();
        Thread.sleep(SHORT_WAIT_MS);
        socket.close();
        reader.join();
        notes.of("read again", in::read);
    }

    private static void neverReads(ServerSocket server, Notes notes) throws Exception {
        try (Socket socket = server.accept()) {
            Thread.sleep(2 * LONG_WAIT_MS);
            notes.add("first " + socket.getInputStream().read());
        }
    }

    private static void isClosedInWrite(InetSocketAddress to, Notes notes) throws Exception {
        Socket socket = new Socket(to.getAddress(), to.getPort());
        OutputStream out = socket.getOutputStream();
        Thread writer = new Thread(() -> notes.run("write", () -> {
            while (true) {
                out.write(new byte[LONG]);
            }
        }));
        writer.start();
        Thread.sleep(LONG_WAIT_MS);
        socket.close();
        writer.join();
        notes.run("write again", () -> out.write(1));
    }

    private static void usesClosed(InetSocketAddress to, Notes notes) throws Exception {
        Socket socket = new Socket(to.getAddress(), to.getPort());
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        in.close();
        notes.add("closed " + socket.isClosed() + " " + socket.isConnected() + " " + socket.isBound());
        notes.of("read", in::read);
        notes.of("available", in::available);
        notes.run("write", () -> out.write(1));
        notes.run("flush", out::flush);
        notes.run("close", socket::close);
        notes.of("input", socket::getInputStream);
        notes.of("output", socket::getOutputStream);
        notes.of("timeout", socket::getSoTimeout);
        notes.run("no delay", () -> socket.setTcpNoDelay(true));
        notes.run("connect", () -> socket.connect(to));
        notes.run("bind", () -> socket.bind(null));
        notes.add("port " + (socket.getPort() == to.getPort()) + " " + socket.getLocalAddress());
    }

    // ---- ends of connections -----------------------------------------------------------------------------------

    private static void resets(ServerSocket server, Notes notes) throws IOException {
        Socket socket = server.accept();
        notes.add("read " + socket.getInputStream().read());
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private static void leavesDataUnread(ServerSocket server, Notes notes) throws Exception {
        Socket socket = server.accept();
        Thread.sleep(SHORT_WAIT_MS);
        notes.add("available " + socket.getInputStream().available());
        socket.close();
    }

    private static void isReset(InetSocketAddress to, Notes notes) throws Exception {
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            socket.getOutputStream().write(1);
            notes.of("read", () -> socket.getInputStream().read());
            notes.of("read again", () -> socket.getInputStream().read());
            // The end of the stream may come before the reset.
            Thread.sleep(SHORT_WAIT_MS);
            notes.run("write", () -> socket.getOutputStream().write(1));
            notes.add("connected " + socket.isConnected() + " closed " + socket.isClosed());
        }
    }

    private static void hangsUp(ServerSocket server, Notes notes) throws IOException {
        server.accept().close();
        notes.add("closed");
    }

    private static void writesOn(InetSocketAddress to, Notes notes) throws Exception {
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            notes.of("read", () -> socket.getInputStream().read());
            notes.run("write", () -> socket.getOutputStream().write(1));
            Thread.sleep(SHORT_WAIT_MS);
            notes.run("write again", () -> socket.getOutputStream().write(1));
            notes.of("read", () -> socket.getInputStream().read());
        }
    }

    private static void closesWithBacklog(ServerSocket server, Notes notes) throws Exception {
        Thread.sleep(LONG_WAIT_MS);
        server.close();
        notes.add("closed");
    }

    private static void waitsInBacklog(InetSocketAddress to, Notes notes) throws Exception {
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            notes.add("connected " + socket.isConnected());
            notes.of("read", () -> socket.getInputStream().read());
        }
    }

    // ---- ports, states, options --------------------------------------------------------------------------------

    private static void showsPorts(ServerSocket server, Notes notes) throws Exception {
        notes.add("bound " + server.isBound() + " " + (server.getLocalPort() > 0) + " " + server.getChannel());
        try (Socket socket = server.accept()) {
            notes.add("local port " + (socket.getLocalPort() == server.getLocalPort()));
            notes.add("text " + socket.toString().startsWith("Socket[addr="));
            byte[] port = socket.getInputStream().readNBytes(2);
            notes.add("remote port " + (socket.getPort() == ((port[0] & 0xff) << 8 | port[1] & 0xff)));
            notes.add("remote "
                    + socket.getRemoteSocketAddress()
                            .equals(new InetSocketAddress(socket.getInetAddress(), socket.getPort())));
        }
        server.close();
        notes.add("still bound " + server.isBound() + " " + (server.getLocalPort() > 0) + " "
                + (server.getLocalSocketAddress() != null));
        try (ServerSocket unbound = new ServerSocket()) {
            notes.add(unbound + " " + unbound.getLocalPort() + " " + unbound.getInetAddress());
            unbound.bind(null);
            notes.add("bound " + (unbound.getLocalPort() > 0) + " " + unbound.getInetAddress());
        }
    }

    private static void showsStates(InetSocketAddress to, Notes notes) throws Exception {
        Socket socket = new Socket();
        notes.add(socket + " " + socket.isBound() + " " + socket.getLocalPort() + " " + socket.getPort() + " "
                + socket.getLocalAddress() + " " + socket.getInetAddress() + " " + socket.getLocalSocketAddress());
        socket.bind(null);
        int port = socket.getLocalPort();
        notes.add("bound " + socket.isBound() + " " + (port > 0) + " " + socket.isConnected());
        notes.run("bind again", () -> socket.bind(null));
        socket.connect(to);
        notes.add("kept " + (port == socket.getLocalPort()) + " " + (socket.getPort() == to.getPort()) + " "
                + socket.getInetAddress().equals(to.getAddress()));
        notes.add("local " + socket.getLocalAddress().isAnyLocalAddress() + " channel " + socket.getChannel());
        notes.run("connect again", () -> socket.connect(to));
        socket.getOutputStream().write(new byte[] {(byte) (port >> 8), (byte) port});
        notes.add("end " + socket.getInputStream().read());
        socket.close();
        notes.add("closed " + (port == socket.getLocalPort()) + " " + socket.isConnected());
    }

    private static void bindsTwice(ServerSocket server, Notes notes) throws Exception {
        notes.run("second", () -> new ServerSocket(server.getLocalPort()).close());
        notes.run("client", () -> {
            try (Socket socket = new Socket()) {
                socket.bind(new InetSocketAddress(server.getLocalPort()));
            }
        });
        notes.run(
                "elsewhere", () -> new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {10, 9, 8, 7})).close());
        int port = server.getLocalPort();
        try (Socket socket = server.accept()) {
            server.close();
            // The connection lives on, and its port may be listened to again.
            notes.run("again", () -> new ServerSocket(port).close());
            notes.add("end " + socket.getInputStream().read());
        }
    }

    private static void bindsItself(InetSocketAddress to, Notes notes) throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            int port = free.getLocalPort();
            notes.run("taken", () -> new Socket(to.getAddress(), to.getPort(), null, port).close());
        }
        try (Socket socket = new Socket(to.getAddress(), to.getPort(), null, 0)) {
            notes.add("port " + (socket.getLocalPort() > 0));
            Thread.sleep(SHORT_WAIT_MS);
        }
    }

    private static void showsServerOptions(ServerSocket server, Notes notes) throws Exception {
        notes.add("reuse " + server.getReuseAddress() + " timeout " + server.getSoTimeout());
        server.setReuseAddress(false);
        notes.add("reuse " + server.getReuseAddress());
        server.setOption(StandardSocketOptions.SO_RCVBUF, 20_000);
        notes.add("buffer " + server.getReceiveBufferSize() + " " + server.getOption(StandardSocketOptions.SO_RCVBUF));
        notes.run("no delay", () -> server.setOption(StandardSocketOptions.SO_LINGER, 1));
        notes.run("no buffer", () -> server.setReceiveBufferSize(0));
        notes.run("no time", () -> server.setSoTimeout(-1));
        try (Socket socket = server.accept()) {
            notes.add("end " + socket.getInputStream().read());
        }
    }

    private static void showsOptions(InetSocketAddress to, Notes notes) throws Exception {
        try (Socket socket = new Socket()) {
            notes.add("defaults " + socket.getTcpNoDelay() + " " + socket.getSoLinger() + " " + socket.getKeepAlive()
                    + " "
                    + socket.getReuseAddress() + " " + socket.getSoTimeout() + " " + socket.getOOBInline() + " "
                    + socket.getTrafficClass());
            socket.setReceiveBufferSize(30_000);
            socket.setSendBufferSize(40_000);
            notes.add("buffers " + socket.getReceiveBufferSize() + " " + socket.getSendBufferSize());
            socket.connect(to);
            socket.setTcpNoDelay(true);
            socket.setSoLinger(true, 3);
            socket.setKeepAlive(true);
            socket.setOOBInline(true);
            socket.setTrafficClass(8);
            socket.setSoTimeout(5);
            socket.setReuseAddress(true);
            notes.add("set " + socket.getTcpNoDelay() + " " + socket.getSoLinger() + " " + socket.getKeepAlive() + " "
                    + socket.getReuseAddress() + " " + socket.getSoTimeout() + " " + socket.getOOBInline() + " "
                    + socket.getTrafficClass());
            notes.add("by name " + socket.getOption(StandardSocketOptions.TCP_NODELAY) + " "
                    + socket.getOption(StandardSocketOptions.SO_LINGER));
            socket.setSoLinger(false, 7);
            notes.add("linger " + socket.getSoLinger() + " " + socket.getOption(StandardSocketOptions.SO_LINGER));
            socket.setOption(StandardSocketOptions.SO_KEEPALIVE, false);
            notes.add("keep alive " + socket.getKeepAlive());
            notes.run("no linger", () -> socket.setSoLinger(true, -1));
            notes.run("no class", () -> socket.setTrafficClass(256));
            notes.run("no option", () -> socket.setOption(null, 1));
        }
    }

    private static void misusesServer(ServerSocket server, Notes notes) throws Exception {
        try (ServerSocket unbound = new ServerSocket()) {
            notes.of("accept", unbound::accept);
            notes.run("unresolved", () -> unbound.bind(InetSocketAddress.createUnresolved("a", 1)));
        }
        notes.run("port", () -> new ServerSocket(70_000).close());
        notes.run("bind", () -> server.bind(null));
        server.accept().close();
    }

    private static void misuses(InetSocketAddress to, Notes notes) throws Exception {
        try (Socket socket = new Socket()) {
            notes.of("input", socket::getInputStream);
            notes.of("output", socket::getOutputStream);
            notes.run("shut", socket::shutdownInput);
            notes.run("nowhere", () -> socket.connect(null));
            notes.run("time", () -> socket.connect(to, -1));
            notes.run("port", () -> socket.connect(new InetSocketAddress(to.getAddress(), 70_000)));
        }
        try (Socket socket = new Socket()) {
            notes.run("unresolved", () -> socket.connect(InetSocketAddress.createUnresolved("a.b", 1)));
            notes.add("closed " + socket.isClosed());
        }
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            InputStream in = socket.getInputStream();
            notes.of("bounds", () -> in.read(new byte[1], 1, 1));
            notes.run("bounds", () -> socket.getOutputStream().write(new byte[1], -1, 1));
        }
    }

    // ---- programs' own classes, factories, threads --------------------------------------------------------------

    /** A socket of the program's own. */
    private static final class Named extends Socket {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return name + " " + isConnected();
        }
    }

    private static void acceptsOwn(ServerSocket server, Notes notes) throws Exception {
        int port = server.getLocalPort();
        InetAddress address = server.getInetAddress();
        server.close();
        ServerSocket own = new ServerSocket(port, 5, address) {
            @Override
            public Socket accept() throws IOException {
                Named socket = new Named("accepted");
                implAccept(socket);
                return socket;
            }
        };
        try (own;
                Socket socket = own.accept()) {
            notes.add(socket + " " + socket.getInputStream().read());
            socket.getOutputStream().write(2);
        }
    }

    private static void connectsOwn(InetSocketAddress to, Notes notes) throws Exception {
        Thread.sleep(SHORT_WAIT_MS);
        try (Socket socket = new Named("connecting")) {
            notes.add(socket.toString());
            socket.connect(to);
            socket.getOutputStream().write(1);
            notes.add(socket + " " + socket.getInputStream().read());
        }
    }

    private static void servesByFactory(ServerSocket server, Notes notes) throws Exception {
        int port = server.getLocalPort();
        InetAddress address = server.getInetAddress();
        server.close();
        try (ServerSocket made = ServerSocketFactory.getDefault().createServerSocket(port, 3, address);
                Socket socket = made.accept()) {
            notes.add("read " + socket.getInputStream().read());
        }
    }

    private static void connectsByFactory(InetSocketAddress to, Notes notes) throws Exception {
        Thread.sleep(SHORT_WAIT_MS);
        try (Socket socket = SocketFactory.getDefault().createSocket(to.getAddress(), to.getPort())) {
            socket.getOutputStream().write(9);
            notes.add("end " + socket.getInputStream().read());
        }
    }

    private static void servesMany(ServerSocket server, Notes notes) throws Exception {
        List<Thread> threads = new ArrayList<>();
        int[] sum = new int[1];
        Object lock = new Object();
        for (int i = 0; i < 8; i++) {
            Socket socket = server.accept();
            Thread thread = Thread.ofVirtual()
                    .start(() -> notes.run("served", () -> {
                        try (socket) {
                            int value = socket.getInputStream().read();
                            synchronized (lock) {
                                sum[0] += value;
                            }
                            socket.getOutputStream().write(value + 1);
                        }
                    }));
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        notes.add("sum " + sum[0]);
    }

    private static void isMany(InetSocketAddress to, Notes notes) throws Exception {
        int[] answers = new int[8];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < answers.length; i++) {
            int number = i;
            Thread thread = new Thread(() -> notes.run("asked", () -> {
                try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
                    socket.getOutputStream().write(number);
                    answers[number] = socket.getInputStream().read();
                }
            }));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        notes.add(Arrays.toString(answers));
    }

    private static void countsLines(ServerSocket server, Notes notes) throws Exception {
        int[] counts = new int[2];
        try (Socket socket = server.accept()) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            // The client's buffers fill, and its threads wait in the stream that they share.
            Thread.sleep(LONG_WAIT_MS);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                counts[line.charAt(0) - 'a'] += line.length() == 1_000 ? 1 : LONG;
            }
        }
        notes.add(Arrays.toString(counts));
    }

    private static void printsByTwo(InetSocketAddress to, Notes notes) throws Exception {
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            PrintStream out = new PrintStream(socket.getOutputStream(), true);
            PrintWriter writer = new PrintWriter(socket.getOutputStream());
            List<Thread> threads = new ArrayList<>();
            for (String letter : List.of("a", "b")) {
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 2_500; i++) {
                        out.println(letter.repeat(1_000));
                        synchronized (out) {
                            out.print(letter.repeat(500));
                            out.println(letter.repeat(500));
                        }
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            // The lines of a writer are whole, too: it sends them when its buffer is full.
            threads.clear();
            for (String letter : List.of("a", "b")) {
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 500; i++) {
                        writer.println(letter.repeat(1_000));
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            notes.add("error " + out.checkError() + " " + writer.checkError());
        }
    }
}
