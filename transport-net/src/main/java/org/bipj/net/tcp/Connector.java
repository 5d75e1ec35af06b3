package org.bipj.net.tcp;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.AddressBook;
import org.bipj.net.address.PortRange;
import org.bipj.net.address.SharedAddress;

/**
 * Makes a rank's connections, on a thread of its own: listens, connects, and proves the job's secret both ways. So a rank
 * that computes can be connected to, and strangers cost a rank's own thread nothing. What is established is handed to the
 * port, which takes it in a poll.
 */
final class Connector implements AutoCloseable {
    /** Limits for callers that have not proved that they belong to the job. */
    static final int UNPROVEN_MAX = 64;

    /** How long such a caller may take for each of its messages. */
    static final long UNPROVEN_NS = 5_000_000_000L;

    /** Callers for which the kernel has room until they are accepted: others try again after a second. All ranks may call at once. */
    private static final int BACKLOG = 1024;

    /** How long a rank is tried in vain before the user is told; half of the patience if that is shorter. */
    private static final long UNANSWERED_NS = 5_000_000_000L;

    /** The longest step of {@link #clockNs}: a longer one is a time in which this process was stopped. */
    private static final long STEP_NS = 1_000_000_000;

    private static final String NO_ANSWER = "there is no answer";
    /** A route is missing here: nothing has left this host. */
    private static final String NO_NETWORK = "Network is unreachable";

    private static final long AGAIN_NS = 50_000_000;
    /** Time to the next call of a rank that will know this rank's job soon. */
    private static final long LATER_NS = 5_000_000;

    private static final int CALL_MS = 20;
    /** Longest time to the next look for an address; the time is an eighth of that which the attempt has lasted. */
    private static final int ADDRESS_MS = 100;

    private static final int CHECK_MS = 100;
    private static final int STRANGERS_LOGGED = 64;

    private static final System.Logger LOG = System.getLogger(Connector.class.getName());

    /** A connection, or why there is none; with both, why a connection that was established has failed. */
    record Established(int peer, SocketChannel channel, String failure) {}

    /** A rank that is to be connected to. */
    private static final class Attempt {
        final int peer;
        final long begin = System.nanoTime();
        InetSocketAddress address;
        SocketChannel channel;
        long again;
        /** The value of {@link #clockNs} at which the attempt is given up. */
        long giveUp;
        /** When the user is told that nobody takes the connection, unless one is accepted before. */
        long unanswered;
        /** Why the last call has failed; {@link #NO_ANSWER} before. */
        String why = NO_ANSWER;
        /** Why calls reach somebody else, as far as that is known: of an address that is this host's, too. */
        String astray = "";

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

    private final long patienceNs;

    private final Queue<Integer> wanted = new ConcurrentLinkedQueue<>();
    /** Ranks that the port has lost: attempts to connect to them end. */
    private final Queue<Integer> abandoned = new ConcurrentLinkedQueue<>();

    /** Connections that the connector watches from now on. */
    private final Queue<Lifeline> toWatch = new ConcurrentLinkedQueue<>();
    /** Numbers of ranks of jobs that this rank has disconnected from. */
    private final Queue<int[]> forgotten = new ConcurrentLinkedQueue<>();
    /** Connections that end, and that the other end has not closed. */
    private final Set<Lifeline> ending = ConcurrentHashMap.newKeySet();

    private final Queue<Established> established = new ConcurrentLinkedQueue<>();
    /** Counts what was put into {@link #established}: polls read it. */
    private volatile int news;

    private volatile boolean closed;
    /** By rank the trouble of the attempts that are under way. */
    private final Map<Integer, String> troubles = new ConcurrentHashMap<>();

    // Of the connector's thread alone.
    /** Nanoseconds in which this process ran: patience must not end while it is stopped. */
    private long clockNs;

    private long lastLook = System.nanoTime();
    private final Map<Integer, Attempt> attempts = new HashMap<>();
    private final Set<Integer> connected = new HashSet<>();
    private final Set<Integer> lost = new HashSet<>();
    private final Set<InetAddress> strangers = new HashSet<>();
    /** Callers that have not proved that they belong to the job, the oldest first. */
    private final Set<SelectionKey> unproven = new LinkedHashSet<>();
    /** Addresses of ranks of this job, as far as they are known. */
    private final Set<InetAddress> members = new HashSet<>();
    /** Of connections that have been established. */
    private final Acknowledgements acknowledgements;

    /**
     * Begins to listen, and publishes the address.
     *
     * @param listen the interface's address
     * @param ports on which to listen
     * @param patienceMs how long a rank that has published its address is tried before it counts as unreachable
     *     or is waited for that has left data unacknowledged
     * @param onNews called on the connector's thread when something was established
     * @throws PortException if that address cannot be listened on
     */
    Connector(Identity self, InetAddress listen, PortRange ports, AddressBook book, int patienceMs, Runnable onNews) {
        this.self = self;
        this.book = book;
        patienceNs = patienceMs * 1_000_000L;
        acknowledgements = new Acknowledgements(patienceMs, new OfSilence());
        this.onNews = onNews;
        try {
            selector = Selector.open();
            server = listen(listen, ports);
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

    /** Listens on the first free port of the range, from one that depends on the rank. */
    private ServerSocketChannel listen(InetAddress listen, PortRange ports) throws IOException {
        BindException first = null;
        for (int port : ports.startingWith(self.rank()).toArray()) {
            ServerSocketChannel server = ServerSocketChannel.open();
            try {
                return server.bind(new InetSocketAddress(listen, port), BACKLOG);
            } catch (BindException e) {
                first = first == null ? e : first;
                // Not for another port: where two ranks take the same one at a time, both are bound, and one cannot
                // listen.
                server.close();
            }
        }
        throw ports.equals(PortRange.ANY)
                ? first
                : new BindException("none of the " + ports.size() + " ports " + ports + " (--net-ports) is free; of the"
                        + " first it is said: " + first.getMessage());
    }

    static String text(InetSocketAddress address) {
        String ip = address.getAddress().getHostAddress();
        return (ip.indexOf(':') >= 0 ? "[" + ip + "]" : ip) + ":" + address.getPort();
    }

    /** Reads the address that {@link #text} has written. */
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

    /** The address at which this rank listens. */
    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) server.getLocalAddress();
    }

    // ---- called by the rank's thread ---------------------------------------------------------------------------

    /** Requests a connection with a rank; {@link #take} returns the result. */
    void connect(int peer) {
        wanted.add(peer);
        selector.wakeup();
    }

    /** The port has lost a rank: no connection with it is made any more. */
    void abandon(int peer) {
        abandoned.add(peer);
        selector.wakeup();
    }

    /** A rank has lost this one; called on any thread. */
    void lostBy(int peer, String why) {
        announce(new Established(peer, null, why));
    }

    /** Watches a connection until it ends. */
    void watch(Lifeline line) {
        if (line.isClosing()) {
            ending.add(line);
        }
        toWatch.add(line);
        selector.wakeup();
    }

    /** Ends a connection that is watched. */
    void end(Lifeline line) {
        ending.add(line);
        line.close();
        selector.wakeup();
    }

    /** True if no connection ends of which the other end is still open. */
    boolean haveAllEnded() {
        return ending.isEmpty();
    }

    /** Forgets ranks from one number up to another: the numbers are used no more. */
    void forget(int from, int to) {
        forgotten.add(new int[] {from, to});
        selector.wakeup();
    }

    /** Why an attempt has not succeeded yet, for reports. */
    String trouble(int peer) {
        return troubles.getOrDefault(peer, "its address is not known");
    }

    /** A count that changes whenever {@link #take} has something new. */
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
                long now = System.nanoTime();
                clockNs += Math.min(now - lastLook, STEP_NS);
                lastLook = now;
                watchAndForget();
                for (Integer peer = abandoned.poll(); peer != null; peer = abandoned.poll()) {
                    lose(peer);
                }
                for (Integer peer = wanted.poll(); peer != null; peer = wanted.poll()) {
                    want(peer);
                }
                List.copyOf(attempts.values()).forEach(this::advance);
                endLate();
                endLateLines();
                acknowledgements.look(clockNs);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.ERROR, "rank " + self.rank() + " cannot accept connections any more", e);
        } finally {
            closeAll();
        }
    }

    private int waitMs() {
        long now = System.nanoTime();
        int ms = !unproven.isEmpty() || !ending.isEmpty()
                ? CHECK_MS
                : acknowledgements.isEmpty() ? 0 : Acknowledgements.LOOK_MS;
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

    private void watchAndForget() {
        for (int[] numbers = forgotten.poll(); numbers != null; numbers = forgotten.poll()) {
            for (int peer = numbers[0]; peer < numbers[1]; peer++) {
                lose(peer);
                connected.remove(peer);
                acknowledgements.forget(peer);
                lost.remove(peer);
                troubles.remove(peer);
            }
        }
        for (Lifeline line = toWatch.poll(); line != null; line = toWatch.poll()) {
            SelectionKey before = line.channel().keyFor(selector);
            if (before != null && !before.isValid()) {
                // It was cancelled in this round: the next one lets go of it.
                toWatch.add(line);
                selector.wakeup();
                return;
            }
            try {
                line.channel().register(selector, SelectionKey.OP_READ, line);
            } catch (IOException | ClosedSelectorException e) {
                endLine(line);
            }
        }
    }

    private void endLine(Lifeline line) {
        closeQuietly(line.channel());
        ending.remove(line);
    }

    private void endLateLines() {
        long now = System.nanoTime();
        for (Lifeline line : ending) {
            if (line.isLate(now) || !line.channel().isOpen()) {
                endLine(line);
            }
        }
    }

    private void want(int peer) {
        if (!connected.contains(peer) && !lost.contains(peer)) {
            attempts.computeIfAbsent(peer, Attempt::new);
        }
    }

    private void lose(int peer) {
        lost.add(peer);
        Attempt attempt = attempts.remove(peer);
        if (attempt != null) {
            hangUp(attempt.channel);
        }
    }

    private void advance(Attempt attempt) {
        if (attempts.get(attempt.peer) != attempt) {
            return;
        }
        if (attempt.address != null) {
            warn(attempt);
        }
        if (attempt.channel != null) {
            return;
        }
        long now = System.nanoTime();
        String gone = book.hasFinished(attempt.peer) ? "it has finalised the library" : book.gone(attempt.peer);
        if (gone != null) {
            fail(attempt, gone);
        } else if (attempt.address == null) {
            String address = book.find(attempt.peer);
            if (address != null) {
                attempt.address = parse(address);
                attempt.astray = SharedAddress.reason(attempt.address.getAddress());
                members.add(attempt.address.getAddress());
                attempt.giveUp = clockNs + patienceNs;
                attempt.unanswered = clockNs + Math.min(UNANSWERED_NS, patienceNs / 2);
                call(attempt);
            }
        } else if (now - attempt.again >= 0) {
            call(attempt);
        }
    }

    /** Reports once that nobody takes the connection. One that is taken and not answered is that of a process that is stopped. */
    private void warn(Attempt attempt) {
        if (clockNs >= attempt.unanswered) {
            attempt.unanswered = Long.MAX_VALUE;
            book.watchEnd(attempt.peer);
            boolean isRefused = !attempt.astray.isEmpty() && !attempt.why.equals(NO_ANSWER);
            if (attempt.channel == null || !attempt.channel.isConnected() || isRefused) {
                book.unanswered(attempt.peer, text(attempt.address), known(attempt));
            }
        }
    }

    /** Why there is no connection, as far as that is known; empty where nobody answers. */
    private static String known(Attempt attempt) {
        if (attempt.why.equals(NO_ANSWER)) {
            return "";
        }
        String question = attempt.why.equals(NO_NETWORK) ? "" : ": " + AddressBook.FIREWALL;
        return attempt.astray.isEmpty() ? attempt.why + question : attempt.astray;
    }

    private void call(Attempt attempt) {
        troubles.putIfAbsent(attempt.peer, trouble(attempt, NO_ANSWER));
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

    /** Plans another attempt, or gives up if there has been enough time. */
    private void callAgain(Attempt attempt, String why) {
        closeQuietly(attempt.channel);
        attempt.channel = null;
        attempt.again = System.nanoTime() + AGAIN_NS;
        attempt.why = why;
        String trouble = trouble(attempt, why.equals(NO_ANSWER) ? why : astray(attempt, why));
        troubles.put(attempt.peer, trouble);
        // It may have finalised without having met this rank, and is not tried any longer then.
        book.watchEnd(attempt.peer);
        if (clockNs >= attempt.giveUp) {
            fail(attempt, trouble);
        }
    }

    private static String astray(Attempt attempt, String why) {
        return attempt.astray.isEmpty() ? why : why + "; " + attempt.astray;
    }

    private static String trouble(Attempt attempt, String why) {
        return "it cannot be reached at " + text(attempt.address) + ": " + why;
    }

    private void fail(Attempt attempt, String why) {
        attempts.remove(attempt.peer);
        lost.add(attempt.peer);
        closeQuietly(attempt.channel);
        reportLost(attempt.peer, null, why);
    }

    /** This rank hears of it in its next poll; the other one hears of it now, though this one may compute. */
    private void reportLost(int peer, SocketChannel channel, String why) {
        if (!book.hasFinished(peer)) {
            book.lost(peer, why);
        }
        announce(new Established(peer, channel, why));
    }

    private synchronized void announce(Established what) {
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
        if (key.attachment() instanceof Lifeline line) {
            if (line.read()) {
                endLine(line);
            }
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
            broken(key, handshake, e);
        }
    }

    /** A rank that hangs up because the other one's call serves is nothing to report. */
    private void broken(SelectionKey key, Handshake handshake, IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "a handshake has ended", e);
        broken(key, handshake, e.getMessage());
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
        if (unproven.size() >= UNPROVEN_MAX) {
            // A rank proves itself within two round trips: those who have waited for longest are strangers, or call
            // again.
            SelectionKey oldest = unproven.iterator().next();
            LOG.log(System.Logger.Level.DEBUG, "too many connections without a proof: the oldest is closed");
            end(oldest, (Handshake) oldest.attachment());
        }
        caller.configureBlocking(false);
        unproven.add(caller.register(selector, SelectionKey.OP_READ, new Handshake.Called(self, caller)));
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

    /** A caller has proven that it is a rank of the job, or of a connected one, or a guest of a door. */
    private void decide(SelectionKey key, Handshake.Called called) throws IOException {
        if (called.isGuest()) {
            greet(key, called);
            return;
        }
        int peer = called.peer();
        Attempt own = attempts.get(peer);
        if (peer < 0) {
            // Its job was forgotten since it has called.
            called.end(Verdict.LATER);
        } else if (lost.contains(peer)) {
            called.end(Verdict.LOST);
        } else if (connected.contains(peer)) {
            called.end(Verdict.TWICE);
        } else if (own != null && own.channel != null && self.precedes(peer)) {
            called.end(Verdict.YIELD);
        } else {
            // Before the own attempt ends: where the caller is gone, that one goes on.
            called.end(Verdict.WELCOME);
            if (own != null) {
                attempts.remove(peer);
                hangUp(own.channel);
            }
            unproven.remove(key);
            establish(key, peer, called.channel);
            return;
        }
        end(key, called);
    }

    private void greet(SelectionKey key, Handshake.Called called) throws IOException {
        TcpDoor door = called.door();
        if (door == null) {
            called.end(Verdict.CLOSED);
            end(key, called);
            return;
        }
        called.end(Verdict.WELCOME);
        unproven.remove(key);
        key.cancel();
        int timeoutS = Math.toIntExact(patienceNs / 1_000_000_000L);
        door.arrived(new SealedExchange(called.channel, called.sessionKey(door), Math.max(1, timeoutS)));
        onNews.run();
    }

    private void establish(SelectionKey key, int peer, SocketChannel channel) throws IOException {
        key.cancel();
        connected.add(peer);
        members.add(((InetSocketAddress) channel.getRemoteAddress()).getAddress());
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        acknowledgements.watch(peer, channel);
        announce(new Established(peer, channel, null));
    }

    /** What is found of connections that have been established. */
    private final class OfSilence implements Acknowledgements.Events {
        @Override
        public void silent(int peer, String address, String why) {
            book.watchEnd(peer);
            book.unanswered(peer, address, why);
        }

        @Override
        public void lost(int peer, SocketChannel channel, String why) {
            reportLost(peer, channel, why);
        }
    }

    /** Handles a called rank's refusal of this rank's call. */
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
        } else if (calling.verdict == Verdict.LOST) {
            fail(attempt, "it has lost this rank before");
        } else if (calling.verdict == Verdict.STRANGER) {
            fail(attempt, astray(attempt, "at " + text(attempt.address) + " does not know this job's secret"));
        } else if (calling.verdict == Verdict.LATER) {
            callAgain(attempt, "it does not take part in what connects this rank's job with its own");
            attempt.again = System.nanoTime() + LATER_NS;
        } else {
            // Its own connection comes, or has come. If not, this rank calls again.
            callAgain(attempt, "its own connection has not come");
        }
    }

    private void refuse(SelectionKey key, Handshake.Called called) {
        if (called.verdict == Verdict.LATER || called.verdict == Verdict.CLOSED) {
            end(key, called);
            return;
        }
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
                if (calling.isAccepted()) {
                    // The rank is there: it was stopped, or this one, and calls are answered from now on.
                    attempt.giveUp = clockNs + patienceNs;
                }
                callAgain(attempt, why);
            } else {
                closeQuietly(calling.channel);
            }
        } else {
            end(key, handshake);
        }
    }

    private void end(SelectionKey key, Handshake called) {
        unproven.remove(key);
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

    /**
     * Ends handshakes that take too long. What has come meanwhile counts: where this process was stopped, the other end is not late.
     */
    private void endLate() {
        for (SelectionKey key : new ArrayList<>(selector.keys())) {
            if (key.isValid() && key.attachment() instanceof Handshake handshake && isLate(handshake)) {
                try {
                    if (handshake.channel.isConnected()) {
                        goOn(key, handshake);
                    }
                    if (key.isValid() && isLate(handshake)) {
                        endLate(key, handshake);
                    }
                } catch (IOException e) {
                    broken(key, handshake, e);
                }
            }
        }
    }

    /** A call that nobody takes is late at the end of the patience, too. */
    private boolean isLate(Handshake handshake) {
        Attempt attempt = handshake instanceof Handshake.Calling ? attempts.get(handshake.peer()) : null;
        boolean isTaken = attempt == null || attempt.channel != handshake.channel || handshake.channel.isConnected();
        return handshake.isLate(System.nanoTime()) || !isTaken && clockNs >= attempt.giveUp;
    }

    private void endLate(SelectionKey key, Handshake handshake) {
        String why = "there is no answer within " + UNPROVEN_NS / 1_000_000_000 + " s";
        if (handshake instanceof Handshake.Calling calling) {
            if (calling.channel.isConnected()) {
                // A process that is stopped takes the connection, but does not answer: it is reachable.
                calling.accepted();
            } else {
                // At the end of the patience: a call that has just begun says less than the one before.
                Attempt attempt = attempts.get(calling.peer());
                why = attempt == null || calling.isLate(System.nanoTime()) ? NO_ANSWER : attempt.why;
            }
        } else if (!isOfMember(handshake)) {
            logStranger(handshake, "no handshake within " + UNPROVEN_NS / 1_000_000_000 + " s");
        }
        broken(key, handshake, why);
    }

    /** True if a caller that has proved nothing so far may be a rank that was stopped: it says so, or calls from a rank's host. */
    private boolean isOfMember(Handshake called) {
        try {
            InetSocketAddress from = (InetSocketAddress) called.channel.getRemoteAddress();
            return called.peer() >= 0 || members.contains(from.getAddress());
        } catch (IOException e) {
            return true;
        }
    }

    /** Also connections that were to be watched from the next round on: the other end waits for their end. */
    private void closeAll() {
        for (SelectionKey key : selector.keys()) {
            closeQuietly(key.channel());
        }
        for (Lifeline line = toWatch.poll(); line != null; line = toWatch.poll()) {
            closeQuietly(line.channel());
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
