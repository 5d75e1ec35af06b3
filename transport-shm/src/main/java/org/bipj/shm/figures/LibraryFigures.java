package org.bipj.shm.figures;

import java.util.List;
import java.util.function.Supplier;
import org.bipj.core.job.Traffic;
import org.bipj.core.report.ProgramFrames;
import org.bipj.core.runtime.RankCounts;
import org.bipj.shm.waiting.RankWait;

/** The figures of a rank as the library knows them; subclasses add what depends on where the rank runs. */
public abstract class LibraryFigures implements FigureSource {
    private final Supplier<RankCounts> counts;
    /** Those of the last look: a rank that has left the library for good has none any more. */
    private Traffic traffic = new Traffic();

    private int unexpected = -1;
    private long collectiveCalls;

    /**
     * Figures of a rank.
     *
     * @param counts returns those of the rank; null: it has none now
     */
    protected LibraryFigures(Supplier<RankCounts> counts) {
        this.counts = counts;
    }

    /** What the place of the rank says: its state, what it does and what it waits for. */
    protected abstract Situation situation(boolean severalThreads);

    /**
     * What a rank does, for {@link RankFigures}.
     *
     * @param waitsIn where it waits, or is; null: not known
     */
    public record Situation(
            int peers, int state, RankFigures.Activity activity, long virtualNs, long idleNs, RankWait waitsIn) {}

    @Override
    public RankFigures look() {
        RankCounts now = counts.get();
        if (now != null) {
            traffic = now.traffic();
            unexpected = now.unexpected();
            collectiveCalls = now.collectiveCalls();
        }
        Situation here = situation(now != null && now.hasSeveralThreads());
        RankWait wait = here.waitsIn();
        return new RankFigures(
                here.peers(),
                ProcessHandle.current().pid(),
                here.state(),
                here.activity(),
                System.nanoTime(),
                here.virtualNs(),
                traffic,
                here.idleNs(),
                unexpected,
                collectiveCalls,
                wait == null ? 0 : wait.sinceNs(),
                wait == null || !wait.waiter().isInLibrary()
                        ? ""
                        : wait.waiter().call(),
                wait == null || wait.waiter().waitsFor() == null
                        ? ""
                        : wait.waiter().waitsFor(),
                wait == null ? "" : innermost(wait.waiter().place()));
    }

    private static String innermost(String place) {
        List<String> calls =
                place.lines().map(line -> line.strip().replaceFirst("^at ", "")).toList();
        return calls.stream()
                .filter(call -> !ProgramFrames.isJdk(call))
                .findFirst()
                .orElse(calls.isEmpty() ? "" : calls.getFirst());
    }

    @Override
    public Traffic traffic(int peer) {
        RankCounts now = counts.get();
        return now == null ? null : now.traffic(peer);
    }
}
