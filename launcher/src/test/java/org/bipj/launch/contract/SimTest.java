package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.mpi.contract.CollectiveSuite;
import org.bipj.mpi.contract.MatchingSuite;
import org.bipj.mpi.contract.RandomSuite;
import org.bipj.mpi.contract.Sizes;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.mpi.contract.ThreadRunner;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.sim.kernel.EventHistory;
import org.bipj.testkit.Ahead;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Ranks are coroutines of this JVM on the simulated cluster, one job for each case. */
class SimTest {
    static final boolean DEEP = Boolean.getBoolean("bipj.deep");

    /** The boundaries of the transport. */
    private final Sizes sizes = SimModeContractTest.boundaries(platform());

    /** The simulated cluster. */
    SimOptions platform() {
        return SimOptions.of("das64");
    }

    /** All suites in the deep profile; {@link SimModeContractTest} has them in one job for each thread level. */
    List<Suite> chosen() {
        return DEEP
                ? Suites.all()
                : Suites.all().stream()
                        .filter(suite -> suite.threadLevel() > MPI.THREAD_FUNNELED)
                        .toList();
    }

    /** A run in virtual time uses one core. */
    @TestFactory
    Stream<DynamicNode> suites() {
        Ahead ahead = new Ahead();
        List<DynamicNode> all = new ArrayList<>();
        for (Suite suite : chosen()) {
            List<DynamicNode> cases = suite.cases().stream()
                    .filter(one -> !mayEscape(suite, one))
                    .map(one -> test(ahead, suite, one))
                    .toList();
            all.add(DynamicContainer.dynamicContainer(suite.getClass().getSimpleName(), cases));
        }
        return all.stream().onClose(ahead::close);
    }

    /** Threads of a job of one rank need not reach the port, which refuses them, and nothing else keeps them apart here. */
    private static boolean mayEscape(Suite suite, Suite.Case one) {
        return suite.threadLevel() > MPI.THREAD_FUNNELED && one.ranks() == 1;
    }

    private DynamicNode test(Ahead ahead, Suite suite, Suite.Case one) {
        Ahead.Piece<Void> piece = ahead.add(() -> {
            if (suite.threadLevel() > MPI.THREAD_FUNNELED) {
                Throwable refused = Assertions.assertThrows(Throwable.class, () -> run(suite, one));
                assertTrue(
                        causes(refused).contains("only the rank's own main thread may communicate"),
                        () -> causes(refused));
            } else {
                run(suite, one);
            }
            return null;
        });
        return DynamicTest.dynamicTest(one.name(), piece::result);
    }

    private void run(Suite suite, Suite.Case one) {
        run(suite, one, null);
    }

    private void run(Suite suite, Suite.Case one, EventHistory recording) {
        try (SimSession session = SimSession.open(one.ranks(), platform(), SimSession.Listener.NONE)) {
            session.kernel().observe(recording);
            session.run(rank -> {
                try {
                    ThreadRunner.runRank(suite.threadLevel(), one.body(), () -> sizes);
                } catch (Exception e) {
                    throw new AssertionError("rank " + rank + ": " + e, e);
                }
            });
        }
    }

    /** Suites of which a second run has to be equal: {@link #isRepeated} says which cases. */
    List<Suite> repeated() {
        return List.of(new RandomSuite(), new MatchingSuite(), new CollectiveSuite());
    }

    boolean isRepeated(Suite.Case one) {
        return true;
    }

    /**
     * Traffic with wildcards and of all sizes, and collectives with every kind of buffer, twice: the second run stops
     * at the first event that differs.
     */
    @TestFactory
    Stream<DynamicTest> theSameSeedGivesTheSameEvents() {
        return repeated().stream()
                .flatMap(suite -> suite.cases().stream()
                        .filter(this::isRepeated)
                        .map(one -> DynamicTest.dynamicTest(one.name(), () -> {
                            EventHistory first = new EventHistory();
                            EventHistory second = first.again();
                            // The random suite draws a seed by itself otherwise, another in each run.
                            String seed = Long.toString(Long.getLong("bipj.seed", System.nanoTime()));
                            String ofAll = System.setProperty("bipj.seed", seed);
                            try {
                                run(suite, one, first);
                                run(suite, one, second);
                            } finally {
                                System.setProperty("bipj.seed", ofAll == null ? "" : ofAll);
                            }
                            second.complete();
                            // A rank alone sends nothing: there is its start.
                            assertTrue(first.size() > one.ranks() - 1, () -> first.size() + " events");
                            assertEquals(first.digest(), second.digest(), "seed " + seed);
                        })));
    }

    private static String causes(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        for (Throwable one = thrown; one != null; one = one.getCause()) {
            text.append(one).append(System.lineSeparator());
        }
        return text.toString();
    }
}
