package org.bipj.launch.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bipj.core.replay.Choices.Alternative;
import org.bipj.core.replay.Choices.Effect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search for all orders of choices, on programs that are nothing but choices. Its own words, and orders counted by force. */
class ChoiceSearchTest {
    private static final int MOST_RUNS = 100_000;

    /** An effect that commutes with those of other groups. */
    private record Group(int number) implements Effect {
        @Override
        public boolean commutes(Effect other) {
            return other instanceof Group group && group.number != number;
        }
    }

    /** The same of what is done in each run; what only reads commutes in a group, too. */
    private record Lasting(int number, boolean reads) implements Effect {
        @Override
        public boolean commutes(Effect other) {
            return other instanceof Lasting group && (group.number != number || reads && group.reads);
        }

        @Override
        public boolean isLasting() {
            return true;
        }
    }

    private static Alternative of(int rank, String what, Effect effect) {
        return new Alternative(rank, "rank " + rank + ": " + what, false, effect, List.of(), () -> {});
    }

    private static Alternative of(int rank, String what) {
        return of(rank, what, Effect.ON_PROGRAM);
    }

    /** What a program could do next, after what it has done. */
    @FunctionalInterface
    private interface Model {
        List<Alternative> after(List<Alternative> done);
    }

    /** Each of these is done once, in any order. */
    private static Model all(List<Alternative> what) {
        return done -> what.stream().filter(one -> !done.contains(one)).toList();
    }

    /** Runs a program in all orders that the search wants: those of runs that have come to their ends. */
    private static List<List<Alternative>> search(Model model) {
        return search(model, new AtomicInteger());
    }

    private static List<List<Alternative>> search(Model model, AtomicInteger cutOff) {
        ChoiceSearch search = new ChoiceSearch();
        List<List<Alternative>> complete = new ArrayList<>();
        int runs = 0;
        do {
            assertTrue(++runs < MOST_RUNS, "it does not end");
            search.begin();
            List<Alternative> done = new ArrayList<>();
            try {
                for (List<Alternative> next = model.after(done); !next.isEmpty(); next = model.after(done)) {
                    done.add(search.choose(next));
                }
                complete.add(done);
            } catch (RunOverException e) {
                // The same in another order.
                cutOff.incrementAndGet();
            }
        } while (search.end());
        return complete;
    }

    /** All orders. */
    private static void count(Model model, List<Alternative> done, List<List<Alternative>> all) {
        List<Alternative> next = model.after(done);
        if (next.isEmpty()) {
            all.add(List.copyOf(done));
        }
        for (Alternative one : next) {
            done.addLast(one);
            count(model, done, all);
            done.removeLast();
        }
    }

    /** The first, by its words, of all orders that come to the same as this one. */
    private static List<String> canonical(List<Alternative> order) {
        List<Alternative> left = new ArrayList<>(order);
        List<String> canonical = new ArrayList<>();
        while (!left.isEmpty()) {
            Alternative first = IntStream.range(0, left.size())
                    .filter(at -> left.subList(0, at).stream().allMatch(before -> before.commutes(left.get(at))))
                    .mapToObj(left::get)
                    .min((one, other) -> one.text().compareTo(other.text()))
                    .orElseThrow();
            left.remove(first);
            canonical.add(first.text());
        }
        return canonical;
    }

    private static void assertOneOfEach(Model model) {
        List<List<String>> found =
                search(model).stream().map(ChoiceSearchTest::canonical).toList();
        List<List<Alternative>> all = new ArrayList<>();
        count(model, new ArrayList<>(), all);
        Set<List<String>> expected = new HashSet<>();
        all.forEach(order -> expected.add(canonical(order)));
        assertEquals(expected, new HashSet<>(found));
        assertEquals(expected.size(), found.size(), "none is found twice");
    }

    @Test
    void whatHasNoOtherBesideItIsNoChoice() {
        assertEquals(
                1,
                search(done -> done.size() == 5 ? List.of() : List.of(of(0, "step " + done.size())))
                        .size());
    }

    @Test
    void eachOrderOfChoicesThatHinderEachOtherIsTried() {
        Model model = all(List.of(of(0, "a"), of(0, "b"), of(0, "c")));
        assertEquals(6, search(model).size());
        assertOneOfEach(model);
    }

    @Test
    void oneOrderOfChoicesOfDifferentRanksIsTried() {
        assertEquals(
                1,
                search(all(List.of(of(0, "a"), of(1, "b"), of(2, "c"), of(3, "d"))))
                        .size());
    }

    @Test
    void choicesOfARankThatCommuteAreTriedInOneOrder() {
        Effect one = new Group(1);
        Effect other = new Group(2);
        assertEquals(1, search(all(List.of(of(0, "a", one), of(0, "b", other)))).size());
        assertEquals(
                2,
                search(all(List.of(of(0, "a", one), of(0, "b", one), of(0, "c", other))))
                        .size());
    }

    /** How often a test may fail depends on what other ranks have done. */
    @Test
    void aFailureIsTriedBeforeAndBehindWhatAnotherRankDoes() {
        assertEquals(
                2,
                search(all(List.of(of(0, "fails", Effect.FAILURE), of(1, "sends"))))
                        .size());
        assertEquals(
                1,
                search(all(List.of(of(0, "fails", Effect.FAILURE), of(1, "fails", Effect.FAILURE))))
                        .size());
    }

    /** As long as no test has failed as often as it may, all of them can fail whatever others have done. */
    @Test
    void aFailureThatIsNotCountedIsTriedInOneOrder() {
        assertEquals(
                1,
                search(all(List.of(of(0, "fails", Effect.MISS), of(1, "sends"), of(2, "fails", Effect.MISS))))
                        .size());
        assertEquals(
                2,
                search(all(List.of(of(0, "fails", Effect.MISS), of(0, "succeeds"))))
                        .size());
    }

    @Test
    void whereATestFailsNoMoreAllRunsBeginAgainAndCountFailures() {
        ChoiceSearch search = new ChoiceSearch();
        search.begin();
        search.choose(List.of(of(0, "a"), of(0, "b")));
        assertFalse(search.countsFailures());
        assertThrows(RunOverException.class, search::countFailures);
        assertTrue(search.end());
        search.begin();
        assertTrue(search.countsFailures());
        assertEquals("rank 0: a", search.choose(List.of(of(0, "a"), of(0, "b"))).text());
    }

    /** What is chosen decides what is open next. */
    @Test
    void branchesAreFollowedToTheirEnds() {
        Model model = done -> switch (done.size()) {
            case 0 -> List.of(of(0, "left"), of(0, "right"));
            case 1 -> done.getFirst().text().endsWith("left") ? List.of(of(1, "x"), of(1, "y"), of(1, "z")) : List.of();
            default -> List.of();
        };
        assertEquals(
                List.of(
                        List.of("rank 0: left", "rank 1: x"),
                        List.of("rank 0: left", "rank 1: y"),
                        List.of("rank 0: left", "rank 1: z"),
                        List.of("rank 0: right")),
                search(model).stream()
                        .map(order -> order.stream().map(Alternative::text).toList())
                        .toList());
    }

    private static IntStream seeds() {
        return IntStream.range(0, 60);
    }

    /** Some ranks do some things each, of a few kinds, some of which are open only when others are done. */
    @ParameterizedTest
    @MethodSource("seeds")
    void oneOfAllOrdersThatComeToTheSameIsTried(int seed) {
        Random random = new Random(seed);
        int count = 2 + random.nextInt(4);
        List<Alternative> what = new ArrayList<>();
        int[] behind = new int[count];
        for (int i = 0; i < count; i++) {
            Effect effect = switch (random.nextInt(5)) {
                case 0 -> Effect.ON_PROGRAM;
                case 1 -> seed % 2 == 0 ? Effect.FAILURE : Effect.MISS;
                default -> new Group(random.nextInt(3));
            };
            what.add(of(random.nextInt(3), "does " + i, effect));
            // Of its own rank: a rank's program has an order.
            behind[i] = -1;
            int candidate = random.nextInt(count);
            if (candidate < i && what.get(candidate).rank() == what.get(i).rank()) {
                behind[i] = candidate;
                what.set(i, of(what.get(i).rank(), "does " + i, Effect.ON_PROGRAM));
                what.set(candidate, of(what.get(i).rank(), "does " + candidate, Effect.ON_PROGRAM));
            }
        }
        assertOneOfEach(done -> IntStream.range(0, count)
                .filter(i -> !done.contains(what.get(i)) && (behind[i] < 0 || done.contains(what.get(behind[i]))))
                .mapToObj(what::get)
                .toList());
    }

    private static IntStream manySeeds() {
        return IntStream.range(0, 300);
    }

    /** What is done in each run, some of it behind what other ranks do. */
    @ParameterizedTest
    @MethodSource("manySeeds")
    void oneOfAllOrdersOfWhatIsDoneInEachRunIsTried(int seed) {
        Random random = new Random(seed);
        int count = 2 + random.nextInt(6);
        List<Alternative> what = new ArrayList<>();
        int[] behind = new int[count];
        for (int i = 0; i < count; i++) {
            int rank = random.nextInt(2);
            what.add(of(rank, "does " + i, new Lasting(random.nextInt(2), random.nextInt(2) == 0)));
            behind[i] = i > 0 && random.nextInt(3) == 0 ? random.nextInt(i) : -1;
        }
        // What waits for another thing is not exchanged with it, whatever its effect.
        assertFound(done -> IntStream.range(0, count)
                .filter(i -> !done.contains(what.get(i)) && (behind[i] < 0 || done.contains(what.get(behind[i]))))
                .mapToObj(what::get)
                .toList());
    }

    private static void assertFound(Model model) {
        Set<List<String>> found = new HashSet<>();
        search(model).forEach(order -> found.add(canonical(order)));
        List<List<Alternative>> all = new ArrayList<>();
        count(model, new ArrayList<>(), all);
        Set<List<String>> expected = new HashSet<>();
        all.forEach(order -> expected.add(canonical(order)));
        assertEquals(expected, found);
    }

    /** Pairs of ranks that have nothing to do with each other: runs that are cut off are not begun. */
    @Test
    void ofWhatIsDoneInEachRunHardlyAnyIsCutOff() {
        List<Alternative> pairs = IntStream.range(0, 8)
                .mapToObj(i -> of(i / 2, "does " + i, new Lasting(0, false)))
                .toList();
        AtomicInteger cutOff = new AtomicInteger();
        assertEquals(16, search(all(pairs), cutOff).size());
        assertEquals(0, cutOff.get());
    }

    @Test
    void aProgramThatGoesAnotherWayIsTold() {
        ChoiceSearch search = new ChoiceSearch();
        search.begin();
        search.choose(List.of(of(0, "a"), of(0, "b")));
        assertTrue(search.end());
        search.begin();
        DivergedException told =
                assertThrows(DivergedException.class, () -> search.choose(List.of(of(0, "a"), of(0, "c"))));
        assertTrue(told.getMessage().contains("rank 0: c"), told.getMessage());
    }

    @Test
    void alternativesHaveNamesOfTheirOwn() {
        ChoiceSearch search = new ChoiceSearch();
        search.begin();
        assertThrows(IllegalStateException.class, () -> search.choose(List.of(of(0, "a"), of(0, "a"))));
    }

    @Test
    void wherePartOfTheProgramMayBeCancelledAllRunsBeginAgain() {
        ChoiceSearch search = new ChoiceSearch();
        search.begin();
        search.choose(List.of(of(0, "a"), of(0, "b")));
        assertFalse(search.holdsReceives());
        assertThrows(RunOverException.class, search::holdReceives);
        assertTrue(search.beginsAgain() && search.end() && search.holdsReceives());
        search.begin();
        assertFalse(search.beginsAgain());
        assertEquals("rank 0: a", search.choose(List.of(of(0, "a"), of(0, "b"))).text());
    }
}
