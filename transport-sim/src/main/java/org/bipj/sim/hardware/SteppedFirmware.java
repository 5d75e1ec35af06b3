package org.bipj.sim.hardware;

import org.bipj.sim.net.Worm;

/**
 * A firmware that takes worms whole and whose processor polls: an event that finds it without work is noticed late. Each
 * event is a step, which ends with the start of the next work of each engine.
 */
public abstract class SteppedFirmware implements Firmware {
    private final Lanai lanai;
    private final int room;
    private final FirmwareStep notice;
    /** When the last step ended. The processor polls for events since then. */
    private long idleSincePs;

    /**
     * Creates the firmware of a board.
     *
     * @param room what the receive engine needs for any worm, in characters
     * @param notice what it costs to notice an event
     */
    protected SteppedFirmware(Lanai lanai, int room, FirmwareStep notice) {
        this.lanai = lanai;
        this.room = room;
        this.notice = notice;
    }

    /** The half of the firmware that sends worms. */
    protected abstract WormSender sender();

    /** The half of the firmware that receives worms. */
    protected abstract WormReceiver receiver();

    /** Starts the next work of each engine, at the end of each step. */
    protected abstract void work();

    /**
     * The processor turns to an event. If it had nothing to do it is somewhere in its polling loop, and notices the event
     * late. If it comes from another step it finds the event at once.
     */
    protected void notice() {
        if (lanai.clock() > idleSincePs) {
            notice.charge(lanai);
        }
    }

    /** Marks the present moment as the end of a step. */
    protected final void endStep() {
        idleSincePs = lanai.clock();
    }

    @Override
    public void onSent(Worm worm) {
        notice();
        sender().sent();
        work();
    }

    @Override
    public void onSendReset(Worm worm) {
        notice();
        sender().broken();
        work();
    }

    @Override
    public final void onHead(Worm worm) {
        receiver().arm();
    }

    /** A worm that is longer than any packet: its tail was lost and another one's has followed. */
    @Override
    public final void onBufferFull(Worm worm, int chars) {
        worm.truncated = true;
        lanai.receive(room);
    }

    @Override
    public final void onTail(Worm worm, int chars) {
        notice();
        receiver().tail(worm);
        work();
    }
}
