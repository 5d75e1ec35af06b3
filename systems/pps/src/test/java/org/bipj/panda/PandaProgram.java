package org.bipj.panda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.bipj.lci.Group;

/**
 * A random program, all of whose ranks are in one JVM: ranks send messages to each other and themselves, call each other,
 * broadcast, and broadcast in two orders; they keep messages, and name destinations. Each message has a number among those of its
 * sender and kind, and bytes that depend on it. All must arrive once, in the order of their sender, and ordered broadcasts in one
 * order at all members. One seed, one program.
 */
public final class PandaProgram {
    private static final int MESSAGES = 1;
    private static final int BEGUN = 2;
    private static final int RPC = 3;
    private static final int BROADCAST = 4;
    private static final int ORDERED = 5;
    private static final int ORDERED_HALF = 6;
    private static final int KINDS = 7;
    private static final int KEPT = 4;

    private final long seed;
    private final int ranks;
    private final int steps;
    private final int held;
    private final boolean multithreaded;
    /** By rank: messages that it will receive; calls count at the callee. */
    private final AtomicIntegerArray sentTo;
    /** By rank: what it has received in both orders. */
    private final List<List<Long>> orders;

    private final List<List<Long>> halfOrders;

    /** A program of some ranks, each of which takes so many steps. */
    public PandaProgram(long seed, int ranks, int steps, boolean multithreaded) {
        this.seed = seed;
        this.ranks = ranks;
        this.steps = steps;
        this.multithreaded = multithreaded;
        held = new Random(~seed).nextInt(3) * 5;
        sentTo = new AtomicIntegerArray(ranks);
        orders = new ArrayList<>();
        halfOrders = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            orders.add(new ArrayList<>());
            halfOrders.add(new ArrayList<>());
        }
    }

    /** One rank's part. */
    public void run() {
        Panda.Setup setup = Panda.setup().held(held);
        try (Panda panda = (multithreaded ? setup.multithreaded() : setup).init()) {
            new Rank(panda).run();
        }
    }

    /** All ranks have ended: members have received ordered broadcasts in one order. */
    public void check() {
        for (int rank = 0; rank < ranks; rank++) {
            assertEquals(orders.get(0), orders.get(rank), "the order at rank " + rank);
            assertEquals(halfOrders.get(rank % 2), halfOrders.get(rank), "the order in the half of rank " + rank);
        }
    }

    private final class Rank {
        private final Panda panda;
        private final int rank;
        private final Random draw;
        private final Messages messages;
        private final Messages begun;
        private final Rpc rpc;
        private final Broadcast broadcast;
        private final OrderedBroadcast ordered;
        private final OrderedBroadcast orderedHalf;
        private final Group all;
        private final Group half;
        private final ArrayDeque<Incoming> kept = new ArrayDeque<>();
        /** By kind and destination: the next message's number; by kind and sender: the number expected. */
        private final int[][] next = new int[KINDS][ranks + 1];

        private final int[][] expected = new int[KINDS][ranks];
        /** Random choices of upcalls, which may run on another thread. */
        private final Random upcalls;

        private int received;
        private int answered;

        Rank(Panda panda) {
            this.panda = panda;
            rank = panda.rank();
            draw = new Random(seed * 31 + rank);
            upcalls = new Random(seed * 37 + rank);
            messages = panda.messages(MESSAGES, message -> take(MESSAGES, message));
            begun = panda.messages(BEGUN, Delivery.BEGUN, message -> take(BEGUN, message));
            rpc = panda.rpc(RPC, this::serve);
            all = panda.group();
            int[] parity = new int[(ranks + 1 - rank % 2) / 2];
            Arrays.setAll(parity, i -> 2 * i + rank % 2);
            half = panda.group(parity);
            broadcast = panda.broadcast(
                    BROADCAST, all, Delivery.values()[(int) (seed & 1)], message -> take(BROADCAST, message));
            ordered = panda.orderedBroadcast(ORDERED, all, message -> inOrder(ORDERED, message, orders.get(rank)));
            orderedHalf = panda.orderedBroadcast(
                    ORDERED_HALF, half, message -> inOrder(ORDERED_HALF, message, halfOrders.get(rank)));
        }

        void run() {
            for (int step = 0; step < steps; step++) {
                step();
            }
            panda.barrier();
            panda.await("all messages", () -> received == sentTo.get(rank));
            while (!kept.isEmpty()) {
                readKept();
            }
            panda.barrier();
            panda.lci().lock();
            try {
                assertEquals(0, panda.held(), "packets that wait in the end");
            } finally {
                panda.lci().unlock();
            }
        }

        private void step() {
            switch (draw.nextInt(8)) {
                case 0 -> send(messages, MESSAGES);
                case 1 -> send(begun, BEGUN);
                case 2 -> call();
                case 3 -> {
                    count(all, false);
                    broadcast.send(message(BROADCAST, ranks));
                }
                case 4 -> {
                    count(all, true);
                    long number = ordered.send(message(ORDERED, ranks));
                    assertTrue(number >= 0);
                }
                case 5 -> {
                    count(half, true);
                    long number = orderedHalf.send(message(ORDERED_HALF, ranks));
                    assertTrue(number >= 0);
                }
                case 6 -> {
                    int packets = panda.poll();
                }
                default -> {
                    if (hasKept()) {
                        readKept();
                    }
                }
            }
        }

        private boolean hasKept() {
            panda.lci().lock();
            try {
                return !kept.isEmpty();
            } finally {
                panda.lci().unlock();
            }
        }

        private void count(Group group, boolean itself) {
            for (int member : group.members()) {
                if (itself || member != rank) {
                    sentTo.incrementAndGet(member);
                }
            }
        }

        private void send(Messages service, int kind) {
            int to = draw.nextInt(ranks);
            sentTo.incrementAndGet(to);
            service.send(to, message(kind, to));
        }

        private void call() {
            int to = draw.nextInt(ranks);
            sentTo.incrementAndGet(to);
            int number = next[RPC][to];
            int before = answered;
            rpc.call(to, message(RPC, to), reply -> {
                assertEquals(number, reply.getInt());
                check(RPC, to, number, reply);
                answered++;
            });
            assertEquals(before + 1, answered);
        }

        private void serve(Incoming request, Reply reply) {
            int number = request.getInt();
            assertEquals(expected[RPC][request.source()]++, number);
            check(RPC, request.source(), number, request);
            received++;
            reply.send(fill(RPC, number, upcalls.nextInt(3000)));
        }

        private Gather message(int kind, int to) {
            int length = draw.nextInt(3) == 0 ? draw.nextInt(6000) : draw.nextInt(200);
            return fill(kind, next[kind][to]++, length);
        }

        private Gather fill(int kind, int number, int length) {
            byte[] data = new byte[length];
            for (int i = 0; i < length; i++) {
                data[i] = pattern(rank, kind, number, i);
            }
            int cut = length / 3;
            return new Gather().putInt(number).add(data, 0, cut).add(data, cut, length - cut);
        }

        private void inOrder(int kind, Incoming message, List<Long> order) {
            assertEquals(order.size(), message.ordinal());
            int number = message.getInt();
            assertEquals(expected[kind][message.source()]++, number);
            order.add((long) message.source() << 32 | number);
            check(kind, message.source(), number, message);
            received++;
        }

        private void take(int kind, Incoming message) {
            int source = message.source();
            int number = message.getInt();
            assertEquals(expected[kind][source]++, number, "kind " + kind + " of rank " + source);
            int choice = upcalls.nextInt(4);
            if (choice == 0 && kept.size() < KEPT) {
                kept.add(message.keep());
                received++;
            } else if (choice == 1) {
                byte[] data = new byte[message.remaining()];
                message.into(data, 0, data.length, whole -> {
                    check(kind, source, number, data);
                    received++;
                });
            } else {
                if (message.isComplete()) {
                    check(kind, source, number, message);
                }
                received++;
            }
        }

        /** Reads a kept message, of which packets may be missing. */
        private void readKept() {
            Incoming message;
            panda.lci().lock();
            try {
                message = kept.remove();
            } finally {
                panda.lci().unlock();
            }
            int unread = draw.nextInt(1 + message.remaining());
            byte[] data = new byte[unread];
            message.get(data, 0, unread);
            message.close();
        }
    }

    private static void check(int kind, int source, int number, Incoming message) {
        byte[] data = new byte[message.remaining()];
        message.get(data, 0, data.length);
        check(kind, source, number, data);
    }

    private static void check(int kind, int source, int number, byte[] data) {
        for (int i = 0; i < data.length; i++) {
            assertEquals(pattern(source, kind, number, i), data[i], "byte " + i);
        }
    }

    private static byte pattern(int source, int kind, int number, int i) {
        return (byte) (source * 7 + kind * 11 + number * 13 + i * 17);
    }
}
