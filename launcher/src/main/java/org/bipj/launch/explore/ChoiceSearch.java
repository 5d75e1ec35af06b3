package org.bipj.launch.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bipj.core.replay.Choices.Alternative;

/**
 * Depth first through all choices of a program, one run after the other: each repeats the choices of the one before up to the last place
 * where another one is left.
 *
 * <p>Choices of different ranks do not hinder each other, and what comes of two of them does not depend on their order; the same holds
 * for two of one rank that {@linkplain Alternative#commutes commute}. So of all orders of such choices one is tried, by sleep sets
 * (P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996, chapter 5): after a choice has been tried, it
 * sleeps beside those that commute with it and are tried next.
 *
 * <p>Sleep sets cut off runs that come to the same as others only after they have begun. Where all that is open is {@linkplain
 * org.bipj.core.replay.Choices.Effect#isLasting lasting}, such runs are not begun: one alternative is tried, and others only if something that is done
 * later does not commute with it, and may come before it (C. Flanagan and P. Godefroid, Dynamic partial-order reduction for model checking software,
 * POPL 2005).
 */
public final class ChoiceSearch implements Chooser {
    /** A place where something was open. */
    private static final class Node {
        /** The alternatives by their texts. */
        final Map<String, Alternative> open = new HashMap<>();

        final List<String> order = new ArrayList<>();
        final Set<String> tried = new HashSet<>();
        /** Alternatives whose runs have been tried in another order. */
        final Map<String, Alternative> asleep;

        String chosen = "";
        /** Those to be tried: all, or these. */
        boolean isWide;

        final Set<String> wanted = new HashSet<>();
        /** How much was done before the choice, in this run. */
        int before;

        Node(List<Alternative> all, Map<String, Alternative> asleep) {
            this.asleep = asleep;
            isWide = !all.stream().allMatch(one -> one.effect().isLasting());
            for (Alternative one : all) {
                order.add(one.text());
                if (open.put(one.text(), kept(one)) != null) {
                    throw new IllegalStateException("two alternatives are called " + one.text());
                }
            }
        }

        /** What is known of an alternative after its run. */
        private static Alternative kept(Alternative one) {
            return new Alternative(one.rank(), one.text(), one.isLastResort(), one.effect(), List.of(), () -> {});
        }

        /** Chooses the next alternative that has not been tried; false if there is none. */
        boolean advance() {
            for (String one : order) {
                boolean isWanted = isWide || tried.isEmpty() || wanted.contains(one);
                if (isWanted && !asleep.containsKey(one) && !tried.contains(one)) {
                    choose(one);
                    return true;
                }
            }
            return false;
        }

        private void choose(String one) {
            chosen = one;
            tried.add(one);
            Alternative now = open.get(one);
            open.values().stream().filter(other -> !other.commutes(now)).forEach(other -> wanted.add(other.text()));
        }

        /**
         * Something is done behind the choice.
         *
         * @param done all that was done in the run before
         */
        void done(Alternative later, List<Alternative> done) {
            Alternative now = open.get(chosen);
            if (!isWide && !later.commutes(now) && !later.effect().follows(now.effect())) {
                // It may come first if it was open, and nothing done since then has to come before it.
                isWide = !open.containsKey(later.text())
                        || !done.subList(before + 1, done.size()).stream().allMatch(one -> one.commutes(later));
                wanted.add(later.text());
            }
        }

        /** What sleeps after the choice. */
        Map<String, Alternative> next() {
            Alternative now = open.get(chosen);
            Map<String, Alternative> next = new HashMap<>(asleep);
            tried.forEach(one -> next.put(one, open.get(one)));
            next.values().removeIf(other -> other == now || !other.commutes(now));
            return next;
        }
    }

    private final List<Node> path = new ArrayList<>();
    private int depth;
    /** What was done in this run, in order. */
    private final List<Alternative> done = new ArrayList<>();

    private Map<String, Alternative> asleep = Map.of();
    private boolean holdsReceives;
    private boolean countsFailures;
    private final Set<String> held = new TreeSet<>();
    /** All runs so far did not count. */
    private boolean beginsAgain;

    /** A search that begins with no failures counted. */
    public ChoiceSearch() {
        this(false);
    }

    /**
     * A search.
     *
     * @param countsFailures whether it counts failures from its beginning
     */
    public ChoiceSearch(boolean countsFailures) {
        this.countsFailures = countsFailures;
    }

    @Override
    public boolean holdsReceives() {
        return holdsReceives;
    }

    @Override
    public void holdReceives() {
        holdsReceives = true;
        beginAgain("receives or sends are cancelled");
    }

    @Override
    public boolean holds(String what) {
        return held.contains(what);
    }

    @Override
    public Set<String> held() {
        return held;
    }

    @Override
    public void hold(Set<String> what) {
        held.addAll(what);
        beginAgain("the order of operations on windows can be seen");
    }

    @Override
    public boolean countsFailures() {
        return countsFailures;
    }

    @Override
    public void countFailures() {
        countsFailures = true;
        beginAgain("how often a test or probe fails depends on the order of what others do");
    }

    private void beginAgain(String why) {
        beginsAgain = true;
        path.clear();
        throw new RunOverException(why);
    }

    /** True if the runs so far did not count: all are tried again. */
    boolean beginsAgain() {
        return beginsAgain;
    }

    /** Begins the next run. */
    public void begin() {
        beginsAgain = false;
        depth = 0;
        done.clear();
        asleep = Map.of();
    }

    @Override
    public void done(Alternative one) {
        path.subList(0, depth).forEach(node -> node.done(one, done));
        done.add(one);
    }

    /** The run has failed, and does not show all that could have been done. */
    void failed() {
        path.forEach(node -> node.isWide = true);
    }

    @Override
    public Alternative choose(List<Alternative> all) {
        int earlier = depth;
        Alternative one = next(all);
        if (depth > earlier) {
            path.get(earlier).before = done.size();
        }
        path.subList(0, earlier).forEach(node -> node.done(one, done));
        done.add(one);
        return one;
    }

    private Alternative next(List<Alternative> all) {
        if (all.size() == 1) {
            if (asleep.containsKey(all.getFirst().text())) {
                throw new RunOverException("the same in another order");
            }
            wake(all.getFirst());
            return all.getFirst();
        }
        if (depth == path.size()) {
            Node node = new Node(all, asleep);
            if (!node.advance()) {
                throw new RunOverException("the same in another order");
            }
            path.add(node);
        }
        Node node = path.get(depth++);
        asleep = node.next();
        for (Alternative one : all) {
            if (one.text().equals(node.chosen) && all.size() == node.order.size()) {
                return one;
            }
        }
        throw DivergedException.ofSearch(
                depth, node.order, all.stream().map(Alternative::text).toList());
    }

    @Override
    public Alternative chooseUsual(List<Alternative> all) {
        return choose(all);
    }

    @Override
    public boolean isAsleep(String text) {
        return asleep.containsKey(text);
    }

    /** What does not commute with the only choice sleeps no more. */
    private void wake(Alternative now) {
        if (!asleep.isEmpty()) {
            asleep = new HashMap<>(asleep);
            asleep.values().removeIf(other -> !other.commutes(now));
        }
    }

    /** The run has ended: true if another one is left. */
    public boolean end() {
        if (beginsAgain) {
            return true;
        }
        while (!path.isEmpty() && !path.getLast().advance()) {
            path.removeLast();
        }
        return !path.isEmpty();
    }
}
