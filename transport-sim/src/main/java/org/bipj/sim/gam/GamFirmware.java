package org.bipj.sim.gam;

import java.util.ArrayDeque;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.hardware.SteppedFirmware;

/**
 * The firmware of Generic Active Messages, in two coroutines of the board's processor: {@link GamSender} and {@link
 * GamReceiver}. Each gives way to the other wherever it waits, for an engine or for work. One lock guards the one engine
 * between host and board; who comes first has it.
 *
 * <p>Modelled: rings in board memory, which hosts read and write word by word; descriptors sent in their order; the data of
 * a bulk packet fetched from the host while the one before leaves; packets whose CRC is wrong, which are counted; packets that
 * find the ring full, which are dropped and counted. Left out: nothing is sent again.
 *
 * <p>Source: the Berkeley LANai Active Messages, and the virtual networks paper, section 5.
 */
final class GamFirmware extends SteppedFirmware {
    /** A host DMA that waits for the engine. */
    private record Transfer(boolean toHost, GamPacket packet) {}

    private final GamPort port;
    private final Lanai lanai;
    private final GamSettings settings;
    private final GamSender sender;
    private final GamReceiver receiver;
    private final ArrayDeque<Transfer> transfers = new ArrayDeque<>();
    private boolean transferring;

    GamFirmware(GamPort port, Lanai lanai, GamSettings settings) {
        super(lanai, settings.room(), settings.notice);
        this.port = port;
        this.lanai = lanai;
        this.settings = settings;
        sender = new GamSender(this, lanai, settings);
        receiver = new GamReceiver(this, lanai, settings);
    }

    /**
     * Allocates board memory and starts the firmware.
     *
     * @throws IllegalArgumentException if the board's memory is too small
     */
    void start() {
        long bytes = settings.boardBytes();
        if (!lanai.allocate(bytes)) {
            throw new IllegalArgumentException("the board's rings for " + settings.peers
                    + " peers (gam.peers, gam.depth, gam.route) and its buffers (gam.packet) take " + bytes
                    + " bytes; its memory (sram.size) has " + lanai.available());
        }
        lanai.load(this);
        receiver.arm();
    }

    GamPort port() {
        return port;
    }

    @Override
    protected GamSender sender() {
        return sender;
    }

    @Override
    protected GamReceiver receiver() {
        return receiver;
    }

    /** Asks for a host DMA of a packet's data. */
    void transfer(boolean toHost, GamPacket packet) {
        transfers.add(new Transfer(toHost, packet));
    }

    @Override
    public void onDoorbell(Object command) {
        notice();
        sender.add((GamPacket) command);
        work();
    }

    @Override
    public void onHostDma(Object cookie) {
        notice();
        transferring = false;
        Transfer done = (Transfer) cookie;
        if (done.toHost) {
            receiver.stored(done.packet);
        } else {
            sender.fetched(done.packet);
        }
        work();
    }

    @Override
    public void onTimer(int timer) {
        throw new IllegalStateException("timer " + timer + "; GAM sets none");
    }

    @Override
    protected void work() {
        sender.advance();
        if (!transferring && !transfers.isEmpty()) {
            Transfer next = transfers.remove();
            transferring = true;
            settings.dma.charge(lanai);
            lanai.hostDma(next.toHost, 0, next.packet.bytes, next);
        }
        endStep();
    }

    /** True if nothing is waiting or under way: transfers, sends, receives. */
    boolean isIdle() {
        return !transferring && transfers.isEmpty() && sender.isIdle() && receiver.isIdle();
    }

    @Override
    public String toString() {
        return sender + ", " + receiver;
    }
}
