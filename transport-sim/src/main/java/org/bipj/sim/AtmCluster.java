package org.bipj.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import org.bipj.core.nic.NicPort;
import org.bipj.sim.atm.AtmNetwork;
import org.bipj.sim.atm.AtmPort;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.fault.FaultSpec;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.report.Summary;
import org.bipj.sim.trace.ChromeTrace;
import org.bipj.sim.trace.Trace;

/** Simulated workstations with ATM network interfaces, on which SSAM runs: a port for each rank. */
final class AtmCluster implements Machine {
    private static final String BOARD = "nic.board";

    private final Platform platform;
    private final Kernel kernel = new Kernel();
    private final String traceFile;
    private final Trace trace;
    private final int[] hosts;
    private final AtmNetwork network;

    /**
     * Builds the cluster.
     *
     * @param ranks one to a host
     * @throws IllegalArgumentException if there are more ranks than hosts, or anything in the platform does not fit
     */
    AtmCluster(int ranks, SimOptions options) {
        platform = Platform.load(options.platform(), options.overrides());
        Constants constants = platform.constants();
        if (!constants.word(BOARD).equals("sba100")) {
            throw constants.bad(BOARD, "expected sba100");
        }
        hosts = platform.placement(ranks, options.seed());
        traceFile = options.trace();
        trace = traceFile.isEmpty() ? Trace.OFF : ChromeTrace.to(Path.of(traceFile));
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

    @Override
    public String name() {
        return platform.constants().platform();
    }

    @Override
    public Kernel kernel() {
        return kernel;
    }

    @Override
    public int hosts() {
        return platform.topology().hosts();
    }

    @Override
    public String node(int rank) {
        return platform.names().host(hosts[rank]);
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

    @Override
    public void close() {
        if (trace instanceof ChromeTrace file) {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException("--trace " + traceFile + ": cannot write: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void onLostFile(Consumer<String> listener) {
        if (trace instanceof ChromeTrace file) {
            file.onFailure(e -> listener.accept("--trace " + traceFile + ": cannot write: " + e.getMessage()
                    + "; the run goes on without its trace"));
        }
    }
}
