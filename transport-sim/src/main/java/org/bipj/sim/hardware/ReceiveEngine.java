package org.bipj.sim.hardware;

import java.util.function.Function;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.net.Ejector;
import org.bipj.sim.net.Worm;

/**
 * The engine from the cable to board memory (LANai 4.X: registers RMP, RML). It takes characters while the firmware has
 * given room; without room it holds the network back.
 *
 * <p>Modelled: a word per clock at best, board memory permitting; room given in advance, which the next worm uses at
 * once, so that the processor is notified of the worm only when the room is full or the worm ends. Left out: odd
 * lengths (registers ORUN). Constants: {@code lanai.network-dma.rate}, {@code sram.rate}.
 */
final class ReceiveEngine extends DmaEngine implements Ejector.Sink {
    private static final int UNLIMITED = 1 << 30;

    private final Kernel kernel;
    private final Lanai lanai;
    private final long bytePs;
    private final Ejector ejector;
    private Worm worm;
    private int room;
    /** The moment from which the {@link #room} may be used. */
    private long roomAt;
    /** The place of the room among the events of that moment. */
    private long ticket;

    private boolean taking;
    private boolean absorbing;
    /** The worm in front arrived in a reset: it is absorbed and ignored. */
    private boolean ignored;

    private boolean dead;
    /** Worms whose ends the firmware has not been notified of yet: room that it gives now is for one of these. */
    private int ended;

    private long started;

    ReceiveEngine(
            Kernel kernel, Sram sram, Lanai lanai, long bytePs, Function<Ejector.Sink, Ejector> cable, TraceRow row) {
        super(sram, Sram.RECEIVE, row);
        this.kernel = kernel;
        this.lanai = lanai;
        this.bytePs = bytePs;
        ejector = cable.apply(this);
    }

    /** Room for the worm in front, or for the next one. */
    void room(long at, int bytes) {
        if (room > 0) {
            throw new IllegalStateException("room for " + bytes + " bytes while there is room for " + room);
        }
        if (bytes <= 0) {
            throw new IllegalArgumentException("room for " + bytes + " bytes; expected more than 0");
        }
        if (ended > 0) {
            return;
        }
        room = bytes;
        roomAt = at;
        ticket = kernel.ticket();
        if (worm != null) {
            kernel.at(at, ticket, this);
        }
    }

    /** The firmware has been notified that a worm has ended. */
    void notified() {
        ended--;
    }

    boolean hasRoom() {
        return room > 0;
    }

    /** The room is available for the worm in front from now on. */
    @Override
    protected void fire() {
        take();
    }

    @Override
    public void head(Worm next) {
        worm = next;
        if (dead) {
            return;
        }
        ignored = absorbing;
        if (ignored) {
            ignore();
        } else if (room == 0) {
            lanai.head(next);
        } else if (kernel.isPast(roomAt, ticket)) {
            take();
        } else {
            kernel.at(roomAt, ticket, this);
        }
    }

    @Override
    public void taken(Worm present, int chars) {
        stop(chars);
        if (ignored && !dead) {
            ignore();
        } else {
            lanai.bufferFull(present, chars);
        }
    }

    @Override
    public void tail(Worm present, int chars) {
        stop(chars);
        // If the network has broken the worm up, its room may not be available yet.
        kernel.cancel(this);
        worm = null;
        if (!ignored) {
            ended++;
            lanai.tail(present, chars);
        }
    }

    @Override
    public void flow(long charPs) {
        sram.flow(this, charPs);
    }

    @Override
    void onPace(long psPerByte) {
        ejector.pace(psPerByte);
    }

    /** The board is dead: it takes nothing from now on. */
    void kill() {
        dead = true;
        kernel.cancel(this);
    }

    /**
     * Starts to absorb and ignore worms, or stops it. A worm that is in front, or arrives meanwhile, is ignored to its
     * end.
     */
    void absorb(boolean on) {
        absorbing = on;
        if (on) {
            ended = 0;
            kernel.cancel(this);
            if (worm == null) {
                room = 0;
            } else {
                ignored = true;
                if (!taking) {
                    ignore();
                }
            }
        }
    }

    private void ignore() {
        room = UNLIMITED;
        take();
    }

    private void take() {
        taking = true;
        started = kernel.now();
        ejector.take(room, sram.begin(this, bytePs));
    }

    private void stop(int chars) {
        sram.end(this);
        if (taking) {
            worked("receive", chars, started, kernel.now());
        }
        taking = false;
        room = 0;
    }
}
