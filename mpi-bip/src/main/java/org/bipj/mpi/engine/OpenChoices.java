package org.bipj.mpi.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.bipj.core.replay.Choices;
import org.bipj.core.replay.Choices.Alternative;
import org.bipj.mpi.call.CallPlace;
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
public final class OpenChoices extends Background implements FreeChoices, Choices.Source {
    /** The most operations of whose subsets any may be what a call ends. */
    private static final int MOST_SUBSETS_OF = 10;

    private static final String TEST_FAILS = "test or probe fails";

    private final Choices choices;
    private final Progress progress;
    private final Receiving receiving;
    private final String rank;
    private final int self;
    /** The user's contexts; the library's own messages name their sources. */
    private final TreeMap<Integer, ChoosingMatcher> matchers = new TreeMap<>();

    /** How many calls have had a name of each kind. */
    private final Map<String, Integer> named = new HashMap<>();

    /** What is left open beside messages. */
    private final List<Choices.Source> others = new ArrayList<>();

    private int numbers;
    /** What the rank does next; null: nothing has been decided. */
    private @Nullable Runnable decided;
    /** Adds the ways in which the present test or probe succeeds; null: there is no such call. */
    private @Nullable Poll poll;

    /** What the present call does if it does not succeed. */
    private String failing = "";

    private Choices.Effect failure = Choices.Effect.FAILURE;

    private boolean succeeds;
    /** The program has called Finalize. */
    private boolean finishes;
    /** Positions of the operations that the present call ends. */
    private int[] ended = {};

    /** How often each test or probe has failed in a row since another rank has done something. */
    private final Map<Polled, Integer> failures = new HashMap<>();

    private long actsOfOthers;
    /** What the present call polls for. */
    private @Nullable Polled polled;

    /**
     * A receive takes a message. Receives from one rank take theirs in any order, also among others: no other receive could.
     *
     * @param message its name
     */
    private record Matching(boolean isOfAny, String message) implements Choices.Effect {
        @Override
        public boolean commutes(Choices.Effect other) {
            return other instanceof Matching one
                    ? !isOfAny || !one.isOfAny
                    : other instanceof Cancelling cancelling && !cancelling.message.equals(message);
        }
    }

    /** A message is given back to its sender, which has cancelled it. */
    private record Cancelling(String message) implements Choices.Effect {
        @Override
        public boolean commutes(Choices.Effect other) {
            return other instanceof Cancelling || other instanceof Matching one && one.commutes(this);
        }
    }

    /**
     * What a test or probe looks for, and where: the same calls are tries of one loop.
     *
     * @param of the request, the window, or the matcher with the source and tag of a probe
     */
    private record Polled(String place, Object of, int source, int tag) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Polled one
                    && of == one.of
                    && source == one.source
                    && tag == one.tag
                    && place.equals(one.place);
        }

        @Override
        public int hashCode() {
            return place.hashCode() + source;
        }
    }

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
    @Override
    public void attach() {
        progress.matchByDecisions();
        progress.start(this);
        choices.attach(self, this);
    }

    @Override
    public Matcher newMatcher(int context, int worldSize) {
        if (context % 2 == 1) {
            return new Matcher(worldSize);
        }
        ChoosingMatcher matcher = new ChoosingMatcher(worldSize, choices.holdsReceives(), this::nextReceive);
        matchers.put(context, matcher);
        return matcher;
    }

    // ---- where the program calls -----------------------------------------------------------------------------------

    private int nextReceive() {
        numbers++;
        choices.calls(receive(numbers), rank + CallPlace.callOfProgram());
        return numbers;
    }

    private String receive(int number) {
        return rank + "receive " + number;
    }

    @Override
    public boolean seesSends() {
        return true;
    }

    @Override
    public void sends(int context, int dest) {
        String to = "message to rank " + dest + " in context " + context;
        names(to);
    }

    /** The program makes a call, which gets a name: what it is of, and a number among those of this rank. */
    private void names(String of) {
        int number = named.merge(of, 1, Integer::sum) - 1;
        choices.calls(name(self, of, number), rank + CallPlace.callOfProgram());
    }

    private static String name(int source, String of, int number) {
        return "rank " + source + ": " + of + ", number " + number;
    }

    private String message(ChoosingMatcher in, Unexpected message) {
        return name(
                message.source(),
                "message to rank " + self + " in context " + receiving.context(in),
                in.ordinal(message));
    }

    /** The program asks a target for something, whose name is that of {@link #request}. */
    public void asks(int target, int window) {
        names("request to rank " + target + " for window " + window);
    }

    /** The name of something that an origin has asked this rank for. */
    public String request(int origin, int window, int number) {
        return name(origin, "request to rank " + self + " for window " + window, number);
    }

    // ---- what is open beside messages ------------------------------------------------------------------------------

    /** From now on the alternatives of a source are among those of the rank. */
    public void add(Choices.Source other) {
        others.add(other);
    }

    /** A source has nothing more to decide. */
    public void remove(Choices.Source other) {
        others.remove(other);
    }

    /**
     * An alternative of a source.
     *
     * @param what it is, behind the rank
     * @param call the name of the call that it comes of
     * @param action does it, as the rank makes progress
     */
    public Alternative alternative(String what, Choices.Effect effect, String call, Runnable action) {
        return new Alternative(self, rank + what, false, effect, List.of(call), () -> decided = action);
    }

    /** As {@link Choices#done}. */
    public void done(Alternative one) {
        choices.done(one);
    }

    /** As {@link Choices#leavesOut}. */
    public void leavesOut(String what) {
        choices.leavesOut(what);
    }

    /** As {@link Choices#holds}, of something that this rank has. */
    public boolean holds(String what) {
        return choices.holds(what + " of rank " + self);
    }

    /** As {@link Choices#meet}. */
    public void meet(String kind, String one, String other, String what) {
        choices.meet(kind, one, other, what);
    }

    /** As {@link Choices#held}, of this rank. */
    public List<String> held() {
        String end = " of rank " + self;
        return choices.held().stream()
                .filter(what -> what.endsWith(end))
                .map(what -> what.substring(0, what.length() - end.length()))
                .toList();
    }

    /** As {@link Choices#hold}. */
    public void hold(String what) {
        choices.hold(what + " of rank " + self);
    }

    /** A round of a wait, as {@link Progress#advance}. */
    public int advance(int fruitless) {
        return progress.advance(fruitless);
    }

    /**
     * Waits until it is decided that a call returns that only serves others: what they do before, the program sees.
     *
     * @param of what it is a call of
     * @param effect of what it sees: a failure, which is counted or not
     */
    public void awaitLook(Object of, Function<Boolean, Choices.Effect> effect) {
        Choices.Effect seen = effect.apply(choices.countsFailures());
        awaitPoll(all -> false, "sync returns", seen, of, 0, 0, progress::advance);
    }

    // ---- what is open ----------------------------------------------------------------------------------------------

    @Override
    public void addTo(List<Alternative> all) {
        if (decided != null) {
            throw new IllegalStateException(rank + "does not do what has been decided");
        }
        addReceivable(all);
        if (poll != null) {
            boolean must = poll.addTo(all);
            long acts = choices.actsOfOthers(self);
            if (acts != actsOfOthers) {
                failures.clear();
            }
            actsOfOthers = acts;
            if (!must) {
                boolean isLast = failures.getOrDefault(polled, 0) >= choices.failedPolls();
                all.add(new Alternative(
                        self, rank + failing, isLast, failure, List.of(poll()), () -> decided = () -> poll = null));
            }
        }
    }

    @Override
    public boolean holds() {
        List<Alternative> all = new ArrayList<>();
        addReceivable(all);
        return decided != null || !all.isEmpty();
    }

    /** Adds what may come next whatever the rank polls for. */
    private void addReceivable(List<Alternative> all) {
        for (ChoosingMatcher matcher : matchers.values()) {
            for (ChoosingMatcher.Match match : matcher.matches()) {
                boolean isOfAny = match.number() > 0;
                String sent = message(matcher, match.message());
                String what = isOfAny
                        ? "receive " + match.number() + " takes"
                        : "a receive from one rank, number " + (match.order() + 1) + " in context "
                                + receiving.context(matcher) + ", takes";
                add(
                        all,
                        what,
                        match.message(),
                        new Matching(isOfAny, sent),
                        isOfAny ? List.of(sent, receive(match.number())) : List.of(sent),
                        () -> receiving.take(match));
            }
        }
        matchers.forEach((context, matcher) -> matcher.cancelled().forEach(message -> {
            String which = "number " + (matcher.ordinal(message) + 1) + " in context " + context + ", is cancelled";
            String text = rank + "a message of rank " + message.source() + " with tag " + message.tag() + ", " + which;
            String sent = message(matcher, message);
            Runnable action = () -> matcher.giveBack(message);
            all.add(new Alternative(self, text, false, new Cancelling(sent), List.of(sent), () -> decided = action));
        }));
        others.forEach(other -> other.addTo(all));
        receiving.forProbed((matcher, source, tag) -> addFound(all, "probe finds", matcher, source, tag, () -> {}));
    }

    private void add(
            List<Alternative> all,
            String what,
            Unexpected message,
            Choices.Effect effect,
            List<String> calls,
            Runnable action) {
        String text = rank + what + " a message of rank " + message.source() + " with tag " + message.tag();
        all.add(new Alternative(self, text, false, effect, calls, () -> decided = action));
    }

    /** The name of the call that waits for a decision. */
    private String poll() {
        return rank + "poll";
    }

    private void addFound(List<Alternative> all, String what, Matcher of, int source, int tag, Runnable then) {
        if (of instanceof ChoosingMatcher matcher) {
            for (Unexpected message : matcher.findable(source, tag)) {
                List<String> calls = List.of(message(matcher, message), poll());
                add(all, what, message, Choices.Effect.ON_PROGRAM, calls, () -> {
                    matcher.showNow(message);
                    then.run();
                });
            }
        }
    }

    /** Waits until it is decided whether the receive is cancelled, or takes a message before. */
    @Override
    public boolean cancels(PostedRecv receive, BooleanSupplier withdraw) {
        if (!(receive.matcher() instanceof ChoosingMatcher matcher)) {
            return withdraw.getAsBoolean();
        }
        boolean[] isCancelled = new boolean[1];
        Poll cancellation = all -> {
            if (!choices.holdsReceives()) {
                choices.holdReceives();
            }
            if (!matcher.hasToTake(receive)) {
                addEnd(all, "a receive is cancelled", () -> isCancelled[0] = withdraw.getAsBoolean());
            }
            return true;
        };
        decide(cancellation, "", () -> choices.holdsReceives() && !receive.isPosted(), progress::advance);
        return isCancelled[0];
    }

    /** One that is not done is cancelled, unless it is received before: its receiver has it decided which. */
    @Override
    public void cancelsSend(boolean isDone) {
        if (!isDone && !choices.holdsReceives()) {
            Poll cancellation = all -> {
                choices.holdReceives();
                return true;
            };
            decide(cancellation, "", () -> false, progress::advance);
        }
    }

    @Override
    public void cancelledUnsent() {
        choices.leavesOut("whether a send that is cancelled while it waits for room on the board has left before");
    }

    @Override
    public boolean keepsCancelled(Matcher in, Unexpected message, Runnable giveBack) {
        if (in instanceof ChoosingMatcher matcher && !(finishes && matcher.isUnwanted(message))) {
            matcher.cancel(message, giveBack);
            return true;
        }
        return false;
    }

    /** No receive takes a message that none takes now: one that its sender cancels is given back at once. */
    @Override
    public void finishes() {
        finishes = true;
    }

    @Override
    public boolean copies(int dest, int tag, long bytes) {
        return choices.buffers() == Choices.Buffers.ALL;
    }

    /** A probe that waits has found a message: later ones find it too. */
    @Override
    public void found(Matcher in, int source, int tag, Unexpected message, boolean isTaken) {
        if (!isTaken && in instanceof ChoosingMatcher matcher) {
            matcher.show(message);
        }
    }

    // ---- tests and probes that do not wait -------------------------------------------------------------------------

    /** Waits until it is decided whether a probe finds a message; true if it does. */
    @Override
    public boolean awaitPoll(Matcher of, int source, int tag) {
        Poll probe = all -> {
            addFound(all, "probe finds", of, source, tag, this::succeed);
            return of instanceof ChoosingMatcher matcher
                    && matcher.findable(source, tag).stream().anyMatch(matcher::hasShown);
        };
        return awaitPoll(probe, TEST_FAILS, of, source, tag, progress::advance);
    }

    /**
     * Waits until it is decided whether a test succeeds, which it can only if a condition holds; true if it does.
     *
     * @param of what is tested
     * @param round a round of the wait, as {@link Progress#advance}
     */
    public boolean awaitPoll(Object of, BooleanSupplier isOver, IntUnaryOperator round) {
        Poll test = all -> {
            if (isOver.getAsBoolean()) {
                addEnd(all, "test succeeds", () -> {});
            }
            return false;
        };
        return awaitPoll(test, TEST_FAILS, of, 0, 0, round);
    }

    /**
     * Waits until it is decided which of several operations a call ends, of those that are over.
     *
     * @param of the first of them
     * @param several false if it ends one at most
     * @param waits true if it ends one at least
     * @param round a round of the wait, as {@link Progress#advance}
     * @return their positions; empty if the call fails
     */
    public int[] awaitSome(
            Object of, int n, IntPredicate isOver, boolean several, boolean waits, IntUnaryOperator round) {
        ended = new int[0];
        Poll call = all -> {
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
        };
        awaitPoll(call, TEST_FAILS, of, 0, 0, round);
        return ended;
    }

    private void addEnd(List<Alternative> all, IntStream positions) {
        int[] chosen = positions.toArray();
        addEnd(all, "wait or test ends requests " + Arrays.toString(chosen), () -> ended = chosen);
    }

    private void addEnd(List<Alternative> all, String text, Runnable first) {
        all.add(new Alternative(
                self,
                rank + text,
                false,
                Choices.Effect.ON_PROGRAM,
                List.of(poll()),
                () -> decided = () -> {
                    first.run();
                    succeed();
                }));
    }

    private boolean awaitPoll(Poll poll, String fails, Object of, int source, int tag, IntUnaryOperator round) {
        Choices.Effect effect = choices.countsFailures() ? Choices.Effect.FAILURE : Choices.Effect.MISS;
        return awaitPoll(poll, fails, effect, of, source, tag, round);
    }

    private boolean awaitPoll(
            Poll poll, String fails, Choices.Effect effect, Object of, int source, int tag, IntUnaryOperator round) {
        failure = effect;
        succeeds = false;
        Polled now = new Polled(CallPlace.ofProgram(), of, source, tag);
        polled = now;
        decide(poll, fails, () -> false, round);
        if (succeeds) {
            failures.remove(now);
        } else {
            failures.merge(now, 1, Integer::sum);
        }
        return succeeds;
    }

    private void decide(Poll of, String fails, BooleanSupplier isOver, IntUnaryOperator round) {
        poll = of;
        failing = fails;
        choices.calls(poll(), rank + CallPlace.callOfProgram());
        try {
            for (int fruitless = 0; poll != null && !isOver.getAsBoolean(); ) {
                fruitless = round.applyAsInt(fruitless);
            }
        } finally {
            poll = null;
        }
    }

    private void succeed() {
        succeeds = true;
        poll = null;
    }

    // ---- in the background -----------------------------------------------------------------------------------------

    /** A receive whose delivery throws does so in the call that makes the round, as where nothing is decided. */
    @Override
    boolean step() {
        return advance();
    }

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
            if (finishes) {
                matcher.cancelled().stream().filter(matcher::isUnwanted).forEach(matcher::giveBack);
            }
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
