package org.bipj.am2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bipj.core.job.Compute;
import org.bipj.core.nic.EndpointName;

/**
 * A random program in virtual time whose last rank dies with its board at some moment, while all send requests of all
 * kinds to all. What becomes of each request is counted.
 */
public final class AmDyingProgram {
    private static final int QUIET = 1;
    private static final int SHORT = 2;
    private static final int ANSWER = 3;
    private static final int ENDPOINTS = 3;
    private static final int STEPS = 40;
    private static final int BULK = 20_000;

    /** Long enough for all tries of a few messages behind each other. */
    private static final double END_S = 6;

    private static final double STEP_NS = 5e6;

    /** What has become of a request. */
    private static final class Fate {
        int from;
        int to;
        int handled;
        int answered;
        Status returned;
    }

    private final long seed;
    private final int ranks;
    private final double deathS;
    private final Map<Integer, Fate> fates = new HashMap<>();

    /** A program of some ranks, the last of which dies. */
    public AmDyingProgram(long seed, int ranks, double deathS) {
        this.seed = seed;
        this.ranks = ranks;
        this.deathS = deathS;
    }

    /** One rank's part. */
    public void run(ActiveMessages am) {
        new Rank(am).run();
    }

    /** True if a request came back because nobody answered. */
    public boolean hasUnreachable() {
        return fates.values().stream().anyMatch(fate -> fate.returned == Status.UNREACHABLE);
    }

    /** When all ranks have ended. */
    public void check() {
        fates.forEach((number, fate) -> {
            String what = "request " + number + " from " + fate.from + " to " + fate.to + ": handled " + fate.handled
                    + ", answered " + fate.answered + ", returned " + fate.returned;
            assertTrue(fate.handled <= 1 && fate.answered <= fate.handled, what);
            if (fate.returned != null) {
                assertTrue(fate.returned == Status.UNREACHABLE || fate.handled == 0, what);
            }
            if (fate.to < ranks - 1 && fate.from < ranks - 1) {
                assertEquals(1, fate.handled + (fate.returned == null ? 0 : 1), what);
                assertTrue(fate.returned != Status.UNREACHABLE, what);
            }
        });
    }

    private final class Rank {
        private final ActiveMessages am;
        private final Bundle bundle;
        private final List<AmEndpoint> endpoints = new ArrayList<>();
        private final Random random;
        private final boolean dies;
        private int numbers;

        Rank(ActiveMessages am) {
            this.am = am;
            dies = am.rank() == ranks - 1;
            random = new Random(seed * 100 + am.rank());
            bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
            for (int i = 0; i < (dies ? 1 : ENDPOINTS); i++) {
                endpoints.add(bundle.allocateEndpoint());
                set(endpoints.get(i));
            }
        }

        private void set(AmEndpoint endpoint) {
            endpoint.setTag(AmSuite.TAG);
            endpoint.setSegment(Arena.ofAuto().allocate(BULK));
            for (int rank = 0; rank < ranks; rank++) {
                int number = rank == ranks - 1 ? 0 : random.nextInt(ENDPOINTS);
                endpoint.map(rank, new EndpointName(rank, number, 0), AmSuite.TAG);
            }
            endpoint.map(ranks, new EndpointName(random.nextInt(ranks), 0, 0), AmSuite.TAG + 1);
            endpoint.setHandler(QUIET, message -> fate(message).handled++);
            endpoint.setHandler(SHORT, message -> {
                fate(message).handled++;
                message.reply(ANSWER, message.argument(0));
            });
            endpoint.setHandler(ANSWER, message -> fate(message).answered++);
            endpoint.setReturnedHandler((status, opcode, message) -> {
                if (opcode.code() < Opcode.REPLY.code()) {
                    assertNull(fate(message).returned, "returned twice");
                    fate(message).returned = status;
                }
            });
        }

        private Fate fate(Message message) {
            return fates.get(message.argument(0));
        }

        void run() {
            // All have their endpoints.
            Compute.charge(1e5);
            for (int step = 0; step < STEPS && !isDead(); step++) {
                AmEndpoint from = endpoints.get(random.nextInt(endpoints.size()));
                if (from.outstanding() < from.expectedResources()) {
                    send(from);
                }
                poll();
                Compute.charge(random.nextInt(1_000_000));
            }
            while (!dies && am.time() < END_S) {
                poll();
                Compute.charge(STEP_NS);
            }
            while (dies && !isDead()) {
                poll();
                Compute.charge(1e5);
            }
            endpoints.forEach(this::checkCredits);
        }

        /** A rank that dies does nothing any more that could wait for its board. */
        private boolean isDead() {
            return dies && am.time() > deathS;
        }

        private void poll() {
            bundle.poll();
            for (AmEndpoint endpoint : endpoints) {
                assertTrue(endpoint.outstanding() >= 0 && endpoint.outstanding() <= endpoint.expectedResources());
            }
        }

        /** Only requests to the rank that has died may be open: it has accepted them and will not answer. */
        private void checkCredits(AmEndpoint endpoint) {
            if (!dies) {
                long open = fates.values().stream()
                        .filter(fate -> fate.from == am.rank() && fate.to == ranks - 1 && fate.returned == null)
                        .filter(fate -> fate.answered == 0)
                        .count();
                assertTrue(
                        endpoint.outstanding() <= open, "rank " + am.rank() + ": " + endpoint.outstanding() + " open");
            }
        }

        private void send(AmEndpoint from) {
            int to = random.nextInt(8) == 0 ? ranks : random.nextInt(ranks);
            int handler = QUIET + random.nextInt(2);
            int number = am.rank() << 16 | numbers++;
            Fate fate = new Fate();
            fate.from = am.rank();
            fate.to = from.translation(to).name().rank();
            fates.put(number, fate);
            int length = random.nextInt(BULK);
            switch (random.nextInt(4)) {
                case 0 -> from.requestMedium(to, handler, new byte[length % 8000], 0, length % 8000, number);
                case 1 -> from.requestTransfer(to, handler, 0, new byte[length], 0, length, number);
                default -> from.request(to, handler, number);
            }
        }
    }
}
