package org.bipj.launch.mpirun.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.bipj.launch.mpirun.output.OutputPlan;
import org.junit.jupiter.api.Test;

/** The words for ranks of this host, and of jobs that others have started; {@link RankWatcherTest} has those of other hosts. */
class FailureReportTest {
    private static final OutputPlan PLAN = new OutputPlan(0, 3, false, false, null, true, false);

    private final StubJob job = new StubJob("-n", "3", "java", "Main");
    private final FailureReport report =
            new FailureReport(job.board(), job.supervisor().terminal(), rank -> "", "2.");

    private RankProcess process(StubRank rank) {
        return rank.process(PLAN, job.supervisor().terminal());
    }

    @Test
    void ranksOfAnotherJobHaveItsNumber() throws InterruptedException {
        RankProcess first = process(new StubRank(0).ended(4));
        first.awaitOutput();
        assertNull(report.ofRank(first));
        report.say(first, 77, "exited with code 4");
        job.board().aborted(1, "the disk is full");
        job.board().aborted(2, "the disk is full");
        report.sayOthers(List.of(process(new StubRank(1).ended(1)), process(new StubRank(2).ended(1))));
        assertEquals(
                "mpirun: rank 2.0 (pid 77) exited with code 4\n"
                        + "mpirun: rank 2.1 also ended the job: the disk is full\n"
                        + "mpirun: rank 2.2 failed with the same error\n",
                job.said());
    }

    /** One rank had time to say on the board that it ends the job, the other one had not. */
    @Test
    void anErrorIsTheSameHoweverItIsSaid() throws InterruptedException {
        job.board().aborted(0, "uncaught java.lang.Error: x");
        RankProcess first = process(new StubRank(0).ended(1));
        report.say(first, 77, report.ofRank(first));
        RankProcess second = process(new StubRank(1)
                .saying("Exception in thread \"main\" java.lang.Error: x\n\tat Main.main(Main.java:1)\n")
                .ended(1));
        second.awaitOutput();
        report.sayOthers(List.of(second));
        assertEquals(
                "mpirun: rank 2.0 (pid 77) ended the job: uncaught java.lang.Error: x\n"
                        + "mpirun: rank 2.1 failed with the same error\n",
                job.said());
    }
}
