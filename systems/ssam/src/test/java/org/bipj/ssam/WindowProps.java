package org.bipj.ssam;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * The two windows of a connection over a medium that loses: each request is handled once and in order, and each reply
 * arrives once. The answers follow the rules of {@link Ssam}; the test's own model knows which requests are replied to.
 */
class WindowProps {
    private static final int REQUESTS = 300;
    private static final long TIMEOUT = 50;

    private record Answer(long from, long to, boolean reply) {}

    @Property(tries = 300, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void eachRequestOnceAndEachReplyOnce(@ForAll long seed) {
        Random random = new Random(seed);
        int window = 1 + random.nextInt(100);
        double loss = random.nextInt(4) * 0.1;
        int acknowledge = 1 + random.nextInt(window);
        OutgoingRequests out = new OutgoingRequests(window);
        IncomingRequests in = new IncomingRequests(window);
        ArrayDeque<Long> there = new ArrayDeque<>();
        ArrayDeque<Answer> back = new ArrayDeque<>();
        List<Long> handled = new ArrayList<>();
        List<Long> replies = new ArrayList<>();
        boolean[] repliesTo = new boolean[REQUESTS];
        for (int i = 0; i < REQUESTS; i++) {
            repliesTo[i] = random.nextBoolean();
        }
        long now = 0;
        while (out.answered() < REQUESTS) {
            now++;
            assertTrue(now < 10_000_000, "no progress, seed " + seed);
            if (out.next() < REQUESTS && !out.isFull() && random.nextBoolean()) {
                offer(random, loss, there, out.send(now));
            }
            if (!there.isEmpty() && random.nextBoolean()) {
                receive(random, loss, there.remove(), in, handled, repliesTo, acknowledge, back);
            } else if (there.isEmpty() && in.owed() > 0) {
                offer(random, loss, back, new Answer(in.expected() - in.owed(), in.expected(), false));
                in.acknowledged();
            }
            if (!back.isEmpty() && random.nextBoolean()) {
                Answer answer = back.remove();
                if (out.answer(answer.from, answer.to, now) == OutgoingRequests.NEW && answer.reply) {
                    replies.add(answer.to - 1);
                }
            }
            if (now >= out.dueAt(TIMEOUT)) {
                for (long number = out.answered(); number < out.next(); number++) {
                    offer(random, loss, there, number);
                }
                out.again(now);
            }
            assertTrue(out.outstanding() <= window);
            assertTrue(in.expected() >= out.answered() && in.expected() <= out.next());
        }
        List<Long> expected = new ArrayList<>();
        List<Long> expectedReplies = new ArrayList<>();
        for (long i = 0; i < REQUESTS; i++) {
            expected.add(i);
            if (repliesTo[(int) i]) {
                expectedReplies.add(i);
            }
        }
        assertEquals(expected, handled);
        assertEquals(expectedReplies, replies);
    }

    /** Cells of long messages: each is stored once and in order, although the medium loses; gaps send again at once. */
    @Property(tries = 300, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void eachCellOfLongMessagesOnceAndInOrder(@ForAll long seed) {
        Random random = new Random(seed);
        double loss = random.nextInt(4) * 0.1;
        int window = 1 + random.nextInt(100);
        OutgoingRequests out = new OutgoingRequests(window);
        LongIncoming in = new LongIncoming();
        ArrayDeque<Long> there = new ArrayDeque<>();
        ArrayDeque<Answer> back = new ArrayDeque<>();
        List<Long> stored = new ArrayList<>();
        long now = 0;
        long end = 0;
        for (int message = 0; message < 5; message++) {
            int cells = 1 + random.nextInt(100);
            out.window(window);
            end += cells;
            // The request that opens the message is late at times: the cells before it count for nothing.
            long opensAt = now + 1 + random.nextInt(60);
            long grantedAt = opensAt + random.nextInt(60);
            while (out.answered() < end) {
                now++;
                assertTrue(now < 10_000_000, "no progress, seed " + seed);
                if (now == opensAt) {
                    in.open(cells, 1 + random.nextInt(window));
                }
                if (now == grantedAt) {
                    out.window(2 * window);
                }
                if (out.next() < end && !out.isFull() && random.nextBoolean()) {
                    offer(random, loss, there, out.send(now));
                }
                receiveCell(random, loss, there, in, stored, back);
                if (!back.isEmpty() && random.nextBoolean()) {
                    Answer answer = back.remove();
                    out.answer(out.answered(), answer.to, now);
                    if (answer.reply && answer.to == out.answered()) {
                        again(random, loss, out, there, now);
                    }
                }
                if (now >= out.dueAt(TIMEOUT)) {
                    again(random, loss, out, there, now);
                }
                assertTrue(out.outstanding() <= 2 * window && in.expected() <= out.next(), "seed " + seed);
            }
        }
        assertEquals(LongStream.range(0, end).boxed().toList(), stored, "seed " + seed);
        assertFalse(in.isOpen());
    }

    private static void again(Random random, double loss, OutgoingRequests out, ArrayDeque<Long> there, long now) {
        for (long number = out.answered(); number < out.next(); number++) {
            offer(random, loss, there, number);
        }
        out.again(now);
    }

    /** The {@code reply} of an answer: the expected cell was lost. */
    private static void receiveCell(
            Random random,
            double loss,
            ArrayDeque<Long> there,
            LongIncoming in,
            List<Long> stored,
            ArrayDeque<Answer> back) {
        boolean gap = false;
        if (there.isEmpty()) {
            if (!in.isOwed()) {
                return;
            }
        } else {
            long number = there.remove();
            int verdict = in.arrived(number);
            if (verdict == LongIncoming.NEXT) {
                stored.add(number);
            }
            gap = verdict == LongIncoming.GAP && in.isNewGap();
            if (!gap && !in.isDue() && in.isOpen()) {
                return;
            }
        }
        offer(random, loss, back, new Answer(0, in.expected(), gap));
        in.acknowledged();
    }

    private static void receive(
            Random random,
            double loss,
            long number,
            IncomingRequests in,
            List<Long> handled,
            boolean[] repliesTo,
            int acknowledge,
            ArrayDeque<Answer> back) {
        if (number > in.expected()) {
            return;
        }
        if (number < in.expected()) {
            if (in.isReplied(number)) {
                offer(random, loss, back, new Answer(in.runBefore(number), number + 1, true));
            } else {
                long to = in.runFrom(number);
                if (to == in.expected()) {
                    in.acknowledged();
                }
                offer(random, loss, back, new Answer(in.runBefore(number), to, false));
            }
            return;
        }
        handled.add(number);
        int owed = in.owed();
        in.handled(repliesTo[(int) number]);
        if (repliesTo[(int) number]) {
            offer(random, loss, back, new Answer(number - owed, number + 1, true));
        } else if (in.owed() >= acknowledge) {
            offer(random, loss, back, new Answer(in.expected() - in.owed(), in.expected(), false));
            in.acknowledged();
        }
    }

    private static <T> void offer(Random random, double loss, ArrayDeque<T> medium, T what) {
        if (random.nextDouble() >= loss) {
            medium.add(what);
        }
    }
}
