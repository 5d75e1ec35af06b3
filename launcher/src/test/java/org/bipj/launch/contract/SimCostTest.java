package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.MpiRank;
import mpi.Request;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.junit.jupiter.api.Test;

/** What a call costs in virtual time goes with that call: one that has failed pays for no other. */
class SimCostTest {
    private static final int MESSAGES = 10_000;
    private static final int[] DATA = {1};

    @Test
    void aSendAfterABufferedSendWithoutRoomIsNotCheaper() {
        assertEquals(nanosOfSend(comm -> {}), nanosOfSend(comm -> {
            MPIException failure = assertThrows(MPIException.class, () -> comm.bSend(DATA, 1, MPI.INT, 1, 1));
            assertEquals(MPI.ERR_BUFFER, failure.getErrorClass());
        }));
    }

    @Test
    void aSendAfterAnExchangeThatMayNotReceiveIsNotCheaper() {
        assertEquals(nanosOfSend(comm -> {}), nanosOfSend(comm -> {
            try (Arena confined = Arena.ofConfined()) {
                MemorySegment room = confined.allocate(4, 4);
                MPIException failure = assertThrows(
                        MPIException.class, () -> comm.sendRecv(DATA, 1, MPI.INT, 1, 1, room, 1, MPI.INT, 1, 2));
                assertEquals(MPI.ERR_BUFFER, failure.getErrorClass());
            }
        }));
    }

    /** What it takes rank 0 to start a send when it has no credits and something has been tried. */
    private static long nanosOfSend(Consumer<Intracomm> tried) {
        long[] nanos = new long[1];
        try (SimSession session = SimSession.open(2, SimOptions.of("das64"), SimSession.Listener.NONE)) {
            session.run(rank -> {
                MpiRank mpi = MpiRank.of(SimCostTest.class);
                mpi.initialize("Init", MPI.THREAD_SINGLE);
                Intracomm comm = mpi.world();
                comm.setErrhandler(MPI.ERRORS_RETURN);
                if (rank == 0) {
                    // No room for a copy.
                    mpi.attachBuffer(new byte[1]);
                    int sent = sendUntilFull(comm);
                    tried.accept(comm);
                    settle(comm);
                    double start = mpi.time();
                    Request request = comm.iSend(DATA, 1, MPI.INT, 1, 1);
                    nanos[0] = Math.round((mpi.time() - start) * 1e9);
                    comm.send(new int[] {sent + 1}, 1, MPI.INT, 1, 3);
                    request.waitFor();
                } else {
                    int[] sent = new int[1];
                    comm.recv(sent, 1, MPI.INT, 0, 3);
                    for (int i = 0; i < sent[0]; i++) {
                        comm.recv(new int[1], 1, MPI.INT, 0, 1);
                    }
                }
                mpi.shutDown();
            });
        }
        return nanos[0];
    }

    /** Buffered sends of which no copy is made, until the next one would need one. Returns how many. */
    private static int sendUntilFull(Intracomm comm) {
        for (int sent = 0; sent < MESSAGES; sent++) {
            try {
                comm.bSend(DATA, 1, MPI.INT, 1, 1);
            } catch (MPIException e) {
                assertTrue(sent > 0, "messages left");
                comm.iSend(DATA, 1, MPI.INT, 1, 1);
                settle(comm);
                return sent + 1;
            }
        }
        throw new AssertionError("credits for all of " + MESSAGES + " messages");
    }

    /** Nothing is on its way any more. */
    private static void settle(Intracomm comm) {
        for (int i = 0; i < 1000; i++) {
            assertEquals(null, comm.iProbe(1, 9));
        }
    }
}
