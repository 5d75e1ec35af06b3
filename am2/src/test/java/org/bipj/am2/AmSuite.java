package org.bipj.am2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.am2.AmException.Code;
import org.bipj.core.job.Compute;
import org.bipj.testkit.RankSuite;
import org.junit.jupiter.api.function.Executable;

/** What suites of Active Messages share. Each rank is a thread, or a fiber of a simulated cluster. */
public abstract class AmSuite extends RankSuite {
    /** The tag of endpoints of these suites. */
    static final long TAG = 77;

    // Handlers.
    static final int ASK = 1;
    static final int ANSWER = 2;
    static final int STOP = 3;

    /** One rank's program: its Active Messages, and a first endpoint with the tag, alone in a bundle. */
    @FunctionalInterface
    protected interface Program {
        /** Runs it. */
        void run(ActiveMessages am, Bundle bundle, AmEndpoint endpoint) throws Exception;
    }

    private static final double GO_ON_NS = 50_000;

    /** Endpoints of a rank that has many. */
    static final int ENDPOINTS = 1000;

    /** The tag of everybody's first endpoint; a fabric without tags overrides it. */
    protected long tag() {
        return TAG;
    }

    /** Runs a program on every rank. */
    protected final void run(int ranks, Program program) {
        runRanks(ranks, () -> {
            try (ActiveMessages am = ActiveMessages.init()) {
                assertEquals(ranks, am.size());
                Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
                AmEndpoint endpoint = bundle.allocateEndpoint();
                endpoint.setTag(tag());
                for (int rank = 0; rank < ranks; rank++) {
                    endpoint.map(rank, rank, tag());
                }
                ready();
                program.run(am, bundle, endpoint);
                bundle.close();
            }
        });
    }

    /** Polls until something holds. */
    static void until(Bundle bundle, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            bundle.pollOrIdle();
        }
    }

    /**
     * Polls, and gives way to others that may do something else than send. In virtual time a rank that idles waits for
     * messages; here it lets time go by instead.
     */
    static void pollOrGoOn(Bundle bundle) {
        if (!Compute.isVirtual()) {
            bundle.pollOrIdle();
        } else if (bundle.poll() == 0) {
            Compute.charge(GO_ON_NS);
        }
    }

    /** Polls until all requests of an endpoint are answered or have come back. */
    static void settle(AmEndpoint endpoint) {
        until(endpoint.bundle(), () -> endpoint.outstanding() == 0);
    }

    /** Ranks other than 0 serve until rank 0 stops them. */
    static void serve(Bundle bundle, AmEndpoint endpoint) {
        until(bundle, stopped(endpoint));
    }

    /** From now on a STOP is taken; true once it has come. */
    static BooleanSupplier stopped(AmEndpoint endpoint) {
        boolean[] stopped = new boolean[1];
        endpoint.setHandler(STOP, message -> stopped[0] = true);
        return () -> stopped[0];
    }

    static void stop(ActiveMessages am, AmEndpoint endpoint) {
        for (int rank = 1; rank < am.size(); rank++) {
            endpoint.request(rank, STOP);
        }
        settle(endpoint);
    }

    /** Waits until a message has come back for a reason, and stops rank 0. */
    static void comesBack(AmEndpoint endpoint, List<Status> back, Status reason) {
        until(endpoint.bundle(), () -> !back.isEmpty());
        assertEquals(List.of(reason), back);
        endpoint.request(0, STOP);
        settle(endpoint);
    }

    static AmException fails(Code code, String named, Executable call) {
        AmException e = assertThrows(AmException.class, call);
        assertEquals(code, e.code(), e.getMessage());
        assertTrue(e.getMessage().contains(named), "\"" + e.getMessage() + "\" names " + named);
        return e;
    }
}
