package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.core.payload.SegmentCache;
import org.junit.jupiter.api.Test;

/** Posted receives against a list of them in the order of posting. */
class MatcherProps {
    private static final int SOURCES = 3;
    /** Of collective calls, of which one is a multicast and one has failed, and tags of other messages. */
    private static final int[] TAGS = {
        CallWord.of(1, 2), CallWord.multicast(CallWord.of(1, 2)), CallWord.endOf(CallWord.of(2, 3)), 0, 1, 2
    };

    private final SegmentCache cache = new SegmentCache();
    private final List<PostedRecv> idle = new ArrayList<>();

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void aMessageTakesTheOldestReceiveThatItMatches(@ForAll long seed) {
        Random random = new Random(seed);
        // Ranks beyond are those of jobs that have been attached.
        Matcher matcher = new Matcher(1 + random.nextInt(SOURCES));
        List<PostedRecv> posted = new ArrayList<>();
        for (int step = 0; step < 100; step++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> post(matcher, posted, random);
                case 2, 3 -> arrive(matcher, posted, random);
                default -> withdraw(matcher, posted, random);
            }
            assertEquals(posted, matcher.posted());
            assertEquals(posted.size(), matcher.receives());
            assertEquals(posted.isEmpty(), matcher.isIdle());
            assertTrue(posted.stream().allMatch(PostedRecv::isPosted));
            for (int source = 0; source < SOURCES; source++) {
                int from = source;
                boolean quiet = posted.stream().noneMatch(op -> takesSource(op, from));
                assertEquals(quiet, matcher.isQuiet(source));
            }
        }
    }

    private void post(Matcher matcher, List<PostedRecv> posted, Random random) {
        PostedRecv op = idle.isEmpty() ? new PostedRecv(cache) : idle.removeLast();
        int tag = random.nextInt(TAGS.length + 1);
        op.want(matcher, random.nextInt(SOURCES + 1) - 1, tag == TAGS.length ? PostedRecv.ANY : TAGS[tag]);
        matcher.post(op);
        posted.add(op);
    }

    private void arrive(Matcher matcher, List<PostedRecv> posted, Random random) {
        int source = random.nextInt(SOURCES);
        int tag = TAGS[random.nextInt(TAGS.length)];
        PostedRecv expected = posted.stream()
                .filter(op -> takesSource(op, source) && op.wantsTag(tag))
                .findFirst()
                .orElse(null);
        assertSame(expected, matcher.taker(source, tag));
        assertSame(expected, matcher.arrived(source, tag));
        if (expected != null) {
            assertFalse(expected.isPosted());
            posted.remove(expected);
            idle.add(expected);
        }
    }

    private void withdraw(Matcher matcher, List<PostedRecv> posted, Random random) {
        if (!posted.isEmpty()) {
            PostedRecv op = posted.remove(random.nextInt(posted.size()));
            assertTrue(matcher.withdraw(op));
            assertFalse(matcher.withdraw(op), "it is no longer posted");
            idle.add(op);
        }
    }

    /** A blocking collective call that has failed is the last one on its communicator. */
    @Test
    void closingWithdrawsTheReceivesOfCollectiveCalls() {
        Matcher matcher = new Matcher(SOURCES);
        List<PostedRecv> others = new ArrayList<>();
        for (int source = PostedRecv.ANY; source < SOURCES; source++) {
            for (int tag : new int[] {PostedRecv.ANY, TAGS[0], 0, TAGS[1], 7}) {
                PostedRecv op = new PostedRecv(cache);
                op.want(matcher, source, tag);
                matcher.post(op);
                if (tag == PostedRecv.ANY || tag >= 0) {
                    others.add(op);
                }
            }
        }
        assertFalse(matcher.isClosed());
        assertFalse(matcher.isClosedTo(TAGS[0]));
        matcher.close();
        assertEquals(others, matcher.posted());
        assertTrue(matcher.isClosed());
        assertTrue(matcher.isClosedTo(TAGS[0]));
        assertFalse(matcher.isClosedTo(0));
    }

    /** Words of blocking calls match each other, but for multicasts; the receiver compares them. An end concerns all calls. */
    @Test
    void tagsOfCollectiveCallsTakeEachOther() {
        int call = CallWord.of(3, 4);
        int other = CallWord.of(5, 6);
        assertTrue(PostedRecv.takes(call, other));
        assertTrue(PostedRecv.takes(CallWord.multicast(call), CallWord.multicast(other)));
        assertTrue(PostedRecv.takes(call, CallWord.spoilt(other)));
        assertTrue(PostedRecv.takes(CallWord.multicast(call), CallWord.endOf(other)));
        assertFalse(PostedRecv.takes(CallWord.multicast(call), other));
        assertFalse(PostedRecv.takes(call, CallWord.multicast(other)));
        assertFalse(PostedRecv.takes(call, 3));
        assertFalse(PostedRecv.takes(3, call));
        assertFalse(PostedRecv.takes(3, 4));
        assertTrue(PostedRecv.takes(0, 0));
        assertTrue(PostedRecv.takes(PostedRecv.ANY, 0));
    }

    private static boolean takesSource(PostedRecv op, int source) {
        return op.wantedSource() == source || op.wantedSource() == PostedRecv.ANY;
    }
}
