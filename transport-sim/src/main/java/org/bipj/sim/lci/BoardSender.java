package org.bipj.sim.lci;

import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.WormSender;
import org.bipj.sim.net.Worm;

/** The sending half of the control program: gives the send engine what the protocol lets leave, one worm at a time. */
final class BoardSender implements WormSender {
    private final LciFirmware board;
    private final Lanai lanai;
    private final LciSettings settings;
    private final byte[][] routes;
    private Reliability protocol;
    private Transmission current;

    BoardSender(LciFirmware board, Lanai lanai, LciSettings settings, int ranks) {
        this.board = board;
        this.lanai = lanai;
        this.settings = settings;
        routes = new byte[ranks][];
    }

    void protocol(Reliability with) {
        protocol = with;
    }

    boolean isSending() {
        return current != null;
    }

    /** Sends an acknowledgement or a packet of the board's own; false if there is none. */
    boolean sendFirst() {
        Transmission acknowledgement = protocol.nextAcknowledgement();
        if (acknowledgement == null) {
            return send(true);
        }
        settings.ackSend.charge(lanai);
        begin(acknowledgement);
        return true;
    }

    /** Sends a packet of the host; false if there is none. */
    boolean sendNext() {
        return send(false);
    }

    private boolean send(boolean forwarded) {
        Transmission next = protocol.next(forwarded);
        if (next == null) {
            return false;
        }
        settings.send.charge(lanai);
        begin(next);
        return true;
    }

    private void begin(Transmission transmission) {
        LciFrame frame = transmission.frame();
        current = transmission;
        if (routes[frame.to] == null) {
            routes[frame.to] = board.route(frame.to);
        }
        lanai.send(new Worm(routes[frame.to], frame), frame.wireBytes(), true);
    }

    /** The worm's tail has left, or the network has broken the worm up. */
    @Override
    public void sent() {
        Transmission done = current;
        current = null;
        if (done.frame().isPacket()) {
            settings.sent.charge(lanai);
            protocol.left(done);
        }
    }

    /** The same: a protocol that retransmits notices the loss, and the others trust the network. */
    @Override
    public void broken() {
        sent();
    }

    boolean isIdle() {
        return current == null;
    }

    @Override
    public String toString() {
        return current == null ? "" : ", sends " + current.frame();
    }
}
