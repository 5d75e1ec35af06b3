package org.bipj.shm.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Cleaner;
import java.util.WeakHashMap;
import org.junit.jupiter.api.Test;

/** Regions that are dropped do not pile up until something else makes garbage. */
class RegionRoomTest {
    private static final long SIZE = 1000;
    private static final Cleaner CLEANER = Cleaner.create();

    private final WeakHashMap<Object, Long> own = new WeakHashMap<>();
    private final RegionRoom room =
            new RegionRoom(() -> own.values().stream().mapToLong(bytes -> bytes).sum(), 10 * SIZE);

    private Object region() {
        Object region = new Object();
        RegionRoom of = room;
        room.take(SIZE);
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
}
