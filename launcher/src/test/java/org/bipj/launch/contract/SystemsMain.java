package org.bipj.launch.contract;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;
import mpi.MPI;
import org.bipj.lci.Lci;
import org.bipj.pps.Suite;
import org.bipj.pps.Suites;

/**
 * The suites of Panda and Orca where each rank is a process: all tests for as many ranks as the job has, one after the other in
 * one job, with a barrier of MPI between them.
 */
public final class SystemsMain {
    static final String PASSED = "passed ";

    private static boolean ran;

    private SystemsMain() {}

    private static final class InThisJob implements Suite.Runner {
        @Override
        public void run(int ranks, Suite.Body body) {
            if (ranks == MPI.COMM_WORLD.getSize()) {
                ran = true;
                try {
                    body.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        @Override
        public void ready() {
            MPI.COMM_WORLD.barrier();
        }
    }

    /** Runs the tests; prints the name of each one that has passed. */
    public static void main(String[] args) {
        MPI.Init(args);
        try (Lci all = Lci.init()) {
            for (Supplier<? extends Suite> suite : Suites.all().toList()) {
                for (Method test : Suite.tests(suite.get().getClass())) {
                    run(suite, test, all.rank());
                }
            }
        }
        MPI.Finalize();
    }

    private static void run(Supplier<? extends Suite> suite, Method test, int rank) {
        ran = false;
        try {
            Suite.run(suite, test, new InThisJob());
        } catch (Throwable e) {
            throw new AssertionError(name(test) + ": " + e, e);
        }
        MPI.COMM_WORLD.barrier();
        if (ran && rank == 0) {
            System.out.println(PASSED + name(test));
        }
    }

    private static String name(Method test) {
        return test.getDeclaringClass().getSimpleName() + "." + test.getName();
    }

    /** The names of all tests. */
    static List<String> tests() {
        return Suites.all()
                .flatMap(suite -> Suite.tests(suite.get().getClass()).stream())
                .map(SystemsMain::name)
                .sorted()
                .toList();
    }
}
