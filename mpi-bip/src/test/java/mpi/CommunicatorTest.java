package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.bipj.mpi.testkit.QueueJob;
import org.bipj.mpi.testkit.Ranks;
import org.junit.jupiter.api.Test;

/** Making communicators out of communicators, on ranks that are threads. */
class CommunicatorTest {
    /** What a rank does between initialisation and finalisation. */
    interface Program {
        void run(Intracomm world, QueueJob job) throws Exception;
    }

    static void mpirun(int ranks, Program program) {
        mpirun(ranks, MPI.THREAD_SINGLE, program);
    }

    static void mpirun(int ranks, int threadLevel, Program program) {
        Ranks.run(ranks, job -> {
            MpiRank mpi = MpiRank.of(null);
            mpi.initialize("Init", threadLevel);
            mpi.world().setErrhandler(MPI.ERRORS_RETURN);
            program.run(mpi.world(), job);
            mpi.shutDown();
        });
    }

    /** The sum of world ranks over a communicator: tells who is in it, and that it works. */
    private static int sumOfWorldRanks(Comm comm, QueueJob job) {
        int[] sum = {job.rank()};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    @Test
    void aDuplicateKeepsItsMessagesApart() {
        mpirun(2, (world, job) -> {
            Intracomm copy = world.dup();
            assertEquals(MPI.CONGRUENT, Comm.compare(world, copy));
            assertEquals(MPI.IDENT, Comm.compare(world, world));
            if (job.rank() == 0) {
                world.send(new int[] {1}, 1, MPI.INT, 1, 5);
                copy.send(new int[] {2}, 1, MPI.INT, 1, 5);
            } else {
                int[] buf = new int[1];
                copy.recv(buf, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                assertEquals(2, buf[0]);
                world.recv(buf, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                assertEquals(1, buf[0]);
            }
        });
    }

    /** An object of the program, whose class the thread's loader finds. */
    private record Parcel(String content) implements Serializable {}

    @Test
    void ranksThatNoClassIdentifiesReceiveObjectsToo() {
        mpirun(2, (world, job) -> {
            if (job.rank() == 0) {
                world.sendObject(new Parcel("tea"), 1, 3);
            } else {
                assertEquals(new Parcel("tea"), world.recvObject(Parcel.class, 0, 3));
            }
        });
    }

    @Test
    void aDuplicateTakesAttributesAndTheErrorHandlerOver() {
        mpirun(1, (world, job) -> {
            int key = Comm.createKeyval();
            Info hints = new Info();
            hints.set("k", "v");
            world.setAttr(key, "value");
            world.setInfo(hints);
            Intracomm copy = world.clone();
            assertEquals("value", copy.getAttr(key));
            assertEquals(0, copy.getInfo().size());
            assertSame(MPI.ERRORS_RETURN, copy.getErrhandler());
            assertEquals("MPI_COMM_WORLD", world.getName());
            assertEquals("", copy.getName());
            copy.deleteAttr(key);
            assertNull(copy.getAttr(key));
            assertEquals("value", world.getAttr(key));
            assertEquals(MPI.TAG_UB, 0);
            assertEquals(Integer.MAX_VALUE, world.getAttr(MPI.TAG_UB));
            assertEquals(0, world.getAttr(MPI.APPNUM));
            assertEquals(0, world.dupWithInfo(new Info()).getInfo().size());
            assertEquals("v", world.dupWithInfo(hints).getInfo().get("k"));
            Intracomm bare = world.dupWithInfo(MPI.INFO_NULL);
            assertEquals(0, bare.getInfo().size());
            assertEquals("value", bare.getAttr(key));
            CartComm grid = world.createCart(new int[] {1}, new boolean[1], false);
            assertEquals(1, grid.dupWithInfo(MPI.INFO_NULL).getTopo().getDimCount());
        });
    }

    @Test
    void splitOrdersByKeyThenByRank() {
        mpirun(5, (world, job) -> {
            int rank = job.rank();
            // Colours 0: ranks 0, 2, 4; 1: ranks 1, 3. Keys fall for the even ones and are equal for the odd ones.
            Intracomm half = world.split(rank % 2, rank % 2 == 0 ? -rank : 7);
            int[] order = new int[half.getSize()];
            half.allGather(new int[] {rank}, 1, MPI.INT, order, 1, MPI.INT);
            assertArrayEquals(rank % 2 == 0 ? new int[] {4, 2, 0} : new int[] {1, 3}, order);
            assertEquals(order[half.getRank()], rank);
            assertEquals(rank % 2 == 0 ? 6 : 4, sumOfWorldRanks(half, job));
        });
    }

    @Test
    void aProcessWithoutColourGetsANullCommunicator() {
        mpirun(3, (world, job) -> {
            Intracomm part = world.split(job.rank() == 1 ? MPI.UNDEFINED : 3, 0);
            assertEquals(job.rank() == 1, part.isNull());
            if (job.rank() == 1) {
                MPIException e = assertThrows(MPIException.class, part::barrier);
                assertEquals(MPI.ERR_COMM, e.getErrorClass());
            } else {
                assertEquals(2, sumOfWorldRanks(part, job));
            }
            MPIException e = assertThrows(MPIException.class, () -> world.split(-5, 0));
            assertEquals(MPI.ERR_ARG, e.getErrorClass());
        });
    }

    @Test
    void splitTypeFindsTheProcessesOfANode() {
        Ranks.run(4, rank -> rank < 3 ? "a" : "b", job -> {
            MpiRank mpi = MpiRank.of(null);
            mpi.initialize("Init", MPI.THREAD_SINGLE);
            Intracomm node = mpi.world().splitType(Comm.TYPE_SHARED, -job.rank(), MPI.INFO_NULL);
            assertEquals(job.rank() < 3 ? 3 : 1, node.getSize());
            assertEquals(job.rank() < 3 ? 2 - job.rank() : 0, node.getRank());
            assertEquals(job.rank() < 3 ? "a" : "b", mpi.processorName());
            mpi.shutDown();
        });
    }

    @Test
    void createTakesDisjointGroupsAtOnce() {
        mpirun(5, (world, job) -> {
            Group all = world.getGroup();
            Group mine = job.rank() < 2 ? all.incl(new int[] {1, 0}) : all.incl(new int[] {2, 3});
            Intracomm comm = world.create(mine);
            assertEquals(job.rank() == 4, comm.isNull());
            if (job.rank() < 4) {
                assertEquals(job.rank() < 2 ? 1 : 5, sumOfWorldRanks(comm, job));
                assertEquals(mine.getRank(), comm.getRank());
            }
        });
    }

    @Test
    void createGroupIsCalledByItsMembersOnly() {
        mpirun(6, (world, job) -> {
            if (job.rank() == 0) {
                return;
            }
            Group five = world.getGroup().incl(new int[] {5, 4, 3, 2, 1});
            Intracomm comm = world.createGroup(five, 3);
            assertEquals(15, sumOfWorldRanks(comm, job));
            assertEquals(5 - job.rank(), comm.getRank());
            Group outsiders = world.getGroup().incl(new int[] {0});
            assertTrue(world.createGroup(outsiders, 0).isNull());
        });
    }

    @Test
    void freedContextsAreUsedAgainWhenFreeOnAllMembers() {
        mpirun(3, (world, job) -> {
            Intracomm first = world.dup();
            int context = first.core().context();
            Intracomm second = world.dup();
            assertNotEquals(context, second.core().context());
            // Rank 0 keeps its handle: the context must not come back for communicators that it is in.
            if (job.rank() != 0) {
                first.free();
            }
            Intracomm third = world.dup();
            assertNotEquals(context, third.core().context());
            Intracomm without = world.split(job.rank() == 0 ? MPI.UNDEFINED : 0, 0);
            assertEquals(job.rank() == 0, without.isNull());
            if (job.rank() == 0) {
                first.free();
            }
            assertTrue(first.isNull());
            assertEquals(context, third.dup().core().context());
        });
    }

    @Test
    void manyCommunicatorsOneAfterAnotherUseFewContexts() {
        mpirun(2, (world, job) -> {
            for (int i = 0; i < 3000; i++) {
                try (Intracomm copy = world.dup()) {
                    assertEquals(6, copy.core().context());
                }
            }
        });
    }

    @Test
    void moreCommunicatorsThanOneWindowOfContextsHolds() {
        mpirun(2, (world, job) -> {
            List<Intracomm> all = new ArrayList<>();
            for (int i = 0; i < 2100; i++) {
                all.add(world.dup());
            }
            assertEquals(2 * 2102, all.getLast().core().context());
            assertEquals(1, sumOfWorldRanks(all.getLast(), job));
        });
    }

    @Test
    void threadsMakeCommunicatorsAtTheSameTime() {
        int threads = 3;
        mpirun(3, MPI.THREAD_MULTIPLE, (world, job) -> {
            List<Intracomm> parents = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                parents.add(world.dup());
            }
            AtomicReference<Throwable> failure = new AtomicReference<>();
            List<Thread> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                // Started in another order on each rank.
                Intracomm parent = parents.get((t + job.rank()) % threads);
                running.add(Thread.ofPlatform().start(() -> {
                    try {
                        makeAndUse(parent, job);
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                }));
            }
            for (Thread thread : running) {
                thread.join();
            }
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
        });
    }

    private static void makeAndUse(Intracomm parent, QueueJob job) {
        for (int i = 0; i < 30; i++) {
            Intracomm half = parent.split(job.rank() == i % 3 ? 1 : 0, 0);
            Intracomm group = parent.createGroup(parent.getGroup(), i);
            assertEquals(3, sumOfWorldRanks(group, job));
            assertEquals(job.rank() == i % 3 ? job.rank() : 3 - i % 3, sumOfWorldRanks(half, job));
            half.free();
            group.free();
        }
    }

    @Test
    void cartesianCommunicators() {
        mpirun(7, (world, job) -> {
            CartComm grid = world.createCart(new int[] {2, 3}, new boolean[] {false, true}, true);
            assertEquals(job.rank() == 6, grid.isNull());
            if (job.rank() == 6) {
                return;
            }
            assertEquals(MPI.CART, grid.getTopology());
            assertEquals(MPI.UNDEFINED, world.getTopology());
            assertArrayEquals(new int[] {job.rank() / 3, job.rank() % 3}, grid.getCoords(grid.getRank()));
            CartParms topo = grid.getTopo();
            assertEquals(2, topo.getDimCount());
            assertEquals(3, topo.getDim(1));
            assertFalse(topo.getPeriod(0));
            assertEquals(job.rank() % 3, topo.getCoord(1));
            ShiftParms shift = grid.shift(1, 1);
            int[] left = new int[1];
            grid.sendRecv(
                    new int[] {job.rank()},
                    1,
                    MPI.INT,
                    shift.getRankDest(),
                    0,
                    left,
                    1,
                    MPI.INT,
                    shift.getRankSource(),
                    0);
            assertEquals(job.rank() / 3 * 3 + (job.rank() + 2) % 3, left[0]);
            CartComm row = grid.sub(new boolean[] {false, true});
            assertEquals(3, row.getSize());
            assertEquals(job.rank() / 3 == 0 ? 3 : 12, sumOfWorldRanks(row, job));
            CartComm copy = grid.dup();
            assertNotSame(grid, copy);
            assertArrayEquals(grid.getCoords(0), copy.getCoords(0));
            assertEquals(job.rank() < 4 ? job.rank() : MPI.UNDEFINED, grid.map(new int[] {4}, new boolean[1]));
        });
    }

    @Test
    void groupsOfCommunicatorsTranslate() {
        mpirun(4, (world, job) -> {
            Intracomm reversed = world.split(0, -job.rank());
            int[] there = Group.translateRanks(world.getGroup(), new int[] {0, 1, 2, 3}, reversed.getGroup());
            assertArrayEquals(new int[] {3, 2, 1, 0}, there);
            assertEquals(MPI.SIMILAR, Comm.compare(world, reversed));
            MPIException e =
                    assertThrows(MPIException.class, () -> reversed.create(new Group(new int[] {9}, job.rank())));
            assertEquals(MPI.ERR_GROUP, e.getErrorClass());
        });
    }
}
