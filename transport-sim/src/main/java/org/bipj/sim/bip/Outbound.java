package org.bipj.sim.bip;

import java.util.ArrayDeque;
import org.bipj.core.nic.NicPort;
import org.bipj.core.protocol.LossDetector;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * The sending half of the firmware. Messages leave in the order of their lane, control before data, one worm at a time. A long
 * message is fetched from the host piece by piece into as many buffers as there are, while earlier pieces are on the wire; its
 * worm begins when the first piece is there, and the fetch of the message behind it when its own has ended.
 */
final class Outbound {
    /** Cookie of the host DMA that fetches. */
    static final Object FETCH = new Object();

    private final BipFirmware board;
    private final Lanai lanai;
    private final Mcp mcp;
    private final MessageQueue control = new MessageQueue();
    private final MessageQueue data = new MessageQueue();
    private final ArrayDeque<Transfer> fetching = new ArrayDeque<>();
    private final LossDetector[] numbers;
    private int freeBuffers;
    /** What the host DMA engine fetches a piece of. */
    private Transfer fetched;

    /** What the send engine works on, and whether it has a range to send. */
    private Message current;

    /** Lane of the slot that it lies in. The packet itself may be the receiver's before the firmware hears that it has left. */
    private int lane;

    private boolean feeding;
    private int piece;

    Outbound(BipFirmware board, Lanai lanai, Mcp mcp, int ranks) {
        this.board = board;
        this.lanai = lanai;
        this.mcp = mcp;
        numbers = new LossDetector[ranks];
        freeBuffers = mcp.sendBuffers;
    }

    void submit(Packet packet) {
        (packet.lane == NicPort.CONTROL ? control : data).add(packet);
    }

    void submit(Control word) {
        control.add(word);
    }

    /** A ready send whose descriptor the host has written. */
    void submit(Transfer transfer) {
        if (mcp.requestGo) {
            submit(board.word(Control.Kind.REQUEST, transfer, transfer.to));
        } else {
            data.add(transfer);
            fetching.add(transfer);
        }
    }

    /** The receiver is ready for all worms of a message, which has to be found. */
    void go(Transfer transfer) {
        mcp.match.charge(lanai);
        fetching.add(transfer);
    }

    /** Starts the next fetch if there is something to fetch and a buffer for it. The host DMA engine is free. */
    boolean startFetch() {
        Transfer transfer = fetching.peek();
        if (transfer == null || freeBuffers == 0) {
            return false;
        }
        fetched = transfer;
        freeBuffers--;
        mcp.dma.charge(lanai);
        int bytes = transfer.pieceToSend(transfer.fetched, mcp.page);
        lanai.hostDma(false, transfer.address + transfer.fetched, bytes, FETCH);
        return true;
    }

    /** The fetch that was started last has ended. True if what it brought begins a worm. */
    boolean fetched() {
        Transfer transfer = fetched;
        if (transfer.dropped) {
            freeBuffers++;
            return false;
        }
        int bytes = transfer.pieceToSend(transfer.fetched, mcp.page);
        boolean first = transfer.fetched == 0;
        transfer.fetched += bytes;
        if (transfer.fetched == transfer.bytes) {
            fetching.remove();
        }
        if (mcp.requestGo) {
            data.add(new Part(transfer, bytes));
            return true;
        }
        return first;
    }

    /** Gives the send engine something to do, if it has nothing and there is something. */
    void advance() {
        if (current instanceof Transfer transfer) {
            if (!feeding && transfer.fetched > transfer.fed) {
                mcp.send.charge(lanai);
                feed(transfer);
            }
        } else if (current == null) {
            Message first = control.first();
            if (first != null) {
                control.removeFirst();
                begin(first);
            } else {
                first = data.first();
                if (first != null && !(first instanceof Transfer transfer && transfer.fetched == 0)) {
                    data.removeFirst();
                    begin(first);
                }
            }
        }
    }

    private void begin(Message message) {
        mcp.send.charge(lanai);
        current = message;
        message.number = numbers(message.to).number();
        lanai.send(new Worm(board.route(message.to), message));
        if (message instanceof Transfer transfer) {
            feed(transfer);
        } else {
            lane = message instanceof Packet packet ? packet.lane : NicPort.CONTROL;
            lanai.feed(message.wireBytes(), true);
        }
    }

    private void feed(Transfer transfer) {
        feeding = true;
        piece = transfer.pieceToSend(transfer.fed, mcp.page);
        boolean last = transfer.fed + piece == transfer.bytes;
        lanai.feed(transfer.fed == 0 ? Transfer.HEADER + piece : piece, last);
    }

    /** The send engine has finished its range. */
    void sent() {
        switch (current) {
            case Transfer transfer -> {
                feeding = false;
                transfer.fed += piece;
                freeBuffers++;
                if (transfer.fed < transfer.bytes) {
                    return;
                }
            }
            case Part part -> freeBuffers++;
            case Packet sent -> board.port().slotFree(lane);
            default -> {}
        }
        current = null;
    }

    /** The network has broken the worm up: what is left of the message is dropped, and the receiver will find a gap. */
    void broken() {
        if (current instanceof Transfer transfer) {
            freeBuffers += pieces(transfer);
            transfer.dropped = true;
            fetching.remove(transfer);
            feeding = false;
        } else if (current instanceof Packet) {
            board.port().slotFree(lane);
        } else if (current instanceof Part) {
            freeBuffers++;
        }
        current = null;
    }

    /** Buffers that hold pieces of a transfer which have not left. */
    private int pieces(Transfer transfer) {
        int count = 0;
        for (long at = transfer.fed; at < transfer.fetched; at += transfer.pieceToSend(at, mcp.page)) {
            count++;
        }
        return count;
    }

    private LossDetector numbers(int to) {
        if (numbers[to] == null) {
            numbers[to] = new LossDetector();
        }
        return numbers[to];
    }

    /** True if nothing waits and every buffer is free. */
    boolean isIdle() {
        return current == null
                && control.first() == null
                && data.first() == null
                && fetching.isEmpty()
                && freeBuffers == mcp.sendBuffers;
    }

    @Override
    public String toString() {
        return "sends " + current + ", " + freeBuffers + " send buffers free, " + fetching.size() + " to fetch";
    }
}
