package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import mpi.MpiProcess;
import org.bipj.core.job.SharedNote;
import org.bipj.core.report.WaitReport;
import org.bipj.mpi.check.WaitNote.Announced;
import org.bipj.mpi.check.WaitNote.Clause;
import org.bipj.mpi.check.WaitNote.Exchanged;
import org.bipj.mpi.check.WaitNote.Kind;
import org.bipj.mpi.check.WaitNote.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * Finds ranks that wait for each other, while others work. See docs/architecture/deadlocks.md.
 *
 * <p>A set of ranks is stuck if each of them has a valid note with a clause that only ranks of the set can fulfil, and only by
 * what they do after their current calls. It is found as the largest such set: ranks that are not stuck are taken out as long as there
 * are any. All notes are read first, and then their versions once more: at the moment between, all of them were valid. Of ranks of
 * other hosts there are copies, which are read again once they were made after that moment.
 */
final class Circle {
    private static final String TOLD = "check-deadlock";
    /** A round so many after the last one whose copies are here has not begun. */
    private static final int ROUNDS = 3;
    /** A rank may be about to write something down. */
    private static final int SETTLINGS = 20;

    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private final MpiProcess process;
    private final Findings findings;
    private final IntFunction<@Nullable WaitNote> open;
    /** Lets what is under way arrive; null: it has, as ranks look at long waits only. */
    private final @Nullable Runnable settle;
    /** By rank. */
    private final Map<Integer, WaitNote> notes = new HashMap<>();
    /** There are several hosts. */
    private final boolean areSeveral;
    /** The number of the last round; null: it is not known. */
    private @Nullable MemorySegment rounds;
    /** Null: there is none. */
    private @Nullable Suspicion suspicion;

    /**
     * Ranks of several hosts that seem to be stuck.
     *
     * @param versions of their notes
     * @param round the last one that had brought copies when all notes had been read
     */
    private record Suspicion(Map<Integer, Long> versions, long round) {}

    /**
     * What this rank knows of others.
     *
     * @param open the note of a rank; null if there is none
     * @param settle lets messages that are under way arrive, and their receivers write them down; null: there is no need
     */
    Circle(MpiProcess process, Findings findings, IntFunction<@Nullable WaitNote> open, @Nullable Runnable settle) {
        this.settle = settle;
        this.process = process;
        this.findings = findings;
        this.open = open;
        areSeveral = IntStream.range(0, process.size())
                .anyMatch(rank -> !process.job().isNear(rank));
    }

    /** Looks whether this rank, which waits, is one of some that are stuck; that ends the job. */
    void look() {
        long round = round();
        Map<Integer, Snapshot> waiting = reachable();
        Map<Integer, Clause> stuck = stuck(waiting);
        boolean isPart = stuck.containsKey(process.rank());
        // A deadlock of all is reported by the launcher, with more words.
        if (!isPart || othersThatGoOn(stuck.keySet()).isEmpty() || !areValid(stuck.keySet(), waiting)) {
            suspicion = null;
        } else if (stuck.keySet().stream().allMatch(process.job()::isNear)) {
            if (isFirst()) {
                tellSettled(stuck, waiting);
            }
        } else if (isConfirmed(stuck.keySet(), waiting, round) && process.rank() == Collections.min(stuck.keySet())) {
            tell(stuck, waiting);
        }
    }

    /** Ranks outside of a set that are not in Finalize, where a rank only waits for those of the set. */
    private List<Integer> othersThatGoOn(Set<Integer> stuck) {
        return IntStream.range(0, process.size())
                .filter(rank -> !stuck.contains(rank))
                .filter(rank -> {
                    WaitNote note = note(rank);
                    return note == null || !note.isFinalizing();
                })
                .boxed()
                .toList();
    }

    /**
     * True if the copies of notes of other hosts that have led to the same verdict before were made anew since then.
     *
     * @param round whose copies were there before the notes were read
     */
    private boolean isConfirmed(Set<Integer> stuck, Map<Integer, Snapshot> waiting, long round) {
        Map<Integer, Long> versions = new TreeMap<>();
        stuck.forEach(rank -> versions.put(rank, of(waiting, rank).version()));
        if (suspicion != null && suspicion.versions.equals(versions)) {
            return round >= suspicion.round + ROUNDS;
        }
        long now = round();
        suspicion = now == 0 ? null : new Suspicion(versions, now);
        return false;
    }

    /** The last round that has brought copies of notes; 0 if none has. */
    private long round() {
        if (rounds == null && areSeveral) {
            rounds = process.shared(SharedNote.ROUND, Long.BYTES);
        }
        return rounds == null ? 0 : SharedNote.round(rounds);
    }

    private @Nullable WaitNote note(int rank) {
        return notes.computeIfAbsent(rank, open::apply);
    }

    /** What there is for a rank that waits: its note among others. */
    private static <T> T of(Map<Integer, T> byRank, int rank) {
        T known = byRank.get(rank);
        assert known != null : "rank " + rank + " does not wait";
        return known;
    }

    /** The ranks that wait, and that this one waits for, if only through others. */
    private Map<Integer, Snapshot> reachable() {
        Map<Integer, Snapshot> waiting = new TreeMap<>();
        List<Integer> next = new ArrayList<>(List.of(process.rank()));
        for (int i = 0; i < next.size(); i++) {
            WaitNote note = note(next.get(i));
            Snapshot snapshot = note == null || isDead(next.get(i)) ? null : note.read();
            if (snapshot != null) {
                waiting.put(next.get(i), snapshot);
                snapshot.clauses().stream()
                        .flatMapToInt(clause -> Arrays.stream(clause.ranks()))
                        .filter(rank -> !next.contains(rank))
                        .forEach(next::add);
            } else if (next.size() == 2) {
                // The only rank that this one waits for does something.
                return Map.of();
            }
        }
        return waiting;
    }

    /** True for a rank that has died while it waited: those that wait for it are told, and go on. */
    private boolean isDead(int rank) {
        return process.job().survivesDeaths() && process.job().hasFinished(rank);
    }

    /** The largest set of stuck ranks, each with a clause that holds. */
    private Map<Integer, Clause> stuck(Map<Integer, Snapshot> waiting) {
        Map<Integer, Clause> stuck = new TreeMap<>();
        Set<Integer> left = new TreeSet<>(waiting.keySet());
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int rank : List.copyOf(left)) {
                Clause holding = of(waiting, rank).clauses().stream()
                        .filter(clause -> holds(rank, clause, left, waiting))
                        .findFirst()
                        .orElse(null);
                if (holding == null) {
                    left.remove(rank);
                    stuck.remove(rank);
                    changed = true;
                } else {
                    stuck.put(rank, holding);
                }
            }
        }
        return stuck;
    }

    /** True if only these ranks could fulfil a clause, and have not done so before their calls. */
    private boolean holds(int rank, Clause clause, Set<Integer> stuck, Map<Integer, Snapshot> waiting) {
        return switch (clause.kind()) {
            case MESSAGE ->
                IntStream.of(clause.ranks())
                        .allMatch(source -> stuck.contains(source) && hasAllArrived(source, rank, waiting));
            case ACCEPTANCE -> {
                Announced message = new Announced(clause.context(), rank, clause.tag());
                int dest = clause.ranks()[0];
                yield stuck.contains(dest) && of(waiting, dest).announced().getOrDefault(message, 0) >= clause.number();
            }
            case CALL ->
                IntStream.of(clause.ranks())
                        .anyMatch(other ->
                                stuck.contains(other) && of(notes, other).calls(clause.key()) <= clause.number());
        };
    }

    private static boolean hasAllArrived(int source, int dest, Map<Integer, Snapshot> waiting) {
        Exchanged sent = of(waiting, source).exchanged().get(dest);
        Exchanged received = of(waiting, dest).exchanged().get(source);
        return sent.spent() == received.held() && sent.unfinished() == received.announced();
    }

    private boolean areValid(Set<Integer> ranks, Map<Integer, Snapshot> waiting) {
        // Numbers of calls were read from the notes themselves: before the versions.
        VarHandle.acquireFence();
        return ranks.stream()
                .allMatch(rank -> of(notes, rank).version() == of(waiting, rank).version());
    }

    /** Several ranks of a circle may find it at the same time. */
    private boolean isFirst() {
        var memory = process.shared(TOLD, Long.BYTES);
        return memory == null || (int) INT.getAndAdd(memory, 0L, 1) == 0;
    }

    /** A circle stays one; but messages of it or of others may lie there that are not written down yet. */
    private void tellSettled(Map<Integer, Clause> stuck, Map<Integer, Snapshot> waiting) {
        for (int turn = 0; settle != null && turn < SETTLINGS; turn++) {
            settle.run();
            Map<Integer, Snapshot> now = reachable();
            Map<Integer, Clause> still = stuck(now);
            if (still.containsKey(process.rank()) && areValid(still.keySet(), now)) {
                tell(still, now);
                return;
            }
        }
        tell(stuck, waiting);
    }

    private void tell(Map<Integer, Clause> stuck, Map<Integer, Snapshot> waiting) {
        List<Integer> path = new ArrayList<>();
        int rank = process.rank();
        while (!path.contains(rank)) {
            path.add(rank);
            rank = next(stuck, rank);
        }
        List<Integer> circle = path.subList(path.indexOf(rank), path.size());
        List<String> lines = new ArrayList<>();
        for (int each : circle) {
            lines.add(findings.named(each) + ": " + of(stuck, each).text() + " waits for "
                    + findings.named(next(stuck, each)));
        }
        for (int each : circle) {
            of(waiting, each)
                    .messages()
                    .lines()
                    .forEach(message -> lines.add("unreceived at " + findings.named(each) + ": " + message));
        }
        String what = WaitReport.ranks(
                        process.job()::named,
                        circle.stream().mapToInt(each -> each).toArray())
                + (circle.size() > 1 ? " wait for each other" : " waits for itself") + " while other ranks go on";
        findings.error("deadlock", what, lines);
    }

    /** The rank that another one waits for: of several, the first one. */
    private int next(Map<Integer, Clause> stuck, int rank) {
        Clause clause = of(stuck, rank);
        return Arrays.stream(clause.ranks())
                .filter(other -> stuck.containsKey(other)
                        && (clause.kind() != Kind.CALL || of(notes, other).calls(clause.key()) <= clause.number()))
                .findFirst()
                .orElse(rank);
    }
}
