package org.bipj.launch.onejvm.job;

import org.bipj.launch.mpirun.output.OutputPlan;
import org.bipj.launch.mpirun.output.RankLines;
import org.bipj.launch.mpirun.output.Terminal;

/** Where the output of the ranks of a job goes. */
public final class JobLines {
    private final RankLines[] out;
    private final RankLines[] err;

    public JobLines(OutputPlan plan, Terminal terminal) {
        int n = plan.ranks();
        out = new RankLines[n];
        err = new RankLines[n];
        for (int rank = 0; rank < n; rank++) {
            out[rank] = plan.lines(terminal, rank, false);
            err[rank] = plan.lines(terminal, rank, true);
        }
    }

    public RankLines of(int rank, boolean error) {
        return (error ? err : out)[rank];
    }

    /** A rank has written its last output: an unfinished line is passed on. */
    public void finish(int rank) {
        passHeld(out[rank]);
        passHeld(err[rank]);
    }

    private static void passHeld(RankLines lines) {
        synchronized (lines) {
            lines.passHeld();
        }
    }

    /** The JVM ends. */
    void finishAll() {
        for (int rank = 0; rank < out.length; rank++) {
            synchronized (out[rank]) {
                out[rank].finish();
            }
            synchronized (err[rank]) {
                err[rank].finish();
            }
        }
    }

    /** Keeps the reason of a rank's failure with its output. */
    public void record(int rank, String what) {
        err[rank].record(what + "\n");
    }
}
