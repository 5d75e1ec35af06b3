package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.replay.Choices;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.testkit.Ranks;
import org.bipj.testkit.DelegatingJob;
import org.bipj.testkit.DelegatingPort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a rank does as was decided may fail while a message is delivered. The call that makes the round of progress fails then, as where
 * nothing is decided, and the rank's error handler gets the error.
 */
class DecidedDeliveryTest {
    private static final int TAG = 3;

    /** Calls that wait for a decision. */
    enum Call {
        WAIT_FOR(Request::waitFor),
        TEST(Request::test),
        TEST_STATUS(Request::testStatus),
        TEST_ANY(request -> Request.testAny(new Request[] {request})),
        TEST_SOME(request -> Request.testSome(new Request[] {request})),
        TEST_ALL(request -> Request.testAll(new Request[] {request})),
        WAIT_ANY(request -> Request.waitAny(new Request[] {request})),
        WAIT_SOME(request -> Request.waitSome(new Request[] {request}));

        final Consumer<Request> call;

        Call(Consumer<Request> call) {
            this.call = call;
        }
    }

    /** Decides what comes first when the rank has nothing else to do. */
    private static final class FirstOfAll implements Choices {
        private Source source = all -> {};

        void decide() {
            List<Alternative> all = new ArrayList<>();
            source.addTo(all);
            all.stream()
                    .filter(one -> !one.isLastResort())
                    .findFirst()
                    .ifPresent(one -> one.decide().run());
        }

        @Override
        public void attach(int rank, Source of) {
            source = of;
        }

        @Override
        public void leavesOut(String what) {
            throw new AssertionError(what);
        }

        @Override
        public int failedPolls() {
            return 0;
        }

        @Override
        public Buffers buffers() {
            return Buffers.SHORT;
        }
    }

    /** A job whose choices are made as its rank idles. */
    private static Job decided(Job job) {
        FirstOfAll choices = new FirstOfAll();
        return new DelegatingJob(job) {
            @Override
            public Choices choices() {
                return choices;
            }

            /** Its receives run a step when they are matched. */
            @Override
            public String checks() {
                return "off";
            }

            @Override
            public NicPort open() {
                return new DelegatingPort(super.open()) {
                    @Override
                    public int pollOrIdle(PacketSink sink, int limit, int fruitless) {
                        choices.decide();
                        return super.pollOrIdle(sink, limit, fruitless);
                    }
                };
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    void anExceptionIsThatOfTheCall(Call call) {
        check((world, failing) -> call.call.accept(failing), call.call);
    }

    /** Calls that have nothing to do with the receive. */
    enum Other {
        PROBE(world -> world.probe(1, TAG + 1)),
        I_PROBE(world -> world.iProbe(1, TAG + 1)),
        RECEIVE(world -> world.recv(new int[1], 1, MPI.INT, 1, TAG + 1));

        final Consumer<Intracomm> call;

        Other(Consumer<Intracomm> call) {
            this.call = call;
        }
    }

    @ParameterizedTest
    @EnumSource
    void anExceptionIsThatOfACallThatMakesProgress(Other other) {
        check((world, failing) -> other.call.accept(world), Request::waitFor);
    }

    /**
     * Rank 1 sends two messages, each when it is asked.
     *
     * @param call of rank 0, during which the first one is delivered
     * @param next of rank 0, which ends the receive of the second one
     */
    private static void check(BiConsumer<Intracomm, Request> call, Consumer<Request> next) {
        Ranks.run(2, job -> {
            if (job.rank() == 0) {
                Jobs.enter(decided(job));
            }
            MpiRank mpi = MpiRank.of(null);
            mpi.initialize("Init", MPI.THREAD_SINGLE);
            Intracomm world = mpi.world();
            if (job.rank() == 0) {
                receive(world, call, next);
            } else {
                for (int i = 1; i <= 2; i++) {
                    world.recv(new int[1], 0, MPI.INT, 0, TAG);
                    world.send(new int[] {i}, 1, MPI.INT, 0, TAG);
                }
            }
            mpi.shutDown();
        });
    }

    private static void receive(Intracomm world, BiConsumer<Intracomm, Request> call, Consumer<Request> next) {
        world.setErrhandler(MPI.ERRORS_RETURN);
        int[] lost = new int[1];
        Request failing = world.iRecv(lost, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        failing.onMatch(() -> {
            throw new EngineException(ErrorClass.OTHER, "the message cannot be stored");
        });
        world.send(lost, 0, MPI.INT, 1, TAG);
        MPIException e = assertThrows(MPIException.class, () -> call.accept(world, failing));
        assertEquals(MPI.ERR_OTHER, e.getErrorClass());
        assertTrue(e.getMessage().contains("the message cannot be stored"), e.getMessage());

        // The rank goes on doing what is decided; neither message nor receive is matched again.
        int[] data = new int[1];
        Request second = world.iRecv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        world.send(data, 0, MPI.INT, 1, TAG);
        next.accept(second);
        assertEquals(2, data[0]);
        assertEquals(0, lost[0]);
    }
}
