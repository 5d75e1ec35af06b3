package org.bipj.sim.hardware;

import java.util.function.Function;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.net.Ejector;
import org.bipj.sim.net.Worm;

/**
 * The engine from the cable to board memory (LANai 4.X: registers RMP, RML). It takes characters where the firmware has
 * given room; without room the network stands.
 *
 * <p>Modelled: a word a clock at best, board memory permitting; room given in advance is used by the next worm at once,
 * and the processor first hears of that worm when the room is full or the worm ends. Left out: odd lengths (registers
 * ORUN). Numbers: {@code lanai.network-dma.rate}, {@code sram.rate}.
 */
final class ReceiveEngine implements Ejector.Sink, Sram.Engine {
    private static final int ALL = 1 << 30;

    private final Kernel kernel;
    private final Sram sram;
    private final Lanai lanai;
    private final BusyTimes busyTimes;
    private final long bytePs;
    private final Ejector ejector;
    private Worm worm;
    private int room;
    private boolean taking;
    private boolean absorbing;
    /** The worm in front arrived while the board was being reset. */
    private boolean forgotten;

    private boolean dead;
    /** Worms of whose ends the firmware does not know yet: room that it gives now is for one of those. */
    private int ended;

    private long started;

    private final Event take = new Event() {
        @Override
        protected void fire() {
            if (worm != null) {
                take();
            }
        }
    };

    ReceiveEngine(
            Kernel kernel,
            Sram sram,
            Lanai lanai,
            long bytePs,
            Function<Ejector.Sink, Ejector> cable,
            BusyTimes busyTimes) {
        this.kernel = kernel;
        this.sram = sram;
        this.lanai = lanai;
        this.busyTimes = busyTimes;
        sram.connect(Sram.RECEIVE, this);
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
        kernel.at(at, take);
    }

    /** The firmware has been told that a worm has ended. */
    void told() {
        ended--;
    }

    long busyPs() {
        return busyTimes.ps(BusyTimes.Part.RECEIVE_DMA);
    }

    boolean hasRoom() {
        return room > 0;
    }

    @Override
    public void head(Worm next) {
        worm = next;
        if (dead) {
            return;
        }
        forgotten = absorbing;
        if (forgotten) {
            forget();
        } else if (room == 0) {
            lanai.head(next);
        } else if (!take.isScheduled()) {
            take();
        }
    }

    @Override
    public void taken(Worm present, int chars) {
        stop(chars);
        if (forgotten && !dead) {
            forget();
        } else {
            lanai.bufferFull(present, chars);
        }
    }

    @Override
    public void tail(Worm present, int chars) {
        stop(chars);
        // Where the network has broken the worm up, room for it may not have begun.
        kernel.cancel(take);
        worm = null;
        if (!forgotten) {
            ended++;
            lanai.tail(present, chars);
        }
    }

    @Override
    public void flow(long charPs) {
        sram.flow(Sram.RECEIVE, charPs);
    }

    @Override
    public void paced(long psPerByte) {
        ejector.pace(psPerByte);
    }

    /** The board is dead: it takes nothing any more. */
    void kill() {
        dead = true;
        kernel.cancel(take);
    }

    /**
     * Takes and forgets what arrives (true), or ends that (false). A worm that is in front, or comes in between, is
     * forgotten to its end.
     */
    void absorb(boolean on) {
        absorbing = on;
        if (on) {
            ended = 0;
            kernel.cancel(take);
            if (worm == null) {
                room = 0;
            } else {
                forgotten = true;
                if (!taking) {
                    forget();
                }
            }
        }
    }

    private void forget() {
        room = ALL;
        take();
    }

    private void take() {
        taking = true;
        started = kernel.now();
        ejector.take(room, sram.begin(Sram.RECEIVE, bytePs));
    }

    private void stop(int chars) {
        sram.end(Sram.RECEIVE);
        if (taking) {
            busyTimes.add(BusyTimes.Part.RECEIVE_DMA, "receive", chars, started, kernel.now());
        }
        taking = false;
        room = 0;
    }
}
