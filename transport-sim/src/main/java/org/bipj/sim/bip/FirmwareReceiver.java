package org.bipj.sim.bip;

import java.util.ArrayDeque;
import java.util.BitSet;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * The receiving half of the firmware. The receive engine always has room for a short message, so that one flows in
 * without the processor. A long one fills that room; then its header is read, its posted receive is found, and it gets
 * room piece by piece while the host DMA engine scatters the pieces before. With no buffer free the engine has no room,
 * and the network holds the sender back.
 *
 * <p>Each worm's CRC and number are checked when its tail has come. After a damage nothing more of that peer is taken
 * to the host.
 *
 * <p>Left out: that flipped bits may lie in the header. Whose worm was damaged is known here even where its CRC does
 * not match; a real board could only guess.
 */
final class FirmwareReceiver {
    /**
     * Room for a CRC that comes after the last character has filled a room: a word, the least that the engine can be
     * given.
     */
    private static final int CRC_ROOM = 4;

    private final BipFirmware board;
    private final Lanai lanai;
    private final FirmwareSettings mcp;
    /** By rank: the number of the next worm. */
    private final int[] numbers;

    /** Peers of whom nothing is taken any more; null if there is none. */
    private BitSet dead;

    private int freeBuffers;

    /** The long message that the worm in front of the engine belongs to; null for none, and for one that is dropped. */
    private LongMessage present;

    /** There is room for the next worm's beginning, or that beginning has come and has not been looked at. */
    private boolean armed;

    /** A worm has filled its first room and has not ended. */
    private boolean inWorm;

    /** Characters of it that have filled rooms. */
    private int seen;

    /** It waits for a buffer. */
    private boolean wantsRoom;

    /** In the mode of several worms: the message that is being put together, and those whose senders wait. */
    private LongMessage assembled;

    private final ArrayDeque<LongMessage> waiting = new ArrayDeque<>();

    FirmwareReceiver(BipFirmware board, Lanai lanai, FirmwareSettings mcp, int ranks) {
        this.board = board;
        this.lanai = lanai;
        this.mcp = mcp;
        numbers = new int[ranks];
        freeBuffers = mcp.receiveBuffers;
    }

    /** Keeps room for the next worm. */
    void arm() {
        if (!inWorm && !armed && freeBuffers > 0) {
            freeBuffers--;
            armed = true;
            lanai.receive(mcp.firstRoom());
        }
    }

    // ---- worms -------------------------------------------------------------------------------------------------

    /** The room is full and the worm goes on, if only with its CRC. */
    void full(Worm worm, int chars) {
        BoardMessage message = (BoardMessage) worm.content;
        seen = inWorm ? seen + chars : chars;
        boolean complete = seen == message.wireBytes();
        if (!inWorm) {
            if (!(message instanceof LongMessage || message instanceof LongMessagePart)) {
                lanai.receive(CRC_ROOM);
                return;
            }
            inWorm = true;
            armed = false;
            header(message, chars);
            if (present != null && !complete) {
                extend(message, chars);
                return;
            }
        } else if (present != null) {
            present.arrived += chars;
            if (!complete) {
                board.addPiece(present);
                nextRoom();
                return;
            }
        }
        // The last piece is not stored before its CRC has been seen.
        lanai.receive(complete ? CRC_ROOM : mcp.receiveBufferBytes());
    }

    /** The first characters of a long message. */
    private void header(BoardMessage message, int chars) {
        LongMessage transfer = message instanceof LongMessagePart part ? part.transfer : (LongMessage) message;
        if (message instanceof LongMessage) {
            match(transfer);
        } else {
            mcp.room.charge(lanai);
        }
        present = transfer.posted != null && !isDead(transfer.from) ? transfer : null;
        if (present != null) {
            transfer.arrived +=
                    chars - (message instanceof LongMessagePart ? LongMessagePart.HEADER : LongMessage.HEADER);
        }
    }

    /** Finds the posted receive of a message: none if there is none, or it is too short. */
    private void match(LongMessage transfer) {
        mcp.match.charge(lanai);
        PostedReceive posted = board.posted().get(transfer.name);
        if (posted != null && !posted.busy && posted.bytes >= transfer.bytes && !isDead(transfer.from)) {
            posted.busy = true;
            transfer.posted = posted;
        }
    }

    /**
     * The first buffer goes on to the end of a piece, so that all further pieces end where pages do: the first packet
     * needs special care.
     */
    private void extend(BoardMessage message, int chars) {
        if (message instanceof LongMessagePart part) {
            lanai.receive(part.wireBytes() - chars);
            return;
        }
        long end = 0;
        while (end < present.arrived) {
            end += present.pieceToStore(end, mcp.page);
        }
        if (end > present.arrived) {
            lanai.receive((int) (end - present.arrived));
        } else {
            board.addPiece(present);
            nextRoom();
        }
    }

    private void nextRoom() {
        if (freeBuffers == 0) {
            wantsRoom = true;
            return;
        }
        freeBuffers--;
        mcp.room.charge(lanai);
        lanai.receive(present.pieceToStore(present.arrived, mcp.page));
    }

    /** A worm has ended. */
    void tail(Worm worm, int chars) {
        BoardMessage message = (BoardMessage) worm.content;
        (inWorm ? mcp.room : mcp.receive).charge(lanai);
        if (!inWorm) {
            armed = false;
        }
        if (message instanceof LongMessage || message instanceof LongMessagePart) {
            longTail(worm, message, chars);
        } else {
            shortTail(worm, message);
        }
        arm();
    }

    private void longTail(Worm worm, BoardMessage message, int chars) {
        LongMessage transfer = message instanceof LongMessagePart part ? part.transfer : (LongMessage) message;
        boolean good = isGood(worm, message);
        if (good && !inWorm) {
            header(message, chars);
        } else if (good && present != null) {
            present.arrived += chars;
        }
        if (good && present != null) {
            board.addPiece(present);
            transfer.whole = transfer.arrived == transfer.bytes;
        } else if (!wantsRoom) {
            freeBuffers++;
        }
        if (good && transfer.posted == null) {
            unposted(transfer);
        }
        wantsRoom = false;
        inWorm = false;
        present = null;
    }

    private void shortTail(Worm worm, BoardMessage message) {
        if (!isGood(worm, message)) {
            freeBuffers++;
            return;
        }
        switch (message) {
            case ShortMessage packet -> board.add(packet);
            case ControlMessage word -> {
                freeBuffers++;
                control(word);
            }
            default -> throw new IllegalStateException("a worm of " + message.getClass());
        }
    }

    private void control(ControlMessage word) {
        LongMessage transfer = word.transfer;
        switch (word.kind) {
            case ACKNOWLEDGE -> {
                HostNotice notice = board.newNotice(HostNotice.Kind.SENT, word.from);
                notice.cookie = transfer.cookie;
                notice.transfer = transfer;
                board.add(notice);
            }
            case REQUEST -> {
                waiting.add(transfer);
                grant();
            }
            case GO -> board.go(transfer);
        }
        board.recycle(word);
    }

    /** Lets the next sender go whose receive is posted: one message at a time is put together here. */
    private void grant() {
        while (assembled == null && !waiting.isEmpty()) {
            LongMessage transfer = waiting.remove();
            match(transfer);
            if (transfer.posted == null) {
                unposted(transfer);
            } else {
                assembled = transfer;
                transfer.storedFrom = (int) (transfer.posted.address % mcp.page);
                board.send(board.word(ControlMessage.Kind.GO, transfer, transfer.from));
            }
        }
    }

    private void unposted(LongMessage transfer) {
        HostNotice notice = board.newNotice(HostNotice.Kind.UNPOSTED, transfer.from);
        notice.name = transfer.name;
        notice.bytes = transfer.bytes;
        notice.cookie = transfer.cookie;
        board.add(notice);
    }

    // ---- damage ------------------------------------------------------------------------------------------------

    private boolean isDead(int from) {
        return dead != null && dead.get(from);
    }

    private boolean isGood(Worm worm, BoardMessage message) {
        int from = message.from;
        if (isDead(from)) {
            return false;
        }
        int expected = numbers[from];
        boolean whole = !worm.corrupt && !worm.truncated;
        if (whole && message.number == expected) {
            numbers[from] = expected + 1;
            return true;
        }
        if (dead == null) {
            dead = new BitSet();
        }
        dead.set(from);
        String what = "worm " + message.number + " from rank " + from
                + (worm.truncated
                        ? " was cut short on the way"
                        : worm.corrupt
                                ? " is corrupt: its CRC does not match"
                                : " is out of sequence; expected " + expected + ": what was between them is lost");
        board.damaged(from, what);
        waiting.removeIf(transfer -> transfer.from == from);
        if (assembled != null && assembled.from == from) {
            assembled = null;
            grant();
        }
        return false;
    }

    // ---- to the host -------------------------------------------------------------------------------------------

    /** A packet or notice has been taken to the host. */
    void delivered() {
        if (board.delivered()) {
            freeBuffers++;
        }
    }

    /** A host DMA has scattered a piece, or its part in a page. */
    void stored() {
        LongMessage transfer = board.stored();
        if (transfer != null) {
            freeBuffers++;
            if (transfer.whole && transfer.stored == transfer.bytes) {
                finish(transfer);
            }
        }
    }

    private void finish(LongMessage transfer) {
        mcp.end.charge(lanai);
        PostedReceive posted = transfer.posted;
        posted.into.copyFrom(transfer.payload, transfer.bytes);
        board.posted().remove(posted);
        HostNotice notice = board.newNotice(HostNotice.Kind.RECEIVED, transfer.from);
        notice.cookie = posted.cookie;
        notice.bytes = transfer.bytes;
        notice.packed = !posted.into.isDense();
        board.add(notice);
        board.posted().give(posted);
        board.send(board.word(ControlMessage.Kind.ACKNOWLEDGE, transfer, transfer.from));
        if (assembled == transfer) {
            assembled = null;
            grant();
        }
    }

    /** Gives the receive engine room where it waits for a buffer that is free now. */
    void giveRoom() {
        if (!wantsRoom) {
            arm();
        } else if (freeBuffers > 0) {
            wantsRoom = false;
            nextRoom();
        }
    }

    /** True if nothing has arrived that is not with the host, and every buffer but the one in waiting is free. */
    boolean isIdle() {
        return !inWorm && board.isNothingLeft() && freeBuffers + (armed ? 1 : 0) == mcp.receiveBuffers;
    }

    @Override
    public String toString() {
        return (inWorm ? "in a worm, " : "") + (armed ? "room, " : "") + freeBuffers + " receive buffers free, "
                + board.whatIsLeft();
    }
}
