package org.bipj.sim.hardware;

import org.bipj.sim.platform.Constants;

/**
 * The board's memory: a capacity, and a rate that the host DMA engine, the send engine, the receive engine and the processor
 * share (two 32-bit accesses per clock, LANai 4.X documents; consistent with BIP paper, section 4.3: no stage above 132 MB/s).
 *
 * <p>Modelled: a fluid. Engines that move data share equally what none of them can use up by itself (max-min fairness); each time
 * one starts or stops, or begins to wait for its cable, all get a new pace. The processor comes last: it has what the engines
 * leave, but never less than a fixed share. Left out: single slots, bursts, and that the processor's least share would slow full
 * engines down by as much; instruction fetches, which count as part of a cycle.
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

    /** Something that moves data into or out of the memory. */
    interface Engine {
        /** From now on a byte takes so many picoseconds. */
        void paced(long psPerByte);
    }

    private final int size;
    private int used;
    /** Bytes per picosecond. */
    private final double rate;

    private final double processorLeast;
    private final Engine[] engines = new Engine[ENGINES];
    private final double[] demand = new double[ENGINES];
    private final long[] fullPs = new long[ENGINES];
    private final long[] pacePs = new long[ENGINES];
    private final boolean[] active = new boolean[ENGINES];
    private boolean tight;
    private long accessPs;

    Sram(Constants constants) {
        size = constants.bytes("sram.size");
        rate = 1.0 / constants.psPerByte("sram.rate");
        processorLeast = constants.number("sram.processor-share") * rate;
        if (processorLeast <= 0 || processorLeast > rate) {
            throw new IllegalArgumentException("platform " + constants.platform() + ": sram.processor-share = "
                    + constants.number("sram.processor-share") + "; expected more than 0, and 1 at most");
        }
        share(-1);
    }

    /** Connects an engine that takes a byte in {@code psPerByte} at best. */
    void connect(int number, Engine engine, long psPerByte) {
        engines[number] = engine;
        fullPs[number] = Math.max(psPerByte, (long) Math.ceil(1 / rate));
        pacePs[number] = fullPs[number];
        demand[number] = 1.0 / fullPs[number];
    }

    /** An engine begins to move data: what a byte takes it now. */
    long begin(int number) {
        if (!active[number]) {
            active[number] = true;
            share(number);
        }
        return pacePs[number];
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
        double wanted = 0;
        for (int i = 0; i < ENGINES; i++) {
            if (active[i]) {
                wanted += demand[i];
            }
        }
        boolean isTight = wanted > rate * (1 + 1e-4);
        if (isTight || tight) {
            double each = isTight ? level() : Double.MAX_VALUE;
            for (int i = 0; i < ENGINES; i++) {
                pace(i, demand[i] <= each ? fullPs[i] : (long) Math.ceil(1 / each - 1e-6), i != asked);
            }
        }
        tight = isTight;
        double left = Math.max(rate - wanted, processorLeast);
        accessPs = (long) Math.ceil(WORD / left - 1e-6);
    }

    private void pace(int number, long ps, boolean tell) {
        if (pacePs[number] != ps) {
            pacePs[number] = ps;
            if (tell && active[number]) {
                engines[number].paced(ps);
            }
        }
    }

    /** The rate of those who get less than they want: the others' demands and these fill the memory's rate. */
    private double level() {
        double level = 0;
        for (int round = 0; round < ENGINES; round++) {
            double rest = rate;
            int above = 0;
            for (int i = 0; i < ENGINES; i++) {
                if (active[i] && demand[i] <= level) {
                    rest -= demand[i];
                } else if (active[i]) {
                    above++;
                }
            }
            level = above == 0 ? level : rest / above;
        }
        return level;
    }
}
