package org.bipj.launch.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import mpi.MPI;
import org.bipj.crl.Crl;
import org.bipj.crl.CrlContract;
import org.bipj.lci.Lci;
import org.junit.jupiter.api.Test;

/**
 * The contract of CRL where each rank is a process: all tests for as many ranks as the job has, one after the other in one
 * job, with a barrier of MPI between them. With the argument {@code interrupts} they are on.
 */
public final class CrlMain {
    static final String PASSED = "passed ";

    private static boolean ran;
    private static boolean interrupting;

    private CrlMain() {}

    private static final class InThisJob extends CrlContract {
        @Override
        protected void runRanks(int ranks, Body body) {
            if (ranks != MPI.COMM_WORLD.getSize()) {
                return;
            }
            try {
                body.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            ran = true;
        }

        @Override
        protected void ready() {
            MPI.COMM_WORLD.barrier();
        }

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
        all.close();
        MPI.Finalize();
    }

    static List<Method> tests() {
        return Arrays.stream(CrlContract.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .peek(method -> method.setAccessible(true))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }
}
