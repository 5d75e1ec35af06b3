package org.bipj.sim;

import java.util.Locale;
import org.bipj.core.nic.NicPort;
import org.bipj.sim.atm.AtmNetwork;
import org.bipj.sim.atm.AtmPort;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.fault.FaultSpec;
import org.bipj.sim.kernel.Processor;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.report.Summary;
import org.bipj.sim.trace.Trace;

/** Simulated workstations with ATM network interfaces, on which SSAM runs: a port for each rank. */
final class AtmCluster extends PlatformMachine {
    private static final String BOARD = "nic.board";

    private final AtmNetwork network;

    /**
     * Builds the cluster.
     *
     * @param ranks one to a host
     * @throws IllegalArgumentException if there are more ranks than hosts, or anything in the platform does not fit
     */
    AtmCluster(int ranks, SimOptions options) {
        super(Platform.load(options.platform(), options.overrides()), ranks, options);
        Constants constants = platform.constants();
        if (!constants.word(BOARD).equals("sba100")) {
            throw constants.bad(BOARD, "expected sba100");
        }
        if (options.ip()) {
            throw constants.bad(BOARD, "expected a platform of Myrinet boards: IP is a client of BIP's firmware alone");
        }
        if (options.survivesDeaths()) {
            throw constants.bad(BOARD, "expected boards that run BIP: others tell no rank that another one has died");
        }
        Trace trace = traceTo(options.trace());
        FaultSpec faults = options.faults().isEmpty() ? FaultSpec.NONE : FaultSpec.parse(options.faults());
        String[] names = new String[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            names[rank] = node(rank);
        }
        network = new AtmNetwork(kernel, constants, names, faults, options.seed(), options.jitter(), trace);
    }

    /** True for a platform whose hosts have ATM network interfaces. */
    static boolean isOn(String nameOrFile) {
        return Platform.constantsOf(nameOrFile).has(BOARD);
    }

    /** The platforms state no rate of computation. */
    @Override
    public double operationNs(String kind) {
        return 0;
    }

    @Override
    public long readPs() {
        return network.pollPs();
    }

    @Override
    public NicPort open(int rank, Processor processor) {
        AtmPort port = network.port(rank);
        port.open(processor);
        return port;
    }

    /** The port of a rank, open or not. */
    AtmPort port(int rank) {
        return network.port(rank);
    }

    @Override
    public String summary(long endPs) {
        Summary summary = new Summary(endPs);
        if (!faults().isEmpty()) {
            summary.note(faults());
        }
        for (int rank = 0; rank < hosts.length; rank++) {
            AtmPort port = network.port(rank);
            summary.note(String.format(
                    Locale.ROOT,
                    "%s: %,d cells sent, %,d received, %,d lost in its input FIFO; %.3f us of its processor in traps and SSAM",
                    node(rank),
                    port.sent(),
                    port.received(),
                    port.overrun(),
                    port.busyPs() / 1e6));
        }
        if (network.overrunSwitch() > 0) {
            summary.note(String.format(Locale.ROOT, "switch: %,d cells lost in its queues", network.overrunSwitch()));
        }
        return summary.text();
    }

    @Override
    public String faults() {
        return network.faults();
    }
}
