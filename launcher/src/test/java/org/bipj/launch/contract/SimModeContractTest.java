package org.bipj.launch.contract;

import java.util.List;
import org.bipj.core.nic.NicPort;
import org.bipj.mpi.contract.BufferSuite;
import org.bipj.mpi.contract.Sizes;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;

/** Ranks are coroutines of a JVM that mpirun starts, on the simulated cluster; each has classes of its own. */
class SimModeContractTest extends LaunchedContract {
    private static final String PLATFORM = "das64";

    @Override
    TestJob mpirun() {
        return new TestJob().with("--mode", "sim", "--platform", PLATFORM).jvm("-Xmx512m", "-ea");
    }

    /** What lies above the transport, and kinds of memory, are the same where ranks are threads. */
    @Override
    List<Suite> chosen() {
        return DEEP
                ? Suites.all()
                : Suites.ofTransports().stream()
                        .filter(suite -> !(suite instanceof BufferSuite))
                        .toList();
    }

    @Override
    Sizes sizes() {
        return boundaries(SimOptions.of(PLATFORM));
    }

    /** The boundaries of the transport, which a program cannot ask for. */
    static Sizes boundaries(SimOptions platform) {
        Sizes[] found = new Sizes[1];
        try (SimSession session = SimSession.open(1, platform, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (NicPort port = session.job(rank).open()) {
                    found[0] = Sizes.of(port.capabilities());
                }
            });
        }
        return found[0];
    }
}
