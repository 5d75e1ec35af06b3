package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.bipj.mpi.testkit.JobEnded;
import org.bipj.mpi.testkit.QueueJob;
import org.bipj.mpi.testkit.Ranks;
import org.junit.jupiter.api.Test;

/** Initialisation, finalisation, and what error handlers do. */
class LifeTest {
    @Test
    void beforeInitAndAfterFinalizeNothingWorksAndSaysWhy() {
        Ranks.run(1, job -> {
            MpiRank mpi = MpiRank.of(null);
            assertFalse(mpi.isInitialized());
            assertEquals(
                    "MPI is not initialized: call MPI.Init first",
                    otherError(mpi.world()::getSize).getMessage());
            assertEquals(
                    "MPI.wtime: MPI is not initialized: call MPI.Init first",
                    otherError(mpi::time).getMessage());
            mpi.initialize("Init", MPI.THREAD_SINGLE);
            Intracomm copy = mpi.world().dup();
            assertTrue(mpi.isInitialized());
            assertFalse(mpi.isFinalized());
            assertTrue(job.isStarted());
            assertFalse(job.isFinished());
            mpi.shutDown();
            assertTrue(mpi.isInitialized());
            assertTrue(mpi.isFinalized());
            assertTrue(job.isFinished());
            assertEquals("MPI was finalized", otherError(mpi.world()::barrier).getMessage());
            assertEquals("MPI was finalized", otherError(copy::barrier).getMessage());
            assertEquals(
                    "MPI.Finalize: MPI was finalized", otherError(mpi::shutDown).getMessage());
            copy.close();
        });
    }

    @Test
    void closeAfterFinalizeDoesNothing() {
        Ranks.run(1, job -> {
            MpiRank mpi = MpiRank.of(null);
            mpi.initialize("Init", MPI.THREAD_SINGLE);
            Intracomm copy = mpi.world().dup();
            Request request = copy.iRecv(new int[1], 1, MPI.INT, 0, 0);
            request.cancel();
            Prequest persistent = copy.sendInit(new int[1], 1, MPI.INT, 0, 0);
            List<Freeable> all = List.of(
                    mpi.world(),
                    copy,
                    copy.getGroup(),
                    Datatype.createContiguous(2, MPI.INT),
                    new Info(),
                    new Op((in, inOut, count, type) -> {}, true),
                    new Win(new int[1], 1, 1, MPI.INFO_NULL, copy),
                    request,
                    persistent);
            mpi.shutDown();
            all.forEach(Freeable::close);
            all.forEach(Freeable::close);
            assertTrue(request.isNull());
            assertTrue(persistent.isNull());
        });
    }

    /** A job of one rank, whose port does not stay: sessions in turn, then Init beside one, then one alone. */
    @Test
    void sessionsComeAndGoWithoutInitAndBesideIt() {
        Ranks.run(1, job -> {
            MpiRank mpi = MpiRank.of(null).entered();
            for (int i = 0; i < 3; i++) {
                Session session = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
                Intracomm comm = own(session);
                comm.barrier();
                assertTrue(job.isStarted());
                assertFalse(mpi.isInitialized());
                otherError(mpi.world()::getSize);
                session.close();
                assertTrue(comm.isNull());
                assertTrue(job.isFinished());
            }
            Session before = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
            mpi.initialize("Init", MPI.THREAD_SINGLE);
            before.close();
            mpi.world().barrier();
            Session over = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
            Intracomm comm = own(over);
            mpi.shutDown();
            assertTrue(mpi.isFinalized());
            otherError(mpi.world()::barrier);
            comm.barrier();
            over.close();
            try (Session after = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN)) {
                own(after).barrier();
            }
        });
    }

    private static Intracomm own(Session session) {
        return Intracomm.createFromGroup(
                Group.fromSessionPset(session, "mpi://SELF"), "own", MPI.INFO_NULL, MPI.ERRORS_RETURN);
    }

    /** Its receiver answers in Finalize, whether the sender waits for it, or frees it and finalises. */
    @Test
    void aSendIsCancelledWhileItsReceiverFinalises() {
        for (boolean waits : new boolean[] {true, false}) {
            for (int bytes : new int[] {0, 1 << 20}) {
                Ranks.run(2, job -> {
                    MpiRank mpi = MpiRank.of(null);
                    mpi.initialize("Init", MPI.THREAD_SINGLE);
                    if (job.rank() == 0) {
                        Request request = mpi.world().isSend(new byte[bytes], bytes, MPI.BYTE, 1, 3);
                        request.cancel();
                        if (waits) {
                            assertTrue(request.waitStatus().isCancelled());
                        } else {
                            request.free();
                        }
                    }
                    mpi.shutDown();
                });
            }
        }
    }

    private static MPIException otherError(Runnable call) {
        MPIException e = assertThrows(MPIException.class, call::run);
        assertEquals(MPI.ERR_OTHER, e.getErrorClass());
        return e;
    }

    @Test
    void initTwiceIsAnError() {
        Ranks.run(1, job -> {
            MpiRank mpi = MpiRank.of(null);
            mpi.initialize("Init", MPI.THREAD_SINGLE);
            assertEquals(
                    "MPI.InitThread: MPI is initialized already",
                    otherError(() -> mpi.initialize("InitThread", MPI.THREAD_SINGLE))
                            .getMessage());
            mpi.shutDown();
            assertEquals(
                    "MPI.Init: MPI was finalized, and cannot be initialized again",
                    otherError(() -> mpi.initialize("Init", MPI.THREAD_SINGLE)).getMessage());
        });
    }

    @Test
    void threadLevelsAreProvidedAsRequired() {
        for (int level = MPI.THREAD_SINGLE; level <= MPI.THREAD_MULTIPLE; level++) {
            int required = level;
            Ranks.run(2, job -> {
                MpiRank mpi = MpiRank.of(null);
                assertEquals(required, mpi.initialize("InitThread", required));
                assertEquals(required, mpi.threadLevel());
                assertTrue(mpi.isThreadMain());
                AtomicReference<Boolean> other = new AtomicReference<>();
                Thread.ofPlatform().start(() -> other.set(mpi.isThreadMain())).join();
                assertFalse(other.get());
                mpi.shutDown();
            });
        }
        Ranks.run(1, job -> {
            MPIException e =
                    assertThrows(MPIException.class, () -> MpiRank.of(null).initialize("InitThread", 4));
            assertEquals(MPI.ERR_ARG, e.getErrorClass());
        });
    }

    @Test
    void finalizeWaitsForAll() {
        AtomicReference<Long> lastBegan = new AtomicReference<>();
        Ranks.run(3, job -> {
            MpiRank mpi = MpiRank.of(null);
            mpi.initialize("Init", MPI.THREAD_SINGLE);
            if (job.rank() == 2) {
                // Only the order of events counts: nobody is through before this rank begins.
                Thread.yield();
                lastBegan.set(System.nanoTime());
            }
            mpi.shutDown();
            assertTrue(lastBegan.get() != null);
        });
    }

    @Test
    void timeGoesOn() {
        Ranks.run(1, job -> {
            MpiRank mpi = MpiRank.of(null);
            mpi.initialize("Init", MPI.THREAD_SINGLE);
            double first = mpi.time();
            double second = mpi.time();
            assertTrue(second >= first);
            assertTrue(second - first < 60, "seconds");
            mpi.shutDown();
        });
    }

    @Test
    void anErrorEndsTheJobAtFirst() {
        AtomicReference<QueueJob> failed = new AtomicReference<>();
        JobEnded e = assertThrows(
                JobEnded.class,
                () -> Ranks.run(2, job -> {
                    MpiRank mpi = MpiRank.of(null);
                    mpi.initialize("Init", MPI.THREAD_SINGLE);
                    if (job.rank() == 1) {
                        failed.set(job);
                        mpi.world().bcast(new int[1], -1, MPI.INT, 0);
                    } else {
                        mpi.world().barrier();
                    }
                }));
        String reason = failed.get().abortReason();
        assertEquals(reason, e.getMessage());
        assertEquals(MPI.ERR_COUNT, failed.get().abortCode());
        assertTrue(
                reason.startsWith("ERR_COUNT in bcast (rank 1 of MPI_COMM_WORLD): count is -1; expected 0 or more"
                        + " (ERRORS_ARE_FATAL)\n\tat "),
                reason);
    }

    @Test
    void anErrorIsThrownWhereTheHandlerSaysSo() {
        CommunicatorTest.mpirun(1, (world, job) -> {
            MPIException e = assertThrows(MPIException.class, () -> world.bcast(new int[1], -1, MPI.INT, 0));
            assertEquals("bcast (rank 0 of MPI_COMM_WORLD): count is -1; expected 0 or more", e.getMessage());
            assertEquals(MPI.ERR_COUNT, e.getErrorClass());
            world.setName("mine");
            Intracomm child = world.split(0, 0);
            assertSame(MPI.ERRORS_RETURN, child.getErrhandler());
            child.callErrhandler(MPI.ERR_TRUNCATE);
            assertEquals(0, job.abortCode());
        });
    }

    @Test
    void aFatalErrorHandlerThatIsCalledEndsTheJob() {
        for (Errhandler fatal : new Errhandler[] {MPI.ERRORS_ARE_FATAL, MPI.ERRORS_ABORT}) {
            AtomicReference<QueueJob> failed = new AtomicReference<>();
            assertThrows(
                    JobEnded.class,
                    () -> CommunicatorTest.mpirun(1, (world, job) -> {
                        failed.set(job);
                        world.setErrhandler(fatal);
                        world.callErrhandler(MPI.ERR_TRUNCATE);
                    }));
            assertEquals(MPI.ERR_TRUNCATE, failed.get().abortCode());
            assertEquals(
                    "ERR_TRUNCATE in callErrhandler (rank 0 of MPI_COMM_WORLD): called by the program (" + fatal + ")",
                    failed.get().abortReason().lines().findFirst().orElseThrow());
        }
    }

    @Test
    void abortEndsTheJobWithTheCodeOfTheProgram() {
        AtomicReference<QueueJob> failed = new AtomicReference<>();
        assertThrows(
                JobEnded.class,
                () -> Ranks.run(2, job -> {
                    MpiRank mpi = MpiRank.of(null);
                    mpi.initialize("Init", MPI.THREAD_SINGLE);
                    if (job.rank() == 0) {
                        failed.set(job);
                        mpi.world().abort(42);
                    }
                    mpi.world().barrier();
                }));
        assertEquals(42, failed.get().abortCode());
        assertEquals("rank 0 of MPI_COMM_WORLD called abort(42)", failed.get().abortReason());
    }

    @Test
    void aUsersExceptionIsNoMpiError() {
        CommunicatorTest.mpirun(2, (world, job) -> {
            UserFunction failing = new UserFunction() {
                @Override
                public void call(Object in, Object inOut, int count, Datatype datatype) {
                    throw new IllegalStateException("on purpose");
                }
            };
            world.setErrhandler(MPI.ERRORS_ARE_FATAL);
            IllegalStateException e = assertThrows(
                    IllegalStateException.class,
                    () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, new Op(failing, true)));
            assertEquals("on purpose", e.getMessage());
            assertEquals(0, job.abortCode());
        });
    }

    @Test
    void worldAndSelfCannotBeFreed() {
        Ranks.run(2, job -> {
            MpiRank mpi = MpiRank.of(null);
            mpi.initialize("Init", MPI.THREAD_SINGLE);
            mpi.world().setErrhandler(MPI.ERRORS_RETURN);
            MPIException e = assertThrows(MPIException.class, mpi.world()::free);
            assertEquals(MPI.ERR_COMM, e.getErrorClass());
            assertEquals(1, mpi.self().getSize());
            assertEquals(0, mpi.self().getRank());
            assertEquals("MPI_COMM_SELF", mpi.self().getName());
            mpi.world().dup().disconnect();
            mpi.shutDown();
        });
    }

    @Test
    void packingMovesDataThroughBytes() {
        CommunicatorTest.mpirun(1, (world, job) -> {
            Datatype column = Datatype.createVector(2, 1, 2, MPI.INT);
            column.commit();
            int size = world.packSize(1, column) + world.packSize(2, MPI.DOUBLE);
            assertEquals(8 + 16, size);
            byte[] packed = new byte[size + 3];
            int at = world.pack(new int[] {1, 2, 3, 4}, 1, column, packed, 3);
            assertEquals(11, at);
            assertEquals(size + 3, world.pack(new double[] {1.5, 2.5}, 2, MPI.DOUBLE, packed, at));
            int[] ints = new int[2];
            double[] doubles = new double[2];
            assertEquals(11, world.unpack(packed, 3, ints, 2, MPI.INT));
            assertEquals(27, world.unpack(packed, 11, doubles, 2, MPI.DOUBLE));
            assertArrayEquals(new int[] {1, 3}, ints);
            assertArrayEquals(new double[] {1.5, 2.5}, doubles);
            MPIException e = assertThrows(MPIException.class, () -> world.pack(ints, 2, MPI.INT, packed, 20));
            assertEquals(MPI.ERR_ARG, e.getErrorClass());
        });
    }
}
