package org.bipj.launch.contract;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import mpi.MPI;
import org.bipj.lci.Lci;
import org.bipj.lci.LciContract;

/**
 * The contract of LCI where each rank is a process: all tests for as many ranks as the job has, one after the other in one
 * job, with a barrier of MPI between them.
 */
public final class LciMain {
    private LciMain() {}

    private static final class InThisJob extends LciContract {}

    /** Runs the tests; prints the name of each one that has passed. */
    public static void main(String[] args) throws ReflectiveOperationException {
        MPI.Init(args);
        try (Lci _ = Lci.init()) {
            ContractInJob.run(tests(), test -> new InThisJob());
        }
        MPI.Finalize();
    }

    static List<Method> tests() {
        return ContractInJob.tests(Set.of(), LciContract.class);
    }
}
