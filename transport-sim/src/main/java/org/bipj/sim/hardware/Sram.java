package org.bipj.sim.hardware;

import org.bipj.sim.platform.Constants;

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
 * 63 MB/s each way with the one, and 51 with the other. Left out: single slots, bursts, and that the processor's least
 * share would slow full engines down by as much; instruction fetches, which count as part of a cycle.
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

    /** Something that moves data into or out of the memory. */
    interface Engine {
        /** From now on a byte takes so many picoseconds. */
        void paced(long psPerByte);
    }

    private final int size;
    private int used;
    /** Bytes per picosecond. */
    private final double rate;

    private final long leastPs;
    private final boolean hostFirst;
    private final double leastShare;
    private final Engine[] engines = new Engine[ENGINES];
    /** Bytes per picosecond that an engine can use by itself, and those that its cable lets it use now. */
    private final double[] full = new double[ENGINES];

    private final double[] wanted = new double[ENGINES];
    private final long[] fullPs = new long[ENGINES];
    private final long[] pacePs = new long[ENGINES];
    /** The present pace in bytes per picosecond: {@code 1 / pacePs}. */
    private final double[] paces = new double[ENGINES];

    private final boolean[] active = new boolean[ENGINES];
    /** Some engine has less than its full pace. */
    private boolean tight;

    /** Bytes per picosecond that the engines leave. */
    private double left;

    private long accessPs;

    Sram(Constants constants) {
        size = constants.bytes("sram.size");
        leastPs = constants.psPerByte("sram.rate");
        rate = 1.0 / leastPs;
        leastShare = constants.number("sram.least-share") * rate;
        String order = constants.word("sram.arbitration");
        hostFirst = order.equals("host-first");
        if (!hostFirst && !order.equals("fair")) {
            throw new IllegalArgumentException("platform " + constants.platform() + ": sram.arbitration = " + order
                    + "; expected host-first or fair");
        }
        if (leastShare <= 0 || ENGINES * leastShare > rate) {
            throw new IllegalArgumentException("platform " + constants.platform() + ": sram.least-share = "
                    + constants.number("sram.least-share") + "; expected more than 0, and a third at most");
        }
        share(-1);
    }

    void connect(int number, Engine engine) {
        engines[number] = engine;
    }

    /**
     * An engine begins to move data.
     *
     * @param psPerByte what a byte takes it at best
     * @return what a byte takes it now
     */
    long begin(int number, long psPerByte) {
        if (!active[number]) {
            active[number] = true;
            long ps = Math.max(psPerByte, leastPs);
            if (fullPs[number] != ps) {
                fullPs[number] = ps;
                full[number] = 1.0 / ps;
            }
            wanted[number] = full[number];
            pacePs[number] = ps;
            paces[number] = full[number];
            share(number);
        }
        return pacePs[number];
    }

    /**
     * What the outside lets an active engine move now.
     *
     * @param psPerByte {@link Long#MAX_VALUE} if nothing
     */
    void flow(int number, long psPerByte) {
        double now = psPerByte <= pacePs[number] ? full[number] : psPerByte == Long.MAX_VALUE ? 0 : 1.0 / psPerByte;
        if (active[number] && wanted[number] != now) {
            wanted[number] = now;
            share(number);
        }
    }

    /** An engine stops moving data. */
    void end(int number) {
        if (active[number]) {
            active[number] = false;
            share(number);
        }
    }

    /** What a 32-bit access takes the processor now, in picoseconds. */
    long accessPs() {
        return accessPs;
    }

    /** Bytes in all. */
    int size() {
        return size;
    }

    /** Bytes in use. */
    int used() {
        return used;
    }

    boolean allocate(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("allocate " + bytes + " bytes of board memory; expected 0 or more");
        }
        if (bytes > size - used) {
            return false;
        }
        used += bytes;
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
    private void share(int asked) {
        double possible = 0;
        for (int i = 0; i < ENGINES; i++) {
            possible += active[i] ? full[i] : 0;
        }
        boolean isTight = possible > rate * SLIGHTLY_MORE;
        if (isTight || tight) {
            for (int i = 0; i < ENGINES; i++) {
                double level = isTight && active[i] ? level(i) : full[i];
                pace(i, level * SLIGHTLY_MORE >= full[i] ? fullPs[i] : ps(1 / level), i != asked);
            }
        }
        tight = isTight;
        double now = Math.max(rate - moved(), leastShare);
        if (left != now) {
            left = now;
            accessPs = ps(WORD / left);
        }
    }

    private void pace(int number, long ps, boolean tell) {
        if (pacePs[number] != ps) {
            pacePs[number] = ps;
            paces[number] = 1.0 / ps;
            if (tell && active[number]) {
                engines[number].paced(ps);
            }
        }
    }

    private static long ps(double exactly) {
        return (long) Math.ceil(exactly - ROUNDING);
    }

    /** Bytes per picosecond that all engines move now. */
    private double moved() {
        double sum = 0;
        for (int i = 0; i < ENGINES; i++) {
            sum += active[i] ? Math.min(wanted[i], paces[i]) : 0;
        }
        return sum;
    }

    /** The rate that an engine may have while the others want what they want. */
    private double level(int engine) {
        if (!hostFirst || !active[HOST]) {
            return fair(engine, HOST, rate);
        }
        double others = 0;
        for (int i = HOST + 1; i < ENGINES; i++) {
            others += active[i] ? Math.min(wanted[i], leastShare) : 0;
        }
        double first = Math.min(full[HOST], rate - others);
        // One that stands still now has its least share ready for when it goes on.
        return engine == HOST
                ? first
                : Math.max(leastShare, fair(engine, HOST + 1, rate - Math.min(first, wanted[HOST])));
    }

    /** An engine's fair share of what there is for it and the others from one number on. */
    private double fair(int engine, int from, double what) {
        double level = 0;
        for (int round = 0; round < ENGINES; round++) {
            double rest = what;
            int above = 1;
            for (int i = from; i < ENGINES; i++) {
                if (i != engine && active[i]) {
                    if (wanted[i] <= level) {
                        rest -= wanted[i];
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
