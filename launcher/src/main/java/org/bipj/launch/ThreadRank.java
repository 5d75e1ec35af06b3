package org.bipj.launch;

import java.util.Arrays;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.shm.Board;
import org.bipj.shm.BoardView;

/**
 * A rank that is a thread: its main thread, a group for the threads that it starts, and how it ends. A rank has ended when
 * its main method has returned and its non-daemon threads have ended, or when it exits.
 */
final class ThreadRank {
    /** What a rank tells the job. */
    interface Listener {
        /** The rank ends the job. */
        void failed(ThreadRank rank, int code, String what);

        /** The rank has ended, and the job goes on. */
        void ended(ThreadRank rank);
    }

    /** Room for threads that start between counting and listing. */
    private static final int SLACK = 16;

    private final Job job;
    private final BoardView board;
    private final Listener listener;
    private final Group group;
    private boolean ended;

    ThreadRank(Job job, BoardView board, Listener listener) {
        this.job = job;
        this.board = board;
        this.listener = listener;
        this.group = new Group();
    }

    /** The rank's number. */
    int number() {
        return job.rank();
    }

    Job job() {
        return job;
    }

    int state() {
        return board.state(number());
    }

    /** Threads of the rank that live. */
    List<Thread> threads() {
        Thread[] threads = new Thread[group.activeCount() + SLACK];
        return List.of(Arrays.copyOf(threads, group.enumerate(threads)));
    }

    /** Starts the program in a thread of its own. */
    void start(ClassLoader loader, String program, String[] arguments) {
        Thread main = new Thread(group, () -> run(loader, program, arguments), "rank " + number());
        main.setContextClassLoader(loader);
        main.start();
    }

    private void run(ClassLoader loader, String program, String[] arguments) {
        Jobs.enter(job);
        try {
            MainMethod.run(Class.forName(program, true, loader), arguments);
            awaitOthers();
        } catch (LaunchException e) {
            fail(1, "failed: " + e.getMessage());
        } catch (ClassNotFoundException e) {
            fail(1, "failed: no class " + e.getMessage());
        } catch (Throwable e) {
            group.uncaughtException(Thread.currentThread(), e);
            fail(1, "failed: uncaught " + e);
        }
        exit(0);
    }

    /** As a JVM does: waits for threads that are no daemons. */
    private void awaitOthers() throws InterruptedException {
        Thread self = Thread.currentThread();
        while (true) {
            Thread other = threads().stream()
                    .filter(thread -> thread != self && !thread.isDaemon())
                    .findFirst()
                    .orElse(null);
            if (other == null) {
                return;
            }
            other.join();
        }
    }

    /** The rank ends with an exit code. */
    void exit(int code) {
        int state = state();
        if (code != 0) {
            fail(code, "exited with code " + code);
        } else if (state == Board.STARTED) {
            fail(1, "exited with code 0 after MPI.Init, without MPI.Finalize");
        } else {
            end(() -> listener.ended(this));
        }
    }

    /** The rank ends the job. */
    void fail(int code, String what) {
        end(() -> listener.failed(this, code, what));
    }

    private void end(Runnable tell) {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
        }
        tell.run();
    }

    /** The rank's threads. */
    private final class Group extends ThreadGroup {
        Group() {
            super("rank " + number());
        }

        @Override
        public void uncaughtException(Thread thread, Throwable failure) {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            failure.printStackTrace();
            if (state() == Board.STARTED) {
                fail(1, "ended the job: uncaught " + failure);
            }
        }
    }
}
