package org.bipj.launch.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmBulkContract;
import org.bipj.am2.AmContract;
import org.bipj.am2.AmLongBulkContract;
import org.junit.jupiter.api.Test;

/**
 * The contract of Active Messages where each rank is a process: all tests for as many ranks as the job has, one after the
 * other in one job, with a barrier of MPI between them.
 */
public final class AmMain {
    static final String PASSED = "passed ";
    private static final Set<String> NEED_A_JOB_OF_THEIR_OWN = Set.of(
            "whatIsClosedSaysSo",
            "aRequestToARankThatHasLeftComesBackThoughTheyHaveNotMet",
            "aRequestToARankThatLeavesWithoutHavingReadItComesBack",
            "requestsWaitForARankThatIsLate");

    private static boolean ran;

    private AmMain() {}

    private static final class InThisJob extends AmContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            runHere(ranks, body::run);
        }

        @Override
        protected void ready() {
            MPI.COMM_WORLD.barrier();
        }
    }

    private static final class BulkInThisJob extends AmBulkContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            runHere(ranks, body::run);
        }

        @Override
        protected void ready() {
            MPI.COMM_WORLD.barrier();
        }
    }

    private static void runHere(int ranks, AmTest.RankBody body) {
        if (ranks == MPI.COMM_WORLD.getSize()) {
            ran = true;
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Runs the tests; prints the name of each one that has passed. */
    public static void main(String[] args) throws ReflectiveOperationException {
        MPI.Init(args);
        try (ActiveMessages all = ActiveMessages.init()) {
            for (Method test : tests()) {
                ran = false;
                try {
                    test.invoke(test.getDeclaringClass() == AmContract.class ? new InThisJob() : new BulkInThisJob());
                } catch (InvocationTargetException e) {
                    throw new AssertionError(test.getName() + ": " + e.getCause(), e.getCause());
                }
                MPI.COMM_WORLD.barrier();
                if (ran && all.rank() == 0) {
                    System.out.println(PASSED + test.getName());
                }
            }
        }
        MPI.Finalize();
    }

    static List<Method> tests() {
        return Stream.of(AmContract.class, AmBulkContract.class, AmLongBulkContract.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class))
                .filter(method -> !NEED_A_JOB_OF_THEIR_OWN.contains(method.getName()))
                .peek(method -> method.setAccessible(true))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }
}
