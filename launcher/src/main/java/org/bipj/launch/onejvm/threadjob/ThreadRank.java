package org.bipj.launch.onejvm.threadjob;

import java.util.Arrays;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.job.HostedRank;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardView;

/** A rank that is a thread: its main thread, and a group for the threads that it starts. */
public final class ThreadRank extends HostedRank {
    /** Room for threads that start between counting and listing. */
    private static final int SLACK = 16;

    private final BoardView board;
    private final Group group;
    /** The thread that runs the program; null before it starts. */
    private volatile Thread main;

    public ThreadRank(Job job, BoardView board, Listener listener) {
        super(job, listener);
        this.board = board;
        this.group = new Group();
    }

    @Override
    public boolean isAbsent() {
        return board.state(number()) == Board.ABSENT;
    }

    @Override
    public int opened() {
        return board.opened(number());
    }

    @Override
    public boolean isBetweenInitAndFinalize() {
        return board.state(number()) == Board.STARTED;
    }

    /** The thread that runs the program; null before {@link #start}. */
    public Thread main() {
        return main;
    }

    /** True once the thread that runs the program has ended. */
    boolean hasEnded() {
        return main != null && !main.isAlive();
    }

    /** The threads of the rank that have not ended. */
    public List<Thread> threads() {
        Thread[] threads = new Thread[group.activeCount() + SLACK];
        return List.of(Arrays.copyOf(threads, group.enumerate(threads)));
    }

    /** Interrupts the rank's threads, but for the calling one: the rank has died. */
    public void interruptOthers() {
        Thread self = Thread.currentThread();
        threads().stream().filter(thread -> thread != self).forEach(Thread::interrupt);
    }

    @Override
    public Thread other() {
        Thread self = Thread.currentThread();
        return threads().stream()
                .filter(thread -> thread != self && !thread.isDaemon())
                .findFirst()
                .orElse(null);
    }

    /** Starts the program in a thread of its own. */
    void start(RankCode program) {
        start(program, false);
    }

    /** As {@link #start}; the thread does not keep its JVM from ending. */
    public void startDaemon(RankCode program) {
        start(program, true);
    }

    private void start(RankCode program, boolean isDaemon) {
        ClassLoader loader = program.loader(this);
        main = new Thread(group, () -> run(loader, program), "rank " + number());
        main.setContextClassLoader(loader);
        main.setDaemon(isDaemon);
        main.start();
    }

    @Override
    public void exit(int code) {
        concludeByExit(code);
        // As the original: it does not return, and runs no finally clause.
        awaitEnd();
    }

    /** The group of the rank's threads, which reports exceptions that end one of them. */
    private final class Group extends ThreadGroup {
        Group() {
            super("rank " + number());
        }

        @Override
        public void uncaughtException(Thread thread, Throwable failure) {
            uncaught(thread, failure);
        }
    }
}
