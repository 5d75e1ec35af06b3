package org.bipj.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.trace.ChromeTrace;
import org.bipj.sim.trace.Trace;

/** What the machines of all platforms have in common: names, the hosts of ranks, and the file of the trace. */
abstract class PlatformMachine implements Machine {
    final Platform platform;
    final Kernel kernel = new Kernel();
    /** By rank: the host that it runs on. */
    int[] hosts;

    private String traceFile = "";
    private Trace trace = Trace.OFF;

    /** A machine whose ranks run on the hosts that the platform chooses for this seed, one on each. */
    PlatformMachine(Platform platform, int ranks, SimOptions options) {
        this.platform = platform;
        hosts = platform.placement(ranks, options.seed());
    }

    /** Begins the trace, which goes to a file; to none if the name is empty. */
    final Trace traceTo(String file) {
        traceFile = file;
        trace = file.isEmpty() ? Trace.OFF : ChromeTrace.to(Path.of(file));
        return trace;
    }

    @Override
    public final String name() {
        return platform.constants().platform();
    }

    @Override
    public final Kernel kernel() {
        return kernel;
    }

    @Override
    public final int hosts() {
        return platform.topology().hosts();
    }

    @Override
    public final List<String> unread() {
        return platform.unread();
    }

    @Override
    public final String node(int rank) {
        return platform.names().host(hosts[rank]);
    }

    @Override
    public final void close() {
        if (trace instanceof ChromeTrace file) {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(lostTrace(e), e);
            }
        }
    }

    @Override
    public final void onLostFile(Consumer<String> listener) {
        if (trace instanceof ChromeTrace file) {
            file.onFailure(e -> listener.accept(lostTrace(e) + "; the run goes on without its trace"));
        }
    }

    private String lostTrace(IOException why) {
        return "--trace " + traceFile + ": cannot write: " + why.getMessage();
    }
}
