package org.bipj.net.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.net.address.AddressBook;
import org.bipj.net.address.PortRange;
import org.bipj.net.remote.DroppedPackets;
import org.bipj.net.remote.JobSecret;
import org.bipj.net.remote.LinkPort;
import org.bipj.net.remote.LinkSizes;
import org.bipj.net.remote.Links;
import org.bipj.net.remote.PeerFailure;

/**
 * The port over TCP: one connection for each pair of ranks that talks, made when one of them first sends.
 *
 * <p>A poll reads from one favoured connection without asking whether anything is there (the one hinted at, else the
 * latest that had something). Every few polls the kernel is asked which of the others have something.
 */
public final class TcpPort extends LinkPort<Link> {
    /** Polls between two questions to the kernel, which cost as much as a read each. */
    private static final int POLLS = 4;

    private static final int FRAME_MAX = 1 << 16;

    /** Two stages, each about 6 us a packet (a system call and the kernel's work) and 2 bytes a nanosecond. */
    private static final Capabilities.PipelineModel PIPELINE = new Capabilities.PipelineModel(2, 6000, 2, 1024);

    /** How long {@link #commit} waits for a connection whose other end is known to listen. */
    private static final long CONNECT_NS = 2_000_000_000L;

    private static final long NAP_NS = 20_000;

    /** How long {@link #detach} waits until a peer takes this rank's end. */
    private static final long PART_NS = 1_000_000_000L;

    /** How long bytes may come from a peer that has lost this rank. */
    private static final long UNDER_WAY_NS = 1_000_000_000L;

    private final AddressBook book;
    private final IntFunction<String> hosts;
    private final OtherJobs others;
    private final String version;
    private final int timeoutS;
    private final long lingerNs;
    private final Selector selector;
    private final Connector connector;

    private final Links<Link> links;
    private int connections;
    private Link favoured;
    private int turn;
    private int newsSeen;
    /** Ranks of the own job. */
    private final int world;

    private final ReadyLinks ready = new ReadyLinks();
    private final LongTransfers transfers = new LongTransfers(this);
    /** Bytes of long messages have come or left since the last poll: progress, even if there was no packet. */
    private boolean longMoved;

    /** Links with something to write that the kernel did not take. */
    private Link[] blocked = new Link[8];

    private int blockeds;
    /** Links that have failed and have not been reported. */
    private Link[] failed = new Link[2];

    private int faileds;
    /** Connected links whose peers have lost this rank, or are silent. */
    private int lostBys;

    /** Failures are reported as soon as they are found. */
    private boolean tellsAtOnce;

    /** Whether {@link #close} has ended. */
    private boolean ended;

    private final Consumer<SelectionKey> onReady = this::onReady;

    /**
     * The properties of a rank that its port needs.
     *
     * @param rank the owner
     * @param size ranks of the world
     * @param listen address of the interface to listen on
     * @param ports on which to listen
     * @param version of the library; empty where it is not known
     * @param secret the job's, 32 bytes
     * @param crowded ranks outnumber the processors: waiting yields early
     * @param patienceMs how long a rank is tried that has published its address, and how long its host may leave data
     *     unacknowledged
     * @param lingerMs how long {@link TcpPort#close} waits for the peers to close, too: what a process that ends leaves unread
     *     makes its kernel break the connection
     */
    public record Setup(
            int rank,
            int size,
            InetAddress listen,
            PortRange ports,
            String version,
            byte[] secret,
            boolean crowded,
            int patienceMs,
            int lingerMs) {}

    /**
     * Begins to listen.
     *
     * @param book where addresses are found; closed with the port
     * @param hosts name of a rank's host, for messages
     * @throws org.bipj.core.nic.PortException if the address cannot be listened on
     */
    public TcpPort(Setup setup, AddressBook book, IntFunction<String> hosts) {
        this(setup, book, hosts, OtherJobs.none());
    }

    /** As {@link #TcpPort(Setup, AddressBook, IntFunction)}, of a rank that connects with other jobs. */
    public TcpPort(Setup setup, AddressBook ofJob, IntFunction<String> hosts, OtherJobs others) {
        super(sizes(setup.size).capabilities(), setup.crowded);
        LinkSizes sizes = sizes(setup.size);
        LinkSizes sizesOfOthers = sizes(Integer.MAX_VALUE);
        this.book = new BookOfAll(ofJob, others);
        this.hosts = hosts;
        this.others = others;
        version = setup.version;
        timeoutS = Math.max(1, setup.patienceMs / 1000);
        lingerNs = setup.lingerMs * 1_000_000L;
        world = setup.size;
        links = new Links<>(
                setup.rank,
                new Link[setup.size],
                peer -> new Link(
                        peer,
                        peer < setup.size ? sizes : sizesOfOthers,
                        transfers.landings,
                        transfers.completions::add));
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Identity self = new Identity(setup.rank, setup.size, setup.version, setup.secret, others);
        connector = new Connector(self, setup.listen, setup.ports, book, setup.patienceMs, selector::wakeup);
        book.watch((why, peer) -> connector.lostBy(peer, why));
    }

    /** This port, of a job that nobody ends for a failure. */
    public TcpPort tellingAtOnce(boolean on) {
        tellsAtOnce = on;
        return this;
    }

    static LinkSizes sizes(int ranks) {
        return LinkSizes.of(ranks, FRAME_MAX - Frame.HEADER, PIPELINE);
    }

    @Override
    protected Links<Link> links() {
        return links;
    }

    // ---- out ---------------------------------------------------------------------------------------------------

    @Override
    protected void makeRoom(Link link) {
        adoptNews();
        if (link.isConnected()) {
            flush(link);
            read(link);
        }
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        Link link = links.known(peer);
        link.commit(lane, claim, bytes, immediate);
        if (link.isConnected()) {
            flush(link);
        } else if (!link.asked) {
            connect(link);
        } else if (link.hasLeft() || link.failure() != null) {
            link.drop();
        } else {
            // A rank that does nothing but send short messages polls nowhere else.
            adoptNews();
        }
    }

    /**
     * Asks for a connection, and waits for it where the peer is known to listen: the packets of a rank that computes from
     * now on must not wait for its next call. The two connectors need neither rank for that.
     */
    private void connect(Link link) {
        link.asked = true;
        if (book.find(link.peer()) == null) {
            connector.connect(link.peer());
            return;
        }
        connector.connect(link.peer());
        long until = System.nanoTime() + CONNECT_NS;
        while (link.channel == null && link.failure() == null && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(NAP_NS);
            adoptNews();
        }
    }

    /** As {@link org.bipj.core.nic.RemoteMemory#put}; the end is reported by a poll, unless the peer fails before. */
    void put(int peer, long key, Payload from, long bytes, long cookie) {
        Link link = links.link(peer);
        link.put(from, key, bytes, cookie);
        if (link.isConnected()) {
            flush(link);
        } else {
            link.drop();
        }
    }

    @Override
    public RemoteMemory remoteMemory() {
        return transfers;
    }

    private void flush(Link link) {
        try {
            if (!link.flush() && !link.blocked) {
                link.blocked = true;
                if (blockeds == blocked.length) {
                    blocked = Arrays.copyOf(blocked, 2 * blockeds);
                }
                blocked[blockeds++] = link;
            }
        } catch (IOException e) {
            unwritable(link, e);
        }
    }

    /** Bytes that arrived before are still read; then the port finds the end of the connection. */
    private void unwritable(Link link, IOException e) {
        link.unwritable = "the connection broke: " + e.getMessage();
        link.drop();
        addReady(link);
    }

    /** Writes what the kernel did not take before. */
    private void flushBlocked() {
        int kept = 0;
        for (int i = 0; i < blockeds; i++) {
            Link link = blocked[i];
            long before = link.longBytes;
            boolean done = link.failure() != null;
            try {
                done = done || link.flush();
            } catch (IOException e) {
                unwritable(link, e);
                done = true;
            }
            longMoved |= link.longBytes != before;
            if (done) {
                link.blocked = false;
            } else {
                blocked[kept++] = link;
            }
        }
        Arrays.fill(blocked, kept, blockeds, null);
        blockeds = kept;
    }

    // ---- connections -------------------------------------------------------------------------------------------

    private void adoptNews() {
        if (connector.news() != newsSeen) {
            newsSeen = connector.news();
            for (Connector.Established next = connector.take(); next != null; next = connector.take()) {
                adopt(next);
            }
        }
    }

    private void adopt(Connector.Established what) {
        if (what.peer() >= links.size() || what.peer() >= world && others.of(what.peer()) == null) {
            // This rank has disconnected meanwhile.
            Connector.closeQuietly(what.channel());
            return;
        }
        Link link = links.link(what.peer());
        if (link.failure() != null) {
            // So that the peer sees it, too.
            Connector.closeQuietly(what.channel());
            return;
        }
        if (what.failure() != null && link.isConnected()) {
            loseLater(link, what);
            return;
        }
        if (what.failure() != null) {
            fail(link, what.failure());
            return;
        }
        try {
            link.connected(what.channel());
            link.asked = true;
            link.key = what.channel().register(selector, SelectionKey.OP_READ, link);
        } catch (IOException e) {
            fail(link, "the connection broke: " + e.getMessage());
            return;
        }
        connections++;
        if (favoured == null) {
            favoured = link;
        }
        flush(link);
    }

    /** What is under way on the connection still comes. */
    private void loseLater(Link link, Connector.Established what) {
        link.isSilent |= what.channel() == link.channel;
        if (link.lostBy == null) {
            link.lostBy = what.failure();
            link.lostByAt = System.nanoTime();
            lostBys++;
        }
    }

    /** Ends connections whose other ends have been lost, where the network does not show that. */
    private void failLost() {
        links.all().filter(link -> link.lostBy != null && !link.hasFrame()).forEach(link -> {
            boolean isOver = link.failure() != null || link.hasLeft();
            if (isOver || System.nanoTime() - link.lostByAt >= UNDER_WAY_NS) {
                fail(link, link.lostBy);
                link.lostBy = null;
                lostBys--;
            }
        });
    }

    private void fail(Link link, String why) {
        if (link.failure() != null || link.hasLeft()) {
            return;
        }
        boolean isDone = isClosed() && link.hasSaidBye() && link.isFlushed();
        if (isDone || book.hasFinished(link.peer()) || others.hasParted(link.peer())) {
            if (!isDone) {
                // It has closed its port without having met this rank: what was sent there is nobody's loss.
                link.leave();
                link.drop();
            }
            // Else it has read this rank's end, and need not wait longer: what it has read counts as before.
            forget(link);
            connector.abandon(link.peer());
            return;
        }
        String reason = link.unwritable != null ? link.unwritable : why;
        link.fail(failure(link.peer(), reason));
        link.drop();
        forget(link);
        if (!ended) {
            connector.abandon(link.peer());
            book.lost(link.peer(), reason);
        }
        if (faileds == failed.length) {
            failed = Arrays.copyOf(failed, 2 * faileds);
        }
        failed[faileds++] = link;
    }

    private PeerFailure failure(int peer, String why) {
        OtherJobs.OtherJob job = others.of(peer);
        PeerFailure failure = job == null
                ? PeerFailure.of(peer, hosts.apply(peer), why)
                : PeerFailure.of("rank " + (peer - job.first()) + " of the job " + job.id(), why);
        return tellsAtOnce ? failure.atOnce() : failure;
    }

    private void forget(Link link) {
        if (link.channel != null && !link.forgotten) {
            link.forgotten = true;
            connections--;
            Connector.closeQuietly(link.channel);
            if (favoured == link) {
                favoured = null;
            }
        }
    }

    private int reportFailures(PacketSink sink) {
        int reported = 0;
        for (int i = faileds - 1; i >= 0; i--) {
            Link link = failed[i];
            while (link.hasFrame()) {
                reported += link.deliver(sink, Integer.MAX_VALUE);
            }
            if (link.failure().isDue()) {
                failed[i] = failed[--faileds];
                failed[faileds] = null;
                reported++;
                link.report();
                sink.onFailure(link.peer(), link.failure().text(), link.isUnsent());
            }
        }
        return reported;
    }

    // ---- in ----------------------------------------------------------------------------------------------------

    @Override
    public int poll(PacketSink sink, int limit) {
        adoptNews();
        Link first = favoured;
        int handed = first == null ? 0 : receive(first, sink, limit);
        return pollNext(sink, limit, handed);
    }

    @Override
    public int pollOthers(PacketSink sink, int limit) {
        adoptNews();
        return pollNext(sink, limit, 0);
    }

    /** The rest of a poll that has delivered so much; returns all that it delivers. */
    private int pollNext(PacketSink sink, int limit, int before) {
        if (blockeds > 0) {
            flushBlocked();
        }
        if (ready.isEmpty() && connections > (favoured == null ? 0 : 1) && ++turn % POLLS == 0) {
            ask();
        }
        int handed = before;
        if (!ready.isEmpty()) {
            Link link = ready.next();
            if (link != favoured && hasFrame(link)) {
                // Before it is handed over: where a sink throws, the rest is found again.
                favour(link);
                handed += deliver(link, sink, limit);
            }
        }
        if (!transfers.completions.isEmpty()) {
            handed += transfers.completions.report(sink);
        }
        if (lostBys > 0) {
            failLost();
        }
        if (faileds > 0) {
            handed += reportFailures(sink);
        }
        if (longMoved) {
            longMoved = false;
            return Math.max(handed, 1);
        }
        return handed;
    }

    private void ask() {
        try {
            selector.selectNow(onReady);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void onReady(SelectionKey key) {
        addReady((Link) key.attachment());
    }

    private void addReady(Link link) {
        if (link != favoured) {
            ready.add(link);
        }
    }

    /** Makes a link the favoured one; the kernel does not know of frames that the one before may still have. */
    private void favour(Link link) {
        Link before = favoured;
        favoured = link;
        if (before != null && before != link && before.hasFrame()) {
            addReady(before);
        }
    }

    private int receive(Link link, PacketSink sink, int limit) {
        return hasFrame(link) ? deliver(link, sink, limit) : 0;
    }

    /** True if a frame is there, or comes with a read. */
    private boolean hasFrame(Link link) {
        if (!link.hasFrame() && link.isConnected()) {
            read(link);
        }
        return link.hasFrame();
    }

    private int deliver(Link link, PacketSink sink, int limit) {
        int handed = link.deliver(sink, limit);
        sayDone(link);
        return handed;
    }

    @Override
    protected void sayDone(Link link) {
        if (link.isConnected() && link.sayDone()) {
            flush(link);
        }
    }

    private void read(Link link) {
        long before = link.longBytes;
        try {
            link.read();
        } catch (IOException e) {
            fail(link, "the connection broke: " + e.getMessage());
        } catch (Inbox.DamagedFrame e) {
            fail(link, "the connection carries " + e.getMessage());
        }
        boolean moved = link.longBytes != before;
        longMoved |= moved;
        if (link.hasFrame() || moved) {
            // The kernel does not know of frames that are here; of a long message more may have come.
            addReady(link);
        } else if (link.hasLeft()) {
            forget(link);
        }
    }

    @Override
    public void expect(int peer) {
        Link link = peer < 0 ? null : links.known(peer);
        if (link != null && link != favoured && link.isConnected()) {
            favour(link);
        }
    }

    @Override
    public void release(int peer, int lane, long offset) {
        Link link = links.known(peer);
        if (link == null || !link.isConnected()) {
            throw new IllegalArgumentException("no packet of rank " + peer + " is kept");
        }
        link.release(lane, offset);
        sayDone(link);
    }

    @Override
    protected Link withFrame(int peer) {
        adoptNews();
        Link link = links.known(peer);
        return link != null && hasFrame(link) ? link : null;
    }

    // ---- other jobs --------------------------------------------------------------------------------------------

    /** The address at which this rank listens. */
    public String address() {
        try {
            return Connector.text(connector.address());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes ranks of another job peers.
     *
     * @param first the number of its rank 0
     * @param addresses by rank
     */
    public void attach(OtherJobs.Introduction job, int first, Map<Integer, String> addresses) {
        links.grow(first + job.ranks());
        others.add(job, first, addresses);
    }

    /** Where ranks of a job that is attached listen, as far as that was not known. */
    public void learn(int first, Map<Integer, String> addresses) {
        others.learn(first, addresses);
    }

    /** Ranks of another job may fail from now on without being missed, or not any more. */
    public void part(int first, boolean on) {
        others.part(first, on);
    }

    /** True if no connection with ranks of another job is left. */
    public boolean haveLeft(int first, int ranks) {
        for (int peer = first; peer < first + ranks; peer++) {
            Link link = links.known(peer);
            if (link != null && !link.hasLeft() && link.failure() == null) {
                return false;
            }
        }
        return true;
    }

    /** Ends the connections with ranks of another job, with which nothing is under way. */
    public void detach(int first, int ranks) {
        adoptNews();
        for (int peer = first; peer < first + ranks; peer++) {
            Link link = links.known(peer);
            if (link != null) {
                part(link);
                links.forget(peer);
            }
        }
        others.remove(first);
        connector.forget(first, first + ranks);
        // The selector lets go of the connections.
        ask();
    }

    private void part(Link link) {
        long until = System.nanoTime() + PART_NS;
        while (!sayBye(link) && System.nanoTime() - until < 0) {
            rest();
        }
        ready.remove(link);
        blockeds = without(blocked, blockeds, link);
        faileds = without(failed, faileds, link);
        lostBys -= link.lostBy != null ? 1 : 0;
        boolean isOpen = link.isConnected();
        if (isOpen && link.hasSaidBye() && !link.hasLeft()) {
            connections--;
            favoured = favoured == link ? null : favoured;
            if (link.key != null) {
                link.key.cancel();
            }
            connector.watch(Lifeline.ended(link.channel));
        } else {
            forget(link);
        }
    }

    private static int without(Link[] all, int count, Link link) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (all[i] != link) {
                all[kept++] = all[i];
            }
        }
        Arrays.fill(all, kept, count, null);
        return kept;
    }

    /** True if a rank has ended its connection in good order: all that it has sent was received. */
    public boolean hasLeft(int peer) {
        Link link = links.link(peer);
        return link != null && link.hasLeft();
    }

    /** Opens a door: a name for guests, and their secret. */
    public TcpDoor open(String name, byte[] secret) {
        TcpDoor door = new TcpDoor(new JobSecret(secret));
        others.open(OtherJobs.nameOf(name), door);
        return door;
    }

    /** Closes a door. */
    public void close(String name, TcpDoor door) {
        others.close(OtherJobs.nameOf(name));
        door.close();
    }

    /** Goes to a door of another process. */
    public DoorCall call(String address, String name, byte[] secret, String letter) {
        return new DoorCall(
                Connector.parse(address), OtherJobs.nameOf(name), new JobSecret(secret), version, timeoutS, letter);
    }

    /** Keeps a connection whose end says that the other job has failed, unless it {@linkplain #end was ended}. */
    public Lifeline keep(SocketChannel channel, Runnable onBroken) {
        Lifeline line = Lifeline.of(channel, onBroken);
        connector.watch(line);
        return line;
    }

    /** Ends a connection that was kept. */
    public void end(Lifeline line) {
        connector.end(line);
    }

    /** Waits until connections that end have been closed by their other ends; for a short time. */
    public void linger() {
        long until = System.nanoTime() + lingerNs;
        while (!connector.haveAllEnded() && System.nanoTime() - until < 0) {
            rest();
        }
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    @Override
    public void sleep(int ms) {
        for (int i = 0; i < blockeds; i++) {
            interest(blocked[i], SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
        try {
            selector.select(onReady, ms);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            for (int i = 0; i < blockeds; i++) {
                interest(blocked[i], SelectionKey.OP_READ);
            }
        }
    }

    private static void interest(Link link, int operations) {
        if (link.key != null && link.key.isValid()) {
            link.key.interestOps(operations);
        }
    }

    @Override
    public boolean hasSomething() {
        return !ready.isEmpty()
                || !transfers.completions.isEmpty()
                || connector.news() != newsSeen
                || favoured != null && favoured.hasFrame();
    }

    @Override
    public boolean isQuiet() {
        return blockeds == 0 && super.isQuiet();
    }

    // ---- for tests ---------------------------------------------------------------------------------------------

    /** Writes what waits, as far as the kernel takes it. */
    void flush() {
        adoptNews();
        flushBlocked();
    }

    /** How many connections have been established and not closed. */
    int connections() {
        return connections;
    }

    /** Bytes that have been written to a peer, and one more if some wait. */
    long writtenTo(int peer) {
        Link link = links.known(peer);
        return link == null ? 0 : link.written + (link.isFlushed() || link.hasLeft() || !link.takesPackets() ? 0 : 1);
    }

    /** Bytes that have been read from a peer. */
    long readFrom(int peer) {
        Link link = links.known(peer);
        return link == null ? 0 : link.read;
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** The connections stay; what arrives waits in the kernel. */
    @Override
    public boolean pause(PacketSink sink) {
        long until = System.nanoTime() + CLOSE_NS;
        adoptNews();
        links.all().forEach(link -> pollUntil(() -> hasSent(link), until, sink));
        linger();
        PeerFailedException lost = unsent();
        if (lost != null) {
            throw lost;
        }
        return true;
    }

    private boolean hasSent(Link link) {
        if (link.failure() != null || link.hasLeft() || !link.asked) {
            return true;
        }
        if (!link.isConnected()) {
            return false;
        }
        flush(link);
        // What cannot be written is lost unless the peer has said before that it leaves: the next polls find that out.
        return link.failure() != null || link.unwritable == null && link.isFlushed();
    }

    @Override
    public void close() {
        if (isClosed()) {
            return;
        }
        markClosed();
        long until = System.nanoTime() + CLOSE_NS;
        DroppedPackets late = new DroppedPackets();
        adoptNews();
        links.all().forEach(link -> readAll(link, late));
        links.all().forEach(link -> pollUntil(() -> sayBye(link), until, late));
        pollUntil(() -> faileds == 0, until, late);
        pollUntil(this::haveAllLeft, System.nanoTime() + lingerNs, late);
        linger();
        ended = true;
        PeerFailedException lost = late.loss() != null ? late.loss() : unsent();
        connector.close();
        links.all().forEach(link -> Connector.closeQuietly(link.channel));
        Connector.closeQuietly(selector);
        book.close();
        if (lost != null) {
            throw lost;
        }
    }

    /** The failure of a peer that does not take what was sent to it; null if there is none. */
    private PeerFailedException unsent() {
        return links.all()
                .filter(link -> !link.hasLeft() && link.failure() == null && link.hasUnsent())
                .findFirst()
                .map(link -> new PeerFailedException(
                        link.peer(), failure(link.peer(), unsentReason(link)).text()))
                .orElse(null);
    }

    private String unsentReason(Link link) {
        if (link.isSilent) {
            return link.lostBy;
        }
        return (link.isConnected() ? "it takes no data" : connector.trouble(link.peer()))
                + "; messages have waited for " + CLOSE_NS / 1_000_000_000 + " s";
    }

    /** Reads what has come: a peer that has left is told no end. */
    private void readAll(Link link, PacketSink late) {
        int handed;
        do {
            handed = receive(link, late, Integer.MAX_VALUE);
        } while (handed > 0);
    }

    /** True once all that was committed has left, and the end behind it. */
    private boolean sayBye(Link link) {
        if (link.failure() != null || link.hasLeft() || !link.asked) {
            return true;
        }
        if (!link.isConnected()) {
            return false;
        }
        flush(link);
        if (!link.isFlushed() || !link.sayBye()) {
            return link.failure() != null;
        }
        flush(link);
        return link.isFlushed();
    }

    private boolean haveAllLeft() {
        return links.all().allMatch(link -> !link.isConnected() || link.hasLeft());
    }

    @Override
    protected void rest() {
        LockSupport.parkNanos(NAP_NS);
    }
}
