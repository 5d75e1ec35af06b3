package org.bipj.sim.lci;

import java.util.ArrayDeque;
import java.util.BitSet;
import org.agrona.collections.Int2ObjectHashMap;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * The sending half of the control program. A packet whose receiver has room is ready; one whose window is closed waits in
 * the queue of blocked sends of its receiver, and becomes ready while acknowledgements are taken in.
 */
final class BoardSender {
    private final LciFirmware board;
    private final Lanai lanai;
    private final LciSettings settings;
    private final byte[][] routes;
    /** What the board sends by itself: forwarded packets, answers. It goes first. */
    private final ArrayDeque<Transmission> forwards = new ArrayDeque<>();

    private final ArrayDeque<Transmission> ready = new ArrayDeque<>();
    /** Queues of blocked sends, by receiver; only of those for which a packet has ever waited. */
    private final Int2ObjectHashMap<ArrayDeque<Transmission>> blocked = new Int2ObjectHashMap<>();

    /** Receivers of acknowledgements that are due. */
    private final BitSet due = new BitSet();

    private BoardProtocol protocol;
    private int waiting;
    private Transmission current;

    BoardSender(LciFirmware board, Lanai lanai, LciSettings settings, int ranks) {
        this.board = board;
        this.lanai = lanai;
        this.settings = settings;
        routes = new byte[ranks][];
    }

    void protocol(BoardProtocol with) {
        protocol = with;
    }

    /** The host, or the board itself, asks for a transmission. It leaves as soon as the window allows it. */
    void submit(Transmission transmission) {
        ArrayDeque<Transmission> before = blocked.get(transmission.frame().to);
        if ((before == null || before.isEmpty()) && protocol.admit(transmission.frame())) {
            admitted(transmission);
            return;
        }
        if (before == null) {
            before = new ArrayDeque<>();
            blocked.put(transmission.frame().to, before);
        }
        before.add(transmission);
        waiting++;
    }

    private void admitted(Transmission transmission) {
        LciFrame frame = transmission.frame();
        boolean isOwn = frame.kind == LciFrame.Kind.UNICAST
                || frame.kind == LciFrame.Kind.ADD
                || frame.kind == LciFrame.Kind.MULTICAST && frame.root == board.rank();
        (isOwn ? ready : forwards).add(transmission);
    }

    /** The window of a peer may have opened. */
    void unblock(int peer) {
        ArrayDeque<Transmission> queue = blocked.get(peer);
        while (queue != null && !queue.isEmpty() && protocol.admit(queue.peek().frame())) {
            admitted(queue.remove());
            waiting--;
        }
    }

    /** An acknowledgement to a peer is due. A packet that goes there earlier takes it along. */
    void acknowledge(int peer) {
        due.set(peer);
    }

    boolean isSending() {
        return current != null;
    }

    /** Sends an acknowledgement or a packet of the board's own; false if there is none. */
    boolean sendFirst() {
        int peer = due.nextSetBit(0);
        if (peer >= 0) {
            due.clear(peer);
            settings.ackSend.charge(lanai);
            begin(new Transmission(new LciFrame(LciFrame.Kind.ACKNOWLEDGEMENT, board.rank(), peer), null));
            return true;
        }
        return send(forwards);
    }

    /** Sends a packet of the host; false if there is none. */
    boolean sendNext() {
        return send(ready);
    }

    private boolean send(ArrayDeque<Transmission> queue) {
        if (queue.isEmpty()) {
            return false;
        }
        settings.send.charge(lanai);
        begin(queue.remove());
        return true;
    }

    private void begin(Transmission transmission) {
        LciFrame frame = transmission.frame();
        current = transmission;
        protocol.departs(frame);
        due.clear(frame.to);
        if (routes[frame.to] == null) {
            routes[frame.to] = board.route(frame.to);
        }
        lanai.send(new Worm(routes[frame.to], frame));
        lanai.feed(frame.wireBytes(), true);
    }

    /** The worm's tail has left, or the network has broken the worm up. */
    void sent() {
        Transmission done = current;
        current = null;
        if (done.frame().isPacket()) {
            settings.sent.charge(lanai);
        }
        if (done.buffer() != null) {
            done.buffer().done();
        }
    }

    boolean isIdle() {
        return current == null && ready.isEmpty() && forwards.isEmpty() && waiting == 0 && due.isEmpty();
    }

    @Override
    public String toString() {
        return (ready.size() + forwards.size()) + " packets ready to be sent, " + waiting + " blocked"
                + (current == null ? "" : ", sends " + current.frame());
    }
}
