package org.bipj.net.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What UCX may do to frames, and does not do over TCP: deliver them in another order, and use their bytes for long. */
class InOrderTest {
    @Test
    void framesAreHandedOverInTheOrderOfTheirNumbersHoweverTheyCome() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                numbers.add(i);
            }
            // A window of a lane may be turned about, no more.
            int window = 1 + random.nextInt(100);
            for (int from = 0; from < numbers.size(); from += window) {
                Collections.shuffle(numbers.subList(from, Math.min(numbers.size(), from + window)), random);
            }
            Reorder order = new Reorder();
            List<Long> handed = new ArrayList<>();
            for (int number : numbers) {
                if (order.offer(number, 1000 + number) == Reorder.NEXT) {
                    handed.add(1000L + number);
                    for (long next = order.next(); next != 0; next = order.next()) {
                        handed.add(next);
                    }
                }
                assertEquals(Reorder.TWICE, order.offer(number, 7), "seed " + seed);
            }
            for (int i = 0; i < numbers.size(); i++) {
                assertEquals(1000L + i, handed.get(i), "seed " + seed);
            }
        }
    }

    @Test
    void bytesInUseAreNotWrittenToAndTheRestIsUsed() {
        Random random = new Random(3);
        SendRing ring = new SendRing(Arena.ofAuto(), 4096);
        ArrayDeque<int[]> used = new ArrayDeque<>();
        int refused = 0;
        for (int round = 0; round < 100_000; round++) {
            int length = UcxFrame.bytes(random.nextInt(900));
            int at = ring.claim(length);
            if (at < 0) {
                refused++;
                assertTrue(used.stream().mapToInt(each -> each[1]).sum() > 4096 - 2 * 932 - 64, "room is left");
            } else {
                assertTrue(at + length <= 4096 && at % 8 == 0);
                for (int[] each : used) {
                    assertTrue(at + length <= each[0] || each[0] + each[1] <= at, "round " + round);
                }
                if (random.nextInt(3) > 0) {
                    ring.add(at, length, round + 1);
                    used.add(new int[] {at, length, round + 1});
                }
            }
            while (!used.isEmpty() && random.nextInt(3) == 0) {
                int[] oldest = used.remove();
                assertEquals(oldest[2], ring.request(0));
                ring.remove();
            }
            assertEquals(used.isEmpty(), ring.isEmpty());
        }
        assertTrue(refused > 1000, "the ring was never full");
    }

    @Test
    void keptFramesAreFoundOnce() {
        Random random = new Random(4);
        KeptFrames kept = new KeptFrames();
        Set<Long> model = new HashSet<>();
        for (int round = 0; round < 200_000; round++) {
            long address = 0x7f0000000000L + 64L * random.nextInt(600);
            if (model.contains(address) || random.nextInt(3) == 0) {
                assertEquals(model.remove(address), kept.remove(address), "round " + round);
            } else {
                kept.add(address);
                model.add(address);
            }
        }
        while (!model.isEmpty()) {
            assertTrue(model.remove(kept.removeAny()));
        }
        assertEquals(0, kept.removeAny());
        assertFalse(kept.remove(64));
    }
}
