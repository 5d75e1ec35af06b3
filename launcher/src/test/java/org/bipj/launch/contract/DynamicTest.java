package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that start others, and that meet: {@link Dynamic}. */
@Timeout(300)
class DynamicTest {
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

    @Test
    void processesStartOthers() {
        // By scenario: two times three, one, three, two of one each, two, two, one.
        isRight(
                job(2).start(Dynamic.class, "messages", "hints", "several", "part", "generations", "window", "freed")
                        .await(),
                2 + 6 + 1 + 3 + 2 + 2 + 2 + 1);
    }

    @Test
    void processesMeetAtPortsOrSaySo() {
        isRight(
                job(3).start(Dynamic.class, "halves", "join", "names", "wrong", "unmade")
                        .await(),
                3);
    }

    @Test
    void childrenThatComeAndGoLeaveNothing() {
        isRight(job(1).start(Dynamic.class, "8").await(), 9);
    }

    @Test
    @Tag("deep")
    void childrenThatComeAndGoForLongLeaveNothing() {
        isRight(job(1).with("--timeout", "280").start(Dynamic.class, "200").await(280), 201);
    }

    /** The order in which the launchers begin and end is not known. */
    @Test
    void jobsOfTwoLaunchersMeet() {
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
