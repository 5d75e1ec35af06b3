package org.bipj.net.ucx;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongPredicate;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.net.address.AddressBook;
import org.bipj.net.remote.Completions;
import org.bipj.net.remote.DroppedPackets;
import org.bipj.net.remote.JobSecret;
import org.bipj.net.remote.LinkPort;
import org.bipj.net.remote.LinkSizes;
import org.bipj.net.remote.Links;

/**
 * The port over UCX: a packet is an active message. UCX connects ranks without proof of who they are, so it serves networks
 * that are trusted.
 *
 * <p>UCX works only while it is called. A connection is complete once both ranks have polled: packets that are committed before
 * wait for a later call of the sender.
 */
public final class UcxPort extends LinkPort<UcxLink> {
    /** While packets wait to be handed over, one poll of so many looks for further ones, so that no peer is kept waiting. */
    private static final int POLLS = 4;

    /** Two stages, each about 4 us a packet and 2 bytes a nanosecond (UCX over TCP; RDMA was not tried). */
    private static final Capabilities.PipelineModel PIPELINE = new Capabilities.PipelineModel(2, 4000, 2, 1024);

    private final UcxLink.Shared shared;
    private final AddressBook book;
    private final long lingerNs;
    private final UcxWorker worker;
    private final UcxPeers peers;
    private final UcxTransfers transfers;
    private final UcxInbound inbound;
    private UcxLink expected;
    private int turn;

    /**
     * What a port needs to know of its rank.
     *
     * @param rank the owner
     * @param size ranks of the world
     * @param secret the job's
     * @param crowded ranks outnumber the processors: waiting yields early
     * @param connectMs how long the first {@link UcxPort#commit} to a peer waits for the connection: the packets of a rank that
     *     computes from then on wait no longer than until then, if the peer polls
     * @param patienceMs how long a peer's host may let connections unanswered
     * @param lingerMs how long {@link UcxPort#close} waits for the peers to close, too
     * @param settings of UCX, by names without {@code UCX_}
     */
    public record Setup(
            int rank,
            int size,
            byte[] secret,
            boolean crowded,
            int connectMs,
            int patienceMs,
            int lingerMs,
            Map<String, String> settings) {}

    /**
     * Opens UCX and publishes the address of this rank's worker.
     *
     * @param book where addresses are found; closed with the port
     * @param hosts name of a rank's host, for messages
     * @throws PortException if UCX is missing, or finds no network
     */
    public UcxPort(Setup setup, AddressBook book, IntFunction<String> hosts) {
        this(setup, book, hosts, UcxLanes::reachMemory);
    }

    /** For tests: says itself for which endpoints UCX moves long messages between the memories. */
    UcxPort(Setup setup, AddressBook book, IntFunction<String> hosts, LongPredicate reaching) {
        super(sizes(setup.size).capabilities(), setup.crowded);
        this.book = book;
        lingerNs = setup.lingerMs * 1_000_000L;
        UcxLibrary.symbols();
        worker = new UcxWorker(setup.size, setup.settings, new Events());
        int token = ByteBuffer.wrap(new JobSecret(setup.secret).proof("UCX")).getInt();
        // Of packet memory; never closed by hand, so access to it needs no check.
        Arena arena = Arena.ofAuto();
        shared = new UcxLink.Shared(setup.rank, token, sizes(setup.size), worker, arena, new Completions(), reaching);
        peers = new UcxPeers(setup.size, shared, book, hosts, setup.connectMs, setup.patienceMs);
        transfers = new UcxTransfers(shared, peers);
        inbound = new UcxInbound(shared, peers, transfers);
        book.publish(UcxAddress.ofOwn(worker.address()).text());
    }

    /** This port, of a job that nobody ends for a failure. */
    public UcxPort tellingAtOnce(boolean on) {
        if (on) {
            peers.tellAtOnce();
        }
        return this;
    }

    private static LinkSizes sizes(int ranks) {
        return LinkSizes.of(ranks, UcxFrame.MAX - UcxFrame.HEADER, PIPELINE);
    }

    /** The methods that the worker calls in {@link UcxWorker#progress}. */
    private final class Events implements UcxWorker.Events {
        @Override
        public boolean arrived(long address, long bytes) {
            return inbound.arrived(address, bytes);
        }

        @Override
        public boolean part(long header, long headerBytes, long data, long bytes, boolean announced) {
            return inbound.part(header, headerBytes, data, bytes, announced);
        }

        @Override
        public void failed(int peer, String why) {
            peers.fail(peers.link(peer), why);
        }
    }

    @Override
    protected Links<UcxLink> links() {
        return peers;
    }

    // ---- out ---------------------------------------------------------------------------------------------------

    @Override
    protected void makeRoom(UcxLink link) {
        worker.progress();
        link.reap();
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        UcxLink link = peers.known(peer);
        link.commit(lane, claim, bytes, immediate);
        if (link.pending > 0 || link.unsendable != null) {
            peers.later(link);
        }
    }

    @Override
    public RemoteMemory remoteMemory() {
        return transfers;
    }

    // ---- in ----------------------------------------------------------------------------------------------------

    @Override
    public int poll(PacketSink sink, int limit) {
        return poll(null, sink, limit);
    }

    @Override
    public int pollOthers(PacketSink sink, int limit) {
        return poll(expected, sink, limit);
    }

    private int poll(UcxLink except, PacketSink sink, int limit) {
        // Who looks at the packets of one peer progresses there.
        if (!inbound.hasReady() && except == null || ++turn % POLLS == 0) {
            worker.progress();
        }
        boolean moved = peers.attend() | transfers.advance();
        int handed = inbound.deliver(except, sink, limit);
        if (!shared.completions().isEmpty()) {
            handed += shared.completions().report(sink);
        }
        if (peers.failures() > 0) {
            handed += reportFailures(sink);
        }
        // Bytes of a long message are progress, even if there was no packet.
        return moved ? Math.max(handed, 1) : handed;
    }

    private int reportFailures(PacketSink sink) {
        int reported = 0;
        for (int i = peers.failures(); i > 0; i--) {
            UcxLink link = peers.nextFailed();
            while (link.hasFrame()) {
                reported += inbound.deliverOf(link, sink, Integer.MAX_VALUE);
            }
            if (peers.settle(link)) {
                reported++;
                sink.onFailure(link.peer(), link.failure().text(), link.isUnsent());
            }
        }
        return reported;
    }

    @Override
    public void expect(int peer) {
        expected = peer < 0 ? null : peers.known(peer);
    }

    @Override
    public void release(int peer, int lane, long offset) {
        UcxLink link = peers.known(peer);
        long address = offset - UcxFrame.HEADER;
        if (link == null || !link.kept.remove(address)) {
            throw new IllegalArgumentException("no packet of rank " + peer + " is kept at " + offset);
        }
        if (!isClosed()) {
            link.done(address);
            peers.sayDone(link);
        }
    }

    @Override
    protected UcxLink withFrame(int peer) {
        UcxLink link = peers.known(peer);
        if (link == null || !link.hasFrame()) {
            worker.progress();
            link = peers.known(peer);
        }
        return link != null && link.hasFrame() ? link : null;
    }

    @Override
    protected void sayDone(UcxLink link) {
        peers.sayDone(link);
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    @Override
    public void sleep(int ms) {
        if (!hasSomething()) {
            worker.sleep(ms);
        }
    }

    @Override
    public boolean hasSomething() {
        return inbound.hasReady() || !shared.completions().isEmpty();
    }

    // ---- for tests ---------------------------------------------------------------------------------------------

    /** Sends what waits and receives what has come, without handing over. */
    void progress() {
        worker.progress();
        boolean ignored = peers.attend() | transfers.advance();
    }

    /** Ends as a process that is killed does: its connections break, and nothing is said. */
    void breakOff() {
        markClosed();
        peers.close(true);
    }

    /** How many messages were dropped, as they do not come from the job. */
    int strangers() {
        return inbound.strangers();
    }

    /** Frames that were sent to a peer, and one more if a long message waits. */
    long framesTo(int peer) {
        UcxLink link = peers.known(peer);
        return link == null ? 0 : link.framesSent + (link.puts.isEmpty() ? 0 : 1);
    }

    /** Frames that have come from a peer. */
    long framesFrom(int peer) {
        UcxLink link = peers.known(peer);
        return link == null ? 0 : link.framesArrived;
    }

    /** Parts of long messages to a peer; of those which UCX moves into the peer's memory, each is one. */
    int partsTo(int peer) {
        return peers.known(peer).puts.parts;
    }

    /** Long messages that UCX has moved, or moves, into a peer's memory. */
    int regionsTo(int peer) {
        return peers.known(peer).puts.regions;
    }

    /** True if UCX uses no memory of messages to and from a peer. */
    boolean isOffUserMemory(int peer) {
        return peers.known(peer).isOffUserMemory();
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** Waits until peers have taken all frames. What arrives from now on waits in UCX. */
    @Override
    public boolean pause(PacketSink sink) {
        long until = System.nanoTime() + CLOSE_NS;
        pollUntil(peers::haveAllTaken, until, sink);
        PeerFailedException lost = peers.unsent(CLOSE_NS / 1_000_000_000 + " s");
        if (lost != null) {
            throw lost;
        }
        return true;
    }

    @Override
    public void close() {
        if (isClosed()) {
            return;
        }
        long until = System.nanoTime() + CLOSE_NS;
        DroppedPackets late = new DroppedPackets();
        // A peer that has left is told no end.
        int handed = poll(late, Integer.MAX_VALUE);
        peers.all().forEach(link -> pollUntil(() -> peers.sayBye(link), until, late));
        pollUntil(() -> peers.failures() == 0, until, late);
        PeerFailedException lost = late.loss() != null ? late.loss() : peers.unsent(CLOSE_NS / 1_000_000_000 + " s");
        pollUntil(peers::haveAllLeft, System.nanoTime() + lingerNs, late);
        markClosed();
        peers.close(false);
        book.close();
        if (lost != null) {
            throw lost;
        }
    }
}
