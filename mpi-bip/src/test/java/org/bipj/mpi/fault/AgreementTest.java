package org.bipj.mpi.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Agreements of which members fail: each member at each of its steps, alone and in pairs, in orders that follow from a seed. A failure
 * names the seed and who fails at which step.
 */
class AgreementTest {
    private static final int MEMBERS = 4;
    private static final int ROUNDS = 3;
    private static final int SEEDS = Boolean.getBoolean("bipj.deep") ? 2000 : 30;
    private static final int NEVER = Integer.MAX_VALUE;

    /** A member's part in a run. */
    private static final class Member {
        Agreement agreement;
        final BitSet told = new BitSet();
        final List<Decision> seen = new ArrayList<>();
        int started;
        /** The step, a start or a send, before which it fails. */
        int dies = NEVER;

        int steps;
        boolean isDead;
        /** It has seen the last round end, and answers no more. */
        boolean hasParted;
    }

    /** One run: queues between members, and steps in an order that follows from a seed. */
    private static final class Run {
        final Member[] members = new Member[MEMBERS];
        final List<List<Deque<long[]>>> queues = new ArrayList<>();
        final Random random;
        final String what;
        boolean part;

        Run(long seed, int... diesAt) {
            random = new Random(seed);
            what = "seed " + seed + ", steps before which members fail " + List.of(boxed(diesAt));
            for (int i = 0; i < MEMBERS; i++) {
                queues.add(IntStream.range(0, MEMBERS)
                        .<Deque<long[]>>mapToObj(j -> new ArrayDeque<>())
                        .toList());
            }
            for (int i = 0; i < MEMBERS; i++) {
                int self = i;
                Member member = new Member();
                member.dies = diesAt.length == 0 ? NEVER : diesAt[i];
                member.agreement = new Agreement(MEMBERS, i, (to, message) -> {
                    step(member);
                    if (!member.isDead) {
                        queues.get(self).get(to).add(message);
                    }
                });
                members[i] = member;
            }
        }

        private static Integer[] boxed(int[] numbers) {
            return IntStream.of(numbers).boxed().toArray(Integer[]::new);
        }

        private void step(Member member) {
            if (!member.isDead && member.steps++ >= member.dies) {
                member.isDead = true;
                // What has not left its process is lost with it: the last messages to each of the others.
                for (Deque<long[]> queue : queues.get(List.of(members).indexOf(member))) {
                    for (int lost = random.nextInt(queue.size() + 1); lost > 0; lost--) {
                        queue.removeLast();
                    }
                }
            }
        }

        static long contribution(int member, int round) {
            return ~(1L << member * 8 + round);
        }

        /** Members leave after the last round, as those of another job may. */
        Run parting() {
            part = true;
            return this;
        }

        void run() {
            for (int steps = 0; ; steps++) {
                assertTrue(steps < 10_000, () -> "no end: " + what);
                List<Runnable> possible = possible();
                if (possible.isEmpty()) {
                    break;
                }
                possible.get(random.nextInt(possible.size())).run();
                for (Member member : members) {
                    Decision now = member.agreement.decision();
                    if (!member.isDead && now != null && member.seen.size() < member.started) {
                        member.seen.add(now);
                    }
                }
            }
            check();
        }

        private List<Runnable> possible() {
            List<Runnable> all = new ArrayList<>();
            for (int i = 0; i < MEMBERS; i++) {
                Member member = members[i];
                int self = i;
                if (member.isDead || member.hasParted) {
                    continue;
                }
                if (part && member.seen.size() == ROUNDS) {
                    all.add(() -> {
                        member.agreement.part();
                        member.hasParted = !member.isDead;
                    });
                }
                if (member.started < ROUNDS && member.seen.size() == member.started) {
                    all.add(() -> start(member, self));
                }
                for (int j = 0; j < MEMBERS; j++) {
                    int from = j;
                    Deque<long[]> queue = queues.get(j).get(i);
                    if (!queue.isEmpty()) {
                        all.add(() -> member.agreement.received(from, queue.remove()));
                    } else if (members[j].isDead && !member.told.get(j)) {
                        all.add(() -> {
                            member.told.set(from);
                            member.agreement.died(from);
                        });
                    }
                }
            }
            return all;
        }

        private void start(Member member, int self) {
            step(member);
            if (!member.isDead) {
                member.started++;
                BitSet acknowledged = new BitSet();
                acknowledged.or(member.told);
                member.agreement.start(new long[] {contribution(self, member.started)}, acknowledged);
            }
        }

        private void check() {
            Member living = null;
            for (Member member : members) {
                if (!member.isDead) {
                    living = member;
                    assertEquals(ROUNDS, member.seen.size(), () -> "rounds that ended: " + what);
                }
            }
            for (int round = 1; round <= ROUNDS; round++) {
                Decision first = null;
                for (Member member : members) {
                    if (member.seen.size() < round) {
                        continue;
                    }
                    Decision one = member.seen.get(round - 1);
                    first = first == null ? one : first;
                    assertArrayEquals(first.words(), one.words(), () -> "words: " + what);
                    assertEquals(first.dead(), one.dead(), () -> "dead: " + what);
                    assertEquals(first.acknowledged(), one.acknowledged(), () -> "acknowledged: " + what);
                }
                if (first != null) {
                    checkContent(first, round);
                }
            }
            assertTrue(living == null || living.seen.size() == ROUNDS, what);
        }

        private void checkContent(Decision decision, int round) {
            long all = -1;
            for (int i = 0; i < MEMBERS; i++) {
                all &= contribution(i, round);
                assertTrue(
                        members[i].isDead || !decision.dead().get(i), () -> "a living member counts as dead: " + what);
                long missing = decision.words()[0] & ~contribution(i, round);
                assertTrue(members[i].isDead || missing == 0, () -> "without a living member's contribution: " + what);
            }
            assertEquals(0, all & ~decision.words()[0], () -> "more than all contributed: " + what);
        }
    }

    private static int[] steps(long seed) {
        Run run = new Run(seed);
        run.run();
        return IntStream.range(0, MEMBERS).map(i -> run.members[i].steps).toArray();
    }

    private static int[] nobody() {
        int[] never = new int[MEMBERS];
        java.util.Arrays.fill(never, NEVER);
        return never;
    }

    @Test
    void whoeverFailsAtWhateverStepTheOthersDecideTheSame() {
        for (long seed = 0; seed < SEEDS; seed++) {
            int[] steps = steps(seed);
            for (int victim = 0; victim < MEMBERS; victim++) {
                for (int step = 0; step <= steps[victim]; step++) {
                    int[] dies = nobody();
                    dies[victim] = step;
                    new Run(seed, dies).run();
                }
            }
        }
    }

    @Test
    void whoeverFailsNobodyWaitsForOneThatHasParted() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Run whole = new Run(seed).parting();
            whole.run();
            for (int victim = 0; victim < MEMBERS; victim++) {
                for (int step = 0; step <= whole.members[victim].steps; step++) {
                    int[] dies = nobody();
                    dies[victim] = step;
                    new Run(seed, dies).parting().run();
                }
            }
        }
    }

    @Test
    void twoAndThreeFailAtAnyStep() {
        Random random = new Random(7);
        for (int i = 0; i < 100 * SEEDS; i++) {
            int[] dies = nobody();
            for (int victims = 2 + random.nextInt(2); victims > 0; victims--) {
                dies[random.nextInt(MEMBERS)] = random.nextInt(24);
            }
            new Run(random.nextLong(), dies).run();
        }
    }

    @Test
    void aFailureIsAcknowledgedWhereAllOthersHaveDoneSo() {
        Deque<long[]> toFirst = new ArrayDeque<>();
        Deque<long[]> toSecond = new ArrayDeque<>();
        Agreement first = new Agreement(3, 0, (to, message) -> toSecond.add(message));
        Agreement second = new Agreement(3, 1, (to, message) -> toFirst.add(message));
        for (int acknowledging = 0; acknowledging < 3; acknowledging++) {
            first.died(2);
            second.died(2);
            first.start(new long[] {6}, acknowledging > 0 ? BitSet.valueOf(new long[] {4}) : new BitSet());
            second.start(new long[] {3}, acknowledging > 1 ? BitSet.valueOf(new long[] {4}) : new BitSet());
            while (!toFirst.isEmpty() || !toSecond.isEmpty()) {
                if (!toFirst.isEmpty()) {
                    first.received(1, toFirst.remove());
                } else if (toSecond.peek() != null) {
                    second.received(0, toSecond.remove());
                }
            }
            Decision decision = first.decision();
            assertNotNull(decision);
            assertEquals(2, decision.words()[0]);
            assertEquals(acknowledging == 2, decision.unacknowledged().isEmpty());
        }
    }

    /** One that lives and takes no part counts as failed, and the others learn that it is no failure. */
    @Test
    void aMemberThatIsAbsentIsNotWaitedFor() {
        Deque<long[]> toFirst = new ArrayDeque<>();
        Deque<long[]> toSecond = new ArrayDeque<>();
        Agreement first = new Agreement(4, 1, (to, message) -> toSecond.add(message));
        Agreement second = new Agreement(4, 2, (to, message) -> toFirst.add(message));
        first.takesNoPart(0);
        second.takesNoPart(0);
        second.takesNoPart(3);
        first.start(new long[] {6}, new BitSet());
        second.start(new long[] {3}, new BitSet());
        while (!toFirst.isEmpty() || !toSecond.isEmpty()) {
            if (!toFirst.isEmpty()) {
                first.received(2, toFirst.remove());
            } else {
                second.received(1, toSecond.remove());
            }
        }
        for (Agreement one : List.of(first, second)) {
            assertEquals(2, one.decision().words()[0]);
            assertEquals(BitSet.valueOf(new long[] {9}), one.decision().dead());
            assertEquals(BitSet.valueOf(new long[] {9}), one.decision().absent());
        }
    }

    @Test
    void aMemberAloneDecidesAtOnce() {
        Agreement alone = new Agreement(1, 0, (to, message) -> {
            throw new AssertionError("a message to nobody");
        });
        alone.start(new long[] {5}, new BitSet());
        assertArrayEquals(new long[] {5}, alone.decision().words());
    }
}
