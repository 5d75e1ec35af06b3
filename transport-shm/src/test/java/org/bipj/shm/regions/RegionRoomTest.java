package org.bipj.shm.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Cleaner;
import java.util.WeakHashMap;
import org.junit.jupiter.api.Test;

/** Regions that are dropped do not pile up until something else makes garbage. */
class RegionRoomTest {
    private static final long SIZE = 1000;
    private static final Cleaner CLEANER = Cleaner.create();

    private final WeakHashMap<Object, Long> own = new WeakHashMap<>();
    private final RegionRoom room = new RegionRoom(this::inUse, 10 * SIZE, Long.MAX_VALUE);

    private RegionRoom.Use inUse() {
        int regions = (int) own.values().stream().count();
        return new RegionRoom.Use(regions * SIZE, regions);
    }

    private Object region() {
        Object region = new Object();
        RegionRoom of = room;
        room.prepare(SIZE);
        assertTrue(room.take(SIZE));
        own.put(region, SIZE);
        CLEANER.register(region, () -> of.give(SIZE));
        return region;
    }

    @Test
    void whatIsDroppedIsFoundBeforeItIsMuch() {
        Object[] kept = new Object[5];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = region();
        }
        long most = 0;
        for (int i = 0; i < 300; i++) {
            region();
            most = Math.max(most, room.taken());
        }
        // Twice the five and the one that is made; and that the cleaner may be late.
        assertTrue(most <= 30 * SIZE, "at one time " + most);
        assertEquals(5, kept.length);
    }

    /** Regions of few bytes are mappings like others. */
    @Test
    void thereIsAnEndToTheNumberOfMappings() {
        RegionRoom many =
                new RegionRoom(() -> new RegionRoom.Use(0, RegionRoom.REGIONS_MAX), Long.MAX_VALUE, Long.MAX_VALUE);
        for (int i = 0; i < RegionRoom.REGIONS_MAX; i++) {
            assertTrue(many.take(1));
        }
        assertFalse(many.take(1));
        many.give(1);
        assertTrue(many.take(1));
    }

    @Test
    void manyThatAreDroppedAreFoundThoughTheyHaveFewBytes() {
        RegionRoom few = new RegionRoom(() -> new RegionRoom.Use(0, 0), Long.MAX_VALUE, Long.MAX_VALUE);
        Object[] last = new Object[1];
        for (int i = 0; i < RegionRoom.REGIONS_MAX + 1; i++) {
            few.prepare(1);
            assertTrue(few.take(1), "region " + i);
            last[0] = new Object();
            CLEANER.register(last[0], () -> few.give(1));
        }
    }
}
