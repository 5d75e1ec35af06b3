package org.bipj.launch.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.bipj.core.job.Choices;

/** Decides in one run what is open, when no rank can go on otherwise, as a {@link Chooser} says. */
public final class Decider implements Choices {
    /** Number of failed tests and probes in a row, per rank, after which ranks that do nothing else are taken for ones that wait. */
    private static final int FUTILE = 200;

    private final Chooser chooser;
    private final int bound;
    private final Buffers buffers;
    private final IntConsumer poke;
    private final Map<Integer, Source> sources = new TreeMap<>();
    /** The choices where there were several, in order. */
    private final List<String> chosen = new ArrayList<>();

    private final Set<String> leftOut = new TreeSet<>();
    private int futile;
    private int lastPolling = -1;

    /**
     * Decides in a run.
     *
     * @param bound how often in a row a test or probe may fail although it need not
     * @param poke has a rank look for what was decided
     */
    public Decider(Chooser chooser, int bound, Buffers buffers, IntConsumer poke) {
        this.chooser = chooser;
        this.bound = bound;
        this.buffers = buffers;
        this.poke = poke;
    }

    @Override
    public void attach(int rank, Source source) {
        sources.put(rank, source);
    }

    @Override
    public void leavesOut(String what) {
        leftOut.add(what);
    }

    /** What MPI has left open in this run and was not decided. */
    public Set<String> leftOut() {
        return leftOut;
    }

    @Override
    public int failedPolls() {
        return bound;
    }

    @Override
    public Buffers buffers() {
        return buffers;
    }

    /** The choices so far, where there was more than one alternative. */
    public List<String> chosen() {
        return chosen;
    }

    /** Decides something; false if nothing is open. To be called when no rank runs and nothing is scheduled. */
    public boolean decide() {
        List<Alternative> all = new ArrayList<>();
        sources.values().forEach(source -> source.addTo(all));
        List<Alternative> open = all.stream().filter(one -> !one.isLastResort()).toList();
        if (open.isEmpty()) {
            return pollOnce(all);
        }
        futile = 0;
        Alternative next = chooser.choose(open);
        if (open.size() > 1) {
            chosen.add(next.text());
        }
        return take(next);
    }

    private boolean take(Alternative next) {
        next.decide().run();
        poke.accept(next.rank());
        return true;
    }

    /** Nothing is left but that tests and probes fail, of one rank after the other: what they ask for may come of what the rank does next. */
    private boolean pollOnce(List<Alternative> polling) {
        if (polling.isEmpty() || ++futile > FUTILE * sources.size()) {
            return false;
        }
        Alternative next = polling.stream()
                .filter(one -> one.rank() > lastPolling)
                .findFirst()
                .orElse(polling.getFirst());
        lastPolling = next.rank();
        return take(next);
    }
}
