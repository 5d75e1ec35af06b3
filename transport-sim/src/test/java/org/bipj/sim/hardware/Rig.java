package org.bipj.sim.hardware;

import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.net.Ejector;
import org.bipj.sim.net.Injector;
import org.bipj.sim.net.Worm;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.trace.Trace;

/**
 * One node whose cable ends in the test: what is fed leaves at the board's pace, what arrives is taken at the board's
 * pace.
 */
final class Rig {
    static final Constants PPRO = Platform.constantsOf("ppro-myrinet");

    final Kernel kernel = new Kernel();
    final Out out = new Out();
    final In in = new In();
    final ClusterNode node;
    final Lanai lanai;
    final List<String> log = new ArrayList<>();

    Rig(Constants constants, Trace trace) {
        node = new ClusterNode(
                kernel,
                new HardwareSettings(constants),
                0,
                source -> {
                    out.source = source;
                    return out;
                },
                sink -> {
                    in.sink = sink;
                    return in;
                },
                trace);
        lanai = node.lanai();
    }

    Rig() {
        this(PPRO, Trace.OFF);
    }

    /** Runs until nothing is left to happen. */
    void run() {
        while (kernel.step()) {}
    }

    void at(long time, Runnable what) {
        kernel.at(time, new Event() {
            @Override
            protected void fire() {
                what.run();
            }
        });
    }

    /** Logs each step with the moment at which it begins. */
    class Logging implements Firmware {
        @Override
        public void onDoorbell(Object command) {
            note("doorbell " + command);
        }

        @Override
        public void onHostDma(Object cookie) {
            note("dma " + cookie);
        }

        @Override
        public void onSent(Worm worm) {
            note("sent " + worm.content);
        }

        @Override
        public void onSendReset(Worm worm) {
            note("reset " + worm.content);
        }

        @Override
        public void onHead(Worm worm) {
            note("head " + worm.content);
        }

        @Override
        public void onBufferFull(Worm worm, int chars) {
            note("full " + worm.content + " " + chars);
        }

        @Override
        public void onTail(Worm worm, int chars) {
            note("tail " + worm.content + " " + chars);
        }

        @Override
        public void onTimer(int timer) {
            note("timer " + timer);
        }

        void note(String what) {
            log.add(lanai.clock() + " " + what);
        }
    }

    /** Moves characters at the board's pace, which may change on the way. */
    private abstract class Flow extends Event {
        double left;
        long since;
        long pacePs;

        void start(int chars, long ps) {
            left = chars;
            since = kernel.now();
            pacePs = ps;
            kernel.after(chars * ps, this);
        }

        void change(long ps) {
            left -= (kernel.now() - since) / (double) pacePs;
            since = kernel.now();
            pacePs = ps;
            kernel.cancel(this);
            kernel.after(Math.round(left * ps), this);
        }
    }

    final class Out extends Flow implements Injector {
        Source source;
        Worm worm;

        @Override
        public void begin(Worm next) {
            worm = next;
            log.add(kernel.now() + " begin");
        }

        @Override
        public void feed(int chars, long charPs, boolean last) {
            log.add(kernel.now() + " feed " + chars + " at " + charPs);
            start(chars, charPs);
        }

        /** The network breaks the worm up. */
        void breakUp() {
            kernel.cancel(this);
            source.reset(worm);
        }

        @Override
        public void pace(long charPs) {
            log.add(kernel.now() + " send pace " + charPs);
            change(charPs);
        }

        @Override
        protected void fire() {
            source.drained(worm);
        }
    }

    /** Worms arrive as fast as they are taken. */
    final class In extends Flow implements Ejector {
        Sink sink;
        Worm worm;
        int rest;
        int taking;

        void arrive(Worm next, int chars) {
            worm = next;
            rest = chars;
            sink.head(next);
        }

        /** The network breaks the worm up. */
        void breakUp() {
            Worm broken = worm;
            kernel.cancel(this);
            worm = null;
            broken.truncated = true;
            sink.tail(broken, 0);
        }

        @Override
        public void take(int chars, long charPs) {
            taking = Math.min(chars, rest);
            log.add(kernel.now() + " take " + taking + " at " + charPs);
            start(taking, charPs);
        }

        @Override
        public void pace(long charPs) {
            log.add(kernel.now() + " receive pace " + charPs);
            change(charPs);
        }

        @Override
        protected void fire() {
            rest -= taking;
            if (rest == 0) {
                Worm ended = worm;
                worm = null;
                sink.tail(ended, taking);
            } else {
                sink.taken(worm, taking);
            }
        }
    }
}
