package org.bipj.launch.mpirun.job;

import java.util.List;
import org.bipj.core.report.WaitReport;

/** What happens to a job that has run for longer than {@code --timeout} allows. */
public final class TimeLimit {
    /** Exit code of such a job; that of timeout(1). */
    public static final int EXIT_CODE = 124;

    private TimeLimit() {}

    /** The message with which the report about the ranks begins, in virtual time. */
    public static String ofVirtualTime(String limit) {
        return "the job has reached " + limit
                + " of virtual time, the limit that --until set; this is what the ranks do";
    }

    /** The message with which the report about the ranks begins. */
    public static String message(long limitMillis) {
        return "the job has run for " + limitMillis / 1000.0
                + " s, the limit that --timeout set; this is what the ranks do";
    }

    /**
     * The message with which the report about ranks of jobs begins that others have started.
     *
     * @param jobs the numbers of those that still run
     */
    public static String message(long limitMillis, List<Integer> jobs) {
        boolean isOne = jobs.size() == 1;
        return "mpirun has run for " + limitMillis / 1000.0 + " s, the limit that --timeout set, and "
                + (isOne ? "job " : "jobs ") + WaitReport.numbers(jobs) + (isOne ? " still runs" : " still run")
                + ", which ranks have started; this is what "
                + (isOne ? "its" : "their") + " ranks do";
    }
}
