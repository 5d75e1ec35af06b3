package org.bipj.sim.hardware;

import java.util.function.Function;
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
final class ReceiveEngine extends DmaEngine implements Ejector.Sink {
    private static final int ALL = 1 << 30;

    private final Kernel kernel;
    private final Lanai lanai;
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
        kernel.at(at, this);
    }

    /** The firmware has been told that a worm has ended. */
    void told() {
        ended--;
    }

    boolean hasRoom() {
        return room > 0;
    }

    /** There is room from now on. */
    @Override
    protected void fire() {
        if (worm != null) {
            take();
        }
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
        } else if (!isScheduled()) {
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
        kernel.cancel(this);
        worm = null;
        if (!forgotten) {
            ended++;
            lanai.tail(present, chars);
        }
    }

    @Override
    public void flow(long charPs) {
        sram.flow(this, charPs);
    }

    @Override
    void paced(long psPerByte) {
        ejector.pace(psPerByte);
    }

    /** The board is dead: it takes nothing any more. */
    void kill() {
        dead = true;
        kernel.cancel(this);
    }

    /**
     * Takes and forgets what arrives (true), or ends that (false). A worm that is in front, or comes in between, is
     * forgotten to its end.
     */
    void absorb(boolean on) {
        absorbing = on;
        if (on) {
            ended = 0;
            kernel.cancel(this);
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
