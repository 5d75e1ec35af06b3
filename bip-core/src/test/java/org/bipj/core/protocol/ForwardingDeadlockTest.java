package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Boards that store and forward, with go-back-N on each edge, while all members of a group multicast at once (LCI paper,
 * section 3.6). A receive buffer is free again when the packet is acknowledged by all children.
 */
class ForwardingDeadlockTest {
    private static final int PACKETS = 20;
    private static final int WINDOW = 8;
    private static final int TIMEOUT = 50;
    private static final int STEPS = 20_000;

    /** A data packet on an edge, or an acknowledgement (packet null). */
    private record Message(int from, int number, int sequence, Packet packet, int acknowledges, boolean requests) {}

    /** A packet of a multicast: the count-th one of its root. */
    private record Packet(int root, int count) {}

    private static final class Board implements GoBackSender.Outcome {
        final Cluster cluster;
        final int rank;
        final GoBackSender sender;
        final GoBackReceiver receiver;
        final int[] heldOfFlow;
        final List<Packet> buffers = new ArrayList<>();
        final List<Integer> references = new ArrayList<>();
        final List<Integer> flowOf = new ArrayList<>();
        final ArrayDeque<Message> in = new ArrayDeque<>();
        int held;
        int delivered;

        Board(Cluster cluster, int rank) {
            this.cluster = cluster;
            this.rank = rank;
            sender = new GoBackSender(cluster.flows.count(), cluster.window, TIMEOUT, Integer.MAX_VALUE);
            receiver = new GoBackReceiver(cluster.flows.count());
            heldOfFlow = new int[cluster.flows.count()];
        }

        /** Forwards a packet to the children. Its buffer is number {@code buffers.size()}; flow -1 is the root's own. */
        void forward(Packet packet, int flow) {
            int buffer = buffers.size();
            buffers.add(packet);
            flowOf.add(flow);
            int children = 0;
            for (int which = 0; which < MulticastTree.CHILDREN; which++) {
                int child = cluster.tree.child(packet.root, rank, which);
                if (child != MulticastTree.NONE) {
                    int depth = cluster.tree.depth(packet.root, child);
                    sender.post(cluster.flows.multicast(child, depth), buffer);
                    children++;
                }
            }
            references.add(children);
            if (children == 0) {
                release(buffer);
            }
        }

        @Override
        public void acknowledged(int flow, int buffer) {
            references.set(buffer, references.get(buffer) - 1);
            if (references.get(buffer) == 0) {
                release(buffer);
            }
        }

        @Override
        public void unreachable(int flow, int buffer) {
            throw new AssertionError("unreachable");
        }

        private void release(int buffer) {
            int flow = flowOf.get(buffer);
            if (flow >= 0) {
                held--;
                heldOfFlow[flow]--;
                int wanted = receiver.wanted();
                if (wanted != GoBackReceiver.NONE) {
                    acknowledge(wanted, true);
                }
            }
        }

        void transmit(long now) {
            sender.expire(now, this);
            for (int flow = sender.ready(); flow != GoBackSender.NONE; flow = sender.ready()) {
                int buffer = sender.next(flow);
                int sequence = sender.transmit(flow, now);
                int number = cluster.flows.number(flow);
                cluster.boards
                        .get(cluster.flows.peer(flow))
                        .in
                        .add(new Message(rank, number, sequence, buffers.get(buffer), 0, false));
            }
        }

        void take(long now) {
            Message message = in.poll();
            if (message == null) {
                return;
            }
            int flow = cluster.flows.flow(message.from, message.number);
            if (message.packet == null) {
                if (message.requests) {
                    sender.again(flow, message.acknowledges, now, this);
                } else {
                    sender.acknowledge(flow, message.acknowledges, now, this);
                }
            } else if (receiver.check(flow, message.sequence) == GoBackReceiver.Verdict.NEXT) {
                if (hasBuffer(flow)) {
                    held++;
                    heldOfFlow[flow]++;
                    delivered++;
                    receiver.accept(flow);
                    forward(message.packet, flow);
                    acknowledge(flow, false);
                } else {
                    receiver.refuse(flow);
                }
            }
        }

        private boolean hasBuffer(int flow) {
            return held < cluster.pool && (!cluster.reserves || heldOfFlow[flow] < cluster.window);
        }

        private void acknowledge(int flow, boolean requests) {
            cluster.boards
                    .get(cluster.flows.peer(flow))
                    .in
                    .add(new Message(rank, cluster.flows.number(flow), 0, null, receiver.expected(flow), requests));
        }
    }

    private static final class Cluster {
        final boolean reserves;
        final int pool;
        final Flows flows;
        final int window;
        final MulticastTree tree;
        final List<Board> boards = new ArrayList<>();

        Cluster(int ranks, int pool, boolean reserves) {
            this.reserves = reserves;
            this.pool = pool;
            flows = reserves ? Flows.perDepth(ranks) : Flows.perPeer(ranks);
            window = reserves ? flows.window(pool, WINDOW) : WINDOW;
            int[] members = new int[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                members[rank] = rank;
            }
            tree = new MulticastTree(members);
            for (int rank = 0; rank < ranks; rank++) {
                boards.add(new Board(this, rank));
            }
        }

        /** Everybody multicasts at once. Returns how many packets were delivered. */
        int run() {
            for (Board board : boards) {
                for (int count = 0; count < PACKETS; count++) {
                    board.forward(new Packet(board.rank, count), -1);
                }
            }
            for (long now = 0; now < STEPS; now++) {
                for (Board board : boards) {
                    board.take(now);
                    board.transmit(now);
                }
            }
            return boards.stream().mapToInt(board -> board.delivered).sum();
        }

        int all() {
            return boards.size() * (boards.size() - 1) * PACKETS;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 7, 8, 13})
    void withBuffersByDepthEverythingArrives(int ranks) {
        Cluster cluster = new Cluster(ranks, Flows.perDepth(ranks).count(), true);
        assertEquals(cluster.all(), cluster.run());
        for (Board board : cluster.boards) {
            assertEquals(0, board.held, "receive buffers of " + board.rank);
            assertEquals(0, board.sender.pending());
        }
    }

    /** Rank 1 forwards to 3, and 3 to 1: each has all buffers full of packets for the other. */
    @Test
    void withoutTheyWaitForEachOther() {
        Cluster cluster = new Cluster(4, Flows.perDepth(4).count(), false);
        int delivered = cluster.run();
        assertTrue(delivered < cluster.all(), "expected a deadlock, but all " + delivered + " packets have arrived");
        Board one = cluster.boards.get(1);
        Board three = cluster.boards.get(3);
        assertEquals(cluster.pool, one.held);
        assertEquals(cluster.pool, three.held);
        assertTrue(one.sender.isPending(3) && three.sender.isPending(1), "they wait for each other");
    }
}
