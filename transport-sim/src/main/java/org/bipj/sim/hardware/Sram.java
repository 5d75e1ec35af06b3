package org.bipj.sim.hardware;

import org.bipj.sim.constants.Constants;

/**
 * The board's memory: a capacity, and a rate that the host DMA engine, the send engine, the receive engine and the
 * processor share (two 32-bit accesses per clock, LANai 4.X documents; consistent with BIP paper, section 4.3: no stage
 * above 132 MB/s).
 *
 * <p>Modelled: a fluid. The host DMA engine has priority, as the bus cannot wait. Send and receive engine share the
 * rest by max-min fairness, and the processor gets what remains. Each of them has a fixed least share. Whenever an
 * engine starts or stops, or its cable stops or continues, all paces are computed again. The priority is an assumption:
 * with {@code sram.arbitration = fair} all three engines share equally. The difference shows where three engines
 * stream: two nodes that send to each other from the same moment on reach 62 MB/s each way with priority, and 51
 * without. Left out: single slots and bursts; the processor's least share does not slow down engines at full rate;
 * writes of the host by programmed I/O, which take bus time only; instruction fetches, which count as part of a cycle.
 */
final class Sram {
    /** The number of the engine between host memory and board memory. */
    static final int HOST = 0;
    /** The number of the engine that feeds worms into the network. */
    static final int SEND = 1;
    /** The number of the engine that takes worms from the network. */
    static final int RECEIVE = 2;

    private static final int ENGINES = 3;
    private static final int WORD = 4;
    /** Paces are whole picoseconds: two engines at exactly half of the rate each do not conflict. */
    private static final double SLIGHTLY_MORE = 1 + 1e-4;

    private static final double ROUNDING = 1e-3;

    /** The constants of a platform's board memory: read once for all boards. */
    static final class Rates {
        private final int size;
        /** The rate of the whole memory, in bytes per picosecond. */
        private final double rate;
        /** {@link #rate} as picoseconds per byte: no engine is faster. */
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
    /** The engines that move data, as bits by their numbers. */
    private int active;
    /** An engine has less than its full pace. */
    private boolean tight;

    /** Bytes per picosecond that the engines leave to the processor. */
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
     * @param psPerByte least time of a byte
     * @return time of a byte now
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
     * The cable of an active engine moves at another pace.
     *
     * @param psPerByte time of a byte; {@link Long#MAX_VALUE} if nothing moves
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

    /** Ends an engine's share of the memory, when it stops moving data. */
    void end(DmaEngine engine) {
        if (isActive(engine.number)) {
            active &= ~(1 << engine.number);
            share(engine);
        }
    }

    /** Time of a 32-bit access by the processor now, in picoseconds. */
    long accessPs() {
        return accessPs;
    }

    int size() {
        return rates.size;
    }

    /** How many bytes are allocated. */
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

    /** Assigns all paces. Notifies each active engine whose pace changes, other than the one that caused this. */
    private void share(DmaEngine cause) {
        double possible = 0;
        for (int i = 0; i < ENGINES; i++) {
            possible += isActive(i) ? engine(i).full : 0;
        }
        boolean isTight = possible > rates.rate * SLIGHTLY_MORE;
        if (isTight || tight) {
            for (int i = 0; i < ENGINES; i++) {
                if (isActive(i)) {
                    changePace(engine(i), isTight ? level(i) : engine(i).full, cause);
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

    private static void changePace(DmaEngine engine, double level, DmaEngine cause) {
        boolean isFull = level * SLIGHTLY_MORE >= engine.full;
        if (engine.changePace(isFull ? engine.fullPs : ps(1 / level)) && engine != cause) {
            engine.onPace(engine.pacePs);
        }
    }

    private static long ps(double exactly) {
        return (long) Math.ceil(exactly - ROUNDING);
    }

    /** The rate of an active engine, given the rates that the others want. */
    private double level(int number) {
        if (!rates.hostFirst || !isActive(HOST)) {
            return fair(number, HOST, rates.rate);
        }
        double others = 0;
        for (int i = HOST + 1; i < ENGINES; i++) {
            others += isActive(i) ? Math.min(engine(i).wanted, rates.leastShare) : 0;
        }
        double first = Math.min(host.full, rates.rate - others);
        // An engine that stands still keeps its least share for when it continues.
        return number == HOST
                ? first
                : Math.max(rates.leastShare, fair(number, HOST + 1, rates.rate - Math.min(first, host.wanted)));
    }

    /** An engine's fair share of a rate that it shares with all engines from a number on. */
    private double fair(int number, int from, double rate) {
        double level = 0;
        for (int round = 0; round < ENGINES; round++) {
            double rest = rate;
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
