package org.bipj.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The queue against a list that is searched from end to end. */
class KernelProps {
    /** What is expected: the scheduled events in the order of scheduling. */
    private record Entry(long time, long sequence, int event) {}

    private static final class Numbered extends Event {
        private final int number;
        private final List<Integer> fired;

        Numbered(int number, List<Integer> fired) {
            this.number = number;
            this.fired = fired;
        }

        @Override
        protected void fire() {
            fired.add(number);
        }
    }

    @Property(tries = 200)
    void firesAsANaiveListWould(@ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int events) {
        Random random = new Random(seed);
        Kernel kernel = new Kernel();
        List<Integer> fired = new ArrayList<>();
        List<Entry> naive = new ArrayList<>();
        Numbered[] parts = new Numbered[events];
        for (int i = 0; i < events; i++) {
            parts[i] = new Numbered(i, fired);
        }
        long sequence = 0;
        long now = 0;
        for (int turn = 0; turn < 10 * events; turn++) {
            int which = random.nextInt(events);
            // Few moments, so that many events share one; now and then one that is far away.
            long time = now + (random.nextInt(50) == 0 ? random.nextLong(1L << 45) : random.nextInt(8));
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    kernel.move(time, parts[which]);
                    naive.removeIf(entry -> entry.event == which);
                    naive.add(new Entry(time, sequence++, which));
                }
                case 2 -> {
                    if (!parts[which].isScheduled()) {
                        kernel.at(time, parts[which]);
                        naive.add(new Entry(time, sequence++, which));
                    }
                }
                case 3 -> {
                    kernel.cancel(parts[which]);
                    naive.removeIf(entry -> entry.event == which);
                }
                default -> now = step(kernel, naive, fired, now);
            }
            assertEquals(naive.size(), kernel.scheduled(), "seed " + seed);
            assertEquals(
                    naive.stream().mapToLong(Entry::time).min().orElse(Long.MAX_VALUE),
                    kernel.nextTime(),
                    "seed " + seed);
        }
        while (!naive.isEmpty()) {
            now = step(kernel, naive, fired, now);
        }
        assertEquals(false, kernel.step(), "nothing is left");
    }

    private static long step(Kernel kernel, List<Entry> naive, List<Integer> fired, long now) {
        Entry expected = naive.stream()
                .min(Comparator.comparingLong(Entry::time).thenComparingLong(Entry::sequence))
                .orElse(null);
        assertEquals(expected != null, kernel.step());
        if (expected == null) {
            return now;
        }
        naive.remove(expected);
        assertEquals(expected.event, fired.removeLast());
        assertEquals(expected.time, kernel.now());
        return expected.time;
    }
}
