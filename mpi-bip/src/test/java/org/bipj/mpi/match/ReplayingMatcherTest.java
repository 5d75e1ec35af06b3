package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.bipj.core.payload.SegmentCache;
import org.junit.jupiter.api.Test;

class ReplayingMatcherTest {
    private static final int TAG = 7;

    private final SegmentCache cache = new SegmentCache();
    private final UnexpectedPool pool = new UnexpectedPool(new HeapReserve());
    /** What is recorded of the next receives from any rank. */
    private final Deque<Integer> sources = new ArrayDeque<>();

    private final ReplayingMatcher matcher = new ReplayingMatcher(4, tag -> {
        assertEquals(TAG, tag);
        return sources.remove();
    });

    private Unexpected keep(int source) {
        Unexpected message = pool.ofBytes(source, TAG, 0, 1);
        matcher.keep(message);
        return message;
    }

    private PostedRecv receive(int source) {
        PostedRecv receive = new PostedRecv(cache);
        receive.want(matcher, source, TAG);
        return receive;
    }

    private PostedRecv post(int source) {
        PostedRecv receive = receive(source);
        assertNull(matcher.find(receive));
        matcher.post(receive);
        return receive;
    }

    @Test
    void aReceiveFromAnyRankTakesTheMessageThatIsRecorded() {
        sources.addAll(List.of(2, 1, 3));
        Unexpected ofOne = keep(1);
        Unexpected ofTwo = keep(2);
        assertSame(ofTwo, matcher.find(receive(PostedRecv.ANY)));
        assertSame(ofOne, matcher.find(receive(PostedRecv.ANY)));
        PostedRecv posted = post(PostedRecv.ANY);
        assertNull(matcher.arrived(0, TAG));
        assertSame(posted, matcher.arrived(3, TAG));
    }

    @Test
    void whereNothingIsRecordedTheOldestMessageIsTaken() {
        sources.addAll(List.of(PostedRecv.ANY, PostedRecv.ANY));
        Unexpected first = keep(3);
        keep(1);
        assertSame(first, matcher.find(receive(PostedRecv.ANY)));
        matcher.take(first);
        matcher.take(matcher.find(1, TAG));
        PostedRecv posted = post(PostedRecv.ANY);
        assertSame(posted, matcher.arrived(0, TAG));
    }

    @Test
    void aReceiveThatTookNothingIsHeldUntilTheReplayEnds() {
        sources.addAll(List.of(ReplayingMatcher.NONE, ReplayingMatcher.NONE, ReplayingMatcher.NONE));
        assertTrue(matcher.isIdle());
        Unexpected early = keep(2);
        PostedRecv taking = post(PostedRecv.ANY);
        PostedRecv withdrawn = post(PostedRecv.ANY);
        PostedRecv waiting = post(PostedRecv.ANY);
        assertFalse(matcher.isIdle());
        assertEquals(3, matcher.receives());
        assertEquals(List.of(taking, withdrawn, waiting), matcher.posted());
        assertNull(matcher.arrived(1, TAG), "they take nothing");

        PostedRecv specific = post(1);
        assertEquals(4, matcher.receives());
        assertTrue(matcher.posted().contains(specific));
        assertTrue(matcher.withdraw(withdrawn));
        assertFalse(matcher.withdraw(withdrawn));
        assertTrue(matcher.withdraw(specific));
        assertEquals(List.of(taking, waiting), matcher.posted());

        assertEquals(List.of(new ReplayingMatcher.Match(taking, early)), matcher.release());
        assertEquals(0, matcher.unexpected());
        assertEquals(List.of(waiting), matcher.posted());
        assertSame(waiting, matcher.arrived(0, TAG));
        assertTrue(matcher.isIdle());
        assertEquals(List.of(), matcher.release());
    }

    @Test
    void aHeldReceiveIsWithdrawnWhereverItStands() {
        for (int withdrawn = 0; withdrawn < 3; withdrawn++) {
            sources.addAll(List.of(ReplayingMatcher.NONE, ReplayingMatcher.NONE, ReplayingMatcher.NONE));
            List<PostedRecv> held = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                held.add(post(PostedRecv.ANY));
            }
            assertTrue(matcher.withdraw(held.remove(withdrawn)));
            assertEquals(held, matcher.posted());
            assertEquals(List.of(), matcher.release());
            assertEquals(held, matcher.posted());
            assertSame(held.get(0), matcher.arrived(2, TAG));
            assertSame(held.get(1), matcher.arrived(2, TAG));
            assertTrue(matcher.isIdle());
        }
    }

    /** Between receives of one source and of any, the order of posting decides after the replay, too. */
    @Test
    void aReceiveThatWasHeldDoesNotOvertakeOlderOnes() {
        sources.add(ReplayingMatcher.NONE);
        PostedRecv first = post(0);
        PostedRecv older = post(1);
        PostedRecv held = post(PostedRecv.ANY);
        PostedRecv younger = post(1);
        assertEquals(List.of(first, older, held, younger), matcher.posted());
        assertEquals(List.of(), matcher.release());
        assertEquals(List.of(first, older, held, younger), matcher.posted());
        assertSame(older, matcher.arrived(1, TAG));
        assertSame(held, matcher.arrived(1, TAG));
        assertSame(younger, matcher.arrived(1, TAG));
    }

    @Test
    void receivesAreListedInTheOrderOfPosting() {
        PostedRecv one = post(1);
        PostedRecv two = post(0);
        assertEquals(List.of(one, two), matcher.posted());
        assertEquals(2, matcher.receives());
        assertFalse(matcher.isIdle());
    }

    @Test
    void aProbeFindsTheMessageThatIsShownOnce() {
        Unexpected first = keep(3);
        Unexpected second = keep(1);
        assertSame(first, matcher.find(PostedRecv.ANY, TAG));
        matcher.show(second);
        assertSame(first, matcher.find(3, TAG), "of another rank");
        assertSame(second, matcher.find(PostedRecv.ANY, TAG));
        assertSame(first, matcher.find(PostedRecv.ANY, TAG));
    }
}
