package org.bipj.net.remote;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.WaitingPolicy;

/**
 * A port that has a {@linkplain RemoteLink link} for each peer. A transport adds how bytes are exchanged, in what order the links
 * have their turns, and how connections begin and end.
 *
 * @param <L> the transport's links; a job uses one transport, so calls to them have one target
 */
public abstract class LinkPort<L extends RemoteLink> implements RemotePort {
    /** Longest sleep; the end of a job does not wake a rank that sleeps here. */
    private static final int SLEEP_MS = 5;

    /** How long {@link #close} waits until what was committed has left. */
    protected static final long CLOSE_NS = 10_000_000_000L;

    private final Capabilities capabilities;
    private final WaitingPolicy waiting;
    private boolean closed;

    /**
     * A port of the transport.
     *
     * @param crowded ranks outnumber the processors: waiting yields early
     */
    protected LinkPort(Capabilities capabilities, boolean crowded) {
        this.capabilities = capabilities;
        waiting = WaitingPolicy.ofNetwork(crowded);
    }

    /** The links of this port; the same object in each call. */
    protected abstract Links<L> links();

    @Override
    public final int rank() {
        return links().rank();
    }

    @Override
    public final int size() {
        return links().size();
    }

    @Override
    public final Capabilities capabilities() {
        return capabilities;
    }

    // ---- out ---------------------------------------------------------------------------------------------------

    @Override
    public final long claim(int peer, int lane, int bytes) {
        L link = links().link(peer);
        long at = link.claim(lane, bytes);
        return at >= 0 && link.takesPackets() ? at : claimAgain(link, lane, bytes);
    }

    private long claimAgain(L link, int lane, int bytes) {
        makeRoom(link);
        if (link.isReported()) {
            throw new PeerFailedException(link.peer(), link.failure().text());
        }
        if (!link.takesPackets()) {
            return BACK_PRESSURED;
        }
        long at = link.claim(lane, bytes);
        return at >= 0 ? at : BACK_PRESSURED;
    }

    /** Gives the network what waits for it, and reads what the peer is done with. */
    protected abstract void makeRoom(L link);

    @Override
    public final MemorySegment memory(int peer, int lane) {
        return links().known(peer).memory(lane);
    }

    @Override
    public final void abort(int peer, int lane, long claim) {
        // A claim takes nothing until it is committed.
    }

    // ---- in ----------------------------------------------------------------------------------------------------

    @Override
    public final LookAhead lookAhead() {
        return this;
    }

    @Override
    public final long peek(int peer) {
        L link = withFrame(peer);
        return link == null ? 0 : link.peek();
    }

    /** The link to a peer from which a packet is here, or is found now; null if there is none. */
    protected abstract L withFrame(int peer);

    @Override
    public final MemorySegment peekMemory(int peer) {
        return links().known(peer).peekMemory();
    }

    @Override
    public final long peekOffset(int peer) {
        return links().known(peer).peekOffset();
    }

    @Override
    public final void take(int peer) {
        L link = links().known(peer);
        link.take();
        sayDone(link);
    }

    /** Tells the peer what this rank is done with, if it is time. */
    protected abstract void sayDone(L link);

    // ---- waiting -----------------------------------------------------------------------------------------------

    @Override
    public final long now() {
        return System.nanoTime();
    }

    @Override
    public final void idle(int fruitless) {
        if (waiting.isOver(fruitless)) {
            sleep(SLEEP_MS);
        }
    }

    @Override
    public boolean isQuiet() {
        return !hasSomething() && links().areQuiet();
    }

    @Override
    public final boolean hasReachedPeers() {
        return links().all().noneMatch(RemoteLink::isUnreached);
    }

    @Override
    public final long traffic() {
        return links().traffic();
    }

    @Override
    public final long balance() {
        return links().balance(closed);
    }

    @Override
    public final long bytesWritten() {
        return links().bytesWritten();
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** True once this rank sends and receives nothing more for its clients. */
    protected final boolean isClosed() {
        return closed;
    }

    /** Makes {@link #isClosed} true from now on. */
    protected final void markClosed() {
        closed = true;
    }

    /** Polls until something holds, or until a time of {@link System#nanoTime}. */
    protected final void pollUntil(BooleanSupplier isOver, long until, PacketSink late) {
        while (!isOver.getAsBoolean() && System.nanoTime() - until < 0) {
            poll(late, Integer.MAX_VALUE);
            rest();
        }
    }

    /** Called between two polls of a port that closes. */
    protected void rest() {}
}
