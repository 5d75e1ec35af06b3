package org.bipj.launch.explore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** All runs of a program, one after the other, and what came of them. */
public final class Exploration {
    /** Runs a program once. */
    public interface Runner {
        /**
         * Runs it.
         *
         * @throws RunOverException if the run was ended, as it need not go on
         * @throws EndlessRunException if it does not end in the time of the plan
         */
        Outcome run(Chooser chooser);
    }

    /** Lines of the program that are told whose tests and probes could have failed more often. */
    private static final int MOST_PLACES = 5;

    /** Runs with the same outcome. */
    static final class Kind {
        Outcome first;
        long runs;

        Kind(Outcome first) {
            this.first = first;
        }
    }

    private final ExplorationPlan plan;
    private final Runner runner;
    private final ChoiceSearch search;
    private final List<Kind> kinds = new ArrayList<>();
    private final Set<String> leftOut = new TreeSet<>();
    private final Set<String> bounded = new TreeSet<>();
    private final Set<String> warnings = new TreeSet<>();
    private long runs;
    private long cutOff;
    private boolean complete;
    /** What ranks do in a run that does not end; empty: there is none. */
    private String endless = "";

    private long nanos;

    /** An exploration that has not begun. */
    public Exploration(ExplorationPlan plan, Runner runner) {
        this.plan = plan;
        this.runner = runner;
        // Where ranks die, it depends on the others when a rank does nothing else.
        search = new ChoiceSearch(plan.deaths() > 0);
    }

    /** Tries all runs, or as many as the plan allows. */
    public void explore() {
        exploreUntil(outcome -> false);
    }

    /** The same, until a run has this outcome. */
    public void exploreUntil(Predicate<Outcome> isEnough) {
        long start = System.nanoTime();
        try {
            complete = exploreFrom(start, isEnough);
        } finally {
            nanos = System.nanoTime() - start;
        }
    }

    /** True if no run is left. */
    private boolean exploreFrom(long start, Predicate<Outcome> isEnough) {
        boolean more = true;
        boolean enough = false;
        while (more && !enough && !isSpent(System.nanoTime() - start)) {
            search.begin();
            try {
                Outcome outcome = runner.run(search);
                enough = isEnough.test(outcome);
                add(outcome);
                if (!outcome.isSuccess()) {
                    search.failed();
                }
                runs++;
            } catch (RunOverException e) {
                // Another run was the same, or all runs are tried again.
                cutOff++;
                if (search.beginsAgain()) {
                    kinds.clear();
                    leftOut.clear();
                    bounded.clear();
                    warnings.clear();
                    runs = 0;
                    cutOff = 0;
                }
            } catch (EndlessRunException e) {
                endless = e.getMessage();
                break;
            }
            more = search.end();
        }
        return !more;
    }

    private boolean isSpent(long soFar) {
        return plan.runs() > 0 && runs >= plan.runs()
                || plan.millis() > 0 && soFar >= TimeUnit.MILLISECONDS.toNanos(plan.millis());
    }

    private void add(Outcome outcome) {
        leftOut.addAll(outcome.leftOut());
        bounded.addAll(outcome.bounded());
        warnings.addAll(outcome.warnings());
        Kind kind = kinds.stream()
                .filter(one -> one.first.isLike(outcome))
                .findFirst()
                .orElse(null);
        if (kind == null) {
            kind = new Kind(outcome);
            kinds.add(kind);
        }
        if (outcome.choices().size() < kind.first.choices().size()) {
            kind.first = outcome;
        }
        kind.runs++;
    }

    /** Number of runs that came to their end. */
    public long runs() {
        return runs;
    }

    /** Number of runs that were cut off, since they could only come to what others had come to in another order. */
    public long cutOff() {
        return cutOff;
    }

    /** What MPI leaves open and was not chosen in any run; empty: nothing. */
    public Set<String> leftOut() {
        return leftOut;
    }

    /** Faults that have ended no run, each as a line. */
    public Set<String> warnings() {
        return warnings;
    }

    /** What the ranks do in a run that has not ended in the time for all, in lines; empty: there is none. */
    public String endless() {
        return endless;
    }

    /** True if no run is left that the plan allows; what is left beside those, {@link #extent} says. */
    public boolean isComplete() {
        return complete;
    }

    /** How much of all that could be was tried, in words, such as {@code Complete}. */
    public String extent() {
        if (!complete) {
            return "Not complete, more runs are left";
        }
        if (bounded.isEmpty()) {
            return leftOut.isEmpty() ? "Complete" : "Complete but for what is left out";
        }
        return "Bounded: up to " + ExplorationReport.number(plan.bound(), "failed poll") + " in a row at "
                + bounded.stream().limit(MOST_PLACES).collect(Collectors.joining(", "))
                + (bounded.size() > MOST_PLACES ? " and " + (bounded.size() - MOST_PLACES) + " more lines" : "")
                + (leftOut.isEmpty() ? "" : ", and but for what is left out");
    }

    /** How long it took. */
    long nanos() {
        return nanos;
    }

    /** The different outcomes, each by a run with the fewest choices. */
    public List<Outcome> outcomes() {
        return kinds.stream().map(kind -> kind.first).toList();
    }

    List<Kind> kinds() {
        return Collections.unmodifiableList(kinds);
    }

    /** 0: all runs were tried and none failed; 1: one failed; 2: runs are left. */
    public int exitCode() {
        return outcomes().stream().anyMatch(one -> !one.isSuccess()) ? 1 : complete ? 0 : 2;
    }
}
