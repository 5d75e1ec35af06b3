package org.bipj.launch.onejvm.job;

import java.util.List;
import java.util.function.Supplier;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.RankEndedError;
import org.bipj.core.report.FailureText;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.launch.hosted.loader.CallRule;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.hosted.loader.RankSettings;
import org.bipj.launch.hosted.rules.Replacements;
import org.bipj.launch.hosted.threads.ShutdownHooks;
import org.bipj.launch.mpirun.job.OutOfStep;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.OwnProcess;

/**
 * A rank that shares its JVM with others: how its program is run, and how it ends. A rank has ended when its main
 * method has returned and its non-daemon threads have ended, or when it exits.
 */
public abstract class HostedRank implements LoadedRank {
    /** The bits of an exit code that the system passes on. */
    private static final int EXIT_BITS = 0xff;

    /** What a rank reports to its job. */
    public interface Listener {
        /**
         * The rank ends the job. Does not return.
         *
         * @param why the exception that has ended its program; null: there is none
         */
        void failed(HostedRank rank, int code, String what, Throwable why);

        /**
         * The rank has died: by an exception, by an exit, or without closing what it had opened. Does not return.
         *
         * @param code that it ends with, or would as a process
         * @param why the exception that has ended its program; null: there is none
         */
        default void died(HostedRank rank, int code, String what, Throwable why) {
            failed(rank, code, what, why);
        }

        /** The rank has ended, and the job continues. */
        void ended(HostedRank rank);

        /** True if a rank may end by an exit with code 0; false: each exit is a failure. */
        default boolean mayExit() {
            return true;
        }

        /** Does not return: the rank has ended, and its thread waits for the end of the job. */
        default void awaitEnd() {
            OwnProcess.current().awaitEnd();
        }
    }

    private final Job job;
    private final Listener listener;
    /** Null before the program runs. */
    private volatile RankSettings settings;

    private final ShutdownHooks hooks = new ShutdownHooks();
    private boolean ended;

    protected HostedRank(Job job, Listener listener) {
        this.job = job;
        this.listener = listener;
    }

    /** To whom the rank reports. */
    public final Listener listener() {
        return listener;
    }

    public final int number() {
        return job.rank();
    }

    @Override
    public final Job job() {
        return job;
    }

    @Override
    public final RankSettings settings() {
        return settings;
    }

    @Override
    public final ShutdownHooks hooks() {
        return hooks;
    }

    /** Returns the folder of the rank's host, which stands for its disk; null: it has none. */
    public Supplier<String> folder() {
        return null;
    }

    @Override
    public List<CallRule> callRules() {
        return Replacements.OF_EACH_RANK;
    }

    /** True before the rank has initialised the library. */
    public abstract boolean isAbsent();

    /** True if the rank has initialised the library and has not finalised it. */
    public abstract boolean isBetweenInitAndFinalize();

    /** Number of the client that has been open the longest, between initialisation and finalisation. */
    public abstract int opened();

    /** A thread of the rank, other than the caller, that delays its end; null if there is none. */
    public abstract Thread other();

    /** Runs the program in the calling thread, which is the rank's main thread, until it or the job has ended. */
    public final void run(ClassLoader loader, RankCode program) {
        try {
            runToEnd(loader, program);
        } catch (RankEndedError e) {
            // What it reports is known to the listener.
        }
    }

    private void runToEnd(ClassLoader loader, RankCode program) {
        Jobs.enter(job);
        settings = new RankSettings(program.settings(), job, folder());
        settings.enter();
        try {
            program.run(loader);
            awaitOthers();
            hooks.run();
        } catch (RankEndedError e) {
            throw e;
        } catch (LaunchException e) {
            die(1, "failed: " + e.getMessage(), e);
        } catch (ClassNotFoundException e) {
            die(1, "failed: no class " + e.getMessage(), e);
        } catch (Throwable e) {
            hooks.run();
            die(1, endsJob() + "uncaught " + FailureText.of(e), e);
        }
        conclude(0);
    }

    private String endsJob() {
        return isBetweenInitAndFinalize() && !job.survivesDeaths() ? "ended the job: " : "failed: ";
    }

    /** As a JVM does: waits for threads that are no daemons. */
    private void awaitOthers() throws InterruptedException {
        for (Thread other = other(); other != null; other = other()) {
            other.join();
        }
    }

    /** The program has called {@link #exit}. Returns if the rank has ended well. */
    public final void concludeByExit(int given) {
        int code = given & EXIT_BITS;
        if (code == 0 && !listener.mayExit()) {
            die(1, "exited with code 0", null);
        }
        conclude(code);
    }

    /** Does not return: the rank has ended, and its thread waits for the end of the job. */
    public final void awaitEnd() {
        listener.awaitEnd();
    }

    /** The rank ends with an exit code, reduced as a shell would see it. */
    private void conclude(int code) {
        if (code != 0) {
            die(code, "exited with code " + code, null);
        } else if (isBetweenInitAndFinalize()) {
            die(1, OutOfStep.unfinished(opened()) + RankRuntime.whereOpen(job), null);
        } else {
            end(() -> listener.ended(this));
        }
    }

    /** The rank ends the job, whose exit code is never 0. */
    public final void fail(int given, String what, Throwable why) {
        int code = given & EXIT_BITS;
        end(() -> listener.failed(this, code == 0 ? 1 : code, what, why));
    }

    /** As {@link #fail}; a job that survives deaths goes on. */
    private void die(int given, String what, Throwable why) {
        int code = given & EXIT_BITS;
        end(() -> listener.died(this, code == 0 ? 1 : code, what, why));
    }

    /** A thread of the rank that is not its main one ends by an exception. */
    public final void uncaught(Thread thread, Throwable failure) {
        if (failure instanceof RankEndedError || job.survivesDeaths() && isEnded()) {
            return;
        }
        String text = FailureText.of(failure);
        if (!isBetweenInitAndFinalize()) {
            System.err.println("Exception in thread \"" + thread.getName() + "\" " + text);
            return;
        }
        try {
            die(1, endsJob() + FailureText.uncaughtIn(thread) + text, failure);
        } catch (RankEndedError e) {
            // The thread ends anyway.
        }
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    /** The rank is gone, and reports nothing any more. */
    public final synchronized void vanish() {
        ended = true;
    }

    private void end(Runnable report) {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
        }
        report.run();
    }
}
