package org.bipj.launch.mpirun.process;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.bipj.core.machine.TaskLimit;
import org.bipj.core.report.FailureText;
import org.bipj.launch.mpirun.output.RankLines;
import org.bipj.launch.mpirun.output.StartError;
import org.bipj.launch.mpirun.output.Terminal;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardView;

/** Reports why processes have failed: the first rank with its reason, other ranks only if their reason differs. */
final class FailureReport {
    /** How a JVM begins the trace of an exception that ends a program's main thread. */
    private static final String UNCAUGHT = "Exception in thread \"main\" ";
    /** The exit code of a JVM whose main thread has ended with an exception. */
    private static final int UNCAUGHT_CODE = 1;

    private static final String ENDED = "ended the job: ";
    private static final String FAILED = "failed: ";

    private final BoardView board;
    private final Terminal terminal;
    private final IntFunction<String> place;
    /** Before the numbers of ranks. */
    private final String job;
    /** Reasons already reported, without digits: ranks and counts differ in reports of the same error. */
    private final Set<String> given = new HashSet<>();

    /** What JVMs have said that could not start, without digits. */
    private final Set<String> startErrors = new HashSet<>();

    /**
     * Nothing was reported yet.
     *
     * @param place of a rank's process, such as " on b"; empty in jobs of one host
     * @param job comes before the numbers of ranks
     */
    FailureReport(BoardView board, Terminal terminal, IntFunction<String> place, String job) {
        this.board = board;
        this.terminal = terminal;
        this.place = place;
        this.job = job;
    }

    /**
     * The failure of an ended rank: "ended the job" with the reason on the board, or "failed" with the exception that
     * has ended its main thread. The program's calls follow, one per line. Null if the rank has left no reason.
     */
    String ofRank(RankProcess rank) {
        if (board.state(rank.rank()) == Board.ABORTED) {
            String trace = rank.takeTrace();
            String calls = trace == null ? "" : FailureText.below(FailureText.of(trace));
            return ENDED + board.reason(rank.rank()) + (calls.isEmpty() ? "" : "\n" + calls);
        }
        String trace = rank.trace();
        if (rank.exitCode() == UNCAUGHT_CODE && trace != null && trace.startsWith(UNCAUGHT)) {
            return FAILED + FailureText.uncaught(rank.takeTrace());
        }
        return null;
    }

    /** Shows what is held of an ended rank, and returns what it does not say, as the end of a sentence; empty if there is nothing. */
    String showHeld(RankProcess rank) {
        String kind = startError(rank);
        if (!kind.isEmpty()) {
            startErrors.add(kind);
        }
        // The limits of another host are not known here.
        boolean isHere = place.apply(rank.rank()).isEmpty();
        String more = rank.startErrors().stream()
                .map(error -> error.more(isHere))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        rank.showHeld();
        return more;
    }

    /** Shows what is held of a rank that was ended with the job. */
    void showRest(RankProcess rank) {
        isOtherStart(rank);
        rank.showHeld();
    }

    private static String startError(RankProcess rank) {
        return rank.startErrors().stream().map(StartError::kind).collect(Collectors.joining());
    }

    /** True if the JVM of a rank could not start, as that of another one that was shown; else its words, if any, are shown. */
    private boolean isOtherStart(RankProcess rank) {
        String kind = startError(rank);
        if (kind.isEmpty()) {
            return false;
        }
        if (startErrors.contains(kind)) {
            rank.startErrors().forEach(StartError::drop);
            return true;
        }
        if (RankLines.isCutShort(kind)) {
            // It was ended while it started.
            rank.startErrors().forEach(StartError::drop);
        } else {
            startErrors.add(kind);
            rank.startErrors().forEach(StartError::pass);
        }
        return false;
    }

    /** Names the rank that has failed first. */
    void say(RankProcess rank, long pid, String what) {
        given.add(kind(what));
        String where = place.apply(rank.rank());
        // The limits of another host are not known here.
        String named = where.isEmpty() ? TaskLimit.named(what) : what;
        terminal.say("mpirun: rank " + job + rank.rank() + " (pid " + pid + where + ") " + named);
    }

    /** Names ranks that have failed before they could be ended. */
    void sayOthers(List<RankProcess> ranks) {
        List<String> alike = new ArrayList<>();
        for (RankProcess rank : ranks) {
            if (isOtherStart(rank)) {
                alike.add(job + rank.rank());
                continue;
            }
            String what = ofRank(rank);
            // A rank that had thrown and not ended yet has the exit code of the signal that ended it.
            String trace = what == null ? rank.takeTrace() : null;
            what = trace == null ? what : FAILED + FailureText.uncaught(trace);
            if (what == null) {
                continue;
            }
            if (given.add(kind(what))) {
                terminal.say("mpirun: rank " + job + rank.rank() + " also " + what);
            } else {
                alike.add(job + rank.rank());
            }
        }
        if (!alike.isEmpty()) {
            String numbers = String.join(", ", alike);
            String whose = alike.size() == 1 ? "rank " : "ranks ";
            terminal.say("mpirun: " + whose + numbers + " failed with the same error");
        }
    }

    /** The same whether or not the rank had time to say on the board that it ends the job. */
    private static String kind(String what) {
        String kind = FailureText.kind(what);
        return kind.startsWith(ENDED) ? FAILED + kind.substring(ENDED.length()) : kind;
    }
}
