package org.bipj.sim.hardware;

import org.bipj.sim.constants.Constants;

/**
 * The board's memory: a capacity, and a rate that the host DMA engine, the send engine, the receive engine and the
 * processor share (two 32-bit accesses per clock, LANai 4.X documents; consistent with BIP paper, section 4.3: no stage
 * above 132 MB/s).
 *
 * <p>Modelled: a fluid. The host DMA engine comes first, as the bus cannot wait; send and receive engine share equally
 * what it leaves and neither can use up by itself (max-min fairness); the processor has what is left then. Nobody who
 * wants something is denied a fixed least share. Each time an engine starts or stops, or its cable stops or goes on,
 * all get a new pace. The order of the engines is an assumption: {@code sram.arbitration = fair} lets all three share
 * equally. The choice shows where three of them stream: two nodes that send to each other from the same moment on get
 * 62 MB/s each way with the one, and 51 with the other. Left out: single slots, bursts, and that the processor's least
 * share would slow full engines down by as much; what the host writes by programmed I/O, which takes bus time only;
 * instruction fetches, which count as part of a cycle.
 */
final class Sram {
    /** Host DMA engine. */
    static final int HOST = 0;
    /** Send engine. */
    static final int SEND = 1;
    /** Receive engine. */
    static final int RECEIVE = 2;

    private static final int ENGINES = 3;
    private static final int WORD = 4;
    /** Paces are whole picoseconds: two engines at just half of the rate each are no conflict. */
    private static final double SLIGHTLY_MORE = 1 + 1e-4;

    private static final double ROUNDING = 1e-3;

    /** What a platform's memory of this kind can do: read once for all boards. */
    static final class Rates {
        private final int size;
        /** Bytes per picosecond; the same in picoseconds per byte. */
        private final double rate;

        private final long leastPs;
        private final boolean hostFirst;
        private final double leastShare;

        Rates(Constants constants) {
            size = constants.bytes("sram.size");
            leastPs = constants.psPerByte("sram.rate");
            rate = 1.0 / leastPs;
            leastShare = constants.number("sram.least-share") * rate;
            String order = constants.word("sram.arbitration");
            hostFirst = order.equals("host-first");
            if (!hostFirst && !order.equals("fair")) {
                throw constants.bad("sram.arbitration", "expected host-first or fair");
            }
        }
    }

    private final Rates rates;
    private int used;
    private DmaEngine host;
    private DmaEngine send;
    private DmaEngine receive;
    /** Those that move data, a bit for each number. One that does not is not looked at. */
    private int active;
    /** Some engine has less than its full pace. */
    private boolean tight;

    /** Bytes per picosecond that the engines leave. */
    private double left;

    private long accessPs;

    Sram(Rates rates) {
        this.rates = rates;
        share(null);
    }

    void connect(int number, DmaEngine engine) {
        switch (number) {
            case HOST -> host = engine;
            case SEND -> send = engine;
            default -> receive = engine;
        }
    }

    private DmaEngine engine(int number) {
        return number == HOST ? host : number == SEND ? send : receive;
    }

    private boolean isActive(int number) {
        return (active >> number & 1) != 0;
    }

    /**
     * An engine begins to move data.
     *
     * @param psPerByte what a byte takes it at best
     * @return what a byte takes it now
     */
    long begin(DmaEngine engine, long psPerByte) {
        if (!isActive(engine.number)) {
            active |= 1 << engine.number;
            long ps = Math.max(psPerByte, rates.leastPs);
            if (engine.fullPs != ps) {
                engine.fullPs = ps;
                engine.full = 1.0 / ps;
            }
            engine.wanted = engine.full;
            engine.pacePs = ps;
            engine.pace = engine.full;
            share(engine);
        }
        return engine.pacePs;
    }

    /**
     * What the outside lets an active engine move now.
     *
     * @param psPerByte {@link Long#MAX_VALUE} if nothing
     */
    void flow(DmaEngine engine, long psPerByte) {
        if (!isActive(engine.number)) {
            return;
        }
        double now = psPerByte <= engine.pacePs ? engine.full : psPerByte == Long.MAX_VALUE ? 0 : 1.0 / psPerByte;
        if (engine.wanted != now) {
            engine.wanted = now;
            share(engine);
        }
    }

    /** An engine stops moving data. */
    void end(DmaEngine engine) {
        if (isActive(engine.number)) {
            active &= ~(1 << engine.number);
            share(engine);
        }
    }

    /** What a 32-bit access takes the processor now, in picoseconds. */
    long accessPs() {
        return accessPs;
    }

    /** Bytes in all. */
    int size() {
        return rates.size;
    }

    /** Bytes in use. */
    int used() {
        return used;
    }

    boolean allocate(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("allocate " + bytes + " bytes of board memory; expected 0 or more");
        }
        if (bytes > rates.size - used) {
            return false;
        }
        used += (int) bytes;
        return true;
    }

    void free(int bytes) {
        if (bytes < 0 || bytes > used) {
            throw new IllegalArgumentException("free " + bytes + " bytes of board memory; " + used + " are in use");
        }
        used -= bytes;
    }

    void clear() {
        used = 0;
    }

    /** Shares the rate anew. All but the engine that asked are told, if they are active and their pace changes. */
    private void share(DmaEngine asked) {
        double possible = 0;
        for (int i = 0; i < ENGINES; i++) {
            possible += isActive(i) ? engine(i).full : 0;
        }
        boolean isTight = possible > rates.rate * SLIGHTLY_MORE;
        if (isTight || tight) {
            for (int i = 0; i < ENGINES; i++) {
                if (isActive(i)) {
                    changePace(engine(i), isTight ? level(i) : engine(i).full, asked);
                }
            }
        }
        tight = isTight;
        double moved = 0;
        for (int i = 0; i < ENGINES; i++) {
            moved += isActive(i) ? Math.min(engine(i).wanted, engine(i).pace) : 0;
        }
        double now = Math.max(rates.rate - moved, rates.leastShare);
        if (left != now) {
            left = now;
            accessPs = ps(WORD / left);
        }
    }

    private static void changePace(DmaEngine engine, double level, DmaEngine asked) {
        boolean isFull = level * SLIGHTLY_MORE >= engine.full;
        if (engine.changePace(isFull ? engine.fullPs : ps(1 / level)) && engine != asked) {
            engine.paced(engine.pacePs);
        }
    }

    private static long ps(double exactly) {
        return (long) Math.ceil(exactly - ROUNDING);
    }

    /** The rate that an active engine may have while the others want what they want. */
    private double level(int number) {
        if (!rates.hostFirst || !isActive(HOST)) {
            return fair(number, HOST, rates.rate);
        }
        double others = 0;
        for (int i = HOST + 1; i < ENGINES; i++) {
            others += isActive(i) ? Math.min(engine(i).wanted, rates.leastShare) : 0;
        }
        double first = Math.min(host.full, rates.rate - others);
        // One that stands still now has its least share ready for when it goes on.
        return number == HOST
                ? first
                : Math.max(rates.leastShare, fair(number, HOST + 1, rates.rate - Math.min(first, host.wanted)));
    }

    /** An engine's fair share of what there is for it and the others from one number on. */
    private double fair(int number, int from, double what) {
        double level = 0;
        for (int round = 0; round < ENGINES; round++) {
            double rest = what;
            int above = 1;
            for (int i = from; i < ENGINES; i++) {
                if (i != number && isActive(i)) {
                    if (engine(i).wanted <= level) {
                        rest -= engine(i).wanted;
                    } else {
                        above++;
                    }
                }
            }
            level = rest / above;
        }
        return level;
    }
}
