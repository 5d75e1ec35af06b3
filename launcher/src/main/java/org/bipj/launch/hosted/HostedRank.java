package org.bipj.launch.hosted;

import java.util.List;
import org.bipj.core.job.FailureText;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.launch.command.LaunchException;
import org.bipj.launch.loader.LoadedRank;
import org.bipj.launch.loader.MainMethod;
import org.bipj.launch.loader.ReplacedMethod;
import org.bipj.launch.loader.SharedProgram;

/**
 * A rank that shares its JVM with others: how its program is run, and how it ends. A rank has ended when its main
 * method has returned and its non-daemon threads have ended, or when it exits.
 */
abstract class HostedRank implements LoadedRank {
    /** As much of an exit code as the system passes on. */
    private static final int EXIT_BITS = 0xff;

    /** What a rank reports to its job. */
    interface Listener {
        /** The rank ends the job. Does not return. */
        void failed(HostedRank rank, int code, String what);

        /** The rank has ended, and the job continues. */
        void ended(HostedRank rank);
    }

    private final Job job;
    private final Listener listener;
    private boolean ended;

    HostedRank(Job job, Listener listener) {
        this.job = job;
        this.listener = listener;
    }

    /** The rank's number. */
    final int number() {
        return job.rank();
    }

    @Override
    public final Job job() {
        return job;
    }

    @Override
    public List<ReplacedMethod> replacedMethods() {
        return Replacements.EXITS;
    }

    /** True before the rank has initialised the library. */
    abstract boolean isAbsent();

    /** True between initialisation and finalisation. */
    abstract boolean isBetweenInitAndFinalize();

    /** A thread of the rank, other than the caller, that delays its end; null if there is none. */
    abstract Thread other();

    /** Runs the program in the calling thread, which is the rank's main thread. */
    final void run(ClassLoader loader, SharedProgram program) {
        Jobs.enter(job);
        try {
            MainMethod.run(Class.forName(program.mainClass(), true, loader), program.arguments());
            awaitOthers();
        } catch (LaunchException e) {
            fail(1, "failed: " + e.getMessage());
        } catch (ClassNotFoundException e) {
            fail(1, "failed: no class " + e.getMessage());
        } catch (Throwable e) {
            if (isBetweenInitAndFinalize()) {
                fail(1, "ended the job: uncaught " + FailureText.of(e));
            } else {
                fail(1, "failed: uncaught " + FailureText.of(e));
            }
        }
        conclude(0);
    }

    /** As a JVM does: waits for threads that are no daemons. */
    private void awaitOthers() throws InterruptedException {
        for (Thread other = other(); other != null; other = other()) {
            other.join();
        }
    }

    /** The program ends the rank, by System.exit or a similar call. Does not return. */
    abstract void exit(int code);

    /** The rank ends with an exit code, reduced as a shell would see it. */
    final void conclude(int given) {
        int code = given & EXIT_BITS;
        if (code != 0) {
            fail(code, "exited with code " + code);
        } else if (isBetweenInitAndFinalize()) {
            fail(1, "exited with code 0 after MPI.Init, without MPI.Finalize");
        } else {
            end(() -> listener.ended(this));
        }
    }

    /** The rank ends the job, whose exit code is never 0. */
    final void fail(int given, String what) {
        int code = given & EXIT_BITS;
        end(() -> listener.failed(this, code == 0 ? 1 : code, what));
    }

    /** A thread of the rank that is not its main one ends by an exception. */
    final void uncaught(Thread thread, Throwable failure) {
        String text = FailureText.of(failure);
        if (isBetweenInitAndFinalize()) {
            fail(1, "ended the job: " + FailureText.uncaughtIn(thread) + text);
        } else {
            System.err.println("Exception in thread \"" + thread.getName() + "\" " + text);
        }
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
