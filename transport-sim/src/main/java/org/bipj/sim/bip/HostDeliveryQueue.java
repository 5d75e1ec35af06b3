package org.bipj.sim.bip;

import org.bipj.sim.hardware.Lanai;

/**
 * What the board's memory holds for the host: packets and notices on their way to the host's queue, and pieces of long
 * messages on their way to posted receives. One host DMA at a time takes them there; whoever calls has found out that
 * the engine is free. The firmware extends it, as it does its queue: each of its steps looks here for something to do.
 */
abstract class HostDeliveryQueue extends MessageQueue {
    /** Cookie of the host DMA that scatters. */
    static final Object STORE = new Object();

    final Lanai lanai;
    final FirmwareSettings mcp;
    private final HostQueue queue;

    /** What waits to be stored, and what the engine stores of it; null where no long message has ever come. */
    private PieceQueue pieces;

    private int storing;

    /**
     * What goes to the host's queue now is a packet, out of a buffer. The packet itself is the host's as soon as it has
     * landed, which may be before the firmware hears of the end of the DMA.
     */
    private boolean deliversPacket;

    HostDeliveryQueue(Lanai lanai, FirmwareSettings mcp, HostQueue queue) {
        this.lanai = lanai;
        this.mcp = mcp;
        this.queue = queue;
    }

    /** All of a message that has arrived and is in no piece yet is one, in a buffer of its own. */
    final void addPiece(LongMessage transfer) {
        if (pieces == null) {
            pieces = new PieceQueue(mcp.receiveBuffers);
        }
        pieces.add(transfer);
    }

    /** Starts taking what came first to the host's queue; false if there is nothing, or no slot for it. */
    final boolean startDelivery() {
        BoardMessage message = first();
        if (message == null) {
            return false;
        }
        deliversPacket = message instanceof ShortMessage;
        if (deliversPacket && !queue.takeSlot()) {
            return false;
        }
        remove();
        lanai.hostDma(true, 0, message.wireBytes(), message);
        return true;
    }

    /** What {@link #startDelivery} started has ended; true if it has freed a buffer. */
    final boolean delivered() {
        return deliversPacket;
    }

    /**
     * Starts storing the oldest piece, and of one that crosses a page as much as lies in the first; false if there is
     * none.
     */
    final boolean startStore() {
        if (pieces == null || pieces.isEmpty()) {
            return false;
        }
        LongMessage transfer = pieces.message();
        mcp.dma.charge(lanai);
        long address = transfer.posted.address + transfer.stored;
        int inPage = (int) (mcp.page - address % mcp.page);
        storing = (int) Math.min(inPage, pieces.end() - transfer.stored);
        lanai.hostDma(true, address, storing, STORE);
        return true;
    }

    /**
     * What {@link #startStore} started has ended: the message of its piece if that is whole, and so has freed its
     * buffer; or null.
     */
    final LongMessage stored() {
        LongMessage transfer = pieces.message();
        transfer.stored += storing;
        if (transfer.stored < pieces.end()) {
            return null;
        }
        pieces.remove();
        return transfer;
    }

    /** True if nothing is left to take to the host. */
    final boolean isNothingLeft() {
        return isEmpty() && (pieces == null || pieces.isEmpty());
    }

    final String whatIsLeft() {
        return (pieces == null ? 0 : pieces.count()) + " pieces to store" + (isEmpty() ? "" : ", packets or notices");
    }
}
