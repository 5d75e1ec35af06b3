package org.bipj.net.remote;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.NicPort;

/**
 * What a rank keeps of a rank of another host, whatever the network: the windows of both lanes, and the end or the failure of the
 * peer. A transport adds the connection, and packets that wait for it or have come.
 *
 * <p>In each frame a rank states how many bytes of the peer's frames it is done with, since the beginning, modulo 2^32; so the
 * peer knows how much of its window is free.
 */
public abstract class RemoteLink {
    /** The kind of a frame that is nothing but a header: more room in the windows. Lower kinds are lanes. */
    public static final int WINDOW = NicPort.LANES;

    /** The kind of a frame that is nothing but a header: its sender closes its port. */
    public static final int BYE = WINDOW + 1;

    private static final int NO_ROOM = -1;

    /** The peer has closed its port: what is sent to it is dropped. */
    protected boolean left;
    /** Why nothing can be sent or received any more; null as long as it can. */
    protected PeerFailure failure;
    /** Packets or long messages are lost that the network had not taken. */
    protected boolean unsent;

    private final int peer;
    private final LinkSizes sizes;
    private final int header;
    /** By lane, modulo 2^32: bytes of frames that have been committed, and those that the peer is done with. */
    private final int[] sent = new int[NicPort.LANES];

    private final int[] doneByPeer = new int[NicPort.LANES];
    /** By lane, modulo 2^32: bytes of frames that this rank is done with, and what it has said of them. */
    private final int[] done = new int[NicPort.LANES];

    private final int[] doneSaid = new int[NicPort.LANES];
    private boolean byeSaid;
    private boolean reported;

    /**
     * Without a connection.
     *
     * @param header bytes of a frame's header, a multiple of 8; a frame is that and the payload, padded to 8 bytes
     */
    protected RemoteLink(int peer, LinkSizes sizes, int header) {
        this.peer = peer;
        this.sizes = sizes;
        this.header = header;
    }

    /** The rank at the other end. */
    public final int peer() {
        return peer;
    }

    // ---- out ---------------------------------------------------------------------------------------------------

    /** The memory in which packets of a lane are claimed. */
    public abstract MemorySegment memory(int lane);

    /** Place of a packet's payload; negative if there is no room. */
    public final long claim(int lane, int bytes) {
        int frame = header + (bytes + 7 & -8);
        if (underWay(lane) + frame > sizes.window(lane) && !left) {
            return NO_ROOM;
        }
        int at = claimFrame(lane, frame);
        return at < 0 ? NO_ROOM : at + header;
    }

    /** Place of a frame of so many bytes in {@link #memory}; negative if there is no room. */
    protected abstract int claimFrame(int lane, int bytes);

    /** True while packets for the peer are taken; false after a failure. */
    public boolean takesPackets() {
        return failure == null;
    }

    /** Bytes of a lane that have been committed, and that the peer is not done with. */
    private int underWay(int lane) {
        return sent[lane] - doneByPeer[lane];
    }

    /** A frame of so many bytes is committed. */
    protected final void countSent(int lane, int bytes) {
        sent[lane] += bytes;
    }

    /** True if packets or long messages wait for the network, or are lost. */
    public abstract boolean hasUnsent();

    /** True if a connection to the peer stands. */
    protected abstract boolean isConnected();

    /** True if something waits for a connection that may still come. */
    final boolean isUnreached() {
        return !isConnected() && failure == null && !left && hasUnsent();
    }

    /** Packets or long messages are lost that the network had not taken. */
    public final boolean isUnsent() {
        return unsent;
    }

    // ---- what each is done with --------------------------------------------------------------------------------

    /** This rank is done with a frame of so many bytes. */
    protected final void countDone(int lane, int bytes) {
        done[lane] += bytes;
    }

    /** By lane, what this rank is done with: for the header of a frame that may leave later than others. */
    protected final int[] done() {
        return done;
    }

    /** By lane, what this rank is done with: for the header of a frame, by which the peer knows. */
    protected final int[] stateDone() {
        doneSaid[NicPort.CONTROL] = done[NicPort.CONTROL];
        doneSaid[NicPort.DATA] = done[NicPort.DATA];
        return done;
    }

    /**
     * A frame of the peer states what it is done with.
     *
     * @return what is wrong with that; null if nothing is
     */
    protected final String heed(int lane, int stated) {
        int more = stated - doneByPeer[lane];
        if (more > underWay(lane)) {
            return "a frame of a peer that is done with " + more + " bytes more; expected 0 to " + underWay(lane);
        }
        // Frames of different kinds may overtake each other: an older one states less.
        if (more > 0) {
            doneByPeer[lane] = stated;
        }
        return null;
    }

    /** Sends a WINDOW frame if the peer should know by now what this rank is done with; true if it did. */
    public final boolean sayDone() {
        return (owes(NicPort.DATA) || owes(NicPort.CONTROL)) && sendHeader(WINDOW);
    }

    private boolean owes(int lane) {
        return done[lane] - doneSaid[lane] >= sizes.window(lane) / 4;
    }

    /** Sends a frame that is nothing but a header; false if there is no room now. */
    protected abstract boolean sendHeader(int kind);

    // ---- in ----------------------------------------------------------------------------------------------------

    /** True if a packet is here to be handed over. */
    public abstract boolean hasFrame();

    /** As {@link org.bipj.core.nic.LookAhead#peek}; a packet of CONTROL is shown, too: what is behind it waits for a poll. */
    public abstract long peek();

    /** As {@link org.bipj.core.nic.LookAhead#peekMemory}. */
    public abstract MemorySegment peekMemory();

    /** As {@link org.bipj.core.nic.LookAhead#peekOffset}. */
    public abstract long peekOffset();

    /** As {@link org.bipj.core.nic.LookAhead#take}. */
    public abstract void take();

    // ---- the end -----------------------------------------------------------------------------------------------

    /** Sends the end of this rank; false if there is no room now. */
    public final boolean sayBye() {
        byeSaid = byeSaid || sendHeader(BYE);
        return byeSaid;
    }

    /** True if this rank has said that it sends no more. */
    public final boolean hasSaidBye() {
        return byeSaid;
    }

    /** True if the peer has closed its port: what is sent to it is dropped. */
    public final boolean hasLeft() {
        return left;
    }

    /** Why nothing can be sent or received any more; null as long as it can. */
    public final PeerFailure failure() {
        return failure;
    }

    /** True once the failure was reported, so that clients have let go of messages from and to the peer. Claims throw from then on, not before: a
     * client that pushes messages of all peers would not know whose has failed. */
    public final boolean isReported() {
        return reported;
    }

    /** Notes that the failure has been reported to clients. */
    public final void report() {
        reported = true;
    }

    // ---- what the detection of deadlocks needs -----------------------------------------------------------------

    /** True if this rank does nothing more for the peer unless something comes: see {@link RemotePort#isQuiet}. */
    public abstract boolean isQuiet();

    /** Units that have been given to the network for this peer; never falls. */
    protected abstract long unitsSent();

    /** Units that have come from this peer; never falls. */
    protected abstract long unitsReceived();

    /** Bytes that have been given to the network for this peer. */
    public abstract long bytesWritten();

    final long traffic() {
        return unitsSent() + unitsReceived();
    }

    /**
     * This rank's part of the {@link Balance} that concerns the peer. One that left before this rank did counts for ever what it
     * has sent: it is told no end.
     */
    final long balance(int rank, boolean closed) {
        boolean leftFirst = left && !byeSaid;
        return failure != null
                ? 0
                : Balance.part(rank, peer, left ? 0 : unitsSent(), closed && !leftFirst ? 0 : unitsReceived());
    }
}
