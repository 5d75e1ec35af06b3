package org.bipj.sim.atm;

import org.bipj.sim.constants.Constants;
import org.bipj.sim.fault.FaultPlace.Direction;
import org.bipj.sim.fault.FaultSpec;
import org.bipj.sim.hardware.Jitter;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.trace.Trace;

/** Hosts with ATM network interfaces: two of them back to back, or several at a switch. */
public final class AtmNetwork {
    private final Kernel kernel;
    private final AtmSettings settings;
    private final String platform;
    private final AtmBoard[] boards;
    private final AtmPort[] ports;
    private final AtmSwitch middle;
    private final CellFaults faults;
    private final Trace trace;
    private final int[] tracks;

    /**
     * A network on which no port is open.
     *
     * @param names names of the ranks' hosts
     * @param spec faults of the fibres
     * @param jitter whether the hosts' software is delayed at random ({@link Jitter})
     * @throws IllegalArgumentException if a constant does not fit, or there are more than two ranks and no switch
     */
    public AtmNetwork(
            Kernel kernel,
            Constants constants,
            String[] names,
            FaultSpec spec,
            long seed,
            boolean jitter,
            Trace trace) {
        this.kernel = kernel;
        this.trace = trace;
        platform = constants.platform();
        settings = new AtmSettings(constants);
        int ranks = names.length;
        if (ranks > 2 && !settings.hasSwitch) {
            throw constants.bad(
                    "atm.switch", ranks + " ranks: without a switch there are two hosts, back to back; expected true");
        }
        faults = new CellFaults(spec, ranks, seed);
        boards = new AtmBoard[ranks];
        ports = new AtmPort[ranks];
        tracks = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            tracks[rank] = trace.track(names[rank], "host");
            boards[rank] = new AtmBoard(kernel, settings);
            ports[rank] = new AtmPort(this, rank, boards[rank], jitter ? Jitter.of(seed, rank) : Jitter.NONE);
        }
        middle = settings.hasSwitch ? new AtmSwitch(kernel, settings, ranks, this::leaveSwitch) : null;
        for (AtmBoard board : boards) {
            board.connect(cell -> leaveHost(board, cell));
        }
    }

    /** A cell leaves a host; its last byte at the moment that the board names. */
    private void leaveHost(AtmBoard from, Cell cell) {
        if (!faults.passes(cell, cell.from, Direction.OUT)) {
            return;
        }
        if (middle != null) {
            middle.incoming(cell, from.leavesAt());
        } else {
            reach(cell, from.leavesAt());
        }
    }

    private void leaveSwitch(Cell cell, long at) {
        reach(cell, at);
    }

    private void reach(Cell cell, long at) {
        if (faults.passes(cell, cell.to, Direction.IN)) {
            boards[cell.to].incoming(cell, at);
        }
    }

    /** The port of the host that a rank runs on. */
    public AtmPort port(int rank) {
        return ports[rank];
    }

    Kernel kernel() {
        return kernel;
    }

    AtmSettings settings() {
        return settings;
    }

    String platform() {
        return platform;
    }

    int ranks() {
        return ports.length;
    }

    /** Records in the trace that a host's processor works. */
    void worked(int rank, String what, long from, long ps) {
        if (trace.isOn() && ps > 0) {
            trace.span(tracks[rank], what, from, from + ps);
        }
    }

    /** Time that a reading of the clock takes. */
    public long pollPs() {
        return settings.pollPs;
    }

    /** Cells that found an output of the switch full. */
    public long overrunSwitch() {
        return middle == null ? 0 : middle.overrun();
    }

    /** The injected faults so far as one line; empty if there are none. */
    public String faults() {
        return faults.summary();
    }
}
