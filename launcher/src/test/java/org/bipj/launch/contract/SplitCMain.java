package org.bipj.launch.contract;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import mpi.MPI;
import org.bipj.am2.ActiveMessages;
import org.bipj.splitc.SplitCContract;

/** The contract of Split-C where each rank is a process: all tests for as many ranks as the job has, in one job. */
public final class SplitCMain {
    private static final Set<String> NEED_A_JOB_OF_THEIR_OWN = Set.of(
            "ranksThatMeetInDifferentCallsSaySo", "aRankThatClosesEarlyDoesNotHang", "ranksWithDifferentMemoriesSaySo");

    private SplitCMain() {}

    private static final class InThisJob extends SplitCContract {}

    /** Runs the tests; prints the name of each one that has passed. Active Messages stay open, so that they can be opened again. */
    public static void main(String[] args) throws ReflectiveOperationException {
        MPI.Init(args);
        try (ActiveMessages _ = ActiveMessages.init()) {
            ContractInJob.run(tests(), test -> new InThisJob());
        }
        MPI.Finalize();
    }

    static List<Method> tests() {
        return ContractInJob.tests(NEED_A_JOB_OF_THEIR_OWN, SplitCContract.class);
    }
}
