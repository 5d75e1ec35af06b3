package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bipj.mpi.contract.ContractMain;
import org.bipj.mpi.contract.ExchangeSuite;
import org.bipj.mpi.contract.StatusSuite;
import org.bipj.mpi.contract.Suite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs where nothing but the JDK is used, as on systems that are not Linux ({@code HostSystem}). */
class PortableTest {
    static final String PORTABLE = "-Dorg.bipj.portable=true";

    private static final List<Suite> SUITES = List.of(new ExchangeSuite(), new StatusSuite());

    private static final String NO_PROCESSES =
            "ranks cannot be processes here, which takes Linux and its shared memory: start them as threads of one JVM, by"
                    + " --mode thread";

    @TempDir
    Path directory;

    private static final class Sleeping {
        public static void main(String[] args) throws InterruptedException {
            System.out.println("runs in " + ProcessHandle.current().pid() + " with " + args.length);
            Thread.sleep(Long.parseLong(args[0]));
        }
    }

    /** Both modes in one JVM, with all that mpirun does in it. */
    @Test
    void suitesPassInBothModes() {
        int ranks = SUITES.stream().mapToInt(Suite::ranks).max().orElseThrow();
        List<String> words = new ArrayList<>(List.of(directory.toString(), "" + ranks));
        SUITES.forEach(suite -> words.add(suite.getClass().getName()));
        TestJob.Ended ended = new TestJob()
                .jvm(PORTABLE)
                .onClassPath(System.getProperty("java.class.path"), PortableJobs.class, words.toArray(String[]::new))
                .await();
        assertEquals(0, ended.code(), ended::all);
        TreeSet<String> expected = new TreeSet<>();
        for (String mode : List.of("thread", "sim")) {
            SUITES.forEach(suite -> suite.cases()
                    .forEach(one -> expected.add(
                            mode + " " + ContractMain.PASSED + suite.getClass().getName() + ": " + one.name())));
        }
        expected.add("mpirun: " + NO_PROCESSES);
        expected.add("mpirun: ranks cannot be bound to processors here, which takes Linux");
        assertEquals(expected, new TreeSet<>(ended.out().lines().toList()), ended::all);
    }

    private TestJob.Running start(String launcher, String mode, String... arguments) {
        return new TestJob()
                .launcher(launcher)
                .environment("BIPJ_SHM_DIR", directory.toString())
                .with("-n", "2", "--mode", mode)
                .start(Sleeping.class, arguments);
    }

    @Tag("tier2")
    @Test
    void processesAreRefused() {
        // As elsewhere, without the property.
        TestJob.Ended ended = start("-Dos.name=Another", "process", "0").await();
        assertEquals("mpirun: " + NO_PROCESSES + "\n", ended.err());
        assertEquals(1, ended.code());
    }

    /** A command that Windows would refuse goes through a file; there is no session, no shell, and nothing is left. */
    @Tag("tier2")
    @Test
    void ranksEndWithTheLauncher() throws IOException {
        String[] arguments = new String[1001];
        Arrays.fill(arguments, "a word of forty characters, more or less");
        arguments[0] = "100000";
        TestJob.Running job = start(PORTABLE, "thread", arguments);
        TestJob.Running.until(() -> job.printed().lines().count() == 2);
        List<ProcessHandle> below = job.process().descendants().toList();
        assertEquals(1, below.size(), "the ranks' JVM and nothing else");
        assertTrue(job.printed().contains("runs in " + below.getFirst().pid() + " with 1001\n"), job::printed);
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(), files.toList());
        }
        job.process().destroyForcibly();
        TestJob.Running.until(() -> !below.getFirst().isAlive());
        assertFalse(below.getFirst().isAlive());
    }
}
