package org.bipj.sim.hardware;

import org.bipj.sim.platform.Constants;

/**
 * The board's memory: a capacity, and a rate that the host DMA engine, the send engine, the receive engine and the processor
 * share (two 32-bit accesses per clock, LANai 4.X documents; consistent with BIP paper, section 4.3: no stage above 132 MB/s).
 *
 * <p>Modelled: a fluid. Engines that move data share equally what none of them can use up by itself (max-min fairness); each time
 * one starts or stops, or its cable moves characters faster or slower than before, all get a new pace. The processor comes last:
 * it has what the engines leave, but never less than a fixed share. Left out: single slots, bursts, and that the processor's least
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
    private final double processorLeast;
    private final Engine[] engines = new Engine[ENGINES];
    /** Bytes per picosecond that an engine can use by itself, and those that its cable lets it use now. */
    private final double[] full = new double[ENGINES];

    private final double[] wanted = new double[ENGINES];
    private final long[] fullPs = new long[ENGINES];
    private final long[] pacePs = new long[ENGINES];
    private final boolean[] active = new boolean[ENGINES];
    /** Some engine has less than its full pace. */
    private boolean tight;

    private long accessPs;

    Sram(Constants constants) {
        size = constants.bytes("sram.size");
        leastPs = constants.psPerByte("sram.rate");
        rate = 1.0 / leastPs;
        processorLeast = constants.number("sram.processor-share") * rate;
        if (processorLeast <= 0 || processorLeast > rate) {
            throw new IllegalArgumentException("platform " + constants.platform() + ": sram.processor-share = "
                    + constants.number("sram.processor-share") + "; expected more than 0, and 1 at most");
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
            fullPs[number] = Math.max(psPerByte, leastPs);
            full[number] = 1.0 / fullPs[number];
            wanted[number] = full[number];
            pacePs[number] = fullPs[number];
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
        double left = Math.max(rate - moved(), processorLeast);
        accessPs = ps(WORD / left);
    }

    private void pace(int number, long ps, boolean tell) {
        if (pacePs[number] != ps) {
            pacePs[number] = ps;
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
            sum += active[i] ? Math.min(wanted[i], 1.0 / pacePs[i]) : 0;
        }
        return sum;
    }

    /** The fair rate of an engine that can use all, while the others want what they want. */
    private double level(int engine) {
        double level = 0;
        for (int round = 0; round < ENGINES; round++) {
            double rest = rate;
            int above = 1;
            for (int i = 0; i < ENGINES; i++) {
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
