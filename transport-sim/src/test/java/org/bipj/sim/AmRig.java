package org.bipj.sim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.bipj.core.job.Job;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointGroup;
import org.bipj.core.nic.EndpointMessage;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.Waiting;
import org.bipj.sim.am.ChannelTables;

/** Runs programs over the endpoints of boards that offer some, Active Messages II's unless said otherwise, in virtual time. */
final class AmRig {
    static final long TAG = 77;

    private AmRig() {}

    /** One rank's program. */
    interface Program {
        void run(Host host);
    }

    /** A message as it was polled, copied; reason is 0 if it has not come back. */
    record Message(int kind, long other, int reason, long header, List<Integer> words, byte[] data) {}

    /** Runs a program on each rank, lets all end that is under way, and checks that nothing is left and the boards agree. */
    static void run(int ranks, Program program, String... changes) {
        run(ranks, "", program, changes);
    }

    /** The same with faults, on boards that are alive at the end. */
    static void run(int ranks, String faults, Program program, String... changes) {
        SimCluster cluster = play(ranks, faults, program, changes);
        for (int rank = 0; rank < ranks; rank++) {
            assertTrue(
                    cluster.port(rank).isIdle(), "left: " + cluster.port(rank).state());
        }
        ChannelTables.agree(IntStream.range(0, ranks).mapToObj(cluster::port).toList());
    }

    /** The same without the check. */
    static SimCluster play(int ranks, String faults, Program program, String... changes) {
        List<String> all = new ArrayList<>(List.of("nic.firmware=am2"));
        all.addAll(List.of(changes));
        return play(new SimCluster(ranks, new SimOptions("now100", 1, faults, "", all)), ranks, program);
    }

    /** Runs a program on each rank of a cluster, and lets all end that is under way. */
    static SimCluster play(SimCluster cluster, int ranks, Program program) {
        try (SimSession session = new SimSession(cluster, ranks, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (Host host = new Host(session.job(rank))) {
                    program.run(host);
                }
            });
            while (cluster.kernel().step()) {
                // Acknowledgements, and what the last rank has sent at its end.
            }
        }
        return cluster;
    }

    /** An endpoint, and what has been polled from it. */
    static final class Box implements EndpointSink {
        final EndpointGroup group;
        final Endpoint endpoint;
        final List<Message> received = new ArrayList<>();
        final List<Message> returned = new ArrayList<>();
        /** What the sink answers to messages. */
        int verdict = DONE;

        Box(Endpoints endpoints, EndpointGroup group) {
            this.group = group;
            endpoint = endpoints.open(group, this);
        }

        private static Message copy(EndpointMessage message, int reason) {
            List<Integer> words = new ArrayList<>();
            for (int word = 0; word < message.wordCount(); word++) {
                words.add(message.words().get(JAVA_INT, message.wordsAt() + 4L * word));
            }
            byte[] data =
                    message.data().asSlice(message.dataAt(), message.bytes()).toArray(JAVA_BYTE);
            return new Message(message.kind(), message.peer(), reason, message.header(), words, data);
        }

        @Override
        public int onMessage(EndpointMessage message) {
            if (verdict == DONE) {
                received.add(copy(message, 0));
            }
            return verdict;
        }

        @Override
        public void onReturned(EndpointMessage message, int reason) {
            returned.add(copy(message, reason));
        }
    }

    /** What a program of a rank has: the port, and a first endpoint. */
    static final class Host implements AutoCloseable {
        final Job job;
        final NicPort port;
        final Endpoints endpoints;
        final Box first;
        /** The tag that all use. */
        final long tag;

        Host(Job job) {
            this.job = job;
            port = job.open();
            endpoints = port.endpoints();
            tag = endpoints.restriction() == null ? TAG : Endpoints.ANY_TAG;
            first = open(endpoints.group());
            // Everybody's first endpoint is open before anybody sends.
            compute(10);
        }

        /** Opens an endpoint with the tag that all use. */
        Box open(EndpointGroup group) {
            Box box = new Box(endpoints, group);
            box.endpoint.setTag(tag);
            return box;
        }

        int rank() {
            return port.rank();
        }

        /** Computes for some microseconds. */
        void compute(double us) {
            job.compute(1000 * us);
        }

        double us() {
            return port.now() / 1e3;
        }

        /** Sends from the first endpoint to a rank's first one. */
        void send(int kind, int to, long header, int words, byte[] data) {
            send(first, kind, EndpointName.first(to).packed(), tag, header, words, data);
        }

        /** Sends from an endpoint, and polls its group while it has no room. */
        void send(Box from, int kind, long to, long tag, long header, int words, byte[] data) {
            Endpoint endpoint = from.endpoint;
            long entry = endpoint.claim(kind, to, words, data.length);
            for (int fruitless = 0; entry == Endpoint.BACK_PRESSURED; ) {
                fruitless = Waiting.after(from.group.poll(Integer.MAX_VALUE) > 0, fruitless, port);
                entry = endpoint.claim(kind, to, words, data.length);
            }
            for (int word = 0; word < words; word++) {
                endpoint.words().set(JAVA_INT, endpoint.wordsAt(entry) + 4L * word, (int) header + word);
            }
            MemorySegment.copy(data, 0, endpoint.data(), JAVA_BYTE, endpoint.dataAt(entry), data.length);
            endpoint.commit(entry, tag, header);
        }

        /** Polls a group until a condition holds. */
        void poll(EndpointGroup group, BooleanSupplier until) {
            for (int fruitless = 0; !until.getAsBoolean(); ) {
                boolean found = group.poll(Integer.MAX_VALUE) > 0;
                if (!until.getAsBoolean()) {
                    fruitless = Waiting.after(found, fruitless, port);
                }
            }
        }

        void receive(int count) {
            poll(first.group, () -> first.received.size() >= count);
        }

        void awaitReturned(int count) {
            poll(first.group, () -> first.returned.size() >= count);
        }

        @Override
        public void close() {
            port.close();
        }
    }
}
