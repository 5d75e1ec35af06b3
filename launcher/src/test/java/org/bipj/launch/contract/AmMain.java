package org.bipj.launch.contract;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import mpi.MPI;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmBulkContract;
import org.bipj.am2.AmContract;
import org.bipj.am2.AmLongBulkContract;

/**
 * The contract of Active Messages where each rank is a process: all tests for as many ranks as the job has, one after the
 * other in one job, with a barrier of MPI between them.
 */
public final class AmMain {
    private static final Set<String> NEED_A_JOB_OF_THEIR_OWN = Set.of(
            "whatIsClosedSaysSo",
            "aGroupWhoseFirstRankHasLeftIsNotJoined",
            "aRequestToARankThatHasLeftComesBackThoughTheyHaveNotMet",
            "aRequestToARankThatLeavesWithoutHavingReadItComesBack",
            "requestsWaitForARankThatIsLate");

    private AmMain() {}

    private static final class InThisJob extends AmContract {}

    private static final class BulkInThisJob extends AmBulkContract {}

    /** Runs the tests; prints the name of each one that has passed. */
    public static void main(String[] args) throws ReflectiveOperationException {
        MPI.Init(args);
        try (ActiveMessages _ = ActiveMessages.init()) {
            ContractInJob.run(
                    tests(),
                    test -> test.getDeclaringClass() == AmContract.class ? new InThisJob() : new BulkInThisJob());
        }
        MPI.Finalize();
    }

    static List<Method> tests() {
        return ContractInJob.tests(
                NEED_A_JOB_OF_THEIR_OWN, AmContract.class, AmBulkContract.class, AmLongBulkContract.class);
    }
}
