package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.core.nic.NicPort;
import org.bipj.mpi.contract.ContractMain;
import org.bipj.mpi.contract.Sizes;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.Suites;
import org.bipj.shm.ShmSession;
import org.bipj.testkit.Ahead;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs all suites of a thread level in one job, and shows each case as a test. More jobs would take longer: each JVM compiles
 * anew what all suites use.
 */
abstract class LaunchedContract {
    static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int LIMIT_S = DEEP ? 3000 : 300;

    /** Properties that choose cases and seeds, which are the jobs', too. */
    private static final String[] PROPERTIES = Stream.of("bipj.deep", "bipj.seed", "org.bipj.shm.distance")
            .filter(name -> System.getProperty(name) != null)
            .map(name -> "-D" + name + "=" + System.getProperty(name))
            .toArray(String[]::new);

    /** Adds what the mode needs. */
    abstract TestJob mpirun();

    @TestFactory
    Stream<DynamicNode> suites() {
        return nodes(suite -> first().contains(suite.getClass()));
    }

    @Tag("tier2")
    @TestFactory
    Stream<DynamicNode> otherSuites() {
        return nodes(suite -> !first().contains(suite.getClass()));
    }

    private Stream<DynamicNode> nodes(Predicate<Suite> which) {
        List<DynamicNode> all = new ArrayList<>();
        Ahead ahead = new Ahead();
        jobs(chosen().stream().filter(which).filter(Suites::isChosen).toList()).forEach(suites -> {
            Ahead.Piece<TestJob.Ended> job = ahead.add(() -> run(suites));
            suites.forEach(suite -> all.add(DynamicContainer.dynamicContainer(
                    suite.getClass().getSimpleName(), suite.cases().stream().map(one -> test(job, suite, one)))));
        });
        return all.stream().onClose(ahead::close);
    }

    /** The suites that this mode runs. */
    List<Suite> chosen() {
        return Suites.all();
    }

    /** Of the suites of this mode, those of tier 1: of what may differ here most. */
    Set<Class<? extends Suite>> first() {
        return Set.of();
    }

    /** How many ranks the command line starts for suites that need so many. */
    int started(int ranks) {
        return ranks;
    }

    /** The suites that one job runs, for each job. */
    Collection<List<Suite>> jobs(List<Suite> suites) {
        return suites.stream()
                .collect(Collectors.groupingBy(Suite::threadLevel, TreeMap::new, Collectors.toList()))
                .values();
    }

    private TestJob.Ended run(List<Suite> suites) {
        int ranks = suites.stream().mapToInt(Suite::ranks).max().orElseThrow();
        List<String> args = new ArrayList<>(List.of(sizes().toString()));
        suites.forEach(suite -> args.add(suite.getClass().getName()));
        TestJob.Running job = start(mpirun(), started(ranks), args.toArray(new String[0]));
        return ended(job, ranks, args.toArray(new String[0])).await(LIMIT_S + 10);
    }

    /** Starts a job of the suites. */
    final TestJob.Running start(TestJob mpirun, int ranks, String... args) {
        return mpirun.jvm(PROPERTIES)
                .with("-n", "" + ranks, "--timeout", "" + LIMIT_S)
                .start(ContractMain.class, args);
    }

    /** Starts what else belongs to a job of suites that need so many ranks, and returns the one that prints the results. */
    TestJob.Running ended(TestJob.Running job, int ranks, String... args) {
        return job;
    }

    /** The boundaries of the transport, which a program cannot ask for. */
    Sizes sizes() {
        try (ShmSession session = ShmSession.forThreads(1);
                NicPort port = session.job(0).open()) {
            return Sizes.of(port.capabilities());
        }
    }

    private static DynamicNode test(Ahead.Piece<TestJob.Ended> job, Suite suite, Suite.Case one) {
        return DynamicTest.dynamicTest(one.name(), () -> {
            TestJob.Ended ended = job.result();
            String name = suite.getClass().getName() + ": " + one.name() + "\n";
            boolean aborted = ended.out().contains(ContractMain.FAILED);
            if (ended.out().contains(ContractMain.PASSED + name)) {
                Assertions.assertTrue(ended.code() == 0 || aborted, ended::all);
            } else {
                boolean other = aborted && !ended.out().contains(ContractMain.FAILED + name);
                Assumptions.assumeFalse(other, "not run: another case has ended the job");
                Assertions.fail(ended.all());
            }
        });
    }
}
