package org.bipj.launch.onejvm.job;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.RankEndedError;
import org.bipj.core.machine.HostSystem;
import org.bipj.launch.hosted.loader.RankSettings;
import org.bipj.launch.mpirun.job.JobReport;
import org.bipj.launch.mpirun.job.JobState;
import org.bipj.launch.mpirun.job.TimeLimit;
import org.bipj.launch.mpirun.output.RankLines;
import org.bipj.launch.mpirun.output.RankStreams;
import org.bipj.launch.mpirun.output.Terminal;
import org.bipj.launch.support.OwnProcess;

/** A job whose ranks share this JVM: their output, their failures, and the JVM's end with them. */
public abstract class SharedJvmJob implements HostedRank.Listener {
    /** Exit code of a job that does something else than an earlier run of it. */
    public static final int DIFFERENT = 121;

    /** A name that the system shows whole. */
    private static final String BEGUN = "bipj-begun";

    protected final ThreadJobSpec spec;
    protected final OwnProcess process = OwnProcess.current();
    protected final JobPrograms programs;
    protected final Terminal terminal;
    private final JobLines lines;
    private final ThreadGroup own = Thread.currentThread().getThreadGroup();
    private JobReport report;
    private boolean failed;
    private boolean ending;

    protected SharedJvmJob(ThreadJobSpec spec) throws IOException {
        this.spec = spec;
        programs = new JobPrograms(spec.programs(), process.library());
        terminal = Terminal.ofProcess(this::end);
        lines = new JobLines(spec.output(), terminal);
    }

    /** What a rank prints is shown to a watcher, too. */
    public final void watchOutput(int rank, boolean error, RankLines.Watcher watcher) {
        lines.of(rank, error).watch(watcher);
    }

    /** The word for a rank in messages: a thread or a coroutine. */
    public abstract String place();

    /** The state of the ranks while they run. Called after the ranks have been created. */
    public abstract JobState state();

    /** The report about the ranks, which is made when it is first needed. */
    public final synchronized JobReport report() {
        if (report == null) {
            report = new JobReport(state(), terminal);
        }
        return report;
    }

    /**
     * Standard streams become the ranks'.
     *
     * @param first rank 0: threads of no rank, such as a pool's that all ranks share, count as its own
     */
    public final void takeStreams(Job first) {
        Jobs.enter(first);
        PrintStream output = RankStreams.output(job -> lines(job, false));
        process.show(
                RankStreams.input(
                        new BufferedInputStream(process.in()),
                        job -> !isOfAnother(job)
                                && number(job) == spec.options().stdin()),
                output,
                spec.output().merged() ? output : RankStreams.output(job -> lines(job, true)),
                spec.classPath());
        process.atEnd(new Thread(this::finishOutput, "last output"));
    }

    /** Where a rank's output goes; that of threads of no rank is rank 0's. */
    private RankLines lines(Job job, boolean error) {
        RankLines ofAnother = linesOfAnother(job, error);
        return ofAnother != null ? ofAnother : lines.of(number(job), error);
    }

    private static int number(Job job) {
        return job == null ? 0 : job.rank();
    }

    /** Where the output of a rank goes that this one has started; null if it has not. */
    public RankLines linesOfAnother(Job job, boolean error) {
        return null;
    }

    /** True for a rank of a job that this one has started. */
    public final boolean isOfAnother(Job job) {
        return linesOfAnother(job, false) != null;
    }

    /** From now on SIGTERM ends the job. Shows by a thread's name. */
    public final void begun() {
        background(BEGUN, this::awaitEnd);
    }

    /** True if the JVM of a process has called {@link #begun}, and where the system does not show that. */
    public static boolean hasBegun(long pid) {
        try (Stream<Path> threads = Files.list(HostSystem.file("/proc/" + pid + "/task"))) {
            for (Path thread : threads.toList()) {
                if (Files.readString(thread.resolve("comm")).startsWith(BEGUN)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | UncheckedIOException e) {
            return true;
        }
    }

    /** Starts a thread that ends the job when {@code --timeout} has passed. */
    public final void startTimeout() {
        if (spec.options().timeoutMillis() > 0) {
            background("timeout", this::timeOut);
        }
    }

    @Override
    public final void failed(HostedRank rank, int code, String what, Throwable why) {
        // Not under the lock: the terminal calls back when it is closed.
        if (isFirstFailure()) {
            say(rank, what);
            end(code);
        }
        awaitEnd();
    }

    /** Says what has become of a rank. */
    protected final void say(HostedRank rank, String what) {
        lines.finish(rank.number());
        lines.record(rank.number(), what);
        terminal.say("mpirun: rank " + rank.number() + " (" + place() + " of pid "
                + ProcessHandle.current().pid() + ") " + what);
    }

    /** True for the first that calls, unless the job ends already. */
    public final synchronized boolean isFirstFailure() {
        boolean first = !failed && !ending;
        failed = true;
        return first;
    }

    /** A rank has written its last output: an unfinished line is passed on. */
    public final void finish(int rank) {
        lines.finish(rank);
    }

    private void finishOutput() {
        lines.finishAll();
    }

    private void timeOut() {
        try {
            Thread.sleep(spec.options().timeoutMillis());
        } catch (InterruptedException e) {
            return;
        }
        report().now(TimeLimit.message(spec.options().timeoutMillis()), true);
        end(TimeLimit.EXIT_CODE);
    }

    /** Fails the job for a reason that has been reported, unless it ends already. */
    public final void fail(int code) {
        if (isFirstFailure()) {
            end(code);
        }
    }

    public final synchronized boolean isEnding() {
        return ending;
    }

    /** Ends the JVM. Its shutdown hooks run, within the grace period. */
    public final void end(int code) {
        synchronized (this) {
            if (ending) {
                return;
            }
            ending = true;
        }
        try {
            background("grace", () -> {
                try {
                    Thread.sleep(spec.graceMillis());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                finishOutput();
                process.halt(code);
            });
            background("end", () -> process.exit(code));
        } catch (OutOfMemoryError e) {
            // No thread can be started, perhaps the reason for the end. Shutdown hooks are threads, too.
            finishOutput();
            process.halt(code);
        }
    }

    /** Starts a thread that belongs to no rank, though a rank may be the caller. */
    public final void background(String name, Runnable body) {
        Thread thread = new Thread(own, () -> untilEnd(body), name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void untilEnd(Runnable body) {
        RankSettings.leave();
        try {
            body.run();
        } catch (RankEndedError e) {
            // The job is over, in a JVM that goes on.
        }
    }

    @Override
    public final void awaitEnd() {
        process.awaitEnd();
    }
}
