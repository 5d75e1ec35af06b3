package org.bipj.sim.bip;

import org.bipj.sim.hardware.Lanai;

/**
 * What the board's memory holds for the host: packets and notices on their way to the host's queue, and pieces of long
 * messages on their way to posted receives. One host DMA at a time takes them there; whoever calls has found out that
 * the engine is free.
 */
final class ToHost extends MessageQueue {
    /** Cookie of the host DMA that scatters. */
    static final Object STORE = new Object();

    private final Lanai lanai;
    private final Mcp mcp;
    private final HostQueue queue;

    /** Pieces in the order in which they came, a ring: their messages, and where each ends. */
    private final Transfer[] pieceOf;

    private final long[] pieceEnd;
    private int firstPiece;
    private int pieces;
    private int storing;

    /**
     * What goes to the host's queue now is a packet, out of a buffer. The packet itself is the host's as soon as it has
     * landed, which may be before the firmware hears of the end of the DMA.
     */
    private boolean deliversPacket;

    ToHost(Lanai lanai, Mcp mcp, HostQueue queue) {
        this.lanai = lanai;
        this.mcp = mcp;
        this.queue = queue;
        pieceOf = new Transfer[mcp.receiveBuffers];
        pieceEnd = new long[mcp.receiveBuffers];
    }

    /** All of a message that has arrived and is in no piece yet is one, in a buffer of its own. */
    void addPiece(Transfer transfer) {
        int at = (firstPiece + pieces++) % pieceOf.length;
        pieceOf[at] = transfer;
        pieceEnd[at] = transfer.arrived;
    }

    /** Starts taking what came first to the host's queue; false if there is nothing, or no slot for it. */
    boolean startDelivery() {
        Message message = first();
        if (message == null) {
            return false;
        }
        deliversPacket = message instanceof Packet;
        if (deliversPacket && !queue.takeSlot()) {
            return false;
        }
        remove();
        lanai.hostDma(true, 0, message.wireBytes(), message);
        return true;
    }

    /** What {@link #startDelivery} started has ended; true if it has freed a buffer. */
    boolean delivered() {
        return deliversPacket;
    }

    /**
     * Starts storing the oldest piece, and of one that crosses a page as much as lies in the first; false if there is
     * none.
     */
    boolean startStore() {
        if (pieces == 0) {
            return false;
        }
        Transfer transfer = pieceOf[firstPiece];
        mcp.dma.charge(lanai);
        long address = transfer.posted.address + transfer.stored;
        int inPage = (int) (mcp.page - address % mcp.page);
        storing = (int) Math.min(inPage, pieceEnd[firstPiece] - transfer.stored);
        lanai.hostDma(true, address, storing, STORE);
        return true;
    }

    /**
     * What {@link #startStore} started has ended: the message of its piece if that is whole, and so has freed its
     * buffer; or null.
     */
    Transfer stored() {
        Transfer transfer = pieceOf[firstPiece];
        transfer.stored += storing;
        if (transfer.stored < pieceEnd[firstPiece]) {
            return null;
        }
        pieceOf[firstPiece] = null;
        firstPiece = (firstPiece + 1) % pieceOf.length;
        pieces--;
        return transfer;
    }

    /** True if nothing is left to take to the host. */
    boolean isIdle() {
        return pieces == 0 && isEmpty();
    }

    @Override
    public String toString() {
        return pieces + " pieces to store" + (isEmpty() ? "" : ", packets or notices");
    }
}
