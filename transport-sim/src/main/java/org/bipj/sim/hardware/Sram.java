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

    private static final int WORD = 4;
    /** Paces are whole picoseconds: two engines at just half of the rate each are no conflict. */
    private static final double SLIGHTLY_MORE = 1 + 1e-4;

    private static final double ROUNDING = 1e-3;

    /** What an engine can use, would use and has. */
    private static final class Share {
        Engine engine;
        boolean active;
        /** Bytes per picosecond that it can use by itself; the same in picoseconds per byte. */
        double full;

        long fullPs;
        /** Bytes per picosecond that its cable lets it use now. */
        double wanted;
        /** Bytes per picosecond that it has now; the same in picoseconds per byte. */
        double pace;

        long pacePs;

        /** Bytes per picosecond that it moves now. */
        double moved() {
            return active ? Math.min(wanted, pace) : 0;
        }

        /** Changes its pace; true if that is another one. */
        boolean changePace(long ps) {
            if (pacePs == ps) {
                return false;
            }
            pacePs = ps;
            pace = 1.0 / ps;
            return true;
        }
    }

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
    /** By number of the engine. */
    private final Share[] shares = {new Share(), new Share(), new Share()};
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
        if (leastShare <= 0 || shares.length * leastShare > rate) {
            throw new IllegalArgumentException("platform " + constants.platform() + ": sram.least-share = "
                    + constants.number("sram.least-share") + "; expected more than 0, and a third at most");
        }
        share(null);
    }

    void connect(int number, Engine engine) {
        shares[number].engine = engine;
    }

    /**
     * An engine begins to move data.
     *
     * @param psPerByte what a byte takes it at best
     * @return what a byte takes it now
     */
    long begin(int number, long psPerByte) {
        Share share = shares[number];
        if (!share.active) {
            share.active = true;
            long ps = Math.max(psPerByte, leastPs);
            if (share.fullPs != ps) {
                share.fullPs = ps;
                share.full = 1.0 / ps;
            }
            share.wanted = share.full;
            share.pacePs = ps;
            share.pace = share.full;
            share(share);
        }
        return share.pacePs;
    }

    /**
     * What the outside lets an active engine move now.
     *
     * @param psPerByte {@link Long#MAX_VALUE} if nothing
     */
    void flow(int number, long psPerByte) {
        Share share = shares[number];
        double now = psPerByte <= share.pacePs ? share.full : psPerByte == Long.MAX_VALUE ? 0 : 1.0 / psPerByte;
        if (share.active && share.wanted != now) {
            share.wanted = now;
            share(share);
        }
    }

    /** An engine stops moving data. */
    void end(int number) {
        Share share = shares[number];
        if (share.active) {
            share.active = false;
            share(share);
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
    private void share(Share asked) {
        double possible = 0;
        for (Share share : shares) {
            possible += share.active ? share.full : 0;
        }
        boolean isTight = possible > rate * SLIGHTLY_MORE;
        if (isTight || tight) {
            for (Share share : shares) {
                double level = isTight && share.active ? level(share) : share.full;
                boolean isNew = share.changePace(level * SLIGHTLY_MORE >= share.full ? share.fullPs : ps(1 / level));
                if (isNew && share.active && share != asked) {
                    share.engine.paced(share.pacePs);
                }
            }
        }
        tight = isTight;
        double moved = 0;
        for (Share share : shares) {
            moved += share.moved();
        }
        double now = Math.max(rate - moved, leastShare);
        if (left != now) {
            left = now;
            accessPs = ps(WORD / left);
        }
    }

    private static long ps(double exactly) {
        return (long) Math.ceil(exactly - ROUNDING);
    }

    /** The rate that an engine may have while the others want what they want. */
    private double level(Share share) {
        Share host = shares[HOST];
        if (!hostFirst || !host.active) {
            return fair(share, HOST, rate);
        }
        double others = 0;
        for (int i = HOST + 1; i < shares.length; i++) {
            others += shares[i].active ? Math.min(shares[i].wanted, leastShare) : 0;
        }
        double first = Math.min(host.full, rate - others);
        // One that stands still now has its least share ready for when it goes on.
        return share == host ? first : Math.max(leastShare, fair(share, HOST + 1, rate - Math.min(first, host.wanted)));
    }

    /** An engine's fair share of what there is for it and the others from one number on. */
    private double fair(Share share, int from, double what) {
        double level = 0;
        for (int round = 0; round < shares.length; round++) {
            double rest = what;
            int above = 1;
            for (int i = from; i < shares.length; i++) {
                Share other = shares[i];
                if (other != share && other.active) {
                    if (other.wanted <= level) {
                        rest -= other.wanted;
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
