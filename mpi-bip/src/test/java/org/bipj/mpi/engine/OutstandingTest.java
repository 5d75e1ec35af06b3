package org.bipj.mpi.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Supplier;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.WaitReports;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.core.runtime.Threads;
import org.bipj.mpi.match.Unexpected;
import org.bipj.testkit.DelegatingJob;
import org.bipj.testkit.DelegatingPort;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.TestJob;
import org.junit.jupiter.api.Test;

/** What a rank says that it waits for. */
class OutstandingTest {
    private static final int CONTEXT = 0;
    private static final int TAG = 7;
    private static final int BYTES = 1 << 20;

    private static final ContextNames NAMES = new ContextNames() {
        @Override
        public String place(int context, int peer) {
            return context < 0 ? "" : " in the communicator of context " + context;
        }

        @Override
        public String call(int context, int tag) {
            return "";
        }
    };

    /** A rank on a port that keeps the rank's report. */
    private static final class Rank extends DelegatingJob {
        private final NicPort port;
        private Supplier<String> report;

        Rank(LoopFabric fabric, int rank) {
            super(new TestJob(fabric, rank));
            port = fabric.port(rank);
        }

        @Override
        public NicPort open() {
            return new DelegatingPort(port) {
                @Override
                public WaitReports waitReports() {
                    return new WaitReports() {
                        @Override
                        public void reportBy(Supplier<String> outstanding) {
                            report = outstanding;
                        }

                        @Override
                        public void reportIfAsked() {
                            // Nobody asks.
                        }
                    };
                }
            };
        }
    }

    private static Data buffer() {
        return Data.of(new byte[BYTES], 0, BYTES, TypeLayout.BYTE);
    }

    /** What a call waits for comes first, and of several messages it says whether one is enough. */
    @Test
    void oneOfSeveralMessagesIsEnough() {
        LoopFabric fabric = new LoopFabric(new LoopOptions().ranks(3));
        Rank rank = new Rank(fabric, 1);
        Engine engine = Engine.open(rank, Threads.ONE, false, NAMES);
        Receiving receiving = engine.receiving();
        Object[] ofBoth = {
            receiving.startReceive(CONTEXT, 0, TAG, buffer()), receiving.startReceive(CONTEXT, 2, TAG, buffer())
        };
        receiving.startReceive(CONTEXT, 2, TAG + 1, buffer());
        String place = " in the communicator of context 0";
        String first = "a message from rank 0 with tag 7" + place;
        String second = "a message from rank 2 with tag 7" + place;
        String third = "a message from rank 2 with tag 8" + place;
        assertEquals(third + "; " + second + "; " + first, rank.report.get());
        engine.progress().awaitsAny(ofBoth);
        assertEquals(first + " or " + second + "; " + third, rank.report.get());
        engine.progress().awaitsAny(null);
        assertEquals(third + "; " + second + "; " + first, rank.report.get());
    }

    /** The receive of a message that a probe has taken is in no context's queue. */
    @Test
    void aLongMessageThatAProbeHasTakenIsInNoContext() {
        LoopFabric fabric = new LoopFabric(new LoopOptions().ranks(2));
        Engine sender = Engine.open(new Rank(fabric, 0), Threads.ONE, false, NAMES);
        Rank rank = new Rank(fabric, 1);
        Receiving receiving = Engine.open(rank, Threads.ONE, false, NAMES).receiving();
        sender.sending().startSend(CONTEXT, 1, TAG, false, Data.of(new byte[BYTES], 0, BYTES, TypeLayout.BYTE));
        Unexpected message = receiving.awaitProbe(CONTEXT, 0, TAG, true);
        receiving.startReceiveOf(message, Data.of(new byte[BYTES], 0, BYTES, TypeLayout.BYTE));
        assertEquals("the rest of a message from rank 0 with tag " + TAG, rank.report.get());
    }
}
