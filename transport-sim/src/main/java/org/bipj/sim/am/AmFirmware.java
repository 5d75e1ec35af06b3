package org.bipj.sim.am;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.SteppedFirmware;

/**
 * The firmware of Active Messages II (virtual networks paper, sections 3 and 4).
 *
 * <p>Modelled: endpoints in frames of board memory, which are loaded and unloaded; faults where a message needs an
 * endpoint that is not resident, or a staging area that is not mapped; a scheduler that serves endpoints by turns;
 * stop-and-wait over logical channels with an acknowledgement for each packet, behind its arrival in the endpoint; a
 * private header and the message as two DMAs into one worm; data of medium messages through one buffer on the sending
 * board, which is fetched, sent and only then used again, and a few on the receiving board; checks of names, tags and
 * lengths. Worms that are damaged or too short are dropped, and the scan sends them again.
 *
 * <p>Left out: a limit of answers that wait to be sent; for messages to an endpoint of the same board, the second copy in
 * board memory.
 */
final class AmFirmware extends SteppedFirmware {
    /** The timer of the scan for unacknowledged packets. */
    static final int SCAN = 0;

    /** The number of the timer that ends the present endpoint's turn. */
    static final int TURN = 1;

    /** A host DMA that waits for the engine. */
    private record Transfer(boolean toHost, long address, int bytes, Object cookie) {}

    private final AmDriver port;
    private final Lanai lanai;
    private final AmSettings settings;
    private final AmSender sender;
    private final AmReceiver receiver;
    private final PrivilegedEndpoint privileged;
    private final ArrayDeque<Transfer> transfers = new ArrayDeque<>();
    private boolean transferring;
    /** Endpoints that have faults, for the segment driver. */
    private List<BoardEndpoint> faults = new ArrayList<>();
    /** The page that is to move to host memory as soon as its packets are settled; null if there is none. */
    private PageMove leaving;

    AmFirmware(AmDriver port, Lanai lanai, AmSettings settings) {
        super(lanai, settings.room(), settings.notice);
        this.port = port;
        this.lanai = lanai;
        this.settings = settings;
        sender = new AmSender(this, lanai, settings);
        receiver = new AmReceiver(this, lanai, settings);
        privileged = new PrivilegedEndpoint(this, port, lanai, settings);
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

    AmDriver port() {
        return port;
    }

    @Override
    protected AmSender sender() {
        return sender;
    }

    @Override
    protected AmReceiver receiver() {
        return receiver;
    }

    PrivilegedEndpoint privileged() {
        return privileged;
    }

    /** Asks for a host DMA; {@link AmSender#FETCH} is the cookie of a fetch. */
    void transfer(boolean toHost, long address, int bytes, Object cookie) {
        transfers.add(new Transfer(toHost, address, bytes, cookie));
    }

    /** Takes an ended endpoint out of the order of sending. */
    void removed(BoardEndpoint endpoint) {
        sender.scheduler().remove(endpoint);
    }

    @Override
    public void onDoorbell(Object command) {
        notice();
        switch (command) {
            case PageMove move -> move(move);
            case RawPacket packet -> privileged.add(packet);
            default -> ready((BoardEndpoint) command);
        }
        work();
    }

    /** An endpoint has something to send. If it is on its way out it is loaded again for that. */
    private void ready(BoardEndpoint endpoint) {
        if (endpoint.residence == Residence.BOARD) {
            sender.scheduler().add(endpoint);
        }
    }

    // ---- paging ------------------------------------------------------------------------------------------------

    /**
     * True if a message of an endpoint can be sent or received: the endpoint is resident, and the board can use its
     * staging area if there is data. Else that is a fault, which the segment driver serves.
     */
    boolean isAtHand(BoardEndpoint endpoint, int bytes) {
        boolean resident = endpoint.residence == Residence.BOARD;
        if (resident && (bytes == 0 || endpoint.isStaged)) {
            return true;
        }
        if (!endpoint.isReported) {
            endpoint.isReported = true;
            settings.page.charge(lanai);
            faults.add(endpoint);
            lanai.interrupt();
        }
        return false;
    }

    /** The endpoints that have faulted since the last call. */
    List<BoardEndpoint> takeFaults() {
        List<BoardEndpoint> taken = faults;
        faults = new ArrayList<>();
        return taken;
    }

    private void move(PageMove move) {
        settings.page.charge(lanai);
        if (move.out()) {
            move.endpoint().residence = Residence.UNLOADING;
            sender.scheduler().remove(move.endpoint());
            leaving = move;
        } else {
            transfer(false, 0, settings.frame, move);
        }
    }

    boolean isSettled(BoardEndpoint endpoint) {
        return sender.isSettled(endpoint) && !receiver.isStoring(endpoint);
    }

    private void moveIfSettled() {
        if (leaving != null && isSettled(leaving.endpoint())) {
            sender.withdraw(leaving.endpoint());
            transfer(true, 0, settings.frame, leaving);
            leaving = null;
        }
    }

    private void moved(PageMove move) {
        settings.page.charge(lanai);
        move.endpoint().residence = move.out() ? Residence.HOST : Residence.BOARD;
        if (move.endpoint().hasToSend() && !move.out()) {
            sender.scheduler().add(move.endpoint());
        }
        lanai.interrupt();
    }

    // ---- events ------------------------------------------------------------------------------------------------

    @Override
    public void onHostDma(Object cookie) {
        notice();
        transferring = false;
        if (cookie == AmSender.FETCH) {
            sender.fetched();
        } else if (cookie instanceof PageMove move) {
            moved(move);
        } else {
            receiver.stored((AmReceiver.Arrival) cookie);
        }
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

    @Override
    protected void work() {
        sender.advance();
        moveIfSettled();
        if (!transferring && !transfers.isEmpty()) {
            Transfer next = transfers.remove();
            transferring = true;
            settings.dma.charge(lanai);
            lanai.hostDma(next.toHost, next.address, next.bytes, next.cookie);
        }
        endStep();
    }

    /** True if nothing is waiting or under way: transfers, faults, sends, receives. */
    boolean isIdle() {
        return !transferring
                && transfers.isEmpty()
                && leaving == null
                && faults.isEmpty()
                && sender.isIdle()
                && receiver.isIdle();
    }

    @Override
    public String toString() {
        return sender + ", " + receiver + (leaving == null ? "" : ", unloads " + leaving.endpoint());
    }
}
