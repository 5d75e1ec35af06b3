package org.bipj.sim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.ChannelClient;
import org.bipj.core.channel.Channels;
import org.bipj.core.channel.RecvOp;
import org.bipj.core.channel.SendOp;
import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Seeds;

/**
 * Random messages between all ranks of a simulated cluster, short and long, with pauses. Each message says in its
 * envelope which one of its pair it is, and its bytes follow from that; what arrives out of order, twice, or with other
 * bytes is an error.
 */
final class Traffic {
    private static final int CLIENT = 1;

    /** A message that is to be sent. */
    record Planned(int to, int index, int bytes, long pauseNs) {}

    private final int ranks;
    private final long seed;
    private final List<List<Planned>> plans = new ArrayList<>();
    private final int[] expected;
    private final List<String> errors = new ArrayList<>();
    private final List<String> damage = new ArrayList<>();

    Traffic(int ranks, int messages, int longest, long seed) {
        this.ranks = ranks;
        this.seed = seed;
        expected = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            RandomGenerator random = Seeds.of(seed, "traffic " + rank);
            int[] index = new int[ranks];
            List<Planned> plan = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
                int to = (rank + 1 + random.nextInt(ranks - 1)) % ranks;
                int bytes = random.nextInt(3) > 0 ? random.nextInt(300) : random.nextInt(longest);
                plan.add(new Planned(to, index[to]++, bytes, random.nextInt(4) == 0 ? random.nextInt(60_000) : 0));
                expected[to]++;
            }
            plans.add(plan);
        }
    }

    /** What was found wrong: nothing, if all is well. */
    List<String> errors() {
        return errors;
    }

    /** What error hooks were told. */
    List<String> damage() {
        return damage;
    }

    /** Runs it on a platform, and then until nothing is under way any more. */
    void run(SimCluster cluster, Kernel.Observer observer) {
        try (SimSession session = new SimSession(cluster, ranks, SimSession.Listener.NONE)) {
            if (observer != null) {
                cluster.kernel().observe(observer);
            }
            session.run(rank -> new Rank(session.job(rank)).run());
            while (cluster.kernel().step()) {
                // What is still on its way when the last rank has ended: credits and acknowledgements.
            }
        }
    }

    private static void fill(byte[] bytes, int from, int to, int index) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (31 * from + 17 * to + 7 * index + i);
        }
    }

    /** One rank: sends its plan while it receives. */
    private final class Rank implements ChannelClient {
        private final int me;
        private final Job job;
        private final NicPort port;
        private final Channel channel;
        private final SegmentCache cache = new SegmentCache();
        private final int[] next = new int[ranks];
        private final List<Incoming> incoming = new ArrayList<>();
        private int received;
        private boolean damaged;

        private final class Incoming {
            final RecvOp op = new RecvOp(cache);
            final byte[] bytes;
            final int from;
            final int index;

            Incoming(int from, int index, int length) {
                this.from = from;
                this.index = index;
                bytes = new byte[length];
                op.set(bytes, 0, length, TypeLayout.BYTE);
            }
        }

        Rank(Job job) {
            me = job.rank();
            this.job = job;
            port = job.open();
            channel = new Channels(port).open(CLIENT, (peer, what) -> {
                damaged = true;
                damage.add(me + " from " + peer + ": " + what);
            });
            channel.bind(this);
        }

        void run() {
            List<SendOp> sends = new ArrayList<>();
            for (Planned message : plans.get(me)) {
                job.compute(message.pauseNs());
                byte[] bytes = new byte[message.bytes()];
                fill(bytes, me, message.to(), message.index());
                SendOp op = new SendOp(cache);
                op.set(bytes, 0, bytes.length, TypeLayout.BYTE);
                channel.post(op, message.to(), message.index(), message.index() % 7 == 6);
                sends.add(op);
                channel.progress();
            }
            int fruitless = 0;
            while (!damaged && (received < expected[me] || !isDone(sends) || !channel.isFlushed())) {
                fruitless = channel.progress() > 0 ? 0 : fruitless + 1;
                takeLong();
                if (fruitless > 0) {
                    port.idle(fruitless);
                }
            }
            port.close();
        }

        private boolean isDone(List<SendOp> sends) {
            sends.removeIf(SendOp::isDone);
            return sends.isEmpty();
        }

        private void takeLong() {
            for (int i = incoming.size() - 1; i >= 0; i--) {
                Incoming message = incoming.get(i);
                if (message.op.isDone()) {
                    incoming.remove(i);
                    check(message.from, message.index, message.bytes);
                }
            }
        }

        private void inOrder(int from, int index) {
            if (index != next[from]) {
                errors.add(from + "->" + me + ": message " + index + " where " + next[from] + " was expected");
            }
            next[from] = index + 1;
        }

        private void check(int from, int index, byte[] bytes) {
            byte[] wanted = new byte[bytes.length];
            fill(wanted, from, me, index);
            if (!Arrays.equals(wanted, bytes)) {
                errors.add(from + "->" + me + ": message " + index + " of " + bytes.length + " bytes has other bytes");
            }
            received++;
        }

        @Override
        public boolean onShort(int peer, long envelope, MemorySegment memory, long at, int length) {
            inOrder(peer, (int) envelope);
            byte[] bytes = new byte[length];
            MemorySegment.copy(memory, JAVA_BYTE, at, bytes, 0, length);
            check(peer, (int) envelope, bytes);
            return true;
        }

        @Override
        public void onLong(Arrival arrival) {
            inOrder(arrival.peer(), (int) arrival.envelope());
            Incoming message = new Incoming(arrival.peer(), (int) arrival.envelope(), (int) arrival.length());
            incoming.add(message);
            channel.accept(arrival, message.op, arrival.length());
        }
    }

    @Override
    public String toString() {
        return ranks + " ranks, seed " + seed;
    }
}
