package org.bipj.launch.contract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bipj.mpi.contract.ContractMain;

/** The JVM of a portable system that {@link PortableTest} starts: runs suites of the contract on threads and on coroutines. */
final class PortableJobs {
    private PortableJobs() {}

    /** Arguments: a directory for temporary files, the number of ranks, suites. */
    public static void main(String[] args) {
        boolean failed = false;
        Map<String, LaunchedContract> modes =
                Map.of("thread", new ThreadModeContractTest(), "sim", new SimModeContractTest());
        for (String name : modes.keySet()) {
            LaunchedContract mode = modes.get(name);
            List<String> words = new ArrayList<>(List.of(args).subList(2, args.length));
            words.addFirst(mode.sizes().toString());
            TestJob.Ended ended = mode.mpirun()
                    .with("-n", args[1])
                    .here(Path.of(args[0]), ContractMain.class, words.toArray(String[]::new));
            ended.out().lines().forEach(line -> System.out.println(name + " " + line));
            System.err.print(ended.err());
            failed |= ended.code() != 0;
        }
        // Threads of the jobs would keep this JVM.
        System.exit(failed ? 1 : 0);
    }
}
