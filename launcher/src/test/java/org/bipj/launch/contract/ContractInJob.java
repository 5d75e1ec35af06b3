package org.bipj.launch.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.testkit.RankSuite;
import org.junit.jupiter.api.Test;

/**
 * Runs the tests of a contract inside one job whose ranks are processes: those for as many ranks as the job has, one after the
 * other, with a barrier of MPI between them. Rank 0 prints the name of each test that has passed.
 */
final class ContractInJob {
    private static final String PASSED = "passed ";

    private static final RankSuite.SharedJob THIS_JOB = new RankSuite.SharedJob() {
        @Override
        public void run(int ranks, RankSuite.Body body) {
            body(ranks, body);
        }

        @Override
        public void ready() {
            MPI.COMM_WORLD.barrier();
        }
    };

    private static boolean ran;

    private ContractInJob() {}

    /** Runs the body of a test if the job has that many ranks. */
    static void body(int ranks, RankSuite.Body body) {
        if (ranks == MPI.COMM_WORLD.getSize()) {
            ran = true;
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * Runs the tests.
     *
     * @param instance the object on which a test runs
     */
    static void run(List<Method> tests, Function<Method, RankSuite> instance) throws ReflectiveOperationException {
        for (Method test : tests) {
            ran = false;
            RankSuite suite = instance.apply(test);
            suite.runIn(THIS_JOB);
            try {
                test.invoke(suite);
            } catch (InvocationTargetException e) {
                throw new AssertionError(test.getName() + ": " + e.getCause(), e.getCause());
            }
            passed(test.getName());
        }
    }

    /** Waits until the test has ended on all ranks, and prints its name if it has run. */
    static void passed(String test) {
        MPI.COMM_WORLD.barrier();
        if (ran && MPI.COMM_WORLD.getRank() == 0) {
            System.out.println(PASSED + test);
        }
        ran = false;
    }

    /** The tests of some contracts, by name, without those that need a job of their own. */
    static List<Method> tests(Set<String> without, Class<?>... contracts) {
        return Stream.of(contracts)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class))
                .filter(method -> !without.contains(method.getName()))
                .peek(method -> method.setAccessible(true))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    /** The names of the tests that have passed in a job. */
    static List<String> passed(TestJob.Ended ended) {
        return ended.out()
                .lines()
                .filter(line -> line.startsWith(PASSED))
                .map(line -> line.substring(PASSED.length()))
                .toList();
    }
}
