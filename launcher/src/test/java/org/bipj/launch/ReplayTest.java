package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mpirun --record} and {@code --replay}: what a rank has seen once it sees again, in any mode. */
class ReplayTest extends JobTest {
    private Path folder(String name) {
        return directory.resolve(name);
    }

    private static String[] words(String mode, int ranks, List<String> options, String program) {
        List<String> words = new ArrayList<>(List.of("--mode", mode, "-n", Integer.toString(ranks)));
        words.addAll(options);
        words.addAll(List.of("java", "-cp", Mpirun.programs(), ReplayActor.class.getName()));
        words.addAll(List.of(program.split(" ")));
        return words.toArray(String[]::new);
    }

    private Mpirun.Result run(String mode, int ranks, List<String> options, String program) {
        return here().run(words(mode, ranks, options, program));
    }

    private List<String> record(String name, String... options) {
        List<String> all = new ArrayList<>(List.of("--record", folder(name).toString()));
        all.addAll(List.of(options));
        return all;
    }

    private List<String> replay(String name) {
        return List.of("--replay", folder(name).toString());
    }

    private static List<String> lines(Mpirun.Result result) {
        assertEquals(0, result.code(), result.err());
        return result.out().lines().sorted().toList();
    }

    /** Programs that receive, probe, test, wait and cancel at random; each next call depends on all that was seen before. */
    private void checkRandom(long seed) {
        String program = "random " + seed + " 12";
        List<String> threads = lines(run("thread", 4, record("threads" + seed), program));
        assertEquals(threads, lines(run("thread", 4, replay("threads" + seed), program)), "seed " + seed);
        assertEquals(threads, lines(run("sim", 4, replay("threads" + seed), program)), "seed " + seed);
        List<String> delayed =
                lines(run("sim", 4, record("sim" + seed, "--jitter", "--seed", Long.toString(seed)), program));
        assertEquals(delayed, lines(run("thread", 4, replay("sim" + seed), program)), "seed " + seed);
        assertEquals(delayed, lines(run("sim", 4, replay("sim" + seed), program)), "seed " + seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomProgramsSeeTheSameAgain(long seed) {
        checkRandom(seed);
    }

    @Test
    @Tag("deep")
    void manyRandomProgramsSeeTheSameAgain() {
        for (long seed = 100; seed < 200; seed++) {
            checkRandom(seed);
        }
    }

    /** Allreduces on boards that multicast are reduces and multicasts. */
    @Test
    void sumsOfBoardsThatMulticastHaveTheSameBits() {
        List<String> boards = List.of("--platform", "das64", "--set", "nic.firmware=lci");
        List<String> threads = lines(run("thread", 4, record("threads"), "sums 3"));
        List<String> multicast = new ArrayList<>(record("boards"));
        multicast.addAll(boards);
        List<String> lci = lines(run("sim", 4, multicast, "sums 3"));
        assertEquals(lci, lines(run("thread", 4, replay("boards"), "sums 3")));
        assertEquals(lci, lines(run("sim", 4, replay("boards"), "sums 3")));
        List<String> onBoards = new ArrayList<>(replay("threads"));
        onBoards.addAll(boards);
        assertEquals(threads, lines(run("sim", 4, onBoards, "sums 3")));
    }

    /** Accumulates that return values, and locks: directly in the memory of others, and by messages. */
    @Test
    void windowsAreLockedAndUpdatedInTheSameOrder() {
        String program = "windows 5 30";
        List<String> threads = lines(run("thread", 4, record("direct"), program));
        assertEquals(threads, lines(run("thread", 4, replay("direct"), program)));
        assertEquals(threads, lines(run("sim", 4, replay("direct"), program)));
        List<String> delayed = lines(run("sim", 4, record("messages", "--jitter"), program));
        assertEquals(delayed, lines(run("sim", 4, replay("messages"), program)));
        assertEquals(delayed, lines(run("thread", 4, replay("messages"), program)));
    }

    /** Ranks that race for real, and one that is killed: its recording is whole, also for processes that race again. */
    @Tag("tier2")
    @Test
    void aKilledRankIsReplayedUpToItsEnd() {
        String program = "random 77 25 kill";
        Mpirun.Result recorded = mpirun.run(words("process", 3, record("killed"), program));
        assertEquals(137, recorded.code(), recorded.err());
        Mpirun.Result processes = mpirun.run(words("process", 3, replay("killed"), program));
        assertEquals(137, processes.code(), processes.err());
        assertSameLines(recorded, processes);
        for (String mode : List.of("thread", "sim")) {
            Mpirun.Result replayed = run(mode, 3, replay("killed"), program);
            assertTrue(replayed.err().contains("killed here"), replayed.err());
            assertSameLines(recorded, replayed);
        }
    }

    private static void assertSameLines(Mpirun.Result recorded, Mpirun.Result replayed) {
        assertEquals(
                recorded.out().lines().sorted().toList(),
                replayed.out().lines().sorted().toList(),
                replayed.err());
    }

    /** What fails in the recording fails again, and is no choice. */
    @ParameterizedTest
    @ValueSource(strings = {"buffered", "partitions"})
    void errorsAreTheSame(String program) {
        List<String> recorded = lines(run("thread", 2, record(program), program));
        assertTrue(recorded.getFirst().length() > 20 || recorded.getLast().length() > 20, recorded.toString());
        assertEquals(recorded, lines(run("thread", 2, replay(program), program)));
        assertEquals(recorded, lines(run("sim", 2, replay(program), program)));
    }

    /** A send that has ended in the recording ends, although a simulated board has less room. */
    @Test
    void aProgramThatNeedsRoomForItsMessagesIsReplayedWithoutIt() {
        assertEquals(123, run("sim", 2, List.of(), "long").code());
        List<String> recorded = lines(run("thread", 2, record("long"), "long"));
        assertEquals(recorded, lines(run("sim", 2, replay("long"), "long")));
    }

    @Test
    void aDeadlockOfSendsComesAgain() {
        assertEquals(123, run("sim", 2, record("crossed"), "crossed").code());
        Mpirun.Result again = run("sim", 2, replay("crossed"), "crossed");
        assertEquals(123, again.code(), again.err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            receive | choice 7 is a receive from any rank with tag 8 at org.bipj.launch.ReplayActor.differ(ReplayActor.java: | a probe that does not wait, which fails
            none    | choice 7 is MPI.Finalize at org.bipj.launch.ReplayActor.main(ReplayActor.java: | a probe that does not wait, which fails
            """)
    void anotherCallThanTheRecordedOneIsNamed(String call, String found, String recorded) {
        lines(run("sim", 3, record("differs"), "differs"));
        System.setProperty(ReplayActor.DIFFERS, call);
        try {
            for (String mode : List.of("sim", "thread")) {
                Mpirun.Result again = run(mode, 3, replay("differs"), "differs");
                assertEquals(121, again.code(), again.err());
                assertTrue(again.err().contains("rank 0"), again.err());
                assertTrue(again.err().contains(found), again.err());
                assertTrue(again.err().contains("recorded is " + recorded), again.err());
            }
        } finally {
            System.clearProperty(ReplayActor.DIFFERS);
        }
    }

    @Test
    void whatCannotBeRecordedOrReplayedIsRefusedByName() {
        lines(run("sim", 3, record("order"), "order 2"));
        refused("it was recorded with 3 ranks, this job has 2 ranks", run("sim", 2, replay("order"), "order 2"));
        refused("ReplayActor on 3 with other arguments", run("sim", 3, replay("order"), "order 3"));
        refused("the folder is not empty", run("sim", 3, record("order"), "order 2"));
        refused("this is a file", run("sim", 3, record("order/job"), "order 2"));
        refused("this is no recording", run("sim", 3, replay("nothing"), "order 2"));
        refused("--record with --replay", run("sim", 3, both("order"), "order 2"));
        refused("--record with --ip", run("sim", 3, record("other", "--twice"), "order 2"));
        refused("--explore or --choices", run("sim", 3, record("other", "--explore"), "order 2"));
        refused("--record serves jobs of one host only", run("process", 3, record("other", "-H", "a,b,c"), "order 2"));
        String several = "one thread of a rank at a time calls MPI";
        refused(several, run("thread", 2, record("several"), "threads"));
        System.setProperty(ReplayActor.DIFFERS, "none");
        try {
            lines(run("thread", 2, record("threads"), "threads"));
        } finally {
            System.clearProperty(ReplayActor.DIFFERS);
        }
        refused(several, run("sim", 2, replay("threads"), "threads"));
    }

    @Tag("tier2")
    @Test
    void aJobThatRecordsNothingLeavesNothingBehind() throws IOException {
        for (String mode : List.of("sim", "thread", "process")) {
            String[] words = {
                "--mode", mode, "--record", folder(mode).toString(), "-n", "2", "java", "-cp", "nowhere", "NoMain"
            };
            Mpirun.Result result = here().run(words);
            assertTrue(result.code() != 0, result.err());
            try (Stream<Path> files = Files.list(folder(mode))) {
                assertEquals(List.of(), files.toList(), result.err());
            }
        }
    }

    /** What else looks at calls does not hinder a recording, nor a replay. */
    @Test
    void callsAreCheckedInARecordedJob() {
        String program = "random 9 10";
        checkReplays(program, run("thread", 4, record("with", "--check"), program));
    }

    /** The same of a JVM with agents. */
    @Test
    @Tag("deep")
    void callsAreTimedInARecordedJob() {
        String program = "random 9 10";
        String file = folder("with.timeline").toString();
        Mpirun.Result result =
                mpirun.run(words("thread", 4, record("with", "--check", "--profile", "--timeline", file), program));
        assertTrue(result.err().contains("allReduce  "), result.err());
        checkReplays(program, result);
    }

    private void checkReplays(String program, Mpirun.Result result) {
        List<String> recorded = lines(result);
        assertEquals(recorded, lines(run("sim", 4, replay("with"), program)));
        List<String> checked = new ArrayList<>(replay("with"));
        checked.add("--check");
        assertEquals(recorded, lines(run("thread", 4, checked, program)));
    }

    /** A rank that has closed MPI, and opens it again, goes on in the same recording. */
    @Test
    void sessionsAreRecordedOneAfterTheOther() {
        List<String> recorded = lines(run("thread", 3, record("sessions"), "sessions"));
        assertEquals(recorded, lines(run("sim", 3, replay("sessions"), "sessions")));
        assertEquals(recorded, lines(run("thread", 3, replay("sessions"), "sessions")));
    }

    private List<String> both(String name) {
        List<String> all = record(name);
        all.addAll(replay(name));
        return all;
    }

    private static void refused(String why, Mpirun.Result result) {
        assertTrue(result.code() != 0, result.out());
        assertTrue(result.err().contains(why), result.err());
    }

    @Test
    void anEmptyFolderIsRecordedInto() throws IOException {
        Files.createDirectory(folder("empty"));
        List<String> recorded = lines(run("thread", 3, record("empty"), "order 20"));
        assertEquals(recorded, lines(run("sim", 3, replay("empty"), "order 20")));
    }
}
