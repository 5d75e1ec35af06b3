package org.bipj.launch.mpirun.job;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bipj.core.nic.PortException;
import org.bipj.launch.mpirun.command.DeadlockPlan;
import org.bipj.launch.mpirun.output.Terminal;
import org.bipj.shm.ShmSession;
import org.bipj.shm.board.BoardView;

/** Watches a job that runs in real time: reports deadlocks and, at each SIGUSR1, what the ranks do. */
public final class JobWatch {
    /** The watch begins after this part of the patience (one eighth). */
    private static final int BEGINNING = 8;

    private final DeadlockPlan plan;
    private final Detection detection;
    private final JobReport report;
    private final Terminal terminal;
    private final BooleanSupplier isEnding;
    /** False once what the ranks publish cannot be read any more: whoever judges the end of the job then names the file. */
    private final BooleanSupplier isReadable;

    /** How the deadlock of a job is detected. */
    @FunctionalInterface
    public interface Detection {
        /**
         * Returns when no rank can ever continue.
         *
         * @throws PortException if the ranks cannot be asked
         */
        void await() throws InterruptedException;

        /** The jobs that are part of the deadlock beside the one that is watched. */
        default List<JobState> others() {
            return List.of();
        }

        /** Why deadlocks are not looked for at present, a line; empty where they are. */
        default String undetected() {
            return "";
        }
    }

    /**
     * A watch of a job of one host.
     *
     * @param detection how deadlocks of its ranks are detected
     * @param isEnding true once the job is over
     */
    public JobWatch(
            DeadlockPlan plan,
            Detection detection,
            ShmSession session,
            JobReport report,
            Terminal terminal,
            BooleanSupplier isEnding) {
        this(plan, detection, report, terminal, isEnding, () -> isReadable(session.board()));
    }

    /**
     * A watch of a job.
     *
     * @param isEnding true once the job is over
     */
    public JobWatch(
            DeadlockPlan plan, Detection detection, JobReport report, Terminal terminal, BooleanSupplier isEnding) {
        this(plan, detection, report, terminal, isEnding, () -> true);
    }

    private JobWatch(
            DeadlockPlan plan,
            Detection detection,
            JobReport report,
            Terminal terminal,
            BooleanSupplier isEnding,
            BooleanSupplier isReadable) {
        this.plan = plan;
        this.detection = detection;
        this.report = report;
        this.terminal = terminal;
        this.isEnding = isEnding;
        this.isReadable = isReadable;
        report.undetectedBy(detection::undetected);
    }

    /**
     * Watches until the job ends. To be run by a daemon thread.
     *
     * @param end ends the job for a deadlock
     */
    public void run(Runnable end) {
        report.onSignal();
        look(end);
    }

    /** The same for a job that is not the launcher's first one, whose signals are for that. */
    public void look(Runnable end) {
        if (plan.action() == DeadlockPlan.Action.OFF) {
            return;
        }
        try {
            // The board is mapped only for jobs that last: mapping would slow the start down.
            TimeUnit.NANOSECONDS.sleep(plan.patienceNs() / BEGINNING);
            detection.await();
            boolean ends = plan.action() == DeadlockPlan.Action.ABORT;
            // Ranks that are being ended look like a deadlock, too.
            if (!isEnding.getAsBoolean()) {
                report.deadlock(ends, detection.others());
                if (ends) {
                    end.run();
                }
            }
        } catch (PortException | UncheckedIOException | InternalError e) {
            // The session has been removed, or the board cut short: the JVM throws the latter.
            if (!isEnding.getAsBoolean() && isReadable.getAsBoolean()) {
                terminal.say("mpirun: deadlocks are not detected any more: " + e.getMessage());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isReadable(BoardView board) {
        try {
            for (int rank = 0; rank < board.ranks(); rank++) {
                board.state(rank);
                board.reason(rank);
            }
            return true;
        } catch (PortException e) {
            return false;
        }
    }
}
