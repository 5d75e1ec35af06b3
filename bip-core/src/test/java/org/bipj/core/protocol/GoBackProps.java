package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * Two sides that send to each other over lines that lose, repeat and delay packets, and keep their order. Both have few
 * receive buffers for all flows. A seed decides everything.
 */
class GoBackProps {
    private static final int TRIES = 200;
    private static final int DEEP_TRIES = 10_000;
    private static final int FLOWS = 3;
    private static final int PACKETS = 40;
    private static final int TIMEOUT = 500;
    private static final int DELAY = 100;
    private static final int LIMIT = 400_000;

    /** What crosses the line: data (packet 0 or more), or an acknowledgement alone, which may request packets again. */
    private record Message(int flow, int packet, int number, int acknowledges, boolean requests, long arrivesAt) {}

    private static final int NO_PACKET = -1;

    /** One direction. */
    private static final class Line {
        final ArrayDeque<Message> messages = new ArrayDeque<>();
        long lastAt;
        int lossPercent;
        int repeatPercent;
    }

    /** One side: sender, receiver, and a pool of receive buffers. */
    private static final class Side implements GoBackSender.Outcome {
        final Random random;
        final Line out;
        final GoBackSender sender;
        final GoBackReceiver receiver = new GoBackReceiver(FLOWS);
        final AcknowledgementPolicy policy;
        final int buffers;
        int held;
        final int[] posted = new int[FLOWS];
        final List<List<Integer>> delivered = lists();
        final List<List<Integer>> acknowledged = lists();
        final List<List<Integer>> abandoned = lists();

        Side(Random random, Line out, int window, int tries) {
            this.random = random;
            this.out = out;
            sender = new GoBackSender(FLOWS, window, TIMEOUT, tries);
            policy = new AcknowledgementPolicy(FLOWS, window, DELAY);
            buffers = 1 + random.nextInt(2 * window);
        }

        private static List<List<Integer>> lists() {
            List<List<Integer>> lists = new ArrayList<>();
            for (int flow = 0; flow < FLOWS; flow++) {
                lists.add(new ArrayList<>());
            }
            return lists;
        }

        @Override
        public void acknowledged(int flow, int packet) {
            acknowledged.get(flow).add(packet);
        }

        @Override
        public void unreachable(int flow, int packet) {
            abandoned.get(flow).add(packet);
        }

        void post(int flow) {
            if (posted[flow] < PACKETS && sender.post(flow, posted[flow])) {
                posted[flow]++;
            }
        }

        void work(long now) {
            sender.expire(now, this);
            for (int due = policy.due(now); due != Deadlines.NONE; due = policy.due(now)) {
                acknowledge(due, false, now);
            }
            int flow = sender.ready();
            if (flow != GoBackSender.NONE) {
                int packet = sender.next(flow);
                int number = sender.transmit(flow, now);
                policy.take(flow);
                put(new Message(flow, packet, number, receiver.expected(flow), false, 0), now);
            }
        }

        void consume(long now) {
            if (held > 0) {
                held--;
                int flow = receiver.wanted();
                if (flow != GoBackReceiver.NONE) {
                    acknowledge(flow, true, now);
                }
            }
        }

        private void acknowledge(int flow, boolean requests, long now) {
            policy.take(flow);
            put(new Message(flow, NO_PACKET, 0, receiver.expected(flow), requests, 0), now);
        }

        private void put(Message message, long now) {
            if (random.nextInt(100) < out.lossPercent) {
                return;
            }
            int copies = random.nextInt(100) < out.repeatPercent ? 2 : 1;
            for (int copy = 0; copy < copies; copy++) {
                out.lastAt = Math.max(out.lastAt, now + random.nextInt(60));
                out.messages.add(new Message(
                        message.flow,
                        message.packet,
                        message.number,
                        message.acknowledges,
                        message.requests,
                        out.lastAt));
            }
        }

        void arrive(Message message, long now) {
            if (message.requests) {
                sender.again(message.flow, message.acknowledges, now, this);
            } else {
                sender.acknowledge(message.flow, message.acknowledges, now, this);
            }
            if (message.packet == NO_PACKET) {
                return;
            }
            policy.arrived(message.flow, now);
            if (receiver.check(message.flow, message.number) != GoBackReceiver.Verdict.NEXT) {
                return;
            }
            if (held == buffers) {
                receiver.refuse(message.flow);
                return;
            }
            held++;
            receiver.accept(message.flow);
            delivered.get(message.flow).add(message.packet);
            if (policy.owe(message.flow)) {
                acknowledge(message.flow, false, now);
            }
        }

        boolean isQuiet() {
            return sender.pending() == 0
                    && sender.waiting() == 0
                    && sender.deadline() == Deadlines.NEVER
                    && policy.deadline() == Deadlines.NEVER
                    && held == 0
                    && out.messages.isEmpty();
        }
    }

    /** Both sides. */
    private static final class Run {
        final Random random;
        final Line there = new Line();
        final Line back = new Line();
        final Side left;
        final Side right;
        long now;

        Run(long seed, int tries) {
            random = new Random(seed);
            int window = 1 + random.nextInt(8);
            left = new Side(random, there, window, tries);
            right = new Side(random, back, window, tries);
            quality(random.nextInt(40), random.nextInt(20));
        }

        void quality(int lossPercent, int repeatPercent) {
            for (Line line : List.of(there, back)) {
                line.lossPercent = lossPercent;
                line.repeatPercent = repeatPercent;
            }
        }

        void step() {
            now += random.nextInt(12);
            Side side = random.nextBoolean() ? left : right;
            switch (random.nextInt(4)) {
                case 0 -> side.post(random.nextInt(FLOWS));
                case 1 -> side.consume(now);
                default -> side.work(now);
            }
            deliver(there, right);
            deliver(back, left);
        }

        private void deliver(Line line, Side to) {
            while (!line.messages.isEmpty() && line.messages.peek().arrivesAt <= now) {
                to.arrive(line.messages.remove(), now);
            }
        }

        boolean isDone(Side side) {
            for (int flow = 0; flow < FLOWS; flow++) {
                if (side.posted[flow] < PACKETS && !side.sender.isUnreachable(flow)) {
                    return false;
                }
            }
            return side.isQuiet();
        }

        void finish() {
            for (int steps = 0; !(isDone(left) && isDone(right)); steps++) {
                assertTrue(steps < LIMIT, () -> "no end: " + left.sender + "; " + right.sender);
                step();
            }
        }
    }

    private static List<Integer> firstPackets(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void eachPacketArrivesOnceAndInOrder(@ForAll("seeds") long seed) {
        for (int i = 0; i < repetitions(); i++) {
            Run run = new Run(seed + i, Integer.MAX_VALUE);
            run.finish();
            for (int flow = 0; flow < FLOWS; flow++) {
                assertEquals(firstPackets(PACKETS), run.right.delivered.get(flow), "seed " + (seed + i));
                assertEquals(firstPackets(PACKETS), run.left.delivered.get(flow), "seed " + (seed + i));
                assertEquals(firstPackets(PACKETS), run.left.acknowledged.get(flow), "seed " + (seed + i));
                assertEquals(firstPackets(PACKETS), run.right.acknowledged.get(flow), "seed " + (seed + i));
            }
        }
    }

    /** The lines break at some moment, for good: each packet is then acknowledged or abandoned, and the rest is as before. */
    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void aBrokenLineIsReported(@ForAll("seeds") long seed) {
        for (int i = 0; i < repetitions(); i++) {
            Run run = new Run(seed + i, 4);
            int steps = run.random.nextInt(2_000);
            for (int step = 0; step < steps; step++) {
                run.step();
            }
            run.quality(100, 0);
            run.finish();
            checkBroken(run.left, run.right, "seed " + (seed + i));
            checkBroken(run.right, run.left, "seed " + (seed + i));
        }
    }

    private static void checkBroken(Side from, Side to, String seed) {
        for (int flow = 0; flow < FLOWS; flow++) {
            List<Integer> settled = new ArrayList<>(from.acknowledged.get(flow));
            int acknowledged = settled.size();
            settled.addAll(from.abandoned.get(flow));
            assertEquals(firstPackets(from.posted[flow]), settled, seed);
            List<Integer> delivered = to.delivered.get(flow);
            assertEquals(firstPackets(delivered.size()), delivered, seed);
            assertTrue(acknowledged <= delivered.size(), seed);
            assertEquals(
                    !from.abandoned.get(flow).isEmpty() || from.posted[flow] < PACKETS,
                    from.sender.isUnreachable(flow),
                    seed);
        }
    }

    private static int repetitions() {
        return Boolean.getBoolean("bipj.deep") ? DEEP_TRIES / TRIES : 1;
    }

    // ---- single decisions ----------------------------------------------------------------------------------------

    private static final GoBackSender.Outcome IGNORED = new GoBackSender.Outcome() {
        @Override
        public void acknowledged(int flow, int packet) {}

        @Override
        public void unreachable(int flow, int packet) {}
    };

    @Example
    void theWindowClosesAndOpens() {
        GoBackSender sender = new GoBackSender(2, 2, TIMEOUT, 3);
        for (int packet = 10; packet < 14; packet++) {
            assertTrue(sender.post(1, packet));
        }
        assertEquals(1, sender.ready());
        assertEquals(10, sender.next(1));
        assertEquals(0, sender.transmit(1, 5));
        assertEquals(1, sender.transmit(1, 6));
        assertEquals(GoBackSender.NONE, sender.ready());
        assertEquals(505, sender.deadline(), "one timer, started by the first packet");
        assertTrue(sender.acknowledge(1, 1, 100, IGNORED));
        assertEquals(600, sender.deadline());
        assertEquals(12, sender.next(sender.ready()));
        assertFalse(sender.acknowledge(1, 0, 100, IGNORED), "an older one");
        assertFalse(sender.acknowledge(1, 3, 100, IGNORED), "never transmitted");
    }

    @Example
    void anAcknowledgementAfterGoingBackSkipsWhatHasArrived() {
        GoBackSender sender = new GoBackSender(1, 4, TIMEOUT, 3);
        for (int packet = 0; packet < 4; packet++) {
            sender.post(0, packet);
            sender.transmit(0, 0);
        }
        sender.expire(TIMEOUT, IGNORED);
        assertTrue(sender.isAgain(0));
        assertEquals(0, sender.transmit(0, TIMEOUT));
        sender.acknowledge(0, 3, TIMEOUT + 1, IGNORED);
        assertEquals(3, sender.next(0));
        assertEquals(3, sender.transmit(0, TIMEOUT + 2));
        sender.acknowledge(0, 4, TIMEOUT + 3, IGNORED);
        assertEquals(0, sender.pending());
        assertEquals(Deadlines.NEVER, sender.deadline());
        assertEquals(6, sender.transmissions());
        assertEquals(2, sender.repeated());
    }

    @Example
    void theTimeoutDoublesWhileAReceiverIsLate() {
        GoBackSender sender = new GoBackSender(1, 1, TIMEOUT, 100);
        sender.post(0, 0);
        sender.post(0, 1);
        long now = 0;
        for (int times = 1; times <= 8; times *= 2) {
            sender.transmit(0, now);
            assertEquals(now + (long) times * TIMEOUT, sender.deadline());
            sender.acknowledge(0, 0, now, IGNORED);
            now = sender.deadline();
            sender.expire(now, IGNORED);
        }
        for (int times = 16; times >= 1; times /= 2) {
            sender.transmit(0, now);
            assertEquals(now + (long) times * TIMEOUT, sender.deadline(), "halved in silence");
            now = sender.deadline();
            sender.expire(now, IGNORED);
        }
        sender.transmit(0, now);
        sender.acknowledge(0, 1, now, IGNORED);
        sender.transmit(0, now);
        assertEquals(now + TIMEOUT, sender.deadline());
    }

    @Example
    void flowsAreServedByTurns() {
        GoBackSender sender = new GoBackSender(3, 8, TIMEOUT, 3);
        for (int packet = 0; packet < 2; packet++) {
            for (int flow = 0; flow < 3; flow++) {
                sender.post(flow, packet);
            }
        }
        List<Integer> order = new ArrayList<>();
        for (int flow = sender.ready(); flow != GoBackSender.NONE; flow = sender.ready()) {
            order.add(flow);
            sender.transmit(flow, 0);
        }
        assertEquals(List.of(0, 1, 2, 0, 1, 2), order);
    }

    @Example
    void aRefusedPacketIsRequestedOnceBuffersAreFree() {
        GoBackReceiver receiver = new GoBackReceiver(2);
        receiver.refuse(1);
        assertEquals(GoBackReceiver.Verdict.GAP, receiver.check(1, 1));
        receiver.refuse(0);
        assertEquals(1, receiver.wanted());
        receiver.accept(0);
        assertEquals(GoBackReceiver.NONE, receiver.wanted(), "flow 0 has come by itself");
        assertEquals(GoBackReceiver.Verdict.DUPLICATE, receiver.check(0, 0));
        receiver.refuse(1);
        assertEquals(1, receiver.wanted(), "refused once more");
    }

    @Example
    void badParametersAreNamed() {
        String message = assertThrows(IllegalArgumentException.class, () -> new GoBackSender(1, 0, 7, 1))
                .getMessage();
        assertTrue(message.contains("window of 0"), message);
        assertThrows(IllegalArgumentException.class, () -> new GoBackSender(1, 1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new GoBackSender(1, 1, 1, 0));
    }

    @Example
    void whatWasRefusedIsWantedOnce() {
        GoBackReceiver receiver = new GoBackReceiver(2);
        assertFalse(receiver.takeWanted(1));
        receiver.refuse(1);
        assertTrue(receiver.takeWanted(1));
        assertFalse(receiver.takeWanted(1));
        assertEquals(GoBackReceiver.NONE, receiver.wanted());
    }
}
