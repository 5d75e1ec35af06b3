package org.bipj.launch.contract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.MpirunHere;
import org.bipj.mpi.contract.ContractMain;

/** The JVM of a portable system that {@link PortableTest} starts: runs suites of the contract on threads and on coroutines. */
final class PortableJobs {
    private PortableJobs() {}

    /** Arguments: a directory for temporary files, the number of ranks, suites. */
    public static void main(String[] args) {
        boolean failed = false;
        for (LaunchedContract mode : List.of(new ThreadModeContractTest(), new SimModeContractTest())) {
            String name = mode instanceof SimModeContractTest ? "sim" : "thread";
            List<String> words = new ArrayList<>(List.of(args).subList(2, args.length));
            words.addFirst(mode.sizes().toString());
            TestJob.Ended ended = mode.mpirun()
                    .with("-n", args[1])
                    .here(Path.of(args[0]), ContractMain.class, words.toArray(String[]::new));
            ended.out().lines().forEach(line -> System.out.println(name + " " + line));
            System.err.print(ended.err());
            failed |= ended.code() != 0;
        }
        for (String refused : List.of("--mode process", "--mode thread --bind-to core")) {
            List<String> words = new ArrayList<>(List.of(refused.split(" ")));
            words.addAll(List.of("java", "Main"));
            System.out.print(new MpirunHere(Path.of(args[0]))
                    .run(words.toArray(String[]::new))
                    .err());
        }
        // Threads of the jobs would keep this JVM.
        System.exit(failed ? 1 : 0);
    }
}
