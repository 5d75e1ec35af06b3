package org.bipj.shm.waiting;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.bipj.core.report.Waiter;
import org.bipj.shm.board.Board;
import org.bipj.shm.memory.Store;

/** Requests of a job's launcher to its ranks while they run. */
public final class Questions {
    private static final long LOOK_MS = 20;

    private final Store store;
    private final Board board;

    /** Questions to the ranks of one job. */
    public Questions(Store store, Board board) {
        this.store = store;
        this.board = board;
    }

    /**
     * The detector of deadlocks of a job on this host. One per job.
     *
     * @param patienceNs how long nothing may have happened before that is a deadlock
     */
    public DeadlockDetector detector(long patienceNs) {
        return new DeadlockDetector(board, patienceNs);
    }

    /** The rounds of the detection of deadlocks, for a host of several. One per job. */
    public HostRounds rounds() {
        return new HostRounds(board);
    }

    /**
     * What ranks wait for that wait in the library, by rank. A rank that does not answer does not wait there.
     *
     * @param patienceMs how long to wait for another answer
     */
    public synchronized SortedMap<Integer, Waiter> waiters(long patienceMs) throws InterruptedException {
        int request = board.askForNotes();
        return answers(
                rank -> board.state(rank) == Board.STARTED,
                rank -> Notes.wait(request, rank),
                Reporter::parse,
                patienceMs);
    }

    /**
     * The stacks of the threads of ranks that are processes, by rank.
     *
     * @param lives true for a rank whose process still lives
     * @param patienceMs how long to wait for another answer
     */
    public synchronized SortedMap<Integer, Stacks> stacks(IntPredicate lives, long patienceMs)
            throws InterruptedException {
        int request = board.askForStacks();
        return answers(
                rank -> board.pid(rank) != 0 && lives.test(rank),
                rank -> Notes.stacks(request, rank),
                (rank, text) -> Stacks.parse(text),
                patienceMs);
    }

    private <T> SortedMap<Integer, T> answers(
            IntPredicate isAsked, IntFunction<String> note, BiFunction<Integer, String, T> parse, long patienceMs)
            throws InterruptedException {
        SortedMap<Integer, T> answers = new TreeMap<>();
        List<Integer> asked =
                new ArrayList<>(IntStream.range(0, board.ranks()).boxed().toList());
        long last = System.nanoTime();
        while (true) {
            for (Iterator<Integer> each = asked.iterator(); each.hasNext(); ) {
                int rank = each.next();
                String text = isAsked.test(rank) ? Notes.take(store, note.apply(rank)) : null;
                if (text != null) {
                    answers.put(rank, parse.apply(rank, text));
                    each.remove();
                    last = System.nanoTime();
                }
            }
            if (asked.stream().noneMatch(isAsked::test) || System.nanoTime() - last > patienceMs * 1_000_000) {
                return answers;
            }
            Thread.sleep(LOOK_MS);
        }
    }
}
