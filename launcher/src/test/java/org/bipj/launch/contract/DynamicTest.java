package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.job.family.NameFiles;
import org.bipj.core.job.family.NameKeeping;
import org.bipj.launch.HostAgent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that start others, and that meet: {@link Dynamic}. */
@Timeout(300)
class DynamicTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");

    @TempDir
    Path directory;

    private TestJob job(int ranks) {
        return new TestJob()
                .jvm("-XX:TieredStopAtLevel=1", "-ea")
                .environment("BIPJ_NAMES", directory.resolve("names").toString())
                .environment("BIPJ_DEADLOCK_SECONDS", "1")
                .with("-n", Integer.toString(ranks), "--timeout", "100");
    }

    private static void isRight(TestJob.Ended ended, int processes) {
        assertEquals(0, ended.code(), ended::all);
        assertEquals(processes, ended.out().lines().filter("right"::equals).count(), ended::all);
    }

    /** What else threads do, these do in the deep suite. */
    @Test
    void processesStartOthers() {
        // By scenario: two times three, one, three, two.
        isRight(
                job(2).start(Dynamic.class, "messages", "hints", "several", "window", "left")
                        .await(),
                2 + 6 + 1 + 3 + 2 + 1);
    }

    @Test
    @Tag("deep")
    void processesStartOthersInAllWays() {
        isRight(job(2).start(Dynamic.class, "part", "freed", "fewer").await(), 2 + 2 + 1 + 4);
    }

    /** A launcher serves it from then on. */
    @Test
    void aProgramThatWasStartedAloneStartsOthers() {
        TestJob.Ended ended =
                alone().alone(Dynamic.class, "generations", "freed").await();
        isRight(ended, 1 + 2 + 1);
        assertEquals("", ended.err());
    }

    /** The launcher's session is where the environment says: nothing of it is left. */
    @Tag("tier2")
    @Test
    void aProgramThatWasStartedAloneEndsWithThoseItIsConnectedWith() throws IOException {
        TestJob.Ended ended = alone().environment("BIPJ_SHM_DIR", directory.toString())
                .alone(Dynamic.class, "exits")
                .await();
        assertEquals(137, ended.code(), ended::all);
        assertTrue(ended.err().contains("exited with code 7"), ended::all);
        assertTrue(ended.err().contains("job 0 is ended too: it is connected with job 1"), ended::all);
        TestJob.Running.until(() -> sessions() == 0);
    }

    @Tag("tier2")
    @Test
    void withoutALauncherNothingIsStarted() {
        TestJob.Ended ended = alone().environment("BIPJ_MPIRUN", "/no/such/mpirun")
                .alone(Dynamic.class, "freed")
                .await();
        assertTrue(ended.code() != 0, ended::all);
        assertTrue(
                ended.err().contains("ERR_SPAWN in spawn (rank 0 of MPI_COMM_WORLD): cannot start a launcher"),
                ended::all);
        assertTrue(ended.err().contains("/no/such/mpirun"), ended::all);
        assertTrue(ended.err().contains("expected mpirun in BIPJ_MPIRUN, or in PATH"), ended::all);
    }

    private TestJob alone() {
        return new TestJob()
                .jvm("-ea")
                .environment("BIPJ_NAMES", directory.resolve("names").toString());
    }

    private long sessions() {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(path -> path.getFileName().toString().startsWith("bipj-"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In one JVM, which has one environment: without hints. What else they do, they do in {@link #theCheckerFindsNothing}. */
    @Test
    void threadsStartOthers() {
        isRight(
                job(2).with("--mode", "thread")
                        .here(
                                directory,
                                Dynamic.class,
                                "several",
                                "window",
                                "freed",
                                "join",
                                "wrong",
                                "unmade",
                                "fewer",
                                "left",
                                "10"),
                2 + 3 + 3 + 2 + 1 + 4 + 1 + 10);
    }

    @Test
    @Tag("deep")
    void threadsStartOthersInAllWays() {
        isRight(
                job(2).with("--mode", "thread")
                        .start(Dynamic.class, "messages", "part", "generations", "halves", "20")
                        .await(),
                2 + 6 + 2 + 2 + 20);
    }

    /** In virtual time: also children that come and go, more than there are hosts; and some that fail when they are connected with none. */
    @Tag("tier2")
    @Test
    void coroutinesStartOthers() {
        int comeAndGo = DEEP ? 100 : 10;
        TestJob.Ended ended = job(2).with("--mode", "sim", "--check")
                .here(
                        directory,
                        Dynamic.class,
                        "messages",
                        "several",
                        "part",
                        "generations",
                        "window",
                        "freed",
                        "halves",
                        "names",
                        "left",
                        "wrong",
                        "unmade",
                        "fewer",
                        "crowded",
                        "alone",
                        "" + comeAndGo);
        isRight(ended, 2 + 6 + 3 + 3 + 2 + 2 + 2 + 1 + 1 + 4 + 57 + comeAndGo);
        assertTrue(ended.err().contains("1 (coroutine of pid"), ended::all);
    }

    /** The checker compares calls of processes of all these jobs. */
    @Test
    void theCheckerFindsNothing() {
        TestJob.Ended ended = job(2).with("--mode", "thread", "--check")
                .here(directory, Dynamic.class, "messages", "part", "generations", "halves");
        isRight(ended, 2 + 6 + 2 + 2);
        assertEquals("", ended.err());
    }

    /** What becomes of two parents and two children, one of which fails. */
    @ParameterizedTest
    @CsvSource({
        "thread, fails, 1, rank 1.1 (thread | ended the job: uncaught java.lang.IllegalStateException: on purpose | job 0 is ended too"
    })
    void aFailureEndsWhatIsConnected(String mode, String what, int code, String said) {
        endsAll(mode, what, code, said);
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"process, killed, 137, rank 1.1 (pid | SIGKILL | job 0 is ended too"})
    void aFailureEndsWhatIsConnectedOfProcesses(String mode, String what, int code, String said) {
        aFailureEndsWhatIsConnected(mode, what, code, said);
    }

    @ParameterizedTest
    @Tag("deep")
    @CsvSource({
        "sim, exits, 7, rank 1.1 (coroutine | exited with code 7 | job 0 is ended too: it is connected with job 1",
        "process, fails, 1, rank 1.1 (pid | ended the job: uncaught java.lang.IllegalStateException: on purpose | job 0 is ended too",
        "process, exits, 7, rank 1.1 (pid | exited with code 7 | job 0 is ended too",
        "process, parent, 1, rank 0 (pid | on purpose | job 1 is ended too",
        "thread, exits, 7, rank 1.1 (thread | exited with code 7 | job 0 is ended too",
        "thread, parent, 1, rank 0 (thread | on purpose |"
    })
    void eachFailureEndsWhatIsConnected(String mode, String what, int code, String said) {
        endsAll(mode, what, code, said);
    }

    private void endsAll(String mode, String what, int code, String said) {
        TestJob.Ended ended =
                job(2).with("--mode", mode).start(Dynamic.class, what).await();
        assertEquals(code, ended.code(), ended::all);
        for (String words : said.split("\\|")) {
            assertTrue(ended.err().contains(words.strip()), () -> words + "\n" + ended.all());
        }
        assertEquals(0, ended.out().lines().filter("right"::equals).count(), ended::all);
        assertEquals(List.of(), names());
    }

    /** The names that are published, those of jobs that have ended among them. */
    private List<String> names() {
        String[] all = directory.resolve("names").toFile().list((folder, name) -> !name.startsWith("."));
        return all == null ? List.of() : Stream.of(all).sorted().toList();
    }

    @Test
    @Tag("deep")
    void aFailureEndsNothingThatHasDisconnected() {
        TestJob.Ended ended = job(2).start(Dynamic.class, "alone").await();
        isRight(ended, 2);
        assertTrue(ended.err().contains("rank 1.1 ("), ended::all);
        assertTrue(ended.err().contains("on purpose"), ended::all);
    }

    /** Nobody is left who would take back what ranks have published: whoever looks finds that their launcher has ended. */
    @Test
    void theEndOfTheLauncherEndsAllItsJobs() throws IOException {
        TestJob.Running job = job(2).start(Dynamic.class, "wait");
        job.awaitLines("waiting", 4);
        List<ProcessHandle> all = job.process().descendants().toList();
        assertEquals(List.of("of+the+children", "of+the+parents"), names());
        NameFiles here = new NameFiles(directory.resolve("names"), NameKeeping.OF_PROCESS, port -> true);
        assertTrue(here.find("of+the+parents").startsWith("bipj shm:"));
        job.process().destroyForcibly();
        TestJob.Running.until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        assertEquals(137, job.await().code());
        assertNull(here.find("of+the+parents"));
        assertNull(here.publish("of+the+parents", "another port"));
        assertEquals("another port", here.find("of+the+parents"));
        NameFiles.sweep(directory.resolve("names"));
        assertEquals(List.of("of+the+parents"), names());
    }

    // ---- threads of a rank that meet others at the same time --------------------------------------------------

    /** Two ranks, one child of each of three threads in each of three rounds, and two processes of a job of each other scenario. */
    private static int haveMet(int scenarios) {
        return 2 + 9 + 2 * scenarios;
    }

    @Tag("deep")
    @Test
    void threadsOfProcessesMeetOthers() {
        // Of the children of the mixed scenario, each job starts one in each round.
        isRight(
                job(2).start(MeetingThreads.class, "3", "ports", "one-port", "mixed")
                        .await(),
                2 + 3 * 2 + 3 * 2);
    }

    @Test
    void threadsOfThreadsMeetOthers() {
        isRight(
                job(2).with("--mode", "thread")
                        .here(
                                directory,
                                MeetingThreads.class,
                                "3",
                                "spawn",
                                "ports",
                                "one-port",
                                "join",
                                "groups",
                                "intercomms"),
                haveMet(5));
    }

    @Tag("deep")
    @Test
    void threadsOfCoroutinesMeetOthers() {
        isRight(
                job(2).with("--mode", "sim")
                        .here(
                                directory,
                                MeetingThreads.class,
                                "3",
                                "spawn",
                                "ports",
                                "one-port",
                                "groups",
                                "intercomms"),
                haveMet(4));
    }

    @ParameterizedTest
    @Tag("deep")
    @CsvSource({
        "process, ports one-port join mixed groups intercomms",
        "thread, spawn ports one-port join groups intercomms",
        "sim, ports one-port groups intercomms",
        "tcp, ports one-port join groups intercomms"
    })
    void threadsMeetOthersAHundredTimes(String mode, String scenarios) {
        boolean isOverTcp = mode.equals("tcp");
        TestJob job = isOverTcp ? overTcp(2) : job(2).with("--mode", mode);
        TestJob.Ended ended = job.with("--timeout", "280")
                .start(MeetingThreads.class, ("100 " + scenarios).split(" "))
                .await(280);
        assertEquals(0, ended.code(), ended::all);
    }

    @Test
    @Tag("deep")
    void processesMeetAtPortsOrSaySo() {
        isRight(
                job(3).start(Dynamic.class, "halves", "join", "names", "wrong", "unmade")
                        .await(),
                3);
    }

    @Test
    @Tag("deep")
    void childrenThatComeAndGoLeaveNothing() {
        isRight(job(1).with("--timeout", "280").start(Dynamic.class, "200").await(280), 201);
    }

    @Tag("tier2")
    @Test
    void aFailureEndsAJobOfAnotherLauncher() {
        TestJob.Running server = job(1).start(Dynamic.class, "attend");
        TestJob.Running client = job(1).start(Dynamic.class, "visit");
        client.awaitLines("waiting", 1);
        client.process().destroyForcibly();
        TestJob.Ended ended = server.await();
        assertEquals(1, ended.code(), ended::all);
        assertTrue(ended.err().contains("which it is connected with, has failed"), ended::all);
        assertEquals(137, client.await().code());
    }

    // ---- over TCP ----------------------------------------------------------------------------------------------

    /** Hosts that have the published names in common. */
    private TestJob onHosts(TestJob job, String hosts, String network) {
        TestJob there = TwoHosts.run(job, directory, hosts, network);
        // In the place of an agent whose hosts have nothing in common.
        Path ignored = HostAgent.script(
                directory.resolve("agent"), "host=$1; shift; exec " + HostAgent.shell(directory, "names"));
        return there;
    }

    private TestJob overTcp(int ranks) {
        return job(ranks).environment("BIPJ_MEET", "tcp");
    }

    /** They share memory too, as jobs of one launcher: what they have kept of the network ends when they disconnect. */
    @Test
    void aJobThatWasMetOverTheNetworkMayEnd() {
        isRight(overTcp(1).start(MeetingThreads.class, "1", "ports", "rest").await(), 1 + 1);
    }

    /** One job serves, and meets the other one again, which waits at last for a call that the first one does not make. */
    @Test
    void jobsMeetOverTheNetwork() {
        TestJob.Running server = overTcp(2).start(Dynamic.class, "serve", "free");
        isRight(overTcp(1).start(Dynamic.class, "call", "call", "disconnect").await(), 1);
        isRight(server.await(), 2);
    }

    /** Their launchers do not look for deadlocks: a rank notices that the others have gone. */
    @Test
    @Tag("deep")
    void whoDisconnectsWhatTheOtherSideFreesIsToldSo() {
        TestJob.Running server = job(2).start(Dynamic.class, "free");
        isRight(job(1).start(Dynamic.class, "disconnect").await(), 1);
        isRight(server.await(), 2);
    }

    /** The root does not have the connection that breaks, or has it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @Tag("deep")
    void aFailureEndsAJobOfAnotherHost(int rank) {
        TestJob.Running server = overTcp(1).start(Dynamic.class, "attend");
        TestJob.Running client = onHosts(job(2), "ann,ben", "tcp").start(Dynamic.class, "visit");
        client.awaitLines("waiting", 2);
        client.ranks().get(rank).destroyForcibly();
        TestJob.Ended ended = server.await();
        assertTrue(ended.code() != 0, ended::all);
        assertTrue(ended.err().contains("ERR_PROC_FAILED") || ended.err().contains("has failed"), ended::all);
        assertEquals(137, client.await().code());
    }

    /** In all ways in which jobs can be started: the one that serves has one host or two, over TCP or UCX, the others one or two. */
    @ParameterizedTest
    @Tag("deep")
    @CsvSource({"one, tcp", "two, tcp", "two, ucx"})
    void jobsOfAllKindsMeetOverTheNetwork(String hosts, String network) {
        TestJob serving = overTcp(4);
        TestJob.Running server = (hosts.equals("two") ? onHosts(serving, "ann:2,ben:2", network) : serving)
                .start(Dynamic.class, "serve");
        List<TestJob.Running> clients = List.of(
                onHosts(job(2), "cid,dan", "tcp").start(Dynamic.class, "call"),
                overTcp(3).start(Dynamic.class, "call"));
        isRight(clients.get(0).await(), 2);
        isRight(clients.get(1).await(), 3);
        isRight(server.await(), 4);
    }

    @Test
    @Tag("deep")
    void processesOfOneWorldMeetOverTheNetwork() {
        isRight(
                overTcp(3)
                        .start(Dynamic.class, "halves", "join", "names", "wrong")
                        .await(),
                3);
        isRight(
                onHosts(job(4), "ann:2,ben:2", "tcp")
                        .start(Dynamic.class, "halves", "names", "wrong")
                        .await(),
                4);
    }

    /** A group of three jobs, two of which have not met: one of them shares memory with the third. */
    @Test
    @Tag("deep")
    void jobsThatHaveNotMetAreJoinedOverTheNetwork() {
        TestJob.Running server = overTcp(2).start(Dynamic.class, "host-of-family");
        isRight(overTcp(1).start(Dynamic.class, "family").await(), 1 + 2);
        isRight(server.await(), 2);
    }

    /** Jobs that come and go: nothing of the ones before is left in the one that serves. */
    @Test
    @Tag("deep")
    void fiftyMeetingsLeaveNothing() {
        TestJob.Running server = overTcp(2).with("--timeout", "280").start(Dynamic.class, "serve-50");
        isRight(
                overTcp(2)
                        .with("--timeout", "280")
                        .start(Dynamic.class, "call-50")
                        .await(280),
                2);
        isRight(server.await(), 2);
    }

    @Tag("tier2")
    @Test
    void jobsOfTwoLaunchersMeet() {
        TestJob.Running server = job(2).start(Dynamic.class, "serve");
        isRight(job(1).start(Dynamic.class, "call", "call").await(), 1);
        isRight(server.await(), 2);
    }

    /** The order in which the launchers begin and end is not known. */
    @Test
    @Tag("deep")
    void jobsOfThreeLaunchersMeet() {
        List<TestJob.Running> jobs = List.of(
                job(2).start(Dynamic.class, "call"),
                job(2).start(Dynamic.class, "serve"),
                job(1).start(Dynamic.class, "call"));
        int[] processes = {2, 2, 1};
        for (int i = 0; i < processes.length; i++) {
            isRight(jobs.get(i).await(), processes[i]);
        }
    }
}
