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

        Node(List<Alternative> all, Map<String, Alternative> asleep) {
            this.asleep = asleep;
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
                if (!asleep.containsKey(one) && !tried.contains(one)) {
                    chosen = one;
                    tried.add(one);
                    return true;
                }
            }
            return false;
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
    private Map<String, Alternative> asleep = Map.of();
    private boolean holdsReceives;
    private final Set<String> held = new TreeSet<>();
    /** All runs so far did not count. */
    private boolean beginsAgain;

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
        asleep = Map.of();
    }

    @Override
    public Alternative choose(List<Alternative> all) {
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
