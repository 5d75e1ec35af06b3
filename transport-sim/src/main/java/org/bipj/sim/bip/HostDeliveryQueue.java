package org.bipj.sim.bip;

import org.bipj.sim.hardware.Lanai;

/**
 * The data in the board's memory that is for the host: packets and notices for the host's queue, and pieces of long
 * messages for posted receives. One host DMA at a time takes them there; the caller has checked that the engine is
 * free. The firmware extends this class, as this class does its queue, because each step of the firmware looks here for
 * work.
 */
abstract class HostDeliveryQueue extends MessageQueue {
    /** Cookie of the host DMA that stores. */
    static final Object STORE = new Object();

    final Lanai lanai;
    final FirmwareSettings mcp;
    private final HostQueue queue;

    /** The pieces that are to be stored; null if no long message has ever arrived. */
    private PieceQueue pieces;

    /** Bytes of a piece that the engine stores. */
    private int storing;

    /**
     * The engine delivers a packet, out of a buffer. The packet itself is the host's as soon as it is delivered, which
     * may be before the firmware is notified of the end of the DMA.
     */
    private boolean deliversPacket;

    HostDeliveryQueue(Lanai lanai, FirmwareSettings mcp, HostQueue queue) {
        this.lanai = lanai;
        this.mcp = mcp;
        this.queue = queue;
    }

    /** Adds the bytes of a message that have arrived and are not part of a piece yet, as a piece in its own buffer. */
    final void addPiece(LongMessage message) {
        if (pieces == null) {
            pieces = new PieceQueue(mcp.receiveBuffers);
        }
        pieces.add(message);
    }

    /** Starts to deliver the oldest packet or notice; false if there is none, or no slot for it. */
    final boolean startDelivery() {
        BoardMessage message = first();
        if (message == null) {
            return false;
        }
        deliversPacket = message instanceof ShortMessage;
        if (message instanceof ShortMessage packet && !packet.hasSlot && !queue.takeSlot()) {
            return false;
        }
        remove();
        lanai.hostDma(true, 0, message.wireBytes(), message);
        return true;
    }

    /** Reserves a slot in the host's queue for a datagram; false if none is free. */
    final boolean reserveSlot(ShortMessage datagram) {
        datagram.hasSlot = queue.reserveSlot();
        return datagram.hasSlot;
    }

    /** True if a piece of a message has not been stored yet. */
    final boolean hasPieces(LongMessage message) {
        return pieces != null && pieces.has(message);
    }

    /** The delivery has ended; true if it has freed a buffer. */
    final boolean delivered() {
        return deliversPacket;
    }

    /** Starts to store the oldest piece, or the part of it that is in one page; false if there is no piece. */
    final boolean startStore() {
        if (pieces == null || pieces.isEmpty()) {
            return false;
        }
        LongMessage message = pieces.message();
        mcp.dma.charge(lanai);
        long address = message.posted.address + message.stored;
        int inPage = (int) (mcp.page - address % mcp.page);
        storing = (int) Math.min(inPage, pieces.end() - message.stored);
        lanai.hostDma(true, address, storing, STORE);
        return true;
    }

    /** The store has ended. Returns the message if its piece is complete, which has freed a buffer; else null. */
    final LongMessage stored() {
        LongMessage message = pieces.message();
        message.stored += storing;
        if (message.stored < pieces.end()) {
            return null;
        }
        pieces.remove();
        return message;
    }

    /** True if nothing is left to take to the host. */
    final boolean isNothingLeft() {
        return isEmpty() && (pieces == null || pieces.isEmpty());
    }

    final String whatIsLeft() {
        return (pieces == null ? 0 : pieces.count()) + " pieces to store" + (isEmpty() ? "" : ", packets or notices");
    }
}
