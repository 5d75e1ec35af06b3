package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.core.channel.ChannelProbe;
import org.bipj.core.channel.SendOp;
import org.bipj.core.payload.SegmentCache;

/** Messages that came before their receives, against a list of them in the order of arrival. */
class UnexpectedProps {
    private static final int SOURCES = 4;
    private static final int[] TAGS = {
        CallWord.of(1, 2),
        CallWord.multicast(CallWord.of(1, 2)),
        CallWord.of(2, 5),
        CallWord.endOf(CallWord.of(3, 4)),
        0,
        1
    };

    private final SegmentCache cache = new SegmentCache();
    private final UnexpectedPool pool = new UnexpectedPool(new HeapReserve());
    private final List<Unexpected> kept = new ArrayList<>();
    private int announced;

    @Property(tries = 120, shrinking = ShrinkingMode.OFF)
    void aReceiveTakesTheOldestMessageThatItMatches(@ForAll long seed) {
        Random random = new Random(seed);
        // Ranks beyond are those of jobs that have been attached.
        Matcher matcher = new Matcher(1 + random.nextInt(SOURCES));
        kept.clear();
        for (int step = 0; step < 60; step++) {
            switch (random.nextInt(5)) {
                case 0, 1, 2 -> keep(matcher, random);
                case 3 -> take(matcher, random);
                default -> withdraw(matcher, random);
            }
            assertEquals(kept.size(), matcher.unexpected());
            int most = random.nextInt(kept.size() + 2);
            assertEquals(kept.subList(0, Math.min(most, kept.size())), matcher.oldestUnexpected(most));
            for (int source = 0; source < SOURCES; source++) {
                int from = source;
                assertEquals(kept.stream().filter(one -> one.source() == from).count(), matcher.unexpected(source));
                assertEquals(kept.isEmpty(), matcher.isQuiet(source));
            }
            checkFound(matcher);
        }
    }

    private void keep(Matcher matcher, Random random) {
        int source = random.nextInt(SOURCES);
        int tag = TAGS[random.nextInt(TAGS.length)];
        Unexpected message = switch (random.nextInt(3)) {
            case 0 -> pool.ofBytes(source, tag, 0, 8);
            case 1 -> pool.of(new SendOp(null), source, tag, 0);
            default -> pool.of(ChannelProbe.announcement(source, announced++, 5000), tag, 0);
        };
        matcher.keep(message);
        kept.add(message);
    }

    private void take(Matcher matcher, Random random) {
        PostedRecv receive = new PostedRecv(cache);
        receive.want(matcher, random.nextInt(SOURCES + 1) - 1, TAGS[random.nextInt(TAGS.length)]);
        Unexpected found = matcher.find(receive);
        assertSame(oldest(receive.wantedSource(), one -> receive.wantsTag(one.tag())), found);
        if (found != null) {
            matcher.take(found);
            release(found);
        }
    }

    /** A send of this rank to itself, or a message that a peer has announced. */
    private void withdraw(Matcher matcher, Random random) {
        if (kept.isEmpty()) {
            return;
        }
        Unexpected one = kept.get(random.nextInt(kept.size()));
        if (one.local() != null) {
            SendOp send = one.local();
            assertSame(one, matcher.entry(send));
            assertSame(one, matcher.withdraw(send));
            release(one);
            assertNull(matcher.withdraw(send), "it is no longer there");
            assertNull(matcher.entry(send));
        } else if (one.arrival() != null) {
            long handle = ChannelProbe.handle(one.arrival());
            assertSame(one, matcher.announced(one.source(), handle));
            assertNull(matcher.announced((one.source() + 1) % SOURCES, handle), "another rank's");
            assertNull(matcher.announced(one.source(), handle + 1_000_000));
            matcher.take(one);
            int source = one.source();
            release(one);
            assertNull(matcher.announced(source, handle), "it is no longer there");
        }
    }

    private void release(Unexpected message) {
        kept.remove(message);
        pool.give(message);
    }

    private void checkFound(Matcher matcher) {
        for (int source = PostedRecv.ANY; source < SOURCES; source++) {
            for (int tag : TAGS) {
                assertSame(oldest(source, one -> PostedRecv.takes(tag, one.tag())), matcher.find(source, tag));
            }
            assertSame(oldest(source, one -> true), matcher.find(source, PostedRecv.ANY));
        }
        for (int source = 0; source < SOURCES; source++) {
            for (int tag : TAGS) {
                checkOthers(matcher, source, CallWord.plain(tag));
            }
        }
    }

    /** Messages of other collective calls than this one, whether they are multicasts or not. */
    private void checkOthers(Matcher matcher, int source, int tag) {
        List<Unexpected> calls = kept.stream()
                .filter(one -> one.source() == source && one.tag() < 0)
                .toList();
        Unexpected first = calls.stream()
                .filter(one -> CallWord.plain(one.tag()) != tag)
                .findFirst()
                .orElse(null);
        assertSame(first, matcher.findOther(source, tag));
        if (first != null) {
            int next = calls.indexOf(first) + 1;
            assertSame(next < calls.size() ? calls.get(next) : null, matcher.findOther(first));
        }
    }

    private Unexpected oldest(int source, Predicate<Unexpected> matches) {
        return kept.stream()
                .filter(one -> (source == PostedRecv.ANY || one.source() == source) && matches.test(one))
                .findFirst()
                .orElse(null);
    }
}
