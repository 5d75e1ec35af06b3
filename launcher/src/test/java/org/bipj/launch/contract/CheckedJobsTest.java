package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code --check} beside other options, in large jobs, and where a rank is killed. */
class CheckedJobsTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int ERROR = 122;
    private static final int KILLED = 137;
    private static final long MOST_MS = DEEP ? 1500 : 500;

    private static TestJob job(int ranks, String... options) {
        return new TestJob().with("-n", "" + ranks, "--check").with(options).jvm("-Xmx96m", "-XX:TieredStopAtLevel=1");
    }

    /** Nearly all of its time such a program is in a check, or waits: what its killed rank leaves half done is no finding. */
    @Test
    void aRankThatIsKilledIsTheReason() throws InterruptedException {
        Random random = new Random(Long.getLong("bipj.seed", 1));
        for (int left = DEEP ? 30 : 1; left > 0; left--) {
            TestJob.Running running = job(4).start(Patient.class, "1", "1000000");
            TestJob.Running.until(() -> running.ranks().size() == 4);
            TimeUnit.MILLISECONDS.sleep(random.nextLong(MOST_MS));
            TestJob.Running.signal(
                    "KILL", running.ranks().get(random.nextInt(4)).pid());
            TestJob.Ended ended = running.await();
            assertEquals(KILLED, ended.code(), ended::all);
            assertFalse(ended.all().contains("check: "), ended::all);
        }
    }

    @Tag("tier2")
    @Test
    void sixteenRanksInOneProcess() {
        manyRanksInOneProcess(16);
    }

    @Tag("deep")
    @Test
    void sixtyFourRanksInOneProcess() {
        manyRanksInOneProcess(64);
    }

    private static void manyRanksInOneProcess(int ranks) {
        InThisJvm.End end = CheckTest.run("thread", ranks, Patient.class, "1", "1", "20");
        assertEquals(0, end.code(), end::text);
        assertFalse(end.text().contains("check: "), end::text);
    }

    @Tag("deep")
    @Test
    void sixtyFourProcesses() {
        TestJob.Ended ended =
                job(64, "--oversubscribe").start(Patient.class, "1", "2", "20").await();
        assertEquals(0, ended.code(), ended::all);
        assertFalse(ended.all().contains("check: "), ended::all);
        TestJob.Ended faulty = job(64, "--oversubscribe")
                .start(Faulty.class, "different-counts")
                .await();
        assertEquals(ERROR, faulty.code(), faulty::all);
        assertTrue(faulty.err().contains("check: different-calls: "), faulty::all);
    }

    @Tag("tier2")
    @Test
    void besideTheProfile() {
        TestJob.Ended ended = job(2, "--profile", "--mode", "thread")
                .start(Faultless.class, "1", "1")
                .await();
        assertEquals(0, ended.code(), ended::all);
        assertTrue(ended.err().contains("mpirun: profile: 2 ranks, "), ended::all);
        assertFalse(ended.all().contains("check: "), ended::all);
    }

    @Tag("deep")
    @Test
    void aFaultBesideTheProfile() {
        TestJob.Ended ended =
                job(2, "--profile").start(Faulty.class, "different-roots").await();
        assertEquals(ERROR, ended.code(), ended::all);
        assertTrue(ended.err().contains("check: different-calls: "), ended::all);
    }

    /** Each program has its own classes and its own arguments. */
    @Tag("tier2")
    @Test
    void severalPrograms() {
        String[] words = {
            "different-roots",
            ":",
            "-n",
            "1",
            TestJob.JAVA,
            "-cp",
            TestJob.of(Faulty.class),
            Faulty.class.getName(),
            "missing-call"
        };
        TestJob.Ended ended = job(1).start(Faulty.class, words).await();
        assertEquals(ERROR, ended.code(), ended::all);
        assertTrue(ended.err().contains("check: different-calls: "), ended::all);
        assertTrue(ended.err().contains("rank 0: iBcast(1 INT, root 0)"), ended::all);
        assertTrue(ended.err().contains("rank 1: Finalize()"), ended::all);
    }
}
