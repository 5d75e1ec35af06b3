package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/**
 * Random programs: messages do not overtake each other and arrive exactly once, whatever the interleaving, the wildcards,
 * the modes, the sizes, the kinds of memory and receives that are cancelled and posted again (MPI 4.1 section 3.5). A failure names the seed; {@code -Dbipj.seed=N} begins with that one.
 */
public final class RandomSuite extends Suite {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int COMMS = 2;

    /** Adds the cases. */
    public RandomSuite() {
        add("two ranks, all wildcards: exactly the receives that the matching rules say", 2, rank -> {
            programs(rank, DEEP ? 3000 : 40, RandomSuite::pair);
        });
        add("four ranks: every message once, in order for each source, tag and communicator", 4, rank -> {
            programs(rank, DEEP ? 1000 : 10, RandomSuite::crowd);
        });
        if (DEEP) {
            add("six ranks, likewise", 6, rank -> programs(rank, 100, RandomSuite::crowd));
        }
    }

    /** One program. */
    @FunctionalInterface
    private interface Program {
        void run(Rank rank, PlannedMessages messages, Intracomm[] comms, long seed);
    }

    private static void programs(Rank rank, int number, Program program) {
        long[] first = {Long.getLong("bipj.seed", System.nanoTime())};
        rank.comm().bcast(first, 1, MPI.LONG, 0);
        Intracomm[] comms = {rank.comm(), rank.comm().dup()};
        PlannedMessages messages = new PlannedMessages(rank.sizes());
        for (long seed = first[0]; seed < first[0] + number; seed++) {
            try {
                messages.begin();
                program.run(rank, messages, comms, seed);
                // Wildcards must not take messages of the next program.
                comms[0].barrier();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        comms[1].free();
    }

    /** Chooses what a rank does next, differently on each. */
    private static Random choices(long seed, int rank) {
        return new Random(seed * 31 + rank);
    }

    // ---- two ranks: the outcome is determined -----------------------------------------------------------------

    /** What a receive wants. */
    private record Wanted(int comm, int source, int tag) {
        boolean takes(PlannedMessages.Planned message) {
            return comm == message.comm() && (tag == MPI.ANY_TAG || tag == message.tag());
        }
    }

    /**
     * Both ranks send to each other. With one source the rules leave no choice: the receives, in the order in which they are
     * posted, take the oldest message that they match, whenever either arrives.
     */
    private static void pair(Rank rank, PlannedMessages messages, Intracomm[] comms, long seed) {
        Random plan = new Random(seed);
        int me = rank.rank();
        List<PlannedMessages.Planned> out = new ArrayList<>();
        List<PlannedMessages.Planned> in = new ArrayList<>();
        int tags = 1 + plan.nextInt(4);
        for (int id = 0; id < 60; id++) {
            int source = plan.nextInt(2);
            (source == me ? out : in).add(messages.random(plan, id, plan.nextInt(COMMS), source, 1 - source, tags));
        }
        List<Wanted> wanted = new ArrayList<>();
        for (PlannedMessages.Planned message : in) {
            wanted.add(new Wanted(
                    message.comm(),
                    plan.nextBoolean() ? MPI.ANY_SOURCE : 1 - me,
                    plan.nextInt(3) == 0 ? MPI.ANY_TAG : message.tag()));
        }
        Random choices = choices(seed, me);
        Collections.shuffle(wanted, choices);
        List<PlannedMessages.Planned> rest = new ArrayList<>(in);
        List<PlannedMessages.Planned> expected = new ArrayList<>();
        wanted.removeIf(w -> !match(w, rest, expected));
        // What the wildcards have left over.
        for (PlannedMessages.Planned message : rest) {
            wanted.add(new Wanted(message.comm(), MPI.ANY_SOURCE, MPI.ANY_TAG));
            expected.add(message);
        }
        List<Request> sends = new ArrayList<>();
        rank.attachBuffer(new byte[PlannedMessages.buffer(out)]);
        List<PlannedMessages.Received> received = run(messages, comms, choices, out, wanted, sends);
        Request.waitAll(sends.toArray(new Request[0]));
        rank.detachBuffer();
        for (int i = 0; i < received.size(); i++) {
            PlannedMessages.check(received.get(i), expected.get(i));
        }
    }

    private static boolean match(
            Wanted wanted, List<PlannedMessages.Planned> rest, List<PlannedMessages.Planned> expected) {
        for (PlannedMessages.Planned message : rest) {
            if (wanted.takes(message)) {
                rest.remove(message);
                expected.add(message);
                return true;
            }
        }
        return false;
    }

    /**
     * Starts all sends and some receives in a random interleaving, then does the rest in any way, and waits for the receives.
     * The sends are not waited for: receives of others may have taken later messages instead, and come for these later.
     */
    private static List<PlannedMessages.Received> run(
            PlannedMessages messages,
            Intracomm[] comms,
            Random choices,
            List<PlannedMessages.Planned> out,
            List<Wanted> wanted,
            List<Request> started) {
        List<Request> sends = new ArrayList<>();
        List<PlannedMessages.Received> received = new ArrayList<>();
        int early = choices.nextInt(wanted.size() + 1);
        int speed = 1 + choices.nextInt(4);
        while (sends.size() < out.size() || received.size() < wanted.size()) {
            boolean send = sends.size() < out.size();
            int next = received.size();
            if (send && (next >= early || choices.nextInt(4) < speed)) {
                sends.add(messages.send(comms, out.get(sends.size())));
            } else {
                // No rank waits for others as long as others may wait for its messages.
                boolean block = !send && choices.nextBoolean();
                Wanted w = wanted.get(next);
                received.add(messages.receive(choices, comms, w.comm(), w.source(), w.tag(), block));
            }
            poke(choices, comms, received, sends);
        }
        PlannedMessages.finish(choices, received);
        started.addAll(sends);
        return received;
    }

    /** Makes some progress, or none. */
    private static void poke(
            Random choices, Intracomm[] comms, List<PlannedMessages.Received> received, List<Request> sends) {
        switch (choices.nextInt(8)) {
            case 0 -> comms[0].iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            case 1 -> Request.testAny(sends.toArray(new Request[0]));
            case 2 -> {
                if (!received.isEmpty()) {
                    PlannedMessages.Received one = received.get(choices.nextInt(received.size()));
                    if (one.request() != null && !one.request().isNull()) {
                        Status status = one.request().testStatus();
                        one.status()[0] = status != null ? status : one.status()[0];
                    }
                }
            }
            default -> {}
        }
    }

    // ---- four ranks: any outcome that keeps the order ----------------------------------------------------------

    /** What the receives of a rank in a communicator look like: all alike, so that none takes what another one needs. */
    private static Wanted like(int style, PlannedMessages.Planned message) {
        return new Wanted(
                message.comm(),
                (style & 1) == 0 ? message.source() : MPI.ANY_SOURCE,
                (style & 2) == 0 ? message.tag() : MPI.ANY_TAG);
    }

    private static void crowd(Rank rank, PlannedMessages messages, Intracomm[] comms, long seed) {
        Random plan = new Random(seed);
        int me = rank.rank();
        int n = comms[0].getSize();
        int[] styles = plan.ints(n * COMMS, 0, 4).toArray();
        int tags = 1 + plan.nextInt(4);
        int id = 0;
        List<PlannedMessages.Received> received = new ArrayList<>();
        List<Request> sends = new ArrayList<>();
        rank.attachBuffer(new byte[3 * 120 * (messages.most() + MPI.BSEND_OVERHEAD)]);
        Map<String, List<PlannedMessages.Planned>> due = new HashMap<>();
        // Phases follow each other without a barrier: messages of a later one mix with those of the one before.
        for (int phase = 0; phase < 3; phase++) {
            List<PlannedMessages.Planned> out = new ArrayList<>();
            List<Wanted> wanted = new ArrayList<>();
            for (int i = 0; i < 120; i++) {
                PlannedMessages.Planned one =
                        messages.random(plan, id++, plan.nextInt(COMMS), plan.nextInt(n), plan.nextInt(n), tags);
                if (one.source() == me) {
                    out.add(one);
                }
                if (one.dest() == me) {
                    wanted.add(like(styles[me * COMMS + one.comm()], one));
                    due.computeIfAbsent(stream(one.comm(), one.source(), one.tag()), k -> new ArrayList<>())
                            .add(one);
                }
            }
            Random choices = choices(seed + phase, me);
            Collections.shuffle(wanted, choices);
            received.addAll(run(messages, comms, choices, out, wanted, sends));
        }
        Request.waitAll(sends.toArray(new Request[0]));
        rank.detachBuffer();
        for (PlannedMessages.Received one : received) {
            Status status = one.status()[0];
            List<PlannedMessages.Planned> stream = due.get(stream(one.comm(), status.getSource(), status.getTag()));
            Check.that(stream != null && !stream.isEmpty(), () -> "a message that was never sent, or twice: " + status);
            PlannedMessages.check(one, stream.removeFirst());
        }
        int missing = due.values().stream().mapToInt(List::size).sum();
        Check.equal(
                0,
                missing,
                "messages that never came: " + Arrays.toString(due.values().toArray()));
    }

    private static String stream(int comm, int source, int tag) {
        return comm + " " + source + " " + tag;
    }
}
