package org.bipj.sim.am;

import java.util.ArrayDeque;
import org.bipj.sim.hardware.Firmware;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * The firmware of Active Messages II (virtual networks paper, sections 3 and 4).
 *
 * <p>Modelled: endpoints in frames of board memory; a scheduler that serves them by turns; stop-and-wait over logical
 * channels with an acknowledgement for each packet, behind its arrival in the endpoint; a private header and the message
 * as two DMAs into one worm; data of medium messages through one buffer on the sending board, which is fetched, sent and
 * only then used again, and a few on the receiving board; checks of names, tags and lengths. Worms that are damaged or
 * too short are dropped, and the scan sends them again.
 *
 * <p>Left out: a limit of answers that wait to be
 * sent; for messages to an endpoint of the same board, the second copy in board memory.
 */
final class AmFirmware implements Firmware {
    /** The timer of the scan for unacknowledged packets. */
    static final int SCAN = 0;

    /** The timer of the scheduler's turn. */
    static final int TURN = 1;

    /** A host DMA that waits for the engine. */
    private record Transfer(boolean toHost, long address, int bytes, Object cookie) {}

    private final AmPort port;
    private final Lanai lanai;
    private final AmSettings settings;
    private final AmSender sender;
    private final AmReceiver receiver;
    private final ArrayDeque<Transfer> transfers = new ArrayDeque<>();
    private boolean transferring;
    /** The end of the last step. */
    private long idleSincePs;

    AmFirmware(AmPort port, Lanai lanai, AmSettings settings) {
        this.port = port;
        this.lanai = lanai;
        this.settings = settings;
        sender = new AmSender(this, lanai, settings);
        receiver = new AmReceiver(this, lanai, settings);
    }

    /**
     * Allocates board memory and starts the firmware.
     *
     * @throws IllegalArgumentException if the board's memory is too small
     */
    void start() {
        long bytes = settings.boardBytes();
        if (!lanai.allocate(bytes)) {
            throw new IllegalArgumentException("the board's frames (am.frames), buffers (am.buffers.receive, each as"
                    + " large as am.medium says) and its tables for " + settings.peers + " peers (am.peers, am.route)"
                    + " take " + bytes + " bytes; its memory (sram.size) has " + lanai.available());
        }
        lanai.load(this);
        receiver.arm();
    }

    AmPort port() {
        return port;
    }

    AmSender sender() {
        return sender;
    }

    AmReceiver receiver() {
        return receiver;
    }

    /** Asks for a host DMA; {@link AmSender#FETCH} is the cookie of a fetch. */
    void transfer(boolean toHost, long address, int bytes, Object cookie) {
        transfers.add(new Transfer(toHost, address, bytes, cookie));
    }

    /** An endpoint has ended. */
    void removed(AmEndpoint endpoint) {
        sender.scheduler().remove(endpoint);
    }

    @Override
    public void onDoorbell(Object command) {
        notice();
        sender.scheduler().add((AmEndpoint) command);
        work();
    }

    @Override
    public void onHostDma(Object cookie) {
        notice();
        transferring = false;
        if (cookie == AmSender.FETCH) {
            sender.fetched();
        } else {
            receiver.stored((AmReceiver.Arrival) cookie);
        }
        work();
    }

    @Override
    public void onSent(Worm worm) {
        notice();
        sender.sent();
        work();
    }

    @Override
    public void onSendReset(Worm worm) {
        notice();
        sender.broken();
        work();
    }

    @Override
    public void onHead(Worm worm) {
        receiver.arm();
    }

    /** A worm that is longer than any packet: its tail was lost and another one's has followed. */
    @Override
    public void onBufferFull(Worm worm, int chars) {
        worm.truncated = true;
        lanai.receive(settings.room());
    }

    @Override
    public void onTail(Worm worm, int chars) {
        notice();
        receiver.tail(worm);
        work();
    }

    @Override
    public void onTimer(int timer) {
        notice();
        if (timer == SCAN) {
            sender.scan();
        } else {
            sender.scheduler().endTurn();
        }
        work();
    }

    /**
     * The processor turns to an event. If it had nothing to do it is somewhere in its polling loop, and notices the event
     * late. If it comes from another step it finds the event at once.
     */
    private void notice() {
        if (lanai.clock() > idleSincePs) {
            settings.notice.charge(lanai);
        }
    }

    /** Starts the next work of each engine, at the end of each step. */
    private void work() {
        sender.advance();
        if (!transferring && !transfers.isEmpty()) {
            Transfer next = transfers.remove();
            transferring = true;
            settings.dma.charge(lanai);
            lanai.hostDma(next.toHost, next.address, next.bytes, next.cookie);
        }
        idleSincePs = lanai.clock();
    }

    /** True if nothing is under way. */
    boolean isIdle() {
        return !transferring && transfers.isEmpty() && sender.isIdle() && receiver.isIdle();
    }

    @Override
    public String toString() {
        return sender + ", " + receiver;
    }
}
