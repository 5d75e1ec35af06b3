package org.bipj.net.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.AddressBook;
import org.bipj.net.remote.Balance;
import org.bipj.net.remote.DroppedPackets;
import org.bipj.net.remote.JobSecret;
import org.bipj.net.remote.LinkSizes;
import org.bipj.net.remote.Patience;
import org.bipj.net.remote.PeerFailure;
import org.bipj.net.remote.RemotePort;

/**
 * The port over UCX: a packet is an active message. UCX connects ranks without proof of who they are, so it serves networks
 * that are trusted.
 *
 * <p>UCX works only while it is called. A connection is complete once both ranks have polled: packets that are committed before
 * wait for a later call of the sender.
 */
public final class UcxPort implements RemotePort {
    /** While packets wait to be handed over, one poll of so many looks for further ones, so that no peer is kept waiting. */
    private static final int POLLS = 4;

    /** Less than the 64 KiB of a receive segment of UCX over TCP, so that a frame is one message of its too. */
    private static final int FRAME_MAX = 60 << 10;

    /** Two stages, each about 4 us a packet and 2 bytes a nanosecond (UCX over TCP; RDMA was not tried). */
    private static final Capabilities.PipelineModel PIPELINE = new Capabilities.PipelineModel(2, 4000, 2, 1024);

    /** Longest sleep; the end of a job does not wake a rank that sleeps here. */
    private static final int SLEEP_MS = 5;

    /** How long {@link #close} waits until what was committed has left. */
    private static final long CLOSE_NS = 10_000_000_000L;

    private final int rank;
    private final int token;
    private final AddressBook book;
    private final IntFunction<String> hosts;
    private final LinkSizes sizes;
    private final Capabilities capabilities;
    private final Patience patience;
    private final long connectNs;
    private final long lingerNs;
    private final UcxWorker worker;
    /** Of packet memory; never closed by hand, so access to it needs no check. */
    private final Arena arena = Arena.ofAuto();

    private final UcxLink[] links;
    private UcxLink expected;
    private int turn;
    /** Links with frames to hand over. */
    private final ArrayDeque<UcxLink> ready = new ArrayDeque<>();
    /** Links whose sends have not ended, or that have no endpoint yet. */
    private final List<UcxLink> busy = new ArrayList<>();
    /** Links that have failed and have not been reported. */
    private final List<UcxLink> failed = new ArrayList<>();
    /** Ends of endpoints that have failed. */
    private long[] endings = new long[0];

    /** Messages that were dropped. */
    private int strangers;

    private boolean closed;

    /**
     * What a port needs to know of its rank.
     *
     * @param rank the owner
     * @param size ranks of the world
     * @param secret the job's
     * @param crowded ranks outnumber the processors: waiting yields early
     * @param connectMs how long the first {@link UcxPort#commit} to a peer waits for the connection: the packets of a rank that
     *     computes from then on wait no longer than until then, if the peer polls
     * @param lingerMs how long {@link UcxPort#close} waits for the peers to close, too
     * @param settings of UCX, by names without {@code UCX_}
     */
    public record Setup(
            int rank,
            int size,
            byte[] secret,
            boolean crowded,
            int connectMs,
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
        rank = setup.rank;
        token = ByteBuffer.wrap(new JobSecret(setup.secret).proof("UCX")).getInt();
        this.book = book;
        this.hosts = hosts;
        sizes = LinkSizes.of(setup.size, FRAME_MAX - UcxFrame.HEADER, PIPELINE);
        capabilities = sizes.capabilities();
        patience = Patience.of(setup.crowded);
        connectNs = setup.connectMs * 1_000_000L;
        lingerNs = setup.lingerMs * 1_000_000L;
        links = new UcxLink[setup.size];
        UcxLibrary.symbols();
        worker = new UcxWorker(setup.size, setup.settings, new Events());
        book.publish(HexFormat.of().formatHex(worker.address()));
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return links.length;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    // ---- out ---------------------------------------------------------------------------------------------------

    private UcxLink link(int peer) {
        UcxLink link = links[peer];
        return link != null ? link : meet(peer);
    }

    private UcxLink meet(int peer) {
        if (peer == rank) {
            throw new IllegalArgumentException("rank " + rank + ": a port does not send to its own rank");
        }
        links[peer] = new UcxLink(peer, rank, token, sizes, worker, arena);
        return links[peer];
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        UcxLink link = link(peer);
        long at = link.claim(lane, bytes);
        return at >= 0 && link.failure == null ? at : claimAgain(link, lane, bytes);
    }

    /** After what the peer is done with has come, and bytes that are not in use any more were found. */
    private long claimAgain(UcxLink link, int lane, int bytes) {
        worker.progress();
        link.reap();
        if (link.failure != null) {
            if (link.failure.isDue()) {
                throw new PeerFailedException(link.peer, link.failure.text());
            }
            return BACK_PRESSURED;
        }
        long at = link.claim(lane, bytes);
        return at >= 0 ? at : BACK_PRESSURED;
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return links[peer].memory(lane);
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        UcxLink link = links[peer];
        link.commit(lane, claim, bytes, immediate);
        if (link.pending > 0 || link.unsendable != null) {
            later(link);
        }
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        // A claim takes nothing until it is committed.
    }

    /** Some of what was sent to this peer has not left. */
    private void later(UcxLink link) {
        if (link.unsendable != null) {
            fail(link, link.unsendable);
        }
        watch(link);
        if (link.endpoint == 0 && link.failure == null && connect(link)) {
            for (long until = System.nanoTime() + connectNs; link.pending > 0 && System.nanoTime() - until < 0; ) {
                worker.progress();
                link.reap();
            }
        }
    }

    /** From now on the link is attended to until its sends have ended and it has an endpoint. */
    private void watch(UcxLink link) {
        link.met = true;
        if (!link.busy) {
            link.busy = true;
            busy.add(link);
        }
    }

    /** Makes the endpoint. False if the peer's address is not known yet. */
    private boolean connect(UcxLink link) {
        String address = book.find(link.peer);
        String gone = address == null ? book.gone(link.peer) : null;
        if (gone != null) {
            fail(link, gone);
        }
        if (address == null) {
            return false;
        }
        try {
            long endpoint = worker.connect(HexFormat.of().parseHex(address), link.peer);
            if (endpoint < 0) {
                fail(link, "UCX has no way to it: " + Ucp.error(endpoint));
            } else {
                link.connected(endpoint);
            }
        } catch (IllegalArgumentException e) {
            fail(link, "its address is none of UCX: " + address);
        }
        return true;
    }

    /** Goes on with sends that have not ended. */
    private void attend() {
        for (int i = busy.size() - 1; i >= 0; i--) {
            UcxLink link = busy.get(i);
            if (link.endpoint == 0 && !link.left && link.failure == null) {
                connect(link);
            }
            link.reap();
            if (link.failure == null && link.unsendable != null) {
                fail(link, link.unsendable);
            }
            link.sayDone();
            boolean settled = link.endpoint != 0 || link.left || link.failure != null;
            if (link.pending == 0 && settled) {
                link.busy = false;
                busy.remove(i);
            }
        }
    }

    // ---- failures ----------------------------------------------------------------------------------------------

    private void fail(UcxLink link, String why) {
        if (link.failure != null || link.left) {
            return;
        }
        link.failure = PeerFailure.of(link.peer, hosts.apply(link.peer), "UCX: " + why);
        failed.add(link);
    }

    private int reportFailures(PacketSink sink) {
        int reported = 0;
        for (int i = failed.size() - 1; i >= 0; i--) {
            UcxLink link = failed.get(i);
            while (link.hasFrame()) {
                reported += deliver(link, sink, Integer.MAX_VALUE);
            }
            if (link.left) {
                // The end of a connection was noticed before what the peer had said last.
                failed.remove(i);
                link.failure = null;
            } else if (link.failure.isDue()) {
                failed.remove(i);
                reported++;
                end(link);
                sink.onFailure(link.peer, link.failure.text());
            }
        }
        return reported;
    }

    /** Ends the endpoint of a peer that has failed. */
    private void end(UcxLink link) {
        if (link.endpoint != 0) {
            endings = Arrays.copyOf(endings, endings.length + 1);
            endings[endings.length - 1] = worker.disconnect(link.endpoint, true);
            link.endpoint = 0;
        }
    }

    // ---- in ----------------------------------------------------------------------------------------------------

    /** Called by UCX. */
    private final class Events implements UcxWorker.Events {
        @Override
        public boolean arrived(long address, long bytes) {
            String wrong = UcxFrame.wrong(Ucp.MEMORY, address, bytes, token, links.length, sizes.maxPacket());
            if (wrong == null && UcxFrame.rank(Ucp.MEMORY, address) == rank) {
                wrong = "comes from this rank";
            }
            if (wrong != null) {
                reportStranger(wrong);
                return false;
            }
            UcxLink link = link(UcxFrame.rank(Ucp.MEMORY, address));
            boolean stays = link.arrive(address);
            if (!link.ready && link.hasFrame()) {
                link.ready = true;
                ready.add(link);
            }
            if (!link.met) {
                // To say what this rank is done with, and to be told if the peer fails.
                watch(link);
            }
            return stays;
        }

        @Override
        public void failed(int peer, String why) {
            fail(links[peer], why);
        }
    }

    private void reportStranger(String wrong) {
        if (strangers++ == 0) {
            System.getLogger(UcxPort.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "rank " + rank + " drops a message of UCX that " + wrong
                                    + "; further ones are not reported");
        }
    }

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
        if (ready.isEmpty() && except == null || ++turn % POLLS == 0) {
            worker.progress();
        }
        if (!busy.isEmpty()) {
            attend();
        }
        int handed = 0;
        for (int i = ready.size(); i > 0 && handed < limit; i--) {
            UcxLink link = ready.poll();
            if (link == except) {
                ready.add(link);
                continue;
            }
            link.ready = false;
            try {
                handed += deliver(link, sink, limit - handed);
            } finally {
                // Also where a sink throws: the rest is found again.
                if (link.hasFrame() && !link.ready) {
                    link.ready = true;
                    ready.add(link);
                }
            }
        }
        return failed.isEmpty() ? handed : handed + reportFailures(sink);
    }

    private int deliver(UcxLink link, PacketSink sink, int limit) {
        int handed = 0;
        while (handed < limit && link.hasFrame()) {
            handed++;
            hand(link, link.remove(), sink);
        }
        sayDone(link);
        return handed;
    }

    private void hand(UcxLink link, long address, PacketSink sink) {
        int result = PacketSink.DONE;
        try {
            result = sink.onPacket(
                    link.peer,
                    UcxFrame.kind(Ucp.MEMORY, address),
                    UcxFrame.immediate(Ucp.MEMORY, address),
                    Ucp.MEMORY,
                    address + UcxFrame.HEADER,
                    UcxFrame.length(Ucp.MEMORY, address));
        } finally {
            if (result == PacketSink.KEEP) {
                link.kept.add(address);
            } else {
                link.done(address);
            }
        }
    }

    private void sayDone(UcxLink link) {
        link.sayDone();
        if (link.pending > 0 && !link.busy) {
            watch(link);
        }
    }

    @Override
    public void expect(int peer) {
        expected = peer < 0 ? null : links[peer];
    }

    @Override
    public void release(int peer, int lane, long offset) {
        UcxLink link = links[peer];
        long address = offset - UcxFrame.HEADER;
        if (link == null || !link.kept.remove(address)) {
            throw new IllegalArgumentException("no packet of rank " + peer + " is kept at " + offset);
        }
        if (!closed) {
            link.done(address);
            sayDone(link);
        }
    }

    @Override
    public LookAhead lookAhead() {
        return this;
    }

    @Override
    public long peek(int peer) {
        UcxLink link = links[peer];
        if (link == null || !link.hasFrame()) {
            worker.progress();
            link = links[peer];
            if (link == null || !link.hasFrame()) {
                return 0;
            }
        }
        long address = link.head();
        return UcxFrame.kind(Ucp.MEMORY, address) == DATA
                ? (long) UcxFrame.immediate(Ucp.MEMORY, address) << 32 | UcxFrame.length(Ucp.MEMORY, address) + 1
                : 0;
    }

    @Override
    public MemorySegment peekMemory(int peer) {
        return Ucp.MEMORY;
    }

    @Override
    public long peekOffset(int peer) {
        return links[peer].head() + UcxFrame.HEADER;
    }

    @Override
    public void take(int peer) {
        UcxLink link = links[peer];
        link.done(link.remove());
        sayDone(link);
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void idle(int fruitless) {
        if (patience.isOver(fruitless)) {
            sleep(SLEEP_MS);
        }
    }

    @Override
    public void sleep(int ms) {
        if (ready.isEmpty()) {
            worker.sleep(ms);
        }
    }

    @Override
    public boolean hasSomething() {
        return !ready.isEmpty();
    }

    @Override
    public long bytesWritten() {
        return Arrays.stream(links)
                .filter(Objects::nonNull)
                .mapToLong(link -> link.bytes)
                .sum();
    }

    @Override
    public boolean isQuiet() {
        boolean quiet = ready.isEmpty() && busy.isEmpty();
        for (UcxLink link : links) {
            quiet &= link == null || link.failure == null && link.pending == 0 && !link.hasFrame();
        }
        return quiet;
    }

    @Override
    public long traffic() {
        long frames = 0;
        for (UcxLink link : links) {
            frames += link == null ? 0 : link.framesSent + link.framesArrived;
        }
        return frames;
    }

    @Override
    public long balance() {
        long balance = 0;
        for (UcxLink link : links) {
            if (link != null) {
                balance +=
                        Balance.part(rank, link.peer, link.left ? 0 : link.framesSent, closed ? 0 : link.framesArrived);
            }
        }
        return balance;
    }

    // ---- for tests ---------------------------------------------------------------------------------------------

    /** Sends what waits and receives what has come, without handing over. */
    void progress() {
        worker.progress();
        attend();
    }

    /** Ends as a process that is killed does: its connections break, and nothing is said. */
    void breakOff() {
        closed = true;
        for (UcxLink link : links) {
            if (link != null && link.endpoint != 0) {
                long ignored = worker.disconnect(link.endpoint, true);
            }
        }
        worker.close();
    }

    /** Messages that were dropped. */
    int strangers() {
        return strangers;
    }

    /** Frames that were sent to a peer. */
    long framesTo(int peer) {
        return links[peer] == null ? 0 : links[peer].framesSent;
    }

    /** Frames that have come from a peer. */
    long framesFrom(int peer) {
        return links[peer] == null ? 0 : links[peer].framesArrived;
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    @Override
    public void close() {
        if (closed) {
            return;
        }
        long until = System.nanoTime() + CLOSE_NS;
        for (UcxLink link : links) {
            while (link != null && !sayBye(link) && System.nanoTime() - until < 0) {
                poll(DroppedPackets.SINK, Integer.MAX_VALUE);
            }
        }
        for (long end = System.nanoTime() + lingerNs; !haveAllLeft() && System.nanoTime() - end < 0; ) {
            poll(DroppedPackets.SINK, Integer.MAX_VALUE);
        }
        closed = true;
        long[] all = Arrays.copyOf(endings, endings.length + links.length);
        for (UcxLink link : links) {
            if (link != null && link.endpoint != 0) {
                all[endings.length + link.peer] = worker.disconnect(link.endpoint, link.failure != null);
            }
        }
        worker.await(all);
        for (UcxLink link : links) {
            if (link != null) {
                link.reap();
                link.releaseAll();
            }
        }
        worker.close();
        book.close();
    }

    /** True once all that was committed has left, and the end behind it. */
    private boolean sayBye(UcxLink link) {
        if (link.failure != null || link.left || !link.met) {
            return true;
        }
        boolean said = link.sayBye();
        if (link.pending > 0) {
            watch(link);
        }
        return said && link.pending == 0;
    }

    private boolean haveAllLeft() {
        return Arrays.stream(links).allMatch(link -> link == null || !link.met || link.left || link.failure != null);
    }
}
