package org.bipj.net.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.AddressBook;

/**
 * Makes a rank's connections, on a thread of its own: listens, connects, and proves the job's secret both ways. So a rank
 * that computes can be connected to, and strangers cost a rank's own thread nothing. What is established is handed to the
 * port, which takes it in a poll.
 */
final class Connector implements AutoCloseable {
    /** Limits for callers that have not proved that they belong to the job. */
    static final int UNPROVEN_MAX = 64;

    /** For each message of theirs. */
    static final long UNPROVEN_NS = 5_000_000_000L;

    /** Callers for which the kernel has room until they are accepted: others try again after a second. All ranks may call at once. */
    private static final int BACKLOG = 1024;

    /** How long a rank that has published its address is tried before it counts as unreachable. */
    private static final long PATIENCE_NS = 30_000_000_000L;

    private static final long AGAIN_NS = 50_000_000;
    private static final int CALL_MS = 20;
    /** Longest time to the next look for an address; the time is an eighth of that which the attempt has lasted. */
    private static final int ADDRESS_MS = 100;

    private static final int CHECK_MS = 100;
    private static final int STRANGERS_LOGGED = 64;

    private static final System.Logger LOG = System.getLogger(Connector.class.getName());

    /** A connection, or why there is none. */
    record Established(int peer, SocketChannel channel, String failure) {}

    /** A rank that is to be connected to. */
    private static final class Attempt {
        final int peer;
        final long begin = System.nanoTime();
        InetSocketAddress address;
        SocketChannel channel;
        long again;
        long giveUp;

        Attempt(int peer) {
            this.peer = peer;
        }
    }

    private final Identity self;
    private final AddressBook book;

    private final Selector selector;
    private final ServerSocketChannel server;
    private final Runnable onNews;
    private final Thread thread;

    private final Queue<Integer> wanted = new ConcurrentLinkedQueue<>();
    private final Queue<Established> established = new ConcurrentLinkedQueue<>();
    /** Counts what was put into {@link #established}: polls read it. */
    private volatile int news;

    private volatile boolean closed;

    // Of the connector's thread alone.
    private final Map<Integer, Attempt> attempts = new HashMap<>();
    private final Set<Integer> connected = new HashSet<>();
    private final Set<InetAddress> strangers = new HashSet<>();
    private int unproven;

    /**
     * Begins to listen, and publishes the address.
     *
     * @param listen the interface's address
     * @param onNews called on the connector's thread when something was established
     * @throws PortException if that address cannot be listened on
     */
    Connector(Identity self, InetAddress listen, AddressBook book, Runnable onNews) {
        this.self = self;
        this.book = book;

        this.onNews = onNews;
        try {
            selector = Selector.open();
            server = ServerSocketChannel.open();
            server.bind(new InetSocketAddress(listen, 0), BACKLOG);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            book.publish(text((InetSocketAddress) server.getLocalAddress()));
        } catch (IOException e) {
            throw new PortException(
                    "rank " + self.rank() + " cannot listen on " + listen.getHostAddress() + ": " + e.getMessage(), e);
        }
        thread = Thread.ofPlatform()
                .daemon()
                .name("bipj-connector-" + self.rank())
                .start(this::run);
    }

    private static String text(InetSocketAddress address) {
        String ip = address.getAddress().getHostAddress();
        return (ip.indexOf(':') >= 0 ? "[" + ip + "]" : ip) + ":" + address.getPort();
    }

    /** The address that {@link #text} wrote. */
    static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            String ip = text.substring(0, colon);
            boolean six = ip.startsWith("[") && ip.endsWith("]");
            InetAddress address = InetAddress.ofLiteral(six ? ip.substring(1, ip.length() - 1) : ip);
            return new InetSocketAddress(address, Integer.parseInt(text.substring(colon + 1)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new PortException("the address \"" + text + "\" of a rank: expected IP:PORT or [IPv6]:PORT", e);
        }
    }

    /** Where this rank listens. */
    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) server.getLocalAddress();
    }

    // ---- called by the rank's thread ---------------------------------------------------------------------------

    /** Requests a connection with a rank; {@link #take} returns the result. */
    void connect(int peer) {
        wanted.add(peer);
        selector.wakeup();
    }

    /** Changes whenever {@link #take} has something. */
    int news() {
        return news;
    }

    /** The next established connection; null if there is none. */
    Established take() {
        return established.poll();
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- the connector's thread --------------------------------------------------------------------------------

    private void run() {
        try {
            while (!closed) {
                selector.select(this::onReady, waitMs());
                if (closed) {
                    break;
                }
                for (Integer peer = wanted.poll(); peer != null; peer = wanted.poll()) {
                    want(peer);
                }
                List.copyOf(attempts.values()).forEach(this::advance);
                endLate();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.ERROR, "rank " + self.rank() + " cannot accept connections any more", e);
        } finally {
            closeAll();
        }
    }

    private int waitMs() {
        long now = System.nanoTime();
        int ms = unproven > 0 ? CHECK_MS : 0;
        for (Attempt attempt : attempts.values()) {
            int next = attempt.channel != null ? CHECK_MS : attempt.address != null ? CALL_MS : addressMs(now, attempt);
            ms = ms == 0 ? next : Math.min(ms, next);
        }
        return ms;
    }

    /** The ranks of a large job start within many seconds: those that wait for others leave the processor to them. */
    private static int addressMs(long now, Attempt attempt) {
        return Math.clamp((now - attempt.begin) / 8_000_000, 2, ADDRESS_MS);
    }

    private void want(int peer) {
        if (!connected.contains(peer)) {
            attempts.computeIfAbsent(peer, Attempt::new);
        }
    }

    private void advance(Attempt attempt) {
        if (attempt.channel != null || attempts.get(attempt.peer) != attempt) {
            return;
        }
        long now = System.nanoTime();
        String gone = book.gone(attempt.peer);
        if (gone != null) {
            fail(attempt, gone);
        } else if (attempt.address == null) {
            String address = book.find(attempt.peer);
            if (address != null) {
                attempt.address = parse(address);
                attempt.giveUp = now + PATIENCE_NS;
                call(attempt);
            }
        } else if (now - attempt.again >= 0) {
            call(attempt);
        }
    }

    private void call(Attempt attempt) {
        try {
            attempt.channel = SocketChannel.open();
            attempt.channel.configureBlocking(false);
            boolean done = attempt.channel.connect(attempt.address);
            Handshake.Calling calling = new Handshake.Calling(self, attempt.channel, attempt.peer);
            attempt.channel.register(selector, done ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, calling);
            if (done) {
                calling.begin();
            }
        } catch (IOException e) {
            callAgain(attempt, e.getMessage());
        }
    }

    /** Later, if there is time left. */
    private void callAgain(Attempt attempt, String why) {
        closeQuietly(attempt.channel);
        attempt.channel = null;
        long now = System.nanoTime();
        attempt.again = now + AGAIN_NS;
        if (now - attempt.giveUp >= 0) {
            fail(attempt, "cannot be reached at " + text(attempt.address) + ": " + why);
        }
    }

    private void fail(Attempt attempt, String why) {
        attempts.remove(attempt.peer);
        closeQuietly(attempt.channel);
        announce(new Established(attempt.peer, null, why));
    }

    private void announce(Established what) {
        established.add(what);
        news++;
        onNews.run();
    }

    private void onReady(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept();
            return;
        }
        Handshake handshake = (Handshake) key.attachment();
        try {
            if (key.isConnectable()) {
                handshake.channel.finishConnect();
                key.interestOps(SelectionKey.OP_READ);
                ((Handshake.Calling) handshake).begin();
            } else {
                goOn(key, handshake);
            }
        } catch (IOException e) {
            // A rank that hangs up because the other one's call serves: nothing to report.
            LOG.log(System.Logger.Level.DEBUG, "a handshake has ended", e);
            broken(key, handshake, e.getMessage());
        }
    }

    /** Accepts those who wait, but no more than a number in a row: handshakes under way have their turn, too. */
    private void accept() {
        try {
            SocketChannel caller;
            for (int i = 0; i < UNPROVEN_MAX && (caller = server.accept()) != null; i++) {
                admit(caller);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection was gone before it was accepted", e);
        }
    }

    private void admit(SocketChannel caller) throws IOException {
        if (unproven >= UNPROVEN_MAX) {
            closeQuietly(caller);
            return;
        }
        unproven++;
        caller.configureBlocking(false);
        caller.register(selector, SelectionKey.OP_READ, new Handshake.Called(self, caller));
    }

    private void goOn(SelectionKey key, Handshake handshake) throws IOException {
        Handshake.State state = handshake.onReadable();
        if (state == Handshake.State.GOES_ON) {
            return;
        }
        if (handshake instanceof Handshake.Calling calling) {
            if (state == Handshake.State.PROVEN) {
                attempts.remove(calling.peer());
                establish(key, calling.peer(), calling.channel);
            } else {
                refused(key, calling);
            }
        } else if (handshake instanceof Handshake.Called called) {
            if (state == Handshake.State.PROVEN) {
                decide(key, called);
            } else {
                refuse(key, called);
            }
        }
    }

    /** A caller has proven that it is a rank of the job. */
    private void decide(SelectionKey key, Handshake.Called called) throws IOException {
        int peer = called.peer();
        Attempt own = attempts.get(peer);
        if (connected.contains(peer)) {
            called.end(Verdict.TWICE);
        } else if (own != null && own.channel != null && self.rank() < peer) {
            called.end(Verdict.YIELD);
        } else {
            if (own != null) {
                attempts.remove(peer);
                hangUp(own.channel);
            }
            unproven--;
            // First the port, so that what the caller sends at once finds it.
            key.cancel();
            called.end(Verdict.WELCOME);
            establish(key, peer, called.channel);
            return;
        }
        end(key, called);
    }

    private void establish(SelectionKey key, int peer, SocketChannel channel) throws IOException {
        key.cancel();
        connected.add(peer);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        announce(new Established(peer, channel, null));
    }

    /** This rank's call was not accepted. */
    private void refused(SelectionKey key, Handshake.Calling calling) {
        Attempt attempt = attempts.get(calling.peer());
        key.cancel();
        if (attempt == null || attempt.channel != calling.channel) {
            closeQuietly(calling.channel);
        } else if (calling.verdict == Verdict.VERSION) {
            fail(
                    attempt,
                    "runs version \"" + calling.otherVersion()
                            + "\" of the library, or has another byte order; this rank runs " + "version \""
                            + self.version() + "\": use one version for all");
        } else if (calling.verdict == Verdict.STRANGER) {
            fail(attempt, "at " + text(attempt.address) + " does not know this job's secret");
        } else {
            // Its own connection comes, or has come. If not, this rank calls again.
            callAgain(attempt, "its own connection has not come");
        }
    }

    private void refuse(SelectionKey key, Handshake.Called called) {
        String version = called.otherVersion();
        logStranger(
                called,
                called.verdict == Verdict.VERSION
                        ? "its version of the library is \"" + version + "\", this rank's is \"" + self.version() + "\""
                        : "it does not know the job's secret");
        end(key, called);
    }

    private void logStranger(Handshake of, String why) {
        try {
            InetAddress from = ((InetSocketAddress) of.channel.getRemoteAddress()).getAddress();
            if (strangers.size() < STRANGERS_LOGGED && strangers.add(from)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "rank " + self.rank() + " refuses a connection from " + from.getHostAddress() + ": " + why
                                + " (later ones from there are not reported)");
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a stranger is gone", e);
        }
    }

    private void broken(SelectionKey key, Handshake handshake, String why) {
        if (handshake instanceof Handshake.Calling calling) {
            Attempt attempt = attempts.get(calling.peer());
            key.cancel();
            if (attempt != null && attempt.channel == calling.channel) {
                callAgain(attempt, why);
            } else {
                closeQuietly(calling.channel);
            }
        } else {
            end(key, handshake);
        }
    }

    private void end(SelectionKey key, Handshake called) {
        unproven--;
        key.cancel();
        closeQuietly(called.channel);
    }

    private void hangUp(SocketChannel channel) {
        if (channel != null) {
            SelectionKey key = channel.keyFor(selector);
            if (key != null) {
                key.cancel();
            }
            closeQuietly(channel);
        }
    }

    /** Handshakes that take too long. */
    private void endLate() {
        long now = System.nanoTime();
        for (SelectionKey key : new ArrayList<>(selector.keys())) {
            if (key.isValid() && key.attachment() instanceof Handshake handshake && handshake.isLate(now)) {
                String why = "no handshake within " + UNPROVEN_NS / 1_000_000_000 + " s";
                if (handshake instanceof Handshake.Calling calling) {
                    beginPatienceAgain(calling, now);
                } else {
                    logStranger(handshake, why);
                }
                broken(key, handshake, why);
            }
        }
    }

    /** A process that is stopped takes the connection, but does not answer: it is reachable. */
    private void beginPatienceAgain(Handshake.Calling calling, long now) {
        Attempt attempt = attempts.get(calling.peer());
        if (attempt != null && attempt.channel == calling.channel && calling.channel.isConnected()) {
            attempt.giveUp = now + PATIENCE_NS;
        }
    }

    private void closeAll() {
        for (SelectionKey key : selector.keys()) {
            closeQuietly(key.channel());
        }
        try {
            selector.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing", e);
        }
    }

    static void closeQuietly(AutoCloseable what) {
        if (what != null) {
            try {
                what.close();
            } catch (Exception e) {
                LOG.log(System.Logger.Level.DEBUG, "closing", e);
            }
        }
    }
}
