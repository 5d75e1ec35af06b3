package org.bipj.sim.lci;

import java.util.ArrayDeque;
import org.bipj.core.protocol.MulticastTree;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * The receiving half of the control program: takes in headers, forwards multicasts if the board does that, adds to
 * counters, and stores packets in host memory. The receive engine always has room, so that the network is never held
 * back; a packet takes a buffer of the pool when its tail has arrived.
 */
final class BoardReceiver {
    /** A receive buffer that holds a packet. */
    private final class Held extends BoardBuffer {
        private final int from;

        Held(int from) {
            this.from = from;
        }

        @Override
        void freed() {
            freeBuffers++;
            protocol.released(from);
        }
    }

    private final LciFirmware board;
    private final Lanai lanai;
    private final LciSettings settings;
    private final long[] counters;
    /** Frames that have arrived; a damaged one is on its own queue, as nothing of it can be trusted. */
    private final ArrayDeque<LciFrame> arrivals = new ArrayDeque<>();

    private final ArrayDeque<Delivery> deliveries = new ArrayDeque<>();
    private BoardProtocol protocol;
    private int freeBuffers;
    private boolean storing;

    BoardReceiver(LciFirmware board, Lanai lanai, LciSettings settings) {
        this.board = board;
        this.lanai = lanai;
        this.settings = settings;
        counters = new long[settings.counters];
        freeBuffers = settings.receiveBuffers;
    }

    void protocol(BoardProtocol with) {
        protocol = with;
    }

    /** Gives room for the next worm. */
    void arm() {
        if (!lanai.hasRoom()) {
            lanai.receive(settings.room());
        }
    }

    /** A worm has ended. */
    void tail(Worm worm) {
        arm();
        LciFrame frame = (LciFrame) worm.content;
        if (worm.corrupt || worm.truncated) {
            protocol.damaged(frame);
        } else {
            if (frame.isPacket()) {
                takeBuffer(frame);
            }
            arrivals.add(frame);
        }
    }

    private void takeBuffer(LciFrame frame) {
        if (freeBuffers == 0) {
            throw new IllegalStateException("rank " + board.rank() + ": no receive buffer for " + frame
                    + "; its sender has sent more than its window");
        }
        freeBuffers--;
    }

    // ---- one packet after the other --------------------------------------------------------------------------

    /** Takes in the frame that has arrived first; false if there is none. */
    boolean takeNext() {
        LciFrame frame = arrivals.poll();
        if (frame == null) {
            return false;
        }
        if (!frame.isPacket()) {
            settings.ackReceive.charge(lanai);
            protocol.arrived(frame);
            return true;
        }
        settings.receive.charge(lanai);
        Held buffer = new Held(frame.from);
        buffer.use();
        if (protocol.arrived(frame)) {
            taken(frame, buffer);
        }
        buffer.done();
        return true;
    }

    /** A packet is to be handled: it has come from a peer, or the board's own host. */
    void taken(LciFrame frame, BoardBuffer buffer) {
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
                board.sender().submit(Transmission.of(frame.to(board.rank(), child), buffer));
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
            board.sender().submit(new Transmission(answer, null));
        }
    }

    private void store(LciFrame frame, BoardBuffer buffer) {
        buffer.use();
        deliveries.add(new Delivery(frame, buffer, Delivery.NO_PACKET));
    }

    /** Stores the packet that has waited longest in host memory; false if there is none, or the host has no room. */
    boolean storeNext() {
        Delivery next = deliveries.peek();
        if (next == null) {
            return false;
        }
        int packet = Delivery.NO_PACKET;
        if (next.frame().kind != LciFrame.Kind.ADDED) {
            packet = board.port().takeReceivePacket();
            if (packet == Delivery.NO_PACKET) {
                return false;
            }
        }
        deliveries.remove();
        settings.store.charge(lanai);
        storing = true;
        lanai.hostDma(
                true, 0, LciSettings.HEADER + next.frame().length, new Delivery(next.frame(), next.buffer(), packet));
        return true;
    }

    boolean isStoring() {
        return storing;
    }

    /** The host has the packet. */
    void stored(Delivery delivery) {
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
