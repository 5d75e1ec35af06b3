package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.MpiRank;
import mpi.Request;
import mpi.Win;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.testkit.BlockedPort;
import org.bipj.testkit.Relay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Three ranks on three hosts, of which rank 2 is lost: what each kind of call does that needs it. Ranks 0 and 1 go on talking.
 */
class NetFailureTest {
    private static final int TAG = 5;

    /** Elements of a window: more than a short message holds. */
    private static final int INTS = 100_000;

    private final NetJobs net = new NetJobs(3, 3, (rank, code, reason) -> {
        throw new AssertionError("rank " + rank + " ended the job: " + reason);
    });
    private final List<Relay> relays = new ArrayList<>();
    private CompletableFuture<Void> end;

    /** What rank 0 does once its connection with rank 2 is cut. */
    @FunctionalInterface
    private interface Call {
        void on(Intracomm world) throws MPIException;
    }

    /** The same with a window, which all ranks have made before. */
    @FunctionalInterface
    private interface WindowCall {
        void on(Win win) throws MPIException;
    }

    @BeforeEach
    void relayToRankTwo() {
        net.between = (from, to, address) -> {
            if (from != 2 && to != 2) {
                return address;
            }
            synchronized (relays) {
                Relay relay = new Relay(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
                relays.add(relay);
                return relay.address();
            }
        };
    }

    @AfterEach
    void close() {
        relays.forEach(Relay::close);
    }

    private void failsAtRankZero(Call call) throws Exception {
        failsAtRankZero(world -> world, call::on);
    }

    private void failsInWindow(WindowCall call) throws Exception {
        failsAtRankZero(
                world -> {
                    Win win = new Win(ints(INTS), INTS, 4, MPI.INFO_NULL, world);
                    win.setErrhandler(MPI.ERRORS_RETURN);
                    return win;
                },
                call::on);
    }

    /** What all ranks make before the cut, and what rank 0 then uses. */
    private interface Before<T> {
        T of(Intracomm world) throws MPIException;
    }

    private interface After<T> {
        void on(T made) throws MPIException;
    }

    private <T> void failsAtRankZero(Before<T> before, After<T> call) throws Exception {
        end = new CompletableFuture<>();
        CountDownLatch met = new CountDownLatch(3);
        CompletableFuture<Void> zero = rank(0, world -> {
            meet(world);
            T made = before.of(world);
            met.countDown();
            awaitCut();
            failsByName(() -> call.on(made));
            int[] word = {7};
            world.send(word, 1, MPI.INT, 1, TAG);
            world.recv(word, 1, MPI.INT, 1, TAG);
            assertEquals(8, word[0]);
        });
        CompletableFuture<Void> one = rank(1, world -> {
            meet(world);
            T made = before.of(world);
            met.countDown();
            int[] word = {0};
            world.recv(word, 1, MPI.INT, 0, TAG);
            world.send(new int[] {word[0] + 1}, 1, MPI.INT, 0, TAG);
            assertNotNull(made);
        });
        CompletableFuture<Void> two = rank(2, world -> {
            meet(world);
            before.of(world);
            met.countDown();
            end.join();
        });
        assertTrue(met.await(30, TimeUnit.SECONDS), "the ranks have met");
        relays.forEach(Relay::cut);
        cut.complete(null);
        try {
            zero.get(30, TimeUnit.SECONDS);
            one.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        } finally {
            end.complete(null);
        }
        two.get(30, TimeUnit.SECONDS);
    }

    private static IntBuffer ints(int n) {
        return ByteBuffer.allocateDirect(4 * n).order(ByteOrder.nativeOrder()).asIntBuffer();
    }

    private static void failsByName(Executable call) {
        MPIException e = assertThrows(MPIException.class, call);
        assertEquals(MPI.ERR_PROC_FAILED, e.getErrorClass(), e.getMessage());
        assertTrue(e.getMessage().contains("rank 2 on host host2 has failed: "), e.getMessage());
    }

    private final CompletableFuture<Void> cut = new CompletableFuture<>();

    private void awaitCut() {
        cut.join();
    }

    /** All talk with all, so that there is a connection for each pair. */
    private static void meet(Intracomm world) throws MPIException {
        int[] mine = new int[3];
        world.allToAll(new int[3], 1, MPI.INT, mine, 1, MPI.INT);
        world.barrier();
    }

    private CompletableFuture<Void> rank(int rank, Call body) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        Job job = net.jobs().get(rank);
        Thread.ofPlatform().daemon().name("rank-" + rank).start(() -> {
            try {
                Jobs.enter(job);
                MpiRank mpi = MpiRank.of(null);
                mpi.initialize("Init", MPI.THREAD_SINGLE);
                mpi.world().setErrhandler(MPI.ERRORS_RETURN);
                body.on(mpi.world());
                result.complete(null);
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    @Test
    void aCancelledSendWhoseReceiverHasNotAnswered() throws Exception {
        cancelledSends(true);
    }

    @Test
    void aSendThatIsCancelledOnceItsReceiverIsLost() throws Exception {
        cancelledSends(false);
    }

    private void cancelledSends(boolean early) throws Exception {
        CountDownLatch silent = new CountDownLatch(1);
        failsAtRankZero(
                world -> {
                    Request[] requests = new Request[world.getRank() == 0 ? 2 : 0];
                    if (world.getRank() == 2) {
                        silent.countDown();
                    } else {
                        // Rank 2 calls nothing any more that would answer.
                        assertDoesNotThrow(() -> silent.await());
                    }
                    for (int i = 0; i < requests.length; i++) {
                        requests[i] = world.isSend(new int[i * INTS], i * INTS, MPI.INT, 2, TAG + 1);
                        if (early) {
                            requests[i].cancel();
                        }
                    }
                    return requests;
                },
                requests -> {
                    requests[0].cancel();
                    requests[1].cancel();
                    assertThrows(MPIException.class, requests[0]::waitFor);
                    requests[1].waitFor();
                });
    }

    @Test
    void aReceive() throws Exception {
        failsAtRankZero(world -> world.recv(new int[1], 1, MPI.INT, 2, TAG));
    }

    @Test
    void aReceiveFromAnySource() throws Exception {
        failsAtRankZero(world -> world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 99));
    }

    @Test
    void aShortSendOnceTheLossIsKnown() throws Exception {
        failsAtRankZero(world -> {
            for (int i = 0; i < 2_000_000; i++) {
                world.send(new int[1], 1, MPI.INT, 2, TAG);
            }
        });
    }

    @Test
    void aLongSend() throws Exception {
        failsAtRankZero(world -> world.send(new int[1_000_000], 1_000_000, MPI.INT, 2, TAG));
    }

    @Test
    void aRequest() throws Exception {
        failsAtRankZero(world -> {
            Request request = world.iRecv(ByteBuffer.allocateDirect(4), 1, MPI.INT, 2, TAG);
            request.waitFor();
        });
    }

    @Test
    void aTestOfARequest() throws Exception {
        failsAtRankZero(world -> {
            Request request = world.iSend(ByteBuffer.allocateDirect(4_000_000), 1_000_000, MPI.INT, 2, TAG);
            while (!request.test()) {
                Thread.onSpinWait();
            }
        });
    }

    @Test
    void aProbe() throws Exception {
        failsAtRankZero(world -> world.probe(2, TAG));
    }

    @Test
    void aCollectiveOperation() throws Exception {
        failsAtRankZero(world -> world.bcast(new int[1], 1, MPI.INT, 2));
    }

    /** Rank 2 takes part in nothing: the reply to each of these does not come. Rank 1's window goes on. */
    @Test
    void aLockOfAWindow() throws Exception {
        failsInWindow(win -> {
            failsByName(() -> {
                win.lock(MPI.LOCK_EXCLUSIVE, 2, 0);
                win.unlock(2);
            });
            win.lock(MPI.LOCK_EXCLUSIVE, 1, MPI.MODE_NOCHECK);
            win.unlock(1);
            win.lock(MPI.LOCK_SHARED, 2, 0);
        });
    }

    @Test
    void operationsOfAnEpochThatHasNoCheck() throws Exception {
        failsInWindow(win -> {
            win.lockAll(MPI.MODE_NOCHECK);
            failsByName(() -> {
                win.get(ints(INTS), INTS, MPI.INT, 2, 0, INTS, MPI.INT);
                win.flush(2);
            });
            failsByName(() -> {
                win.put(ints(INTS), INTS, MPI.INT, 2, 0, INTS, MPI.INT);
                win.flush(2);
            });
            failsByName(() -> win.rGet(ints(1), 1, MPI.INT, 2, 0, 1, MPI.INT).waitFor());
            win.unlockAll();
            win.lockAll(0);
        });
    }

    @Test
    void aFenceOfAWindow() throws Exception {
        failsInWindow(win -> win.fence(0));
    }

    @Test
    void aStartedEpochOfAWindow() throws Exception {
        failsInWindow(win -> {
            Group two = win.getGroup().incl(new int[] {2});
            win.post(two, 0);
            failsByName(win::waitFor);
            win.start(two, 0);
        });
    }

    /** Rank 1's port is blocked: the send is complete long before that is known. */
    @Test
    void finalizeReportsMessagesThatAreLostAndLeavesNevertheless() throws Exception {
        try (BlockedPort blocked = new BlockedPort();
                NetJobs two = new NetJobs(2, 2, (rank, code, reason) -> {
                    throw new AssertionError("rank " + rank + " ended the job: " + reason);
                })) {
            two.between = (from, to, address) -> to == 1 ? blocked.address() : address;
            CompletableFuture<MpiRank> ended = new CompletableFuture<>();
            CompletableFuture<MPIException> thrown = new CompletableFuture<>();
            CountDownLatch open = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> {
                Jobs.enter(two.jobs().get(1));
                MpiRank.of(null).initialize("Init", MPI.THREAD_SINGLE);
                open.countDown();
            });
            assertTrue(open.await(30, TimeUnit.SECONDS), "rank 1 is there");
            Thread.ofPlatform().daemon().start(() -> {
                Jobs.enter(two.jobs().get(0));
                MpiRank mpi = MpiRank.of(null);
                mpi.initialize("Init", MPI.THREAD_SINGLE);
                mpi.world().setErrhandler(MPI.ERRORS_RETURN);
                mpi.world().send(new int[1], 1, MPI.INT, 1, TAG);
                try {
                    mpi.shutDown();
                } catch (MPIException e) {
                    thrown.complete(e);
                }
                ended.complete(mpi);
            });
            MPIException e = thrown.get(30, TimeUnit.SECONDS);
            assertEquals(MPI.ERR_PROC_FAILED, e.getErrorClass(), e.getMessage());
            assertTrue(
                    e.getMessage()
                            .startsWith(
                                    "Finalize (rank 0 of MPI_COMM_WORLD): messages are lost: rank 1 on host host1 has"
                                            + " failed: it cannot be reached at " + blocked.address() + ": "),
                    e.getMessage());
            assertTrue(ended.get(30, TimeUnit.SECONDS).isFinalized());
        }
    }

    @Test
    void withoutErrorsReturnItEndsTheJob() throws Exception {
        NetJobs fatal = new NetJobs(2, 2, (rank, code, reason) -> {
            throw new AssertionError("rank " + rank + " ended the job: " + reason);
        });
        fatal.between = (from, to, address) -> {
            synchronized (relays) {
                relays.add(new Relay(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1))));
                return relays.getLast().address();
            }
        };
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        CountDownLatch met = new CountDownLatch(2);
        for (Job job : fatal.jobs()) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    Jobs.enter(job);
                    MpiRank mpi = MpiRank.of(null);
                    mpi.initialize("Init", MPI.THREAD_SINGLE);
                    mpi.world().barrier();
                    met.countDown();
                    if (job.rank() == 0) {
                        mpi.world().recv(new int[1], 1, MPI.INT, 1, TAG);
                    }
                } catch (Throwable e) {
                    thrown.complete(e);
                }
            });
        }
        assertTrue(met.await(30, TimeUnit.SECONDS), "the ranks have met");
        relays.forEach(Relay::cut);
        String message = thrown.get(30, TimeUnit.SECONDS).toString();
        assertTrue(message.contains("rank 0 ended the job: "), message);
        assertTrue(message.contains("rank 1 on host host1 has failed: "), message);
    }
}
