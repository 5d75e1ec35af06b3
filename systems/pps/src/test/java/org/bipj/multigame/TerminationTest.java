package org.bipj.multigame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The four-counter method under random schedules: it ends, and never while a job is under way. */
class TerminationTest {
    /** Ranks that send jobs to each other, and the messages between them: first in, first out for each pair. */
    private static final class World {
        private final Random random;
        private final int size;
        private final Termination[] ranks;
        private final long[] sent;
        private final long[] received;
        private final int[] work;
        private final int[] jobsUnderWay;
        private final List<ArrayDeque<Runnable>> pairs = new ArrayList<>();
        private int jobs;
        private boolean ended;

        World(int size, int jobs, long seed) {
            this.size = size;
            this.jobs = jobs;
            random = new Random(seed);
            ranks = new Termination[size];
            sent = new long[size];
            received = new long[size];
            work = new int[size];
            jobsUnderWay = new int[1];
            for (int rank = 0; rank < size; rank++) {
                ranks[rank] = new Termination(rank, size);
            }
            for (int i = 0; i < size * size; i++) {
                pairs.add(new ArrayDeque<>());
            }
            work[random.nextInt(size)] = 1;
        }

        private void send(int from, int to, Runnable effect) {
            pairs.get(from * size + to).add(effect);
        }

        private void deliver() {
            List<ArrayDeque<Runnable>> full =
                    pairs.stream().filter(pair -> !pair.isEmpty()).toList();
            if (!full.isEmpty()) {
                full.get(random.nextInt(full.size())).remove().run();
            }
        }

        private void step(int rank) {
            if (work[rank] > 0) {
                work[rank]--;
                for (int i = random.nextInt(3); i > 0 && jobs > 0; i--) {
                    jobs--;
                    sendJob(rank, random.nextInt(size));
                }
            } else if (ranks[rank].isDue()) {
                Tally all = ranks[rank].close(tally(rank));
                if (rank > 0) {
                    int parent = ranks[rank].parent();
                    send(rank, parent, () -> ranks[parent].answer(all));
                } else if (ranks[0].hasEnded(all)) {
                    ended = true;
                }
            } else if (rank == 0 && !ranks[0].isOpen() && !ended) {
                wave(0);
            }
        }

        private Tally tally(int rank) {
            return new Tally(sent[rank], received[rank], 0, Tally.NOTHING, Tally.NOTHING, 0, 0);
        }

        private void sendJob(int from, int to) {
            sent[from]++;
            jobsUnderWay[0]++;
            send(from, to, () -> {
                jobsUnderWay[0]--;
                received[to]++;
                work[to]++;
            });
        }

        private void wave(int rank) {
            ranks[rank].begin();
            for (int i = 0; i < ranks[rank].children(); i++) {
                int child = ranks[rank].child(i);
                send(rank, child, () -> wave(child));
            }
        }

        /** Runs until rank 0 says that the search has ended. */
        void run() {
            for (int steps = 0; !ended; steps++) {
                assertTrue(steps < 1_000_000, "it does not end");
                if (random.nextBoolean()) {
                    deliver();
                } else {
                    step(random.nextInt(size));
                }
            }
            assertEquals(0, jobsUnderWay[0], "jobs under way");
            for (int rank = 0; rank < size; rank++) {
                assertEquals(0, work[rank], "work of rank " + rank);
            }
        }
    }

    @Property(tries = 300)
    void itEndsOnceNothingIsUnderWay(
            @ForAll @IntRange(min = 1, max = 9) int size, @ForAll @IntRange(max = 200) int jobs, @ForAll long seed) {
        new World(size, jobs, seed).run();
    }

    @Test
    void theTreeHasEachRankOnce() {
        for (int size = 1; size < 40; size++) {
            int[] parents = new int[size];
            for (int rank = 0; rank < size; rank++) {
                Termination node = new Termination(rank, size);
                for (int i = 0; i < node.children(); i++) {
                    parents[node.child(i)]++;
                    assertEquals(rank, new Termination(node.child(i), size).parent());
                }
            }
            for (int rank = 1; rank < size; rank++) {
                assertEquals(1, parents[rank], "rank " + rank + " of " + size);
            }
        }
    }
}
