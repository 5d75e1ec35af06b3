package org.bipj.mpi.engine;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.bipj.core.job.Choices;
import org.bipj.core.job.Choices.Alternative;
import org.bipj.mpi.match.ChoosingMatcher;
import org.bipj.mpi.match.Matcher;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/**
 * What MPI leaves open at one rank, where runs are explored: which message a receive or probe takes that names no source, and whether
 * a test or probe finds what is there. {@link Choices} decides when no rank can go on; what it has decided is done as the rank makes
 * progress, which makes this an operation in the background that never ends. Loaded only there.
 */
public final class OpenChoices extends Background implements Choices.Source {
    /** The most operations of whose subsets any may be what a call ends. */
    private static final int MOST_SUBSETS_OF = 10;

    private final Choices choices;
    private final Progress progress;
    private final Receiving receiving;
    private final String rank;
    private final int self;
    /** The user's contexts; the library's own messages name their sources. */
    private final TreeMap<Integer, ChoosingMatcher> matchers = new TreeMap<>();

    private int numbers;
    /** What the rank does next; null: nothing has been decided. */
    private @Nullable Runnable decided;
    /** Adds the ways in which the present test or probe succeeds; null: there is no such call. */
    private @Nullable Poll poll;

    private boolean succeeds;
    /** Positions of the operations that the present call ends. */
    private int[] ended = {};

    /** How many tests and probes in a row have failed. */
    private int failures;

    /** A test or a probe that does not wait. */
    private interface Poll {
        /** Adds the ways in which it can succeed; true if it has to succeed, since an earlier call has. */
        boolean addTo(List<Alternative> all);
    }

    OpenChoices(Choices choices, Progress progress, Receiving receiving, int self) {
        this.choices = choices;
        this.progress = progress;
        this.receiving = receiving;
        this.self = self;
        rank = "rank " + self + ": ";
        if (!progress.isAlone()) {
            throw new UnsupportedOperationException(
                    "rank " + self + ": runs are explored of programs in which one thread"
                            + " of a rank calls MPI; expected THREAD_SINGLE, THREAD_FUNNELED or THREAD_SERIALIZED");
        }
    }

    /** From now on the rank's choices are asked for. */
    void attach() {
        progress.start(this);
        choices.attach(self, this);
    }

    Matcher newMatcher(int context, int worldSize) {
        if (context % 2 == 1) {
            return new Matcher(worldSize);
        }
        ChoosingMatcher matcher = new ChoosingMatcher(worldSize, () -> ++numbers);
        matchers.put(context, matcher);
        return matcher;
    }

    // ---- what is open ----------------------------------------------------------------------------------------------

    @Override
    public void addTo(List<Alternative> all) {
        if (decided != null) {
            throw new IllegalStateException(rank + "does not do what has been decided");
        }
        for (ChoosingMatcher matcher : matchers.values()) {
            for (ChoosingMatcher.Match match : matcher.matches()) {
                add(all, "receive " + match.number() + " takes", match.message(), () -> receiving.take(match));
            }
        }
        receiving.forProbed((matcher, tag) -> addFound(all, "probe finds", matcher, PostedRecv.ANY, tag, () -> {}));
        if (poll != null) {
            int before = all.size();
            boolean must = poll.addTo(all);
            boolean canSucceed = all.size() > before;
            if (!must && (failures < choices.failedPolls() || !canSucceed)) {
                boolean isLast = failures >= choices.failedPolls();
                all.add(new Alternative(self, rank + "test or probe fails", isLast, () -> decided = () -> poll = null));
            }
        }
    }

    private void add(List<Alternative> all, String what, Unexpected message, Runnable action) {
        String text = rank + what + " a message of rank " + message.source() + " with tag " + message.tag();
        all.add(new Alternative(self, text, false, () -> decided = action));
    }

    private void addFound(List<Alternative> all, String what, Matcher of, int source, int tag, Runnable then) {
        if (of instanceof ChoosingMatcher matcher) {
            for (Unexpected message : matcher.findable(source, tag)) {
                add(all, what, message, () -> {
                    matcher.show(message, source == PostedRecv.ANY);
                    then.run();
                });
            }
        }
    }

    /** An operation is cancelled: whether it has taken place is not decided. */
    void cancels() {
        choices.leavesOut("whether a cancelled operation has taken place before");
    }

    /** A probe that waits has found a message: later ones find it too. */
    void found(Matcher in, Unexpected message) {
        if (in instanceof ChoosingMatcher matcher) {
            matcher.show(message, false);
        }
    }

    // ---- tests and probes that do not wait
    // ---------------------------------------------------------------------------

    /** Waits until it is decided whether a probe finds a message; true if it does. */
    boolean awaitPoll(Matcher of, int source, int tag) {
        return awaitPoll(all -> {
            addFound(all, "probe finds", of, source, tag, this::succeed);
            return of instanceof ChoosingMatcher matcher
                    && matcher.findable(source, tag).stream().anyMatch(matcher::hasShown);
        });
    }

    /** Waits until it is decided whether a test succeeds, which it can only if a condition holds; true if it does. */
    public boolean awaitPoll(BooleanSupplier isOver) {
        return awaitPoll(all -> {
            if (isOver.getAsBoolean()) {
                all.add(new Alternative(self, rank + "test succeeds", false, () -> decided = this::succeed));
            }
            return false;
        });
    }

    /**
     * Waits until it is decided which of several operations a call ends, of those that are over.
     *
     * @param several false if it ends one at most
     * @param waits true if it ends one at least
     * @return their positions; empty if the call fails
     */
    public int[] awaitSome(int n, IntPredicate isOver, boolean several, boolean waits) {
        ended = new int[0];
        awaitPoll(all -> {
            int[] over = IntStream.range(0, n).filter(isOver).toArray();
            if (several && over.length > MOST_SUBSETS_OF) {
                throw new UnsupportedOperationException(
                        rank + over.length + " requests are complete, which is more than " + MOST_SUBSETS_OF
                                + ": expected fewer, since a call for some of them may end each subset");
            }
            // All of them first.
            for (int subset = (1 << over.length) - 1; several && subset > 0; subset--) {
                int bits = subset;
                addEnd(
                        all,
                        IntStream.range(0, over.length)
                                .filter(at -> (bits >> at & 1) == 1)
                                .map(at -> over[at]));
            }
            for (int at = 0; !several && at < over.length; at++) {
                addEnd(all, IntStream.of(over[at]));
            }
            return waits;
        });
        return ended;
    }

    private void addEnd(List<Alternative> all, IntStream positions) {
        int[] chosen = positions.toArray();
        String text = rank + "wait or test ends requests " + Arrays.toString(chosen);
        all.add(new Alternative(
                self,
                text,
                false,
                () -> decided = () -> {
                    ended = chosen;
                    succeed();
                }));
    }

    private boolean awaitPoll(Poll of) {
        poll = of;
        succeeds = false;
        for (int fruitless = 0; poll != null; ) {
            fruitless = progress.advance(fruitless);
        }
        failures = succeeds ? 0 : failures + 1;
        return succeeds;
    }

    private void succeed() {
        succeeds = true;
        poll = null;
    }

    // ---- in the background
    // -------------------------------------------------------------------------------------------

    @Override
    protected void begin() {}

    @Override
    protected boolean advance() {
        if (decided != null) {
            Runnable now = decided;
            decided = null;
            now.run();
        }
        for (ChoosingMatcher matcher : matchers.values()) {
            for (ChoosingMatcher.Match match = matcher.freed(); match != null; match = matcher.freed()) {
                receiving.take(match);
            }
        }
        return false;
    }

    @Override
    protected void ended() {
        // It does not end.
    }
}
