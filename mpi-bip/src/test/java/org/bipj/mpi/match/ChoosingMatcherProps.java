package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.core.channel.ChannelProbe;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.SegmentCache;

/**
 * What may be taken, against its definition over lists of all receives and messages: a receive may take a message if no older one of
 * that source matches it, and if no older receive matches the message.
 */
class ChoosingMatcherProps {
    private static final int SOURCES = 3;
    private static final int TAGS = 2;
    private static final int STEPS = 60;

    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    void whatMayBeTakenIsThatOfTheDefinition(@ForAll long seed, @ForAll boolean holds) {
        new Model(seed, holds).run();
    }

    /** Receives and messages, beside the matcher that has them too. */
    private static final class Model {
        private final SegmentCache cache = new SegmentCache();
        private final UnexpectedPool pool = new UnexpectedPool(new HeapReserve());

        private final Random random;
        private final boolean holds;
        private final ChoosingMatcher matcher;
        private final List<PostedRecv> posted = new ArrayList<>();
        private final List<Unexpected> messages = new ArrayList<>();
        /** Of the receives from any rank: their numbers. */
        private final Map<PostedRecv, Integer> numbers = new HashMap<>();

        /** Of all receives that were posted: how many were posted before. */
        private final Map<PostedRecv, Long> orders = new HashMap<>();

        private final Map<Unexpected, Integer> ordinals = new HashMap<>();
        private final Set<PostedRecv> awaited = new HashSet<>();
        private final Set<Unexpected> seen = new HashSet<>();
        private final List<Unexpected> cancelled = new ArrayList<>();
        private final int[] arrived = new int[SOURCES];
        private int nextNumber;
        private int announced;

        Model(long seed, boolean holds) {
            random = new Random(seed);
            this.holds = holds;
            matcher = new ChoosingMatcher(SOURCES, holds, () -> ++nextNumber);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(10)) {
                    case 0, 1, 2 -> receive();
                    case 3, 4, 5 -> arrive();
                    case 6 -> withdraw();
                    case 7 -> probe();
                    case 8 -> await();
                    default -> cancel();
                }
                free();
                check();
                if (random.nextInt(3) == 0) {
                    decide();
                    free();
                    check();
                }
            }
        }

        // ---- the definition ----------------------------------------------------------------------------------------

        private static boolean takes(PostedRecv receive, int source, int tag) {
            return (receive.wantedSource() == PostedRecv.ANY || receive.wantedSource() == source)
                    && receive.wantsTag(tag);
        }

        private PostedRecv oldestTaker(int source, int tag) {
            return posted.stream()
                    .filter(one -> takes(one, source, tag))
                    .findFirst()
                    .orElse(null);
        }

        private Unexpected oldest(int source, int tag) {
            return messages.stream()
                    .filter(one -> one.source() == source && PostedRecv.takes(tag, one.tag()))
                    .findFirst()
                    .orElse(null);
        }

        /** The message of a source that a receive may take; null if there is none. */
        private Unexpected takeable(PostedRecv receive, int source) {
            Unexpected message = oldest(source, receive.wantedTag());
            return message != null && oldestTaker(source, message.tag()) == receive ? message : null;
        }

        /** The message that a probe or a new receive may take: no posted receive matches it. */
        private Unexpected free(int source, int tag) {
            Unexpected message = oldest(source, tag);
            return message != null && oldestTaker(source, message.tag()) == null ? message : null;
        }

        private boolean isSpecific(PostedRecv receive) {
            return receive.wantedSource() != PostedRecv.ANY;
        }

        private boolean canBeCancelled(Unexpected message) {
            return message.local() != null || message.arrival() != null;
        }

        /** True if a receive from one rank takes its message without a decision. */
        private boolean isDecided(PostedRecv receive, Unexpected message) {
            return !holds || awaited.contains(receive) && !canBeCancelled(message);
        }

        // ---- steps -------------------------------------------------------------------------------------------------

        private void receive() {
            PostedRecv receive = new PostedRecv(cache);
            receive.want(matcher, random.nextInt(SOURCES + 1) - 1, random.nextInt(TAGS + 1) - 1);
            Unexpected expected = isSpecific(receive) ? free(receive.wantedSource(), receive.wantedTag()) : null;
            if (holds && (!seen.contains(expected) || cancelled.contains(expected))) {
                expected = null;
            }
            Unexpected found = matcher.find(receive);
            assertSame(expected, found);
            if (found != null) {
                matcher.take(found);
                gone(found);
                return;
            }
            matcher.post(receive);
            posted.add(receive);
            orders.put(receive, (long) orders.size());
            if (!isSpecific(receive)) {
                numbers.put(receive, nextNumber);
            }
        }

        private void arrive() {
            int source = random.nextInt(SOURCES);
            int tag = random.nextInt(TAGS);
            int ordinal = arrived[source]++;
            PostedRecv taker = oldestTaker(source, tag);
            boolean isTaken = !holds && taker != null && isSpecific(taker) && oldest(source, taker.wantedTag()) == null;
            assertSame(isTaken ? taker : null, matcher.arrived(source, tag));
            if (isTaken) {
                posted.remove(taker);
                return;
            }
            Unexpected message = switch (random.nextInt(3)) {
                case 0 -> pool.of(new SendOp(null), source, tag, 0);
                case 1 -> pool.of(ChannelProbe.announcement(source, announced++, 1), tag, 0);
                default -> pool.ofBytes(source, tag, 0, 1);
            };
            matcher.keep(message);
            messages.add(message);
            ordinals.put(message, ordinal);
        }

        private void withdraw() {
            if (!posted.isEmpty()) {
                PostedRecv one = posted.remove(random.nextInt(posted.size()));
                numbers.remove(one);
                assertTrue(matcher.withdraw(one));
                assertFalse(matcher.withdraw(one));
            }
        }

        private void probe() {
            int source = random.nextInt(SOURCES + 1) - 1;
            int tag = random.nextInt(TAGS + 1) - 1;
            List<Unexpected> findable = new ArrayList<>();
            for (int from = 0; from < SOURCES; from++) {
                Unexpected message = source == PostedRecv.ANY || source == from ? free(from, tag) : null;
                if (message != null) {
                    findable.add(message);
                }
            }
            assertEquals(findable, matcher.findable(source, tag));
            Unexpected undecided = source == PostedRecv.ANY || findable.isEmpty() ? null : findable.getFirst();
            boolean waits = holds && undecided != null && canBeCancelled(undecided);
            assertSame(waits ? null : undecided, matcher.find(source, tag));
            if (findable.isEmpty()) {
                return;
            }
            Unexpected chosen = findable.get(random.nextInt(findable.size()));
            seen.add(chosen);
            matcher.showNow(chosen);
            if (random.nextBoolean()) {
                assertSame(chosen, matcher.find(source, tag), "it is decided");
                assertSame(
                        waits || source == PostedRecv.ANY ? null : undecided,
                        matcher.find(source, tag),
                        "of one probe");
            } else {
                matcher.show(chosen);
                assertSame(waits || source == PostedRecv.ANY ? null : undecided, matcher.find(source, tag));
            }
        }

        private void await() {
            if (!posted.isEmpty()) {
                PostedRecv one = posted.get(random.nextInt(posted.size()));
                one.awaited();
                awaited.add(one);
            }
        }

        /** The sender of a message cancels it. */
        private void cancel() {
            if (!messages.isEmpty()) {
                Unexpected one = messages.get(random.nextInt(messages.size()));
                if (canBeCancelled(one) && !cancelled.contains(one)) {
                    matcher.cancel(one, () -> gone(one));
                    cancelled.add(one);
                }
            }
        }

        /** Does one of the things that are open. */
        private void decide() {
            List<ChoosingMatcher.Match> matches = matcher.matches();
            List<Unexpected> given = matcher.cancelled();
            int chosen = random.nextInt(matches.size() + given.size() + 1);
            if (chosen < matches.size()) {
                take(matches.get(chosen));
            } else if (chosen < matches.size() + given.size()) {
                Unexpected message = given.get(chosen - matches.size());
                matcher.giveBack(message);
                assertFalse(messages.contains(message), "it is given back");
                matcher.giveBack(message);
            }
        }

        private void take(ChoosingMatcher.Match match) {
            assertTrue(matcher.withdraw(match.receive()));
            matcher.take(match.message());
            posted.remove(match.receive());
            numbers.remove(match.receive());
            gone(match.message());
        }

        private void gone(Unexpected message) {
            messages.remove(message);
            seen.remove(message);
            cancelled.remove(message);
            ordinals.remove(message);
        }

        /** Receives from one rank take what they need no decision for, in the order of posting. */
        private void free() {
            while (true) {
                PostedRecv expected = posted.stream()
                        .filter(one -> isSpecific(one) && takeable(one, one.wantedSource()) != null)
                        .filter(one -> isDecided(one, takeable(one, one.wantedSource())))
                        .findFirst()
                        .orElse(null);
                ChoosingMatcher.Match match = matcher.freed();
                if (expected == null) {
                    assertNull(match);
                    return;
                }
                assertEquals(
                        new ChoosingMatcher.Match(expected, 0, takeable(expected, expected.wantedSource())), match);
                take(match);
            }
        }

        private void check() {
            List<ChoosingMatcher.Match> all = new ArrayList<>();
            for (PostedRecv receive : posted) {
                for (int source = 0; source < SOURCES; source++) {
                    boolean isOpen = isSpecific(receive) ? holds && receive.wantedSource() == source : true;
                    Unexpected message = isOpen ? takeable(receive, source) : null;
                    if (message != null) {
                        all.add(new ChoosingMatcher.Match(receive, numbers.getOrDefault(receive, 0), message));
                    }
                }
            }
            assertEquals(all, matcher.matches());
            assertEquals(posted, matcher.posted());
            all.forEach(match -> assertEquals(orders.get(match.receive()), match.order()));
            for (PostedRecv receive : posted) {
                boolean hasToTake =
                        all.stream().anyMatch(one -> one.receive() == receive && seen.contains(one.message()));
                assertEquals(hasToTake, matcher.hasToTake(receive));
            }
            for (Unexpected message : messages) {
                assertEquals(ordinals.get(message), matcher.ordinal(message));
                assertEquals(seen.contains(message), matcher.hasShown(message));
            }
            List<Unexpected> given = new ArrayList<>();
            for (int source = 0; source < SOURCES; source++) {
                int of = source;
                messages.stream()
                        .filter(one -> one.source() == of && cancelled.contains(one))
                        .forEach(given::add);
            }
            assertEquals(given, matcher.cancelled());
        }
    }
}
