package org.bipj.sim.bip;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * The receiving half of the firmware. The receive engine always has room for a short message, so that one arrives
 * without a step of the processor. A long message fills that room. Then the firmware reads its header, finds its posted
 * receive, and gives room piece by piece while the host DMA engine stores earlier pieces. Without a free buffer it
 * gives no room, and the network holds the sender back.
 *
 * <p>CRC and number of each worm are checked when its tail has arrived. After damage nothing more from that peer is
 * taken to the host; or, with {@code bip.errors = interrupt}, each damage is reported, and the receive of the message is
 * free again.
 *
 * <p>Left out: flipped bits in the header. The source of a damaged worm is known here even if its CRC does not match; a
 * real board could only guess.
 */
final class FirmwareReceiver {
    /** Room for a CRC behind a room that the last character has filled: a word, the least that the engine takes. */
    private static final int CRC_ROOM = 4;

    private final BipFirmware board;
    private final Lanai lanai;
    private final FirmwareSettings mcp;
    /** By rank: the number of the next worm. */
    private int[] numbers;

    /** Peers from which nothing is taken any more; null if there are none. */
    private BitSet damaged;

    private int freeBuffers;

    /** The long message of the worm in front of the engine; null if there is none, or if it is dropped. */
    private LongMessage present;

    /** The engine has room for the beginning of the next worm, which may have arrived without having been handled. */
    private boolean armed;

    /** A worm has filled its first room and has not ended. */
    private boolean inWorm;

    /** Characters of that worm that have filled rooms. */
    private int seen;

    /** The worm that is arriving waits for a buffer. */
    private boolean wantsRoom;

    /** In the mode of several worms: the message that is being assembled. */
    private LongMessage assembled;

    /** In the mode of several worms: the messages whose senders wait. */
    private final ArrayDeque<LongMessage> requests = new ArrayDeque<>();

    FirmwareReceiver(BipFirmware board, Lanai lanai, FirmwareSettings mcp, int ranks) {
        this.board = board;
        this.lanai = lanai;
        this.mcp = mcp;
        numbers = new int[ranks];
        freeBuffers = mcp.receiveBuffers;
    }

    void grow(int ranks) {
        numbers = Arrays.copyOf(numbers, ranks);
    }

    /** Gives room for the next worm, if a buffer is free. */
    void arm() {
        if (!inWorm && !armed && freeBuffers > 0) {
            freeBuffers--;
            armed = true;
            lanai.receive(mcp.firstRoom());
        }
    }

    // ---- worms -------------------------------------------------------------------------------------------------

    /** The room is full and the worm continues, if only with its CRC. */
    void full(Worm worm, int chars) {
        BoardMessage content = (BoardMessage) worm.content;
        seen = inWorm ? seen + chars : chars;
        boolean complete = seen == content.wireBytes();
        if (!inWorm) {
            if (!isLong(content)) {
                lanai.receive(CRC_ROOM);
                return;
            }
            inWorm = true;
            armed = false;
            readHeader(content, chars);
            if (present != null && !complete) {
                extendFirstRoom(content, chars);
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
        // The last piece is not stored before its CRC has been checked.
        lanai.receive(complete ? CRC_ROOM : mcp.receiveBufferBytes());
    }

    private static boolean isLong(BoardMessage content) {
        return content instanceof LongMessage || content instanceof LongMessagePart;
    }

    private static LongMessage messageOf(BoardMessage content) {
        return content instanceof LongMessagePart part ? part.whole : (LongMessage) content;
    }

    /** Handles the first characters of a long message. */
    private void readHeader(BoardMessage content, int chars) {
        LongMessage message = messageOf(content);
        boolean isPart = content instanceof LongMessagePart;
        if (isPart) {
            mcp.room.charge(lanai);
        } else {
            match(message);
        }
        present = message.posted != null && !isDamaged(message.from) ? message : null;
        if (present != null) {
            message.arrived += chars - (isPart ? LongMessagePart.HEADER : LongMessage.HEADER);
        }
    }

    /** Finds the posted receive of a message. It stays null if there is none, or if it is too short. */
    private void match(LongMessage message) {
        mcp.match.charge(lanai);
        if (message.isDatagram()) {
            message.posted = board.posted().takeFromRing();
            return;
        }
        PostedReceive posted = board.posted().get(message.name);
        if (posted != null && !posted.busy && posted.bytes >= message.bytes && !isDamaged(message.from)) {
            posted.busy = true;
            message.posted = posted;
        }
    }

    /**
     * Extends the first buffer to the end of a piece, so that all further pieces end where pages do (BIP paper, section
     * 4.3: "the first packet needs special care").
     */
    private void extendFirstRoom(BoardMessage content, int chars) {
        if (content instanceof LongMessagePart part) {
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

    /** Takes in the end of a worm: a short message is complete, or the last piece of a long one. */
    void tail(Worm worm, int chars) {
        BoardMessage content = (BoardMessage) worm.content;
        (inWorm ? mcp.room : mcp.receive).charge(lanai);
        if (!inWorm) {
            armed = false;
        }
        if (isLong(content)) {
            longTail(worm, content, chars);
        } else {
            shortTail(worm, content);
        }
        arm();
    }

    private void longTail(Worm worm, BoardMessage content, int chars) {
        LongMessage message = messageOf(content);
        boolean good = isGood(worm, content);
        if (good && !inWorm) {
            readHeader(content, chars);
        } else if (good && present != null) {
            present.arrived += chars;
        }
        if (good && present != null) {
            board.addPiece(present);
            message.whole = message.arrived == message.bytes;
        } else if (!wantsRoom) {
            freeBuffers++;
        }
        if (good && message.posted == null && !message.isDatagram()) {
            reportUnposted(message);
        } else if (!good && message.posted != null && (mcp.goesOn || board.isDead(message.from))) {
            message.lost = true;
            freeIfStored(message);
        }
        wantsRoom = false;
        inWorm = false;
        present = null;
    }

    /** The receive of a lost message is free again, unless a piece of it is still to be stored there. */
    private void freeIfStored(LongMessage message) {
        if (message.lost && !board.hasPieces(message)) {
            board.posted().free(message.posted);
            message.posted = null;
            message.lost = false;
        }
    }

    private void shortTail(Worm worm, BoardMessage content) {
        if (!isGood(worm, content)) {
            freeBuffers++;
            return;
        }
        switch (content) {
            case ShortMessage message -> {
                if (message.content == null || board.reserveSlot(message)) {
                    board.add(message);
                } else {
                    freeBuffers++;
                    board.posted().drop();
                }
            }
            case ControlMessage control -> {
                freeBuffers++;
                handle(control);
            }
            default -> throw new IllegalStateException("a worm of " + content.getClass());
        }
    }

    private void handle(ControlMessage control) {
        LongMessage message = control.subject;
        switch (control.kind) {
            case ACKNOWLEDGE -> {
                HostNotice notice = board.newNotice(HostNotice.Kind.SENT, control.from);
                notice.cookie = message.cookie;
                notice.subject = message;
                board.add(notice);
            }
            case REQUEST -> {
                requests.add(message);
                grant();
            }
            case GO -> board.go(message);
        }
        board.recycle(control);
    }

    /** Lets the next sender go whose receive is posted: one message at a time is assembled here. */
    private void grant() {
        while (assembled == null && !requests.isEmpty()) {
            LongMessage message = requests.remove();
            match(message);
            if (message.posted == null) {
                reportUnposted(message);
            } else {
                assembled = message;
                message.storedFrom = (int) (message.posted.address % mcp.page);
                board.send(board.control(ControlMessage.Kind.GO, message, message.from));
            }
        }
    }

    private void reportUnposted(LongMessage message) {
        HostNotice notice = board.newNotice(HostNotice.Kind.UNPOSTED, message.from);
        notice.name = message.name;
        notice.bytes = message.bytes;
        notice.cookie = message.cookie;
        board.add(notice);
    }

    // ---- damage ------------------------------------------------------------------------------------------------

    private boolean isDamaged(int from) {
        return damaged != null && damaged.get(from);
    }

    /** Checks CRC, length and number of a worm whose tail has arrived. Reports the first damage of each peer. */
    private boolean isGood(Worm worm, BoardMessage content) {
        int from = content.from;
        if (mcp.goesOn) {
            return isGoodGoingOn(worm, content);
        }
        if (isDamaged(from)) {
            return false;
        }
        int expected = numbers[from];
        boolean whole = !worm.corrupt && !worm.truncated;
        if (whole && content.number == expected) {
            numbers[from] = expected + 1;
            return true;
        }
        board.reportDamage(from, damage(worm, content, expected));
        abandon(from);
        return false;
    }

    /** Takes nothing from a process any more: what has come of its messages does not become whole. */
    void abandon(int from) {
        if (damaged == null) {
            damaged = new BitSet();
        }
        damaged.set(from);
        requests.removeIf(message -> message.from == from);
        if (assembled != null && assembled.from == from) {
            if (board.isDead(from)) {
                assembled.lost = true;
                freeIfStored(assembled);
            }
            assembled = null;
            grant();
        }
    }

    /** As {@link #isGood}, with each damage reported: the sequence goes on with the worm, or behind it. */
    private boolean isGoodGoingOn(Worm worm, BoardMessage content) {
        int from = content.from;
        int expected = numbers[from];
        boolean whole = !worm.corrupt && !worm.truncated;
        if (!whole || content.number != expected) {
            board.reportDamage(from, damage(worm, content, expected));
        }
        numbers[from] = content.number + 1;
        return whole;
    }

    private static String damage(Worm worm, BoardMessage content, int expected) {
        return "worm " + content.number + " from rank " + content.from
                + (worm.truncated
                        ? " was cut short on the way"
                        : worm.corrupt
                                ? " is corrupt: its CRC does not match"
                                : " is out of sequence; expected " + expected + ": the worms between them are lost");
    }

    // ---- to the host -------------------------------------------------------------------------------------------

    /** A packet or notice has been taken to the host. */
    void delivered() {
        if (board.delivered()) {
            freeBuffers++;
        }
    }

    /** A host DMA has stored a piece, or its part in a page. */
    void stored() {
        LongMessage message = board.stored();
        if (message != null) {
            freeBuffers++;
            if (message.whole && message.stored == message.bytes) {
                finish(message);
            }
            freeIfStored(message);
        }
    }

    private void finish(LongMessage message) {
        mcp.end.charge(lanai);
        PostedReceive posted = message.posted;
        if (message.isDatagram()) {
            HostNotice notice = board.newNotice(HostNotice.Kind.RECEIVED, message.from);
            notice.subject = message;
            board.add(notice);
            board.posted().give(posted);
            return;
        }
        posted.into.copyFrom(message.payload, message.bytes);
        board.posted().remove(posted);
        HostNotice notice = board.newNotice(HostNotice.Kind.RECEIVED, message.from);
        notice.cookie = posted.cookie;
        notice.bytes = message.bytes;
        notice.packed = !posted.into.isDense();
        board.add(notice);
        board.posted().give(posted);
        board.send(board.control(ControlMessage.Kind.ACKNOWLEDGE, message, message.from));
        if (assembled == message) {
            assembled = null;
            grant();
        }
    }

    /** Gives the receive engine room if it waits for a buffer and one is free now. */
    void giveRoom() {
        if (!wantsRoom) {
            arm();
        } else if (freeBuffers > 0) {
            wantsRoom = false;
            nextRoom();
        }
    }

    /** True if everything that has arrived is with the host, and every buffer other than the armed one is free. */
    boolean isIdle() {
        return !inWorm && board.isNothingLeft() && freeBuffers + (armed ? 1 : 0) == mcp.receiveBuffers;
    }

    @Override
    public String toString() {
        return (inWorm ? "in a worm, " : "") + (armed ? "room, " : "") + freeBuffers + " receive buffers free, "
                + board.whatIsLeft();
    }
}
