package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bipj.core.protocol.ReceiveChannels.Verdict;

/**
 * One sender and one receiver over a network that loses packets and answers, and delays them. It keeps their order, or keeps
 * it on each of several routes, or not at all. The run's seed is the property's.
 */
class LogicalChannelsProps {
    private static final int KINDS = 2;
    private static final int PER_KIND = 2;
    private static final int MESSAGES = 60;

    /** Time that a worm lives on a route that is not used any more. */
    private static final int LIFE = 200;

    /** One worm of so many that arrives may be one of an earlier route. */
    private static final int SLOWNESS = 10;

    /** A packet, or an answer, which has route 0. */
    private record Worm(int channel, int message, int epoch, int bit, int stamp, int answer, int route) {}

    /** Which worms arrive in the order in which they were sent. */
    private enum Order {
        ALL,
        OF_A_ROUTE,
        NONE
    }

    private static final int NACK = 1;

    /** What happens, at random. */
    private static final class Run implements SendChannels.Overdue<Integer> {
        final Random random;
        final Order order;
        final SendChannels<Integer> sender;
        final ReceiveChannels receiver = new ReceiveChannels(1, KINDS * PER_KIND);
        final List<Worm> out = new ArrayList<>();
        final List<Worm> back = new ArrayList<>();
        final List<Integer> waiting = new ArrayList<>();
        final List<Integer> delivered = new ArrayList<>();
        final Set<Integer> acknowledged = new HashSet<>();
        final Set<Integer> returned = new HashSet<>();
        long now;
        int route;
        long reroutedAt;

        Run(long seed, Order order, int tries) {
            random = new Random(seed);
            this.order = order;
            sender = new SendChannels<>(1, KINDS, PER_KIND, tries);
            for (int message = 0; message < MESSAGES; message++) {
                waiting.add(message);
            }
        }

        void step(int lossPercent) {
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    int channel = waiting.isEmpty() ? SendChannels.NONE : sender.free(0, waiting.get(0) % KINDS);
                    if (channel != SendChannels.NONE) {
                        int message = waiting.remove(0);
                        sender.send(0, channel, message, now);
                        transmit(channel, message);
                    }
                }
                case 2, 3 -> {
                    if (!out.isEmpty()) {
                        take(out).ifPresent(worm -> arrive(worm, lossPercent));
                    }
                }
                case 4 -> {
                    if (!back.isEmpty()) {
                        take(back).ifPresent(answer -> answered(answer, lossPercent));
                    }
                }
                default -> sender.scan(now, 20 + random.nextInt(20), this);
            }
            if (order == Order.OF_A_ROUTE && random.nextInt(50) == 0) {
                route++;
                reroutedAt = now;
                sender.rerouted(0, now + LIFE);
            }
            now++;
            if (now >= reroutedAt + LIFE) {
                out.removeIf(worm -> worm.route < route);
            }
        }

        /** The next worm that arrives, if any does. Those of earlier routes are slow: they are blocked. */
        private Optional<Worm> take(List<Worm> worms) {
            Worm any = worms.get(random.nextInt(worms.size()));
            int from = worms == back || random.nextInt(SLOWNESS) == 0 ? any.route : route;
            Optional<Worm> taken = switch (order) {
                case ALL -> Optional.of(worms.getFirst());
                case OF_A_ROUTE ->
                    worms.stream().filter(worm -> worm.route == from).findFirst();
                case NONE -> Optional.of(any);
            };
            taken.ifPresent(worms::remove);
            return taken;
        }

        private void transmit(int channel, int message) {
            out.add(new Worm(
                    channel,
                    message,
                    sender.epoch(0, channel),
                    sender.bit(0, channel),
                    sender.stamp(0, channel),
                    0,
                    route));
        }

        private void arrive(Worm worm, int lossPercent) {
            if (random.nextInt(100) < lossPercent) {
                return;
            }
            Verdict verdict = receiver.check(0, worm.channel, worm.epoch, worm.bit, worm.stamp);
            if (verdict == Verdict.STALE) {
                return;
            }
            boolean refuse = verdict == Verdict.NEW && random.nextInt(4) == 0;
            if (verdict == Verdict.NEW && !refuse) {
                receiver.accept(0, worm.channel, worm.epoch, worm.bit, worm.stamp);
                receiver.answer(0, worm.channel, 0);
                delivered.add(worm.message);
            }
            int stamp = refuse ? worm.stamp : receiver.stamp(0, worm.channel);
            back.add(new Worm(worm.channel, worm.message, 0, 0, stamp, refuse ? NACK : 0, 0));
        }

        private void answered(Worm answer, int lossPercent) {
            if (random.nextInt(100) < lossPercent) {
                return;
            }
            if (answer.answer == NACK) {
                boolean isLatest = sender.refused(0, answer.channel, answer.stamp);
                if (isLatest && order == Order.ALL && random.nextBoolean()) {
                    withdraw(answer.channel);
                }
            } else {
                Integer message = sender.acknowledged(0, answer.channel, answer.stamp);
                if (message != null) {
                    assertEquals(answer.message, message);
                    acknowledged.add(message);
                }
            }
        }

        private void withdraw(int channel) {
            Integer message = sender.withdraw(0, channel, now);
            if (message != null) {
                assertFalse(delivered.contains(message), "withdrawn, but delivered");
                waiting.add(message);
            }
        }

        /** An endpoint leaves the board as soon as its packets are settled. */
        private void withdrawSettled() {
            for (int channel = 0; channel < KINDS * PER_KIND; channel++) {
                if (sender.isSettled(0, channel, now)) {
                    withdraw(channel);
                }
            }
        }

        @Override
        public void again(int peer, int channel, Integer packet) {
            transmit(channel, packet);
        }

        @Override
        public void unreachable(int peer, int channel, Integer packet) {
            returned.add(packet);
        }

        void finish() {
            for (int steps = 0; acknowledged.size() + returned.size() < MESSAGES; steps++) {
                assertTrue(steps < 100_000, "no end: " + sender);
                step(0);
            }
            assertEquals(0, sender.outstanding());
            assertEquals(new HashSet<>(delivered).size(), delivered.size(), "a message was delivered twice");
            assertTrue(delivered.containsAll(acknowledged));
        }
    }

    @Property(tries = 300)
    void everyMessageIsDeliveredOnceWhereOrderIsKept(@ForAll long seed) {
        Run run = new Run(seed, Order.ALL, Integer.MAX_VALUE);
        for (int step = 0; step < 1000; step++) {
            run.step(30);
        }
        run.finish();
        assertEquals(MESSAGES, run.delivered.size());
        assertEquals(Set.of(), run.returned);
    }

    /** Endpoints leave the board, with refused packets, while routes change. */
    @Property(tries = 300)
    void everyMessageIsDeliveredOnceWhereOrderIsKeptOnEachRoute(@ForAll long seed) {
        Run run = new Run(seed, Order.OF_A_ROUTE, Integer.MAX_VALUE);
        for (int step = 0; step < 1000; step++) {
            run.step(30);
            if (run.random.nextInt(10) == 0) {
                run.withdrawSettled();
            }
        }
        run.finish();
        assertEquals(MESSAGES, run.delivered.size());
        assertEquals(Set.of(), run.returned);
    }

    @Property(tries = 300)
    void whatIsGivenUpAfterSilenceWasDeliveredAtMostOnce(@ForAll long seed) {
        Run run = new Run(seed, Order.ALL, 2);
        for (int step = 0; step < 1500; step++) {
            run.step(60);
        }
        run.finish();
    }

    @Property(tries = 300)
    void noMessageIsDeliveredTwiceWhereRoutesChange(@ForAll long seed) {
        Run run = new Run(seed, Order.NONE, 5);
        for (int step = 0; step < 1000; step++) {
            run.step(30);
        }
        run.finish();
    }
}
