package org.bipj.launch.contract;

import java.util.List;
import java.util.Set;
import org.bipj.core.nic.NicPort;
import org.bipj.mpi.contract.BesideBipSuite;
import org.bipj.mpi.contract.CancelSuite;
import org.bipj.mpi.contract.ErrorSuite;
import org.bipj.mpi.contract.ExchangeSuite;
import org.bipj.mpi.contract.OtherThreadSuite;
import org.bipj.mpi.contract.PersistentSuite;
import org.bipj.mpi.contract.RequestSuite;
import org.bipj.mpi.contract.SegmentSuite;
import org.bipj.mpi.contract.SendBufferSuite;
import org.bipj.mpi.contract.SendSuite;
import org.bipj.mpi.contract.SessionSuite;
import org.bipj.mpi.contract.SharedWindowSuite;
import org.bipj.mpi.contract.Sizes;
import org.bipj.mpi.contract.SplitTypeSuite;
import org.bipj.mpi.contract.StatusSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.WindowEpochSuite;
import org.bipj.mpi.contract.WindowSuite;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;

/** Ranks are coroutines of a JVM that mpirun starts, on the simulated cluster; each has classes of its own. */
class SimModeContractTest extends LaunchedContract {
    private static final String PLATFORM = "das64";

    @Override
    TestJob mpirun() {
        return new TestJob().with("--mode", "sim", "--platform", PLATFORM).jvm("-Xmx512m", "-ea");
    }

    /**
     * Of transports, of windows, and what depends on the rank's thread; {@link SimTest} has more in the tests' JVM. The rest is the same
     * where ranks are threads.
     */
    private static final List<Suite> OF_COROUTINES = List.of(
            new SendSuite(),
            new SendBufferSuite(),
            new ExchangeSuite(),
            new SegmentSuite(),
            new RequestSuite(),
            new PersistentSuite(),
            new CancelSuite(),
            new ErrorSuite(),
            new SplitTypeSuite(),
            new SessionSuite(),
            new StatusSuite(),
            new WindowSuite(),
            new WindowEpochSuite(),
            new SharedWindowSuite(),
            new BesideBipSuite(),
            new OtherThreadSuite());

    @Override
    Set<Class<? extends Suite>> first() {
        return Set.of(SendSuite.class, RequestSuite.class, SessionSuite.class, WindowSuite.class);
    }

    @Override
    List<Suite> chosen() {
        return DEEP ? Suites.all() : OF_COROUTINES;
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
