package org.bipj.sim.lci;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.bipj.core.protocol.MulticastTree;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.PacketCounts;
import org.bipj.sim.hardware.WormReceiver;
import org.bipj.sim.net.Worm;

/**
 * The receiving half of the control program: takes in headers, forwards multicasts if the board does that, adds to
 * counters, and stores packets in host memory. The receive engine always has room, so that the network is never held
 * back; a packet takes a buffer of the pool when its tail has arrived.
 */
final class BoardReceiver implements WormReceiver {
    /** A frame that has arrived whole, and the receive buffer that holds it. */
    private final class Arrival extends BoardBuffer {
        private final LciFrame frame;
        private final boolean hasBuffer;
        private boolean isTaken;

        Arrival(LciFrame frame, boolean hasBuffer) {
            this.frame = frame;
            this.hasBuffer = hasBuffer;
        }

        @Override
        void freed() {
            if (hasBuffer) {
                freeBuffers++;
            }
            if (isTaken) {
                protocol.released(frame);
            }
        }
    }

    private final LciFirmware board;
    private final Lanai lanai;
    private final LciSettings settings;
    private final long[] counters;
    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();

    /** By kind of frame: how many have arrived, and the bytes of their payload. */
    private final long[] frames = new long[LciFrame.Kind.values().length];

    private final long[] payloads = new long[frames.length];
    private final ArrayDeque<BoardDelivery> deliveries = new ArrayDeque<>();
    private Reliability protocol;
    private int freeBuffers;
    private boolean storing;

    BoardReceiver(LciFirmware board, Lanai lanai, LciSettings settings) {
        this.board = board;
        this.lanai = lanai;
        this.settings = settings;
        counters = new long[settings.counters];
        freeBuffers = settings.receiveBuffers;
    }

    void protocol(Reliability with) {
        protocol = with;
    }

    @Override
    public void arm() {
        if (!lanai.hasRoom()) {
            lanai.receive(settings.room());
        }
    }

    @Override
    public void tail(Worm worm) {
        arm();
        LciFrame frame = (LciFrame) worm.content;
        if (worm.corrupt || worm.truncated) {
            protocol.damaged(frame);
        } else {
            frames[frame.kind.ordinal()]++;
            payloads[frame.kind.ordinal()] += frame.length;
            boolean hasBuffer = freeBuffers > 0 && (frame.isPacket() || settings.hostRetransmits);
            freeBuffers -= hasBuffer ? 1 : 0;
            arrivals.add(new Arrival(frame, hasBuffer));
        }
    }

    /** Counts of the frames that have arrived, by kind. */
    List<PacketCounts> received() {
        return Arrays.stream(LciFrame.Kind.values())
                .map(kind -> new PacketCounts(kind.text, frames[kind.ordinal()], payloads[kind.ordinal()]))
                .toList();
    }

    // ---- one packet after the other --------------------------------------------------------------------------

    /** Takes in the frame that has arrived first; false if there is none. */
    boolean takeNext() {
        Arrival arrival = arrivals.poll();
        if (arrival == null) {
            return false;
        }
        LciFrame frame = arrival.frame;
        boolean isPacket = frame.isPacket() || settings.hostRetransmits;
        (isPacket ? settings.receive : settings.ackReceive).charge(lanai);
        arrival.use();
        if (protocol.arrived(frame, arrival.hasBuffer)) {
            arrival.isTaken = true;
            taken(frame, arrival);
        }
        arrival.done();
        return true;
    }

    /** A packet is to be handled: it has come from a peer, or the board's own host. */
    void taken(LciFrame frame, BoardBuffer buffer) {
        if (settings.hostRetransmits) {
            store(frame, buffer);
            return;
        }
        switch (frame.kind) {
            case ADD -> add(frame, buffer);
            case MULTICAST -> {
                if (settings.boardForwards) {
                    forward(frame, buffer);
                }
                store(frame, buffer);
            }
            default -> store(frame, buffer);
        }
    }

    /** Forwards a multicast to the children of this rank (LCI paper, section 3.5). */
    void forward(LciFrame frame, BoardBuffer buffer) {
        settings.forward.charge(lanai);
        MulticastTree tree = board.tree(frame.group);
        for (int which = 0; which < MulticastTree.CHILDREN; which++) {
            int child = tree.child(frame.root, board.rank(), which);
            if (child != MulticastTree.NONE) {
                protocol.submit(Transmission.of(frame.to(board.rank(), child), buffer));
            }
        }
    }

    private void add(LciFrame frame, BoardBuffer buffer) {
        settings.add.charge(lanai);
        LciFrame answer = new LciFrame(LciFrame.Kind.ADDED, board.rank(), frame.from);
        answer.value = counters[frame.counter];
        counters[frame.counter] += frame.value;
        if (frame.from == board.rank()) {
            store(answer, buffer);
        } else {
            protocol.submit(new Transmission(answer, null));
        }
    }

    private void store(LciFrame frame, BoardBuffer buffer) {
        buffer.use();
        deliveries.add(new BoardDelivery(frame, buffer, BoardDelivery.NO_PACKET));
    }

    /** Stores the packet that has waited longest in host memory; false if there is none, or the host has no room. */
    boolean storeNext() {
        BoardDelivery next = deliveries.peek();
        if (next == null) {
            return false;
        }
        int packet = BoardDelivery.NO_PACKET;
        if (next.frame().kind != LciFrame.Kind.ADDED || settings.hostRetransmits) {
            packet = board.receives().takeForBoard();
            if (packet == BoardDelivery.NO_PACKET) {
                return false;
            }
        }
        deliveries.remove();
        settings.store.charge(lanai);
        storing = true;
        lanai.hostDma(
                true,
                0,
                LciSettings.HEADER + next.frame().length,
                new BoardDelivery(next.frame(), next.buffer(), packet));
        return true;
    }

    boolean isStoring() {
        return storing;
    }

    /** Ends the use of a buffer whose packet the DMA has stored in host memory. */
    void stored(BoardDelivery delivery) {
        storing = false;
        settings.stored.charge(lanai);
        delivery.buffer().done();
    }

    boolean isIdle() {
        return !storing && arrivals.isEmpty() && deliveries.isEmpty() && freeBuffers == settings.receiveBuffers;
    }

    @Override
    public String toString() {
        return freeBuffers + " receive buffers free, " + arrivals.size() + " frames to take in, " + deliveries.size()
                + " to be stored";
    }
}
