package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpeningsTest {
    private final Openings<String> openings = new Openings<>(2);
    private final List<String> seen = new ArrayList<>();

    @Test
    void aPacketBelongsToTheOpeningAnnouncedOnItsLane() {
        assertEquals(0, openings.of(1, 0));
        assertEquals(0, openings.of(7, 1), "a rank of a job that was attached");
        openings.announced(1, 0, 3);
        assertEquals(3, openings.of(1, 0));
        assertEquals(0, openings.of(1, 1));
        assertEquals(0, openings.of(0, 0));
        assertEquals(0, openings.of(2, 0));
        openings.announced(7, 1, 600);
        openings.announced(2, 0, 4);
        assertEquals(600, openings.of(7, 1));
        assertEquals(0, openings.of(7, 0));
        assertEquals(4, openings.of(2, 0));
        assertEquals(3, openings.of(1, 0));
    }

    /** An address tells 512 openings apart. Who has announced none may be at the first. */
    @Test
    void openingsAreAmbiguousWhereAnotherOneHasTheirAddress() {
        assertFalse(openings.isAmbiguous(0));
        assertFalse(openings.isAmbiguous(511));
        assertTrue(openings.isAmbiguous(512));
        assertTrue(openings.isAmbiguous(1024));
        openings.announced(0, 0, 5);
        assertFalse(openings.isAmbiguous(5));
        assertFalse(openings.isAmbiguous(6));
        assertTrue(openings.isAmbiguous(517));
        assertTrue(openings.isAmbiguous(512), "the other lanes are at the first");
        for (int peer = 0; peer < 2; peer++) {
            for (int lane = 0; lane < 2; lane++) {
                openings.announced(peer, lane, 600);
            }
        }
        assertFalse(openings.isAmbiguous(512));
        assertTrue(openings.isAmbiguous(88));
    }

    @Test
    void whatIsKeptIsDeliveredToItsOpeningInOrder() {
        openings.deliver(0, "first");
        openings.keep(1, channel -> seen.add("a to " + channel));
        openings.keep(2, channel -> seen.add("b to " + channel));
        openings.keep(1, channel -> {
            seen.add("c to " + channel);
            openings.keep(2, later -> seen.add("d to " + later));
        });
        openings.keep(0, channel -> seen.add("never, as the first has been bound"));
        openings.deliver(1, "second");
        assertEquals(List.of("a to second", "c to second"), seen);
        openings.deliver(1, "second");
        openings.deliver(0, "first");
        assertEquals(2, seen.size());
        openings.deliver(2, "third");
        assertEquals(List.of("a to second", "c to second", "b to third", "d to third"), seen);
        openings.deliver(2, "third");
        assertEquals(4, seen.size());
    }

    @Test
    void openingsAreCounted() {
        assertEquals(0, openings.count());
        assertTrue(openings.isToCome(0));
        openings.advance();
        assertEquals(1, openings.count());
        assertFalse(openings.isToCome(0));
        assertTrue(openings.isToCome(1));
        openings.retreat();
        assertTrue(openings.isToCome(0));
    }

    @Test
    void creditsOfWhatIsDroppedAreReturnedOnceToTheirSenders() {
        openings.lose(1);
        openings.returnDropped((peer, opening, credits) -> seen.add("nothing was dropped"));
        openings.drop(1, 0, 2);
        openings.drop(0, 0, 3);
        openings.drop(1, 1, 5);
        openings.drop(0, 0, 4);
        openings.drop(2, 0, 1);
        openings.lose(2);
        openings.returnDropped((peer, opening, credits) -> seen.add(peer + ", " + opening + ": " + credits));
        assertEquals(List.of("1, 0: 2", "0, 0: 7", "1, 1: 5"), seen);
        openings.returnDropped((peer, opening, credits) -> seen.add("again"));
        assertEquals(3, seen.size());
    }
}
