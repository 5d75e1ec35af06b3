package org.bipj.shm;

import java.io.IOException;
import java.nio.file.Path;
import org.bipj.core.job.Job;
import org.bipj.core.job.Node;
import org.bipj.core.nic.NicPort;

/**
 * A rank that is a process of its own. It ends when the launcher ends, and it ends the job when a thread of it fails.
 */
final class ProcessJob implements Job {
    /** Exit code of a rank whose launcher is gone: that of a process killed by SIGKILL. */
    private static final int LAUNCHER_GONE = 137;

    private final int rank;
    private final int localSize;
    private final Path session;
    private final Store store;
    private final Board board;
    /** The thread that has initialised the library; null before. */
    private volatile Thread opener;
    /** The last request for stacks that has been answered; of the thread that watches the launcher. */
    private int stacksLeft;

    private ProcessJob(int rank, int localSize, Path session, Store store, Board board) {
        this.rank = rank;
        this.localSize = localSize;
        this.session = session;
        this.store = store;
        this.board = board;
    }

    /** Makes this process a rank: its id goes onto the board, and from now on it does not outlive the launcher. */
    static ProcessJob join(int rank, int localSize, Path session, Store store, Board board) {
        ProcessJob job = new ProcessJob(rank, localSize, session, store, board);
        board.setPid(rank, ProcessHandle.current().pid());
        Thread.ofPlatform().daemon().name("bipj-launcher-watch").start(job::endWithLauncher);
        return job;
    }

    private void endWithLauncher() {
        try {
            // The first look can wait: a rank that starts has enough to do.
            Thread.sleep(SessionDirectory.WATCH_MS);
            SessionDirectory.awaitEndOfLauncher(session, this::leaveStacksIfAsked);
        } catch (IOException e) {
            // No lock file: the watchdog has removed the session.
        } catch (InterruptedException e) {
            return;
        }
        if (board.state(rank) != Board.FINISHED) {
            Runtime.getRuntime().halt(LAUNCHER_GONE);
        }
    }

    private void leaveStacksIfAsked() {
        try {
            int request = board.stacksRequest();
            if (request != stacksLeft) {
                stacksLeft = request;
                Notes.leave(
                        store,
                        Notes.stacks(request, rank),
                        Stacks.ofProcess(opener).text());
            }
        } catch (InternalError e) {
            // The board has been cut short. This thread goes on: it is there to end the rank with its launcher.
            System.getLogger(ProcessJob.class.getName()).log(System.Logger.Level.DEBUG, "no stacks", e);
        }
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return board.ranks();
    }

    @Override
    public String node() {
        return Node.NAME;
    }

    @Override
    public int localSize() {
        return localSize;
    }

    @Override
    public NicPort open() {
        opener = Thread.currentThread();
        Binding.ofProcess().apply();
        return new ShmPort(rank, store, board, localSize);
    }

    @Override
    public void started() {
        board.setState(rank, Board.STARTED);
        if (Thread.getDefaultUncaughtExceptionHandler() == null) {
            Thread.setDefaultUncaughtExceptionHandler(this::uncaught);
        }
    }

    private void uncaught(Thread thread, Throwable failure) {
        System.err.print("Exception in thread \"" + thread.getName() + "\" ");
        failure.printStackTrace();
        if (board.state(rank) == Board.STARTED) {
            abort(1, "uncaught " + failure);
        }
    }

    @Override
    public boolean leave() {
        board.leave();
        return true;
    }

    @Override
    public boolean haveAllLeft() {
        return board.haveAllLeft();
    }

    @Override
    public void finished() {
        board.setState(rank, Board.FINISHED);
    }

    @Override
    public synchronized void abort(int code, String reason) {
        board.abort(rank, code, reason);
        Exit.flushAndHalt(code);
    }
}
