package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Win;
import org.bipj.launch.Ucx;
import org.bipj.testkit.BlockedPort;
import org.bipj.testkit.Relay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Deadlocks of jobs of several hosts, whose ranks are threads of this JVM: each is found, and nothing else is taken for one,
 * whatever the network does.
 */
class NetDeadlockTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int JOBS = DEEP ? 300 : 1;
    private static final long PATIENCE_NS = 20_000_000;
    private static final long HELD_MS = DEEP ? 5000 : 300;
    private static final int TAG = 5;

    private final List<Relay> relays = new ArrayList<>();
    private boolean holds;

    @AfterEach
    void closeRelays() {
        synchronized (relays) {
            relays.forEach(Relay::close);
            relays.clear();
        }
    }

    private static NetJobs net(int... hostOf) {
        return new NetJobs(hostOf, DetectedJob::abort);
    }

    private static NetJobs overUcx(NetJobs net) {
        net.transport = NetContractTest::ucx;
        return net;
    }

    /** All traffic between hosts goes through relays. */
    private NetJobs relayed(NetJobs net) {
        net.between = (from, to, address) -> {
            synchronized (relays) {
                Relay relay = new Relay(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
                relay.hold(holds);
                relays.add(relay);
                return relay.address();
            }
        };
        return net;
    }

    private void hold(boolean on) {
        synchronized (relays) {
            holds = on;
            relays.forEach(relay -> relay.hold(on));
        }
    }

    private static void receive(Intracomm comm, int peer) {
        comm.recv(new int[1], 1, MPI.INT, peer, TAG);
    }

    private static void send(Intracomm comm, int peer) {
        comm.send(new int[1], 1, MPI.INT, peer, TAG);
    }

    @Test
    void aCycleOfReceivesIsFound() {
        assertTrue(DetectedJob.isFoundDead(
                net(0, 0, 1), PATIENCE_NS, (mpi, rank) -> receive(mpi.world(), (rank + 1) % 3)));
    }

    @Test
    void ranksOfOneHostWaitForEachOtherAndOthersForThem() {
        assertTrue(DetectedJob.isFoundDead(net(0, 0, 1, 1), PATIENCE_NS, (mpi, rank) -> {
            mpi.world().barrier();
            if (rank < 2) {
                receive(mpi.world(), 1 - rank);
            }
            mpi.world().barrier();
        }));
    }

    @Test
    void aRankIsMissingInACollectiveCall() {
        assertTrue(DetectedJob.isFoundDead(net(0, 1, 0, 1), PATIENCE_NS, (mpi, rank) -> {
            if (rank == 0) {
                receive(mpi.world(), 3);
            } else {
                mpi.world().allReduce(new double[1], new double[1], 1, MPI.DOUBLE, MPI.SUM);
            }
        }));
    }

    /** Rank 0 loses its message to rank 1, which waits for it; nothing can come over that connection any more. */
    @Test
    void aConnectionThatHasFailedHidesNoDeadlock() throws IOException {
        try (BlockedPort blocked = new BlockedPort()) {
            NetJobs net = net(0, 1, 2);
            net.between = (from, to, address) -> from == 0 && to == 1 ? blocked.address() : address;
            assertTrue(DetectedJob.isFoundDead(net, PATIENCE_NS, (mpi, rank) -> {
                if (rank == 0) {
                    send(mpi.world(), 1);
                }
                receive(mpi.world(), (rank + 2) % 3);
            }));
        }
    }

    /** All ranks sleep, and the only cause of an action is in the network. */
    @Test
    void aMessageThatTheNetworkHoldsBackIsOnItsWay() {
        NetJobs net = relayed(net(0, 1, 1));
        assertFalse(DetectedJob.isFoundDead(net, PATIENCE_NS, (mpi, rank) -> {
            Intracomm world = mpi.world();
            world.barrier();
            if (rank == 0) {
                hold(true);
                send(world, 1);
                Thread.ofPlatform().daemon().start(() -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(HELD_MS));
                    hold(false);
                });
            } else if (rank == 1) {
                receive(world, 0);
            }
            world.barrier();
        }));
    }

    /** A packet waits for its connection, so nothing of it has been sent. */
    @Test
    @Tag("deep")
    void aConnectionThatTheNetworkHoldsUpIsWork() {
        NetJobs net = relayed(net(0, 1));
        assertFalse(DetectedJob.isFoundDead(net, PATIENCE_NS, (mpi, rank) -> {
            hold(true);
            if (rank == 0) {
                Thread.ofPlatform().daemon().start(() -> {
                    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(4));
                    hold(false);
                });
                send(mpi.world(), 1);
                receive(mpi.world(), 1);
            } else {
                receive(mpi.world(), 0);
                send(mpi.world(), 0);
            }
        }));
    }

    /** One-sided operations at a target that sleeps, and unexpected messages; a connection is idle meanwhile. */
    @Test
    void oneSidedTrafficAndUnexpectedMessagesAreNoDeadlock() {
        int rounds = DEEP ? 200 : 10;
        assertFalse(DetectedJob.isFoundDead(net(0, 1, 1), 0, (mpi, rank) -> {
            Intracomm world = mpi.world();
            int[] memory = new int[4];
            try (Win win = new Win(memory, memory.length, 1, MPI.INFO_NULL, world)) {
                for (int round = 0; round < rounds; round++) {
                    if (rank == 0) {
                        LockSupport.parkNanos(5_000_000);
                        win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
                        win.put(new int[] {round}, 1, MPI.INT, 1, 0, 1, MPI.INT);
                        LockSupport.parkNanos(5_000_000);
                        win.unlock(1);
                        world.send(new int[1], 1, MPI.INT, 2, round + 100);
                        send(world, 2);
                    } else if (rank == 2) {
                        receive(world, 0);
                        world.recv(new int[1], 1, MPI.INT, 0, round + 100);
                        send(world, 1);
                    } else {
                        receive(world, 2);
                    }
                }
                world.barrier();
            }
        }));
    }

    private static NetJobs random(RandomProgram program, long seed) {
        Random random = new Random(seed);
        int hosts = 2 + random.nextInt(2);
        int[] hostOf = random.ints(program.ranks(), 0, hosts).toArray();
        // Each host has a rank.
        for (int host = 0; host < Math.min(hosts, hostOf.length); host++) {
            hostOf[host] = host;
        }
        return net(hostOf);
    }

    private interface LongBody {
        void accept(long seed) throws Exception;
    }

    private static Stream<DynamicTest> jobs(LongBody one) {
        long first = Long.getLong("bipj.seed", System.nanoTime() % 1_000_000_000);
        return LongStream.range(first, first + JOBS)
                .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> one.accept(seed)));
    }

    private static boolean endsInDeadlock(NetJobs net, RandomProgram program) {
        return DetectedJob.isFoundDead(net, PATIENCE_NS, (mpi, rank) -> {
            program.traffic(mpi, rank);
            program.standstill(mpi, rank);
        });
    }

    @TestFactory
    Stream<DynamicTest> aRandomDeadlockIsFound() {
        return jobs(seed -> {
            RandomProgram program = new RandomProgram(seed, 20);
            assertTrue(endsInDeadlock(random(program, seed), program), "seed " + seed);
        });
    }

    @TestFactory
    Stream<DynamicTest> aRandomDeadlockOverUcxIsFound() {
        Ucx.assume();
        return jobs(seed -> {
            RandomProgram program = new RandomProgram(seed, 20);
            assertTrue(endsInDeadlock(overUcx(random(program, seed)), program), "seed " + seed);
        });
    }

    /** However impatient the detector is: it looks all the time, and a deadlock need not last at all. */
    @TestFactory
    Stream<DynamicTest> aJobOnAnUnevenNetworkIsNotTakenForDead() {
        return jobs(seed -> {
            RandomProgram program = new RandomProgram(seed, 100);
            AtomicBoolean over = new AtomicBoolean();
            Random random = new Random(seed);
            Thread weather = Thread.ofPlatform().daemon().start(() -> {
                while (!over.get()) {
                    hold(random.nextBoolean());
                    LockSupport.parkNanos(random.nextLong(10_000_000));
                }
                hold(false);
            });
            try {
                assertFalse(
                        DetectedJob.isFoundDead(relayed(random(program, seed)), 0, program::traffic), "seed " + seed);
            } finally {
                over.set(true);
                weather.join();
                closeRelays();
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> aJobOverUcxIsNotTakenForDead() {
        Ucx.assume();
        return jobs(seed -> {
            RandomProgram program = new RandomProgram(seed, 60);
            assertFalse(DetectedJob.isFoundDead(overUcx(random(program, seed)), 0, program::traffic), "seed " + seed);
        });
    }
}
