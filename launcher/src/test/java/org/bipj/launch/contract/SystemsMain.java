package org.bipj.launch.contract;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import mpi.MPI;
import org.bipj.lci.Lci;
import org.bipj.pps.Suite;
import org.bipj.pps.Suites;

/**
 * The suites of Panda and Orca where each rank is a process: all tests for as many ranks as the job has, one after the other in
 * one job, with a barrier of MPI between them. With an argument, the suites of several threads and interrupts.
 */
public final class SystemsMain {
    private SystemsMain() {}

    private static final class InThisJob implements Suite.Runner {
        @Override
        public void run(int ranks, Suite.Body body) {
            ContractInJob.body(ranks, body::run);
        }

        @Override
        public void ready() {
            MPI.COMM_WORLD.barrier();
        }
    }

    /** Runs the tests; prints the name of each one that has passed. */
    public static void main(String[] args) {
        boolean interrupts = args.length > 0;
        if (interrupts) {
            MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        } else {
            MPI.Init(args);
        }
        try (Lci _ = interrupts ? Lci.setup().interrupts().init() : Lci.init()) {
            for (Supplier<? extends Suite> suite : suites(interrupts).toList()) {
                for (Method test : Suite.tests(suite.get().getClass())) {
                    run(suite, suite.get().getClass(), test);
                }
            }
        }
        MPI.Finalize();
    }

    private static Stream<Supplier<? extends Suite>> suites(boolean interrupting) {
        return interrupting ? Suites.interrupting() : Suites.all();
    }

    private static void run(Supplier<? extends Suite> suite, Class<?> type, Method test) {
        try {
            Suite.run(suite, test, new InThisJob());
        } catch (Throwable e) {
            throw new AssertionError(name(type, test) + ": " + e, e);
        }
        ContractInJob.passed(name(type, test));
    }

    private static String name(Class<?> suite, Method test) {
        return Suite.name(suite) + "." + test.getName();
    }

    /** The names of all tests. */
    static List<String> tests(boolean interrupting) {
        return suites(interrupting)
                .<Class<? extends Suite>>map(suite -> suite.get().getClass())
                .flatMap(type -> Suite.tests(type).stream().map(test -> name(type, test)))
                .sorted()
                .toList();
    }
}
