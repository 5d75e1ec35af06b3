package org.bipj.launch.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import mpi.MPI;
import org.bipj.am2.ActiveMessages;
import org.bipj.splitc.SplitCContract;
import org.junit.jupiter.api.Test;

/** The contract of Split-C where each rank is a process: all tests for as many ranks as the job has, in one job. */
public final class SplitCMain {
    static final String PASSED = "passed ";
    private static final Set<String> NEED_A_JOB_OF_THEIR_OWN = Set.of(
            "ranksThatMeetInDifferentCallsSaySo", "aRankThatClosesEarlyDoesNotHang", "ranksWithDifferentMemoriesSaySo");

    private static boolean ran;

    private SplitCMain() {}

    private static final class InThisJob extends SplitCContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            if (ranks == MPI.COMM_WORLD.getSize()) {
                ran = true;
                try {
                    body.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /** Runs the tests; prints the name of each one that has passed. Active Messages stay open, so that they can be opened again. */
    public static void main(String[] args) throws ReflectiveOperationException {
        MPI.Init(args);
        try (ActiveMessages all = ActiveMessages.init()) {
            for (Method test : tests()) {
                ran = false;
                try {
                    test.invoke(new InThisJob());
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
        return Arrays.stream(SplitCContract.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .filter(method -> !NEED_A_JOB_OF_THEIR_OWN.contains(method.getName()))
                .peek(method -> method.setAccessible(true))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }
}
