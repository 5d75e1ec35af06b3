package org.bipj.launch.contract;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import mpi.MPI;
import org.bipj.crl.Crl;
import org.bipj.crl.CrlContract;
import org.bipj.lci.Lci;

/**
 * The contract of CRL where each rank is a process: all tests for as many ranks as the job has, one after the other in one
 * job, with a barrier of MPI between them. With the argument {@code interrupts} they are on.
 */
public final class CrlMain {
    private static boolean interrupting;

    private CrlMain() {}

    private static final class InThisJob extends CrlContract {
        @Override
        protected Crl.Setup setup() {
            return interrupting ? super.setup().interrupts() : super.setup();
        }

        @Override
        protected boolean sharesMemory() {
            return false;
        }
    }

    /** Runs the tests; prints the name of each one that has passed. */
    public static void main(String[] args) throws ReflectiveOperationException {
        interrupting = List.of(args).contains("interrupts");
        MPI.InitThread(args, interrupting ? MPI.THREAD_MULTIPLE : MPI.THREAD_SINGLE);
        Lci all = interrupting ? Lci.setup().interrupts().init() : Lci.init();
        ContractInJob.run(tests(), test -> new InThisJob());
        all.close();
        MPI.Finalize();
    }

    static List<Method> tests() {
        return ContractInJob.tests(Set.of(), CrlContract.class);
    }
}
