package org.bipj.shm;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.bipj.core.job.Application;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.NameKeeper;
import org.bipj.core.job.family.NameKeeping;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.machine.TaskLimit;
import org.bipj.core.nic.NicPort;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.report.FailureText;
import org.bipj.core.runtime.Client;
import org.bipj.core.runtime.RankCounts;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.shm.board.Board;
import org.bipj.shm.figures.FigurePublisher;
import org.bipj.shm.job.Binding;
import org.bipj.shm.job.Exit;
import org.bipj.shm.job.RankEnvironment;
import org.bipj.shm.link.SessionNames;
import org.bipj.shm.memory.Store;
import org.bipj.shm.regions.MappedRegions;
import org.bipj.shm.rings.RingFile;
import org.bipj.shm.waiting.Stacks;

/**
 * A rank that is a process of its own. It ends when the launcher ends, and it ends the job when a thread of it fails.
 */
final class ProcessJob extends BoardJob {
    /** Exit code of a rank whose launcher is gone: that of a process killed by SIGKILL. */
    private static final int LAUNCHER_GONE = 137;
    /** The name that the JVM gives to the thread that runs a program's main method. */
    private static final String MAIN = "main";

    /** How often a rank looks whether its launcher is still there. */
    private static final long WATCH_NS = 200_000_000;

    /** Looks after which a rank ends for a job that it is connected with and that has failed: a launcher of both does so before. */
    private static final int NEIGHBOUR_LOOKS = 10;

    private final int localSize;
    private final RankLauncher launcher;
    /** Known without the board, which can be damaged while the rank still has to end. */
    private volatile boolean finished;
    /** The thread that has initialised the library; null before. */
    private volatile Thread opener;

    private boolean tellsWhatIsOpen;
    /** The last request for stacks that has been answered; of the thread that watches the launcher. */
    private int stacksLeft;
    /** The last request to take memory back that has been answered; of the same thread. */
    private int reclaimed;
    /** What the rank does, for viewers; of the same thread. */
    private final FigurePublisher figures;
    /** How often in a row a job has been found that has failed; of the same thread. */
    private int failedLooks;

    private ProcessJob(
            int rank,
            int localSize,
            boolean crowded,
            RankLauncher launcher,
            Store store,
            Board board,
            String address,
            Connections.Parents parents) {
        super(rank, crowded, store, board, address, parents, names(rank, store, address));
        this.localSize = localSize;
        this.launcher = launcher;
        figures =
                new FigurePublisher(store, rank, List.of(new BoardFigures(this, RankCounts::ofProcess, () -> opener)));
    }

    /** Names end with the process that holds the session; with this one where it has been there before that, or the job has no address. */
    private static NameKeeping names(int rank, Store store, String address) {
        NameKeeper holder = NameKeeper.parse(RankEnvironment.value(RankEnvironment.KEEPER));
        return address == null
                ? NameKeeping.OF_PROCESS
                : new SessionNames(store, rank, holder == null ? NameKeeper.ofThisProcess() : holder);
    }

    /**
     * Makes this process a rank: its id goes onto the board, and from now on it does not outlive the launcher.
     *
     * @param launcher what the rank must not outlive
     * @param address by which other jobs find this one; null: none can
     * @param parents who has started the job; null: its user has
     */
    static ProcessJob join(
            int rank,
            int localSize,
            boolean crowded,
            RankLauncher launcher,
            Store store,
            Board board,
            String address,
            Connections.Parents parents) {
        ProcessJob job = new ProcessJob(rank, localSize, crowded, launcher, store, board, address, parents);
        board.setPid(rank, ProcessHandle.current().pid());
        Thread.ofPlatform().daemon().name("bipj-launcher-watch").start(job::endWithLauncher);
        return job;
    }

    /**
     * Polls: a thread that blocks in the kernel for the lock would delay its JVM's end by 0.3 s. The first check waits
     * until the rank has started. A missing file means nothing: cleaners remove files of living jobs.
     */
    private void endWithLauncher() {
        try {
            do {
                leaveStacksIfAsked();
                reclaimIfAsked();
                figures.look();
                // Thread.sleep would load classes that no start-up cache holds.
                LockSupport.parkNanos(WATCH_NS);
                if (Thread.interrupted()) {
                    return;
                }
                endIfJobHasFailed();
                endIfNeighbourHasFailed();
            } while (!isLauncherKnownGone());
        } catch (ClosedByInterruptException e) {
            // The program interrupts threads that are not its own. The launcher's watchdog is still there.
            return;
        } catch (IOException e) {
            // The launcher cannot be watched any more: better no rank than an orphan.
        }
        if (!finished) {
            Runtime.getRuntime().halt(LAUNCHER_GONE);
        }
    }

    /** Checks again later if the heap is full: the rank's own thread reports that. */
    private boolean isLauncherKnownGone() throws IOException {
        try {
            return launcher.isGone();
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    private void endIfJobHasFailed() throws IOException {
        String failure = null;
        try {
            failure = finished ? null : launcher.failure();
        } catch (OutOfMemoryError e) {
            // As above.
        }
        if (failure != null) {
            abort(1, failure);
        }
    }

    private void endIfNeighbourHasFailed() {
        String neighbour = finished ? null : failedNeighbour();
        failedLooks = neighbour == null ? 0 : failedLooks + 1;
        if (failedLooks == NEIGHBOUR_LOOKS) {
            abort(1, "the job " + neighbour + ", which it is connected with, has failed");
        }
    }

    @Override
    void neighbourFailed(String why) {
        if (!finished) {
            super.neighbourFailed(why);
        }
    }

    private void leaveStacksIfAsked() {
        try {
            int request = board.stacksRequest();
            if (request != stacksLeft) {
                stacksLeft = request;
                Stacks.ofProcess(opener).leave(store, request, rank);
            }
        } catch (InternalError e) {
            // The board has been cut short. This thread goes on: it is there to end the rank with its launcher.
            System.getLogger(ProcessJob.class.getName()).log(System.Logger.Level.DEBUG, "no stacks", e);
        }
    }

    /** A rank of this host has found no room for shared memory. */
    private void reclaimIfAsked() {
        try {
            int request = board.reclaimRequest();
            if (request != reclaimed) {
                reclaimed = request;
                if (port() != null) {
                    port().reclaim();
                }
                board.setReclaimed(rank, request);
            }
        } catch (InternalError e) {
            // As above.
            System.getLogger(ProcessJob.class.getName()).log(System.Logger.Level.DEBUG, "no board", e);
        }
    }

    @Override
    public Application application() {
        return launcher.application(size());
    }

    @Override
    public int universeSize() {
        String counted = RankEnvironment.value(RankEnvironment.UNIVERSE);
        return counted != null && counted.matches("[0-9]{1,9}") ? Integer.parseInt(counted) : super.universeSize();
    }

    @Override
    public ChoiceFolder choiceFolder() {
        return JobVariables.choiceFolder();
    }

    @Override
    public int localSize() {
        return localSize;
    }

    @Override
    public NicPort open() {
        opener = Thread.currentThread();
        Binding.ofProcess().apply();
        return opened(
                new ShmPort(rank, store, board, new MappedRegions(RingFile.reserve(store, board), rank), crowded));
    }

    @Override
    public void started(int client) {
        finished = false;
        super.started(client);
        if (Thread.getDefaultUncaughtExceptionHandler() == null) {
            Thread.setDefaultUncaughtExceptionHandler(this::uncaught);
        }
        if (client == Client.SESSION && isChecked() && !tellsWhatIsOpen) {
            tellsWhatIsOpen = true;
            Runtime.getRuntime().addShutdownHook(new Thread(this::tellWhatIsOpen));
        }
    }

    /** The launcher finds a rank that ends before it has closed everything, but not what that is. */
    private void tellWhatIsOpen() {
        if (board.state(rank) == Board.STARTED) {
            // By what the library knows, to which this rank may be one of several hosts.
            RankRuntime.whereOpen()
                    .forEach((number, where) ->
                            System.err.println("check: rank " + number + ": error: session-left-open" + where));
        }
    }

    private void uncaught(Thread thread, Throwable failure) {
        if (board.state(rank) != Board.STARTED) {
            print(thread, failure);
            return;
        }
        if (survivesDeaths()) {
            // The launcher finds the trace, as that of a rank that has not initialised the library.
            try {
                print(thread, failure);
            } finally {
                Exit.flushAndHalt(1);
            }
        }
        boolean isMain = thread.getName().equals(MAIN);
        String reason = (isMain ? "uncaught " : FailureText.uncaughtIn(thread)) + TaskLimit.named(failure.toString());
        abort(1, reason, () -> print(thread, failure));
    }

    /** In the JVM's words, by which the launcher recognises a trace, and in one write. */
    private static void print(Thread thread, Throwable failure) {
        System.err.println("Exception in thread \"" + thread.getName() + "\" " + FailureText.of(failure));
    }

    @Override
    public void finished() {
        finished = true;
        board.setState(rank, Board.FINISHED);
    }

    @Override
    public void abort(int code, String reason, Throwable failure) {
        abort(code, reason, () -> print(Thread.currentThread(), failure));
    }

    @Override
    public void abort(int code, String reason) {
        abort(code, reason, () -> {
            if (!Board.holds(reason)) {
                // The launcher gets as much of it as the board holds.
                System.err.println(reason);
            }
        });
    }

    /**
     * The reason comes first: a rank that is killed before it has printed its exception, since another one has failed, is
     * then known to have failed too, and one that is killed afterwards has not printed in vain.
     */
    private synchronized void abort(int code, String reason, Runnable print) {
        try {
            board.abort(rank, code, reason);
            print.run();
            launcher.abort(code, reason);
        } finally {
            Exit.flushAndHalt(code);
        }
    }
}
