package org.bipj.shm.waiting;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.core.job.RankEndedError;
import org.bipj.core.report.Waiter;
import org.bipj.shm.board.Board;
import org.bipj.shm.memory.Store;

/**
 * Reports to the launcher what a rank waits for, on request: a note with the time in nanoseconds since when
 * (negative: unknown), the library's method, what is waited for, and from the fourth line on the place in the program.
 */
public final class Reporter {
    private static final int HEAD = 3;
    private static final double NS_PER_S = 1e9;

    private final Store store;
    private final Board board;
    private final int rank;
    private Supplier<String> outstanding = () -> "";
    private BooleanSupplier awaitsDormant = () -> true;
    /** The last request that has been answered. */
    private int answered;

    /** Number of the last question of a thread beside the rank's. */
    private volatile int question;
    /** The last one that has been answered. */
    private int questionSeen;

    private volatile Answer answer;

    /** What a rank waited for when it was asked. */
    private record Answer(int question, RankWait given) {}

    /** Creates the reporter of one rank. */
    public Reporter(Store store, Board board, int rank) {
        this.store = store;
        this.board = board;
        this.rank = rank;
    }

    /** Names who can describe what this rank waits for; an empty text means nothing. */
    public void by(Supplier<String> whoKnows) {
        outstanding = whoKnows;
    }

    /** Names who knows what {@link #awaitsDormant} says. */
    public void awaitsDormantBy(BooleanSupplier whoKnows) {
        awaitsDormant = whoKnows;
    }

    /** False if no rank that is dormant could end this rank's wait. */
    public boolean awaitsDormant() {
        return awaitsDormant.getAsBoolean();
    }

    /**
     * Leaves a note if one has been requested since the last time. Called by a thread that waits, inside its wait.
     *
     * @param inGroups what the rank waits for in its groups, in words; empty: nothing
     * @param forNs how long it has waited; negative: unknown
     * @throws RankEndedError if the job has been ended, or this rank counts as dead
     */
    public void reportIfAsked(Supplier<String> inGroups, long forNs) {
        if (board.hasEnded()) {
            throw new RankEndedError("the job of rank " + rank + " has been ended");
        }
        if (board.state(rank) == Board.DEAD) {
            throw new RankEndedError("rank " + rank + " " + board.reason(rank));
        }
        int request = board.request();
        if (request != answered) {
            answered = request;
            Waiter waiter = waiter(inGroups);
            String note = String.join("\n", Long.toString(forNs), waiter.call(), waiter.waitsFor(), waiter.place());
            Notes.leave(store, Notes.wait(request, rank), note);
        }
        int asked = question;
        if (asked != questionSeen) {
            questionSeen = asked;
            answer = new Answer(asked, new RankWait(waiter(inGroups), System.nanoTime() - Math.max(0, forNs)));
        }
    }

    private Waiter waiter(Supplier<String> inGroups) {
        List<StackTraceElement> stack = Arrays.asList(new Throwable().getStackTrace());
        return Waiter.of(rank, waitsFor(inGroups), 0, stack);
    }

    /** Asks the rank what it waits for, and returns what it has answered to the question before; null: nothing, as it did not wait. By one thread. */
    public RankWait ask() {
        Answer last = answer;
        RankWait wait = last != null && last.question == question ? last.given : null;
        question = question + 1;
        return wait;
    }

    /** What the rank waits for, in words, in its groups and else; empty if no source of reports is set. */
    public String waitsFor(Supplier<String> inGroups) {
        return Stream.of(outstanding.get(), inGroups.get())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** Reads what a rank waits for out of its note. */
    static Waiter parse(int rank, String note) {
        String[] parts = note.split("\n", HEAD + 1);
        long forNs = Long.parseLong(parts[0]);
        return new Waiter(rank, parts[1], parts[2], parts[HEAD], forNs < 0 ? Double.NaN : forNs / NS_PER_S);
    }
}
