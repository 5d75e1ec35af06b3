package org.bipj.sim.bip;

import org.bipj.sim.hardware.Lanai;

/**
 * What the board's memory holds for the host: notices on their way to the host's queue, and pieces of long messages on
 * their way to posted receives. One host DMA at a time takes them there; whoever calls has found out that the engine is
 * free.
 */
final class ToHost {
    /** Cookie of the host DMA that scatters. */
    static final Object STORE = new Object();

    private static final int WORD_BYTES = 16;

    private final BipFirmware board;
    private final Lanai lanai;
    private final Mcp mcp;

    /** Pieces in the order in which they came, a ring: their messages, and where each ends. */
    private final Transfer[] pieceOf;

    private final long[] pieceEnd;
    private int firstPiece;
    private int pieces;
    private int storing;

    /**
     * What goes to the host's queue now is a packet, out of a buffer. The notice itself is the host's as soon as it has
     * landed, which may be before the firmware hears of the end of the DMA.
     */
    private boolean deliversPacket;

    private Notice firstNotice;
    private Notice lastNotice;

    ToHost(BipFirmware board, Lanai lanai, Mcp mcp) {
        this.board = board;
        this.lanai = lanai;
        this.mcp = mcp;
        pieceOf = new Transfer[mcp.receiveBuffers];
        pieceEnd = new long[mcp.receiveBuffers];
    }

    void add(Notice notice) {
        if (firstNotice == null) {
            firstNotice = notice;
        } else {
            lastNotice.next = notice;
        }
        lastNotice = notice;
    }

    /** All of a message that has arrived and is in no piece yet is one, in a buffer of its own. */
    void addPiece(Transfer transfer) {
        int at = (firstPiece + pieces++) % pieceOf.length;
        pieceOf[at] = transfer;
        pieceEnd[at] = transfer.arrived;
    }

    /** Starts taking the oldest notice to the host's queue; false if there is none, or no slot for it. */
    boolean startDelivery() {
        Notice notice = firstNotice;
        if (notice == null) {
            return false;
        }
        int bytes = WORD_BYTES;
        deliversPacket = notice.kind == Notice.Kind.PACKET;
        if (deliversPacket) {
            notice.slot = board.port().queue().takeSlot();
            if (notice.slot < 0) {
                board.port().wantSlot();
                return false;
            }
            bytes = notice.packet.wireBytes();
        }
        firstNotice = notice.next;
        notice.next = null;
        lanai.hostDma(true, 0, bytes, notice);
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

    boolean isEmpty() {
        return pieces == 0 && firstNotice == null;
    }

    @Override
    public String toString() {
        return pieces + " pieces to store" + (firstNotice == null ? "" : ", notices");
    }
}
