package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.bipj.launch.HostAgent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks on several hosts that start others there: {@link SpawnedOnHosts} and {@link Dynamic}. */
@Timeout(400)
class SpawnHostsTest {
    @TempDir
    Path directory;

    /** One rank on each of two hosts, which have room for five more. */
    private TestJob onTwo() {
        return on("ann:2,ben:5").with("-n", "2", "--map-by", "node");
    }

    private TestJob on(String hosts) {
        Path agent = HostAgent.script(
                directory.resolve("agent"),
                "host=$1; shift; [ $host != nowhere ] || { echo no route >&2; exit 255; }\n"
                        + "export BIPJ_TEST_HOST=$host; exec " + HostAgent.shell(directory, "names"));
        return new TestJob()
                .jvm("-XX:TieredStopAtLevel=1", "-ea")
                .environment("BIPJ_DEADLOCK_SECONDS", "1")
                .environment("BIPJ_TEST_HOSTS", "several")
                .environment("BIPJ_NAMES", directory.resolve("names").toString())
                .environment("BIPJ_SHM_DIR", directory.resolve("shm").toString())
                .with("--launch-agent", agent.toString(), "--host", hosts, "--timeout", "100");
    }

    /** Sessions of all hosts are in one folder, and so are published names. Where a supervisor was killed, its watchdog removes them. */
    @AfterEach
    void nothingIsLeft() {
        TestJob.Running.until(() -> sessions() == 0);
    }

    private int names() {
        String[] all = directory.resolve("names").toFile().list((folder, name) -> !name.startsWith("."));
        return all == null ? 0 : all.length;
    }

    private long sessions() {
        String[] all = directory.resolve("shm").toFile().list();
        return all == null ? 0 : all.length;
    }

    private static TestJob.Ended isRight(TestJob.Ended ended, int processes) {
        assertEquals(0, ended.code(), ended::all);
        assertEquals(processes, ended.out().lines().filter("right"::equals).count(), ended::all);
        return ended;
    }

    /** Two where hints say, none where there is no room, two that share memory with the parent of their host, and one on another host, which fails. */
    @Test
    void ranksStartOthersOnTheHostsOfTheirJobAndEndWithThem() {
        TestJob.Ended ended = onTwo().start(SpawnedOnHosts.class, "places", "room", "shared", "fails")
                .await();
        assertEquals(7, ended.code(), ended::all);
        assertEquals(2 + 2, ended.out().lines().filter("right"::equals).count(), ended::all);
        assertTrue(ended.err().contains("rank 3.0 (pid "), ended::all);
        assertTrue(ended.err().contains(" on ben) exited with code 7"), ended::all);
        assertTrue(ended.err().contains("job 0 is ended too: it is connected with job 3"), ended::all);
        assertTrue(ended.out().contains("published"), ended::all);
        assertEquals(0, names());
    }

    /** The launcher has a job of its own host first, and needs supervisors for those that this one starts. */
    @Tag("tier2")
    @Test
    void aJobOfOneHostStartsOthersElsewhere() {
        isRight(
                on("localhost,ben:3")
                        .with("-n", "1")
                        .start(Dynamic.class, "generations")
                        .await(),
                1 + 2);
    }

    /** At the same time, each on a communicator of its own. */
    @Tag("deep")
    @Test
    void threadsOfRanksOnTwoHostsMeetOthers() {
        isRight(
                onTwo().start(MeetingThreads.class, "3", "ports", "join", "mixed")
                        .await(),
                2 + 3 * 2 + 3 * 2);
    }

    @Test
    @Tag("deep")
    void threadsOfRanksOnTwoHostsMeetOthersAHundredTimes() {
        isRight(
                onTwo().with("--timeout", "280")
                        .start(MeetingThreads.class, "100", "ports", "one-port", "join", "groups", "intercomms")
                        .await(280),
                2 + 5 * 2);
    }

    @ParameterizedTest
    @Tag("deep")
    @CsvSource({
        "exits, 7, rank 1.1 (pid | on ben) exited with code 7 | job 0 is ended too: it is connected with job 1",
        "killed, 137, rank 1.1 (pid | on ben) was ended by signal 9 | job 0 is ended too",
        "fails, 1, rank 1.1 (pid | on ben) ended the job: uncaught | job 0 is ended too",
        "parent, 1, rank 0 (pid | on ann) ended the job: uncaught | job 1 is ended too: it is connected with job 0"
    })
    void eachFailureEndsWhatIsConnected(String what, int code, String said) {
        TestJob.Ended ended = onTwo().start(Dynamic.class, what).await();
        assertEquals(code, ended.code(), ended::all);
        for (String words : said.split("\\|")) {
            assertTrue(ended.err().contains(words.strip()), () -> words + "\n" + ended.all());
        }
    }

    @Test
    @Tag("deep")
    void aFailureEndsNothingThatHasDisconnected() {
        TestJob.Ended ended = isRight(onTwo().start(Dynamic.class, "alone").await(), 2);
        assertTrue(ended.err().contains("on purpose"), ended::all);
    }

    @Test
    @Tag("deep")
    void whatCannotStartIsNamed() {
        TestJob.Ended ended = isRight(
                onTwo().start(SpawnedOnHosts.class, "wrong", "soft", "places", "file", "shared-all")
                        .await(),
                2 + 3 + 2 + 3 + 3);
        assertTrue(ended.err().contains("host nowhere: no route"), ended::all);
    }

    /** Of whom some know each other's hosts from the first job on, and some do not. */
    @ParameterizedTest
    @Tag("deep")
    @ValueSource(strings = {"ann:2,ben:8", "localhost:2,ben:8", "localhost:4,ann,ben:5"})
    void allWaysToStartOthersWork(String hosts) {
        isRight(
                on(hosts)
                        .with("-n", "2")
                        .start(Dynamic.class, "messages", "several", "part", "generations", "window", "freed", "20")
                        .await(),
                2 + 6 + 3 + 2 + 2 + 2 + 1 + 20);
    }

    /** As those of different hosts, also where memory could be shared. */
    @Test
    @Tag("deep")
    void ucxAndTcpGoTogether() {
        isRight(
                TwoHosts.run(new TestJob().jvm("-ea"), directory, "ann,ben:5", "ucx")
                        .with("-n", "2", "--map-by", "node")
                        .start(Dynamic.class, "several", "generations")
                        .await(),
                2 + 3 + 2);
    }

    @Test
    @Tag("deep")
    void hostsAreAdded() {
        TestJob one = on("localhost");
        isRight(one.with("-n", "1").start(SpawnedOnHosts.class, "add").await(), 1 + 2 + 1 + 1);
    }

    @Test
    @Tag("deep")
    void moreThanThereAreSlotsMayBeAllowed() {
        isRight(
                on("ann,ben")
                        .with("-n", "2", "--oversubscribe")
                        .start(Dynamic.class, "messages")
                        .await(),
                2 + 6);
    }

    @Test
    @Tag("deep")
    @Timeout(1000)
    void childrenThatComeAndGoLeaveNothing() {
        isRight(
                onTwo().with("--timeout", "900")
                        .start(SpawnedOnHosts.class, "often")
                        .await(900),
                2 + 400);
    }

    /** Also one on which no rank of the first job is. */
    @ParameterizedTest
    @Tag("deep")
    @ValueSource(strings = {"ann,ben", "localhost,ben"})
    void aSupervisorThatIsLostEndsWhatItHas(String hosts) {
        TestJob.Running job = on(hosts).with("-n", "1").start(SpawnedOnHosts.class, "slow");
        job.awaitLines("waiting", 1);
        List<Long> all = TwoHosts.supervisors(job);
        TestJob.Running.signal("KILL", all.getLast());
        TestJob.Ended ended = job.await();
        // That of the host, or of a rank whose connection has broken, if mpirun is late.
        assertTrue(ended.code() != 0, ended::all);
        assertTrue(ended.err().contains("its supervisor, or the connection to it, has ended"), ended::all);
    }

    /** The host has no rank of the first job, which goes on. */
    @Test
    @Tag("deep")
    void aSupervisorThatIsLostDuringASpawnIsItsError() {
        TestJob.Running job = on("localhost,ben").with("-n", "1").start(SpawnedOnHosts.class, "never");
        job.awaitLines("waiting", 1);
        TestJob.Running.signal("KILL", TwoHosts.supervisors(job).getLast());
        isRight(job.await(), 1);
    }

    @ParameterizedTest
    @Tag("deep")
    @CsvSource({"'ann,ben:4', TERM, 143", "'localhost,ben:4', TERM, 143", "'ann,ben:4', KILL, 137"})
    void theEndOfTheLauncherEndsAllItsJobs(String hosts, String signal, int code) {
        TestJob.Running job = on(hosts).with("-n", "1").start(Dynamic.class, "wait");
        job.awaitLines("waiting", 3);
        List<ProcessHandle> all = job.process().descendants().toList();
        TestJob.Running.signal(signal, job.process().pid());
        assertEquals(code, job.await().code());
        TestJob.Running.until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    }
}
