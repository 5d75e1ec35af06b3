package org.bipj.sim.hardware;

import java.util.function.Function;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.net.Injector;
import org.bipj.sim.net.Worm;

/**
 * The engine from board memory to the cable (LANai 4.X: registers SMP, SML, SMLT): one worm at a time, in any number of
 * ranges; between two ranges the worm stands still on the cables.
 *
 * <p>Modelled: a word per clock at best, board memory and back-pressure of the network permitting. Left out: alignment
 * of odd routes (register SA); route and body as two ranges, as the injector sends the route. Constants:
 * {@code lanai.network-dma.rate}, {@code sram.rate}.
 */
final class SendEngine extends DmaEngine implements Injector.Source {
    private final Kernel kernel;
    private final Lanai lanai;
    private final long bytePs;
    private final Injector injector;
    private Worm worm;
    private boolean feeding;
    /** The worm begins with its first range, in one event. */
    private boolean beginsFed;

    private int range;
    private boolean last;
    /** The board was reset during the worm, which ends behind its last range. */
    private boolean cut;

    private long started;
    /** The worm was broken up, and the firmware has not been notified yet. */
    private boolean broken;

    private final Event begin = new Event() {
        @Override
        protected void fire() {
            injector.begin(worm);
        }
    };

    SendEngine(
            Kernel kernel,
            Sram sram,
            Lanai lanai,
            long bytePs,
            Function<Injector.Source, Injector> cable,
            TraceRow row) {
        super(sram, Sram.SEND, row);
        this.kernel = kernel;
        this.lanai = lanai;
        this.bytePs = bytePs;
        injector = cable.apply(this);
    }

    boolean isBusy() {
        return worm != null;
    }

    void begin(long at, Worm next) {
        take(next);
        kernel.at(at, begin);
    }

    /** Begins a worm and gives the first range of it. */
    void begin(long at, Worm next, int bytes, boolean isLast) {
        take(next);
        beginsFed = true;
        feed(at, bytes, isLast);
    }

    private void take(Worm next) {
        if (worm != null) {
            throw new IllegalStateException("a worm is already being sent");
        }
        worm = next;
        last = false;
    }

    void feed(long at, int bytes, boolean isLast) {
        if (broken) {
            return;
        }
        if (worm == null || feeding || last) {
            throw new IllegalStateException("range of " + bytes + " bytes while "
                    + (worm == null ? "no worm is being sent" : "the send engine works on one"));
        }
        if (bytes <= 0) {
            throw new IllegalArgumentException("range of " + bytes + " bytes; expected more than 0");
        }
        feeding = true;
        range = bytes;
        last = isLast;
        kernel.at(at, this);
    }

    /** Begins to feed a range, or a worm with its first range. */
    @Override
    protected void fire() {
        if (beginsFed) {
            beginsFed = false;
            injector.begin(worm);
        }
        started = kernel.now();
        injector.feed(range, sram.begin(this, bytePs), last);
    }

    @Override
    public void drained(Worm sent) {
        sram.end(this);
        worked("send", range, started, kernel.now());
        feeding = false;
        if (last) {
            worm = null;
            cut = false;
        } else if (cut) {
            endNow();
        }
        lanai.sent(sent);
    }

    @Override
    public void reset(Worm lost) {
        kernel.cancel(begin);
        kernel.cancel(this);
        sram.end(this);
        feeding = false;
        beginsFed = false;
        cut = false;
        worm = null;
        broken = true;
        lanai.sendReset(lost);
    }

    /** The firmware has been notified that its worm was broken up; ranges that it gave before are dropped. */
    void notified() {
        broken = false;
    }

    @Override
    public void flow(long charPs) {
        sram.flow(this, charPs);
    }

    @Override
    void onPace(long psPerByte) {
        injector.pace(psPerByte);
    }

    /** The board is dead: the worm's characters that have left stay on the cables. */
    void kill() {
        kernel.cancel(begin);
        kernel.cancel(this);
    }

    /** The board is reset: the present worm ends where it is, too short. */
    void cut() {
        if (worm == null || last) {
            return;
        }
        if (begin.isScheduled() || beginsFed) {
            kernel.cancel(begin);
            kernel.cancel(this);
            feeding = false;
            beginsFed = false;
            worm = null;
            return;
        }
        worm.truncated = true;
        cut = true;
        if (isScheduled()) {
            last = true;
        } else if (!feeding) {
            endNow();
        }
    }

    /** Ends the worm. A tail cannot leave alone here, so one character goes before it. */
    private void endNow() {
        feeding = true;
        range = 1;
        last = true;
        kernel.at(kernel.now(), this);
    }
}
