package org.bipj.launch.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.core.replay.Choices;
import org.bipj.sim.SimSession;

/** Decides in one run what is open, when no rank can go on otherwise, as a {@link Chooser} says. */
public final class Decider implements Choices {
    /** Number of failed tests and probes in a row, per rank, after which ranks that do nothing else are taken for ones that wait. */
    private static final int FUTILE = 200;

    /** How often in a row something open may be passed over for others, before it must be chosen: a rank could go on for ever. */
    private static final int PATIENCE = 1000;

    /** The file and line at the end of a call. */
    private static final Pattern FILE_AND_LINE = Pattern.compile("\\(([^()]+:\\d+)\\)$");

    /** Stands before the choices of a run that holds receives. */
    static final String HELD_RECEIVES = "receives and sends may be cancelled before they match";

    /** Begins lines behind that one, each with the name of something else that is held. */
    static final String HELD = "decided is the order at ";

    private final Chooser chooser;
    private final int bound;
    private final Buffers buffers;
    private final IntConsumer poke;
    private final Map<Integer, Source> sources = new TreeMap<>();
    /** The choices where there were several, in order. */
    private final List<String> chosen = new ArrayList<>();

    private final Set<String> leftOut = new TreeSet<>();
    private final Set<String> warnings = new TreeSet<>();
    /** What is to be held in all other runs. */
    private final Set<String> toHold = new TreeSet<>();

    private final Set<String> bounded = new TreeSet<>();
    /** By their names, where programs have made calls. */
    private final Map<String, String> places = new HashMap<>();
    /** The calls between which the last choice was. */
    private String raced = "";

    /** By rank: how much was decided, failed tests and probes apart; and of all ranks. */
    private final Map<Integer, Long> acts = new TreeMap<>();

    private long allActs;
    /** How often in a row each thing that is open was not chosen. */
    private Map<String, Integer> passed = new HashMap<>();

    /** Null: no rank dies by choice. */
    private DeathChoices deaths;

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
        if (chooser.holdsReceives()) {
            chosen.add(HELD_RECEIVES);
        }
        chooser.held().forEach(what -> chosen.add(HELD + what));
    }

    /**
     * From now on ranks may die.
     *
     * @param kill ends the rank that calls, and does not return
     */
    public void letDie(int most, SimSession session, IntConsumer kill) {
        deaths = new DeathChoices(chooser, most, session, kill, chosen);
        session.decideDeathsBy(deaths);
    }

    /** True for a rank that has died by choice: what it has printed is not compared. */
    public boolean isDead(int rank) {
        return deaths != null && deaths.isDead(rank);
    }

    @Override
    public DeathChoices deaths() {
        return deaths;
    }

    @Override
    public void done(Alternative one) {
        chooser.done(one);
    }

    @Override
    public void attach(int rank, Source source) {
        sources.put(rank, source);
    }

    @Override
    public void calls(String name, String place) {
        places.put(name, place);
    }

    /** The calls of programs that the last choice was between, and their lines; empty if there was none. */
    public String raced() {
        return raced;
    }

    @Override
    public void meet(String kind, String one, String other, String what) {
        String first = places.getOrDefault(one, one);
        String second = places.getOrDefault(other, other);
        boolean isInOrder = first.compareTo(second) <= 0;
        warnings.add(kind + ": " + (isInOrder ? first : second) + " and " + (isInOrder ? second : first) + " " + what);
    }

    @Override
    public void warn(String text) {
        warnings.add(text);
    }

    /** Faults that do not end a run. */
    public Set<String> warnings() {
        return warnings;
    }

    @Override
    public void leavesOut(String what) {
        leftOut.add(what);
    }

    /** What MPI has left open in this run and was not decided. */
    public Set<String> leftOut() {
        return leftOut;
    }

    /** Where a test or probe of this run could have failed once more, and did not as the bound forbids it: files and lines. */
    public Set<String> bounded() {
        return bounded;
    }

    @Override
    public boolean holds(String what) {
        return chooser.holds(what);
    }

    @Override
    public Set<String> held() {
        return chooser.held();
    }

    @Override
    public void hold(String what) {
        toHold.add(what);
    }

    /**
     * The run has ended.
     *
     * @throws RunOverException if it does not count
     */
    public void end() {
        if (deaths != null) {
            leftOut.addAll(deaths.leftOut());
        }
        if (!toHold.isEmpty()) {
            chooser.hold(toHold);
        }
    }

    @Override
    public boolean holdsReceives() {
        return chooser.holdsReceives();
    }

    @Override
    public void holdReceives() {
        chooser.holdReceives();
    }

    @Override
    public boolean countsFailures() {
        return chooser.countsFailures();
    }

    @Override
    public int failedPolls() {
        return bound;
    }

    @Override
    public long actsOfOthers(int rank) {
        return allActs - acts.getOrDefault(rank, 0L);
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
        end();
        List<Alternative> all = new ArrayList<>();
        sources.forEach((rank, source) -> {
            if (deaths == null || !deaths.isStill(rank)) {
                source.addTo(all);
            }
        });
        if (deaths != null) {
            addDeaths(all);
        }
        List<Alternative> open = all.stream().filter(one -> !one.isLastResort()).toList();
        if (open.isEmpty()) {
            return pollOnce(all);
        }
        futile = 0;
        if (open.size() < all.size() && !chooser.countsFailures()) {
            chooser.countFailures();
        }
        all.stream().filter(Alternative::isLastResort).forEach(this::bound);
        open = inTime(open);
        Alternative next = chooser.choose(open);
        if (open.size() > 1) {
            chosen.add(next.text());
            race(next, open);
        }
        return take(next);
    }

    private void addDeaths(List<Alternative> all) {
        deaths.addTo(all);
        if (all.stream().allMatch(Alternative::isLastResort)) {
            deaths.addRest(all);
        }
        if (all.stream().allMatch(Alternative::isLastResort) && deaths.isAwaited()) {
            throw new RunOverException("no death comes that a rank waits for");
        }
    }

    private void bound(Alternative failure) {
        String call = placesOf(failure).stream().findFirst().orElse("an unknown place");
        Matcher place = FILE_AND_LINE.matcher(call);
        bounded.add(place.find() ? place.group(1) : call);
    }

    /** All that is open, or what of it has been passed over for too long. */
    private List<Alternative> inTime(List<Alternative> open) {
        Map<String, Integer> before = passed;
        passed = new HashMap<>();
        open.forEach(one -> passed.put(one.text(), before.getOrDefault(one.text(), 0) + 1));
        List<Alternative> late =
                open.stream().filter(one -> passed.get(one.text()) > PATIENCE).toList();
        if (late.isEmpty()) {
            return open;
        }
        leavesOut("that something which is open is passed over more than " + PATIENCE + " times");
        return late;
    }

    /** Notes between which calls of two ranks a choice was, unless nobody can see in which order they are served. */
    private void race(Alternative chosen, List<Alternative> all) {
        List<String> mine = placesOf(chosen);
        List<String> its = all.stream()
                .filter(one -> one != chosen && !one.commutes(chosen))
                .map(this::placesOf)
                .filter(other ->
                        !other.isEmpty() && !mine.isEmpty() && !rank(other).equals(rank(mine)))
                .findFirst()
                .orElse(List.of());
        if (!its.isEmpty()) {
            String last = mine.getLast();
            boolean isForBoth = mine.size() > 1 && its.size() > 1 && last.equals(its.getLast());
            raced = mine.getFirst() + " and " + its.getFirst() + (isForBoth ? ", for " + last : "");
        }
    }

    /** The rank of the first of some calls. */
    private static String rank(List<String> calls) {
        return calls.getFirst().substring(0, calls.getFirst().indexOf(':'));
    }

    private List<String> placesOf(Alternative one) {
        return one.calls().stream().map(places::get).filter(Objects::nonNull).toList();
    }

    private boolean take(Alternative next) {
        if (!next.effect().isFailure()) {
            acts.merge(next.rank(), 1L, Long::sum);
            allActs++;
        }
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
        chooser.done(next);
        return take(next);
    }
}
