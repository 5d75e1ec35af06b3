package org.bipj.mpi.contract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.File;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.MpiRank;
import mpi.Prequest;
import mpi.Request;
import mpi.Session;
import mpi.Win;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs that survive deaths, over a network whose schedule follows from a seed: ranks die where a body says so, or before any call of
 * their ports. A failure names the options and the seed.
 */
class DeathTest {
    private static final int SEEDS = Boolean.getBoolean("bipj.deep") ? 300 : 12;
    private static final int MEMBERS = 4;

    /** What a rank does. */
    private interface Body {
        void run(LoopFabric fabric, Intracomm comm, int rank) throws Exception;
    }

    private static LoopFabric fabric(long seed) {
        return fabric(LoopOptions.random(seed).ranks(MEMBERS));
    }

    private static LoopFabric fabric(LoopOptions options) {
        return new LoopFabric(options).survivingDeaths();
    }

    private static void run(LoopFabric fabric, Body body) {
        try (fabric) {
            Ranks.run(fabric, job -> {
                MpiRank mpi = MpiRank.of(DeathTest.class);
                mpi.initialize("InitThread", MPI.THREAD_SINGLE);
                mpi.world().setErrhandler(MPI.ERRORS_RETURN);
                body.run(fabric, mpi.world(), job.rank());
                mpi.shutDown();
            });
        }
    }

    private static void everySeed(Body body) {
        long first = Long.getLong("bipj.fabric.seed", System.nanoTime());
        for (long seed = first; seed < first + SEEDS; seed++) {
            run(fabric(seed), body);
        }
    }

    /** Runs a program again and again while a member dies at a later point of each run, all points in the deep suite. */
    private static void everyDeath(
            int victim, LongFunction<LoopOptions> options, BiConsumer<LoopOptions, LoopFabric> program) {
        long seed = Long.getLong("bipj.fabric.seed", System.nanoTime());
        boolean isOver = false;
        for (long call = 0; !isOver; call += Boolean.getBoolean("bipj.deep") ? 1 : 1 + call / 4) {
            LoopOptions drawn = options.apply(seed + call);
            LoopFabric fabric = fabric(drawn);
            fabric.diesAfter(victim, call);
            program.accept(drawn, fabric);
            isOver = !fabric.isDead(victim);
        }
    }

    private static void everyDeathOfRank3(Body body) {
        everyDeath(3, seed -> LoopOptions.random(seed).ranks(MEMBERS), (drawn, fabric) -> run(fabric, body));
    }

    private static void awaitFailures(Comm comm, int number) {
        while (comm.getFailed().getSize() < number) {
            // Each look makes progress.
        }
    }

    private static int classOf(Check.Action action) throws Exception {
        try {
            action.run();
            return MPI.SUCCESS;
        } catch (MPIException e) {
            return e.getErrorClass();
        }
    }

    private static int sum(Intracomm comm, int own) {
        int[] sum = {own};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    @Test
    void whatNeedsTheDeadFails() {
        everySeed((fabric, comm, rank) -> {
            if (rank == 1) {
                comm.send(new int[] {7}, 1, MPI.INT, 0, 3);
                // What nobody has got may be lost with this rank.
                comm.recv(null, 0, MPI.INT, 0, 9);
                throw fabric.die(rank);
            }
            int[] got = new int[1];
            if (rank == 0) {
                comm.recv(got, 1, MPI.INT, 1, 3);
                Check.equal(7, got[0], "what the rank has sent before it died");
                comm.send(null, 0, MPI.INT, 1, 9);
                Check.error(MPI.ERR_PROC_FAILED, "rank 1 is dead", () -> comm.recv(got, 1, MPI.INT, 1, 3));
                Check.error(MPI.ERR_PROC_FAILED, "rank 1 is dead", () -> comm.probe(1, 3));
                comm.send(new int[] {8}, 1, MPI.INT, 2, 4);
            } else if (rank == 2) {
                comm.recv(got, 1, MPI.INT, 0, 4);
                Check.equal(8, got[0], "between the others");
            }
            Check.error(MPI.ERR_PROC_FAILED, "", () -> comm.barrier());
            Check.error(MPI.ERR_PROC_FAILED, "", () -> comm.iBarrier().waitFor());
            awaitFailures(comm, 1);
            Group failed = comm.getFailed();
            Check.equal(1, Group.translateRanks(failed, new int[] {0}, comm.getGroup())[0], "who has failed");
            failed.free();
        });
    }

    @Test
    void receivesFromAnySourceWaitForAcknowledgement() {
        everySeed((fabric, comm, rank) -> {
            if (rank == 1) {
                throw fabric.die(rank);
            }
            if (rank == 0) {
                int[] got = new int[1];
                Request any = comm.iRecv(got, 1, MPI.INT, MPI.ANY_SOURCE, 3);
                for (int i = 0; i < 2; i++) {
                    Check.error(MPI.ERR_PROC_FAILED_PENDING, "rank 1 is dead", () -> any.waitFor());
                    Check.that(!any.isNull(), "the request stays");
                }
                Check.error(MPI.ERR_PROC_FAILED, "", () -> comm.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 5));
                Check.error(MPI.ERR_PROC_FAILED, "", () -> comm.probe(MPI.ANY_SOURCE, 5));
                Check.equal(1, comm.ackFailed(1), "acknowledged");
                comm.send(null, 0, MPI.INT, 2, 1);
                any.waitFor();
                Check.equal(9, got[0], "from one that lives");
                comm.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, 5);
                Check.equal(10, got[0], "a later one");
            } else if (rank == 2) {
                comm.recv(null, 0, MPI.INT, 0, 1);
                comm.send(new int[] {9}, 1, MPI.INT, 0, 3);
                comm.send(new int[] {10}, 1, MPI.INT, 0, 5);
            }
        });
    }

    @Test
    void aRevocationReachesAll() {
        everySeed((fabric, comm, rank) -> {
            Intracomm other = comm.dup();
            other.setErrhandler(MPI.ERRORS_RETURN);
            if (rank == 0) {
                Request sent = other.iSend(new int[] {1}, 1, MPI.INT, 1, 77);
                other.revoke();
                int error = classOf(sent::waitFor);
                Check.that(error == MPI.SUCCESS || error == MPI.ERR_REVOKED, "error class " + error);
            } else if (rank == 1) {
                Check.error(MPI.ERR_REVOKED, "revoked", () -> other.recv(new int[1], 1, MPI.INT, 2, 1));
            } else if (rank == 2) {
                Check.error(MPI.ERR_REVOKED, "revoked", () -> other.barrier());
            } else {
                Request[] any = new Request[1];
                Check.error(MPI.ERR_REVOKED, "revoked", () -> {
                    // The word may have come already.
                    any[0] = other.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 1);
                    any[0].waitFor();
                });
                Check.that(any[0] == null || any[0].isNull(), "the request has ended");
            }
            Check.that(other.isRevoked(), "revoked");
            Check.error(MPI.ERR_REVOKED, "revoked", () -> other.recv(new int[1], 1, MPI.INT, 0, 77));
            Check.error(MPI.ERR_REVOKED, "revoked", () -> other.send(null, 0, MPI.INT, 0, 77));
            Check.error(MPI.ERR_REVOKED, "revoked", () -> other.iBarrier());
            int[] flag = {rank == 2 ? 5 : 7};
            other.agree(flag);
            Check.equal(5, flag[0], "agreed on a revoked communicator");
            Intracomm again = other.shrink();
            Check.equal(MEMBERS, again.getSize(), "nobody has failed");
            Check.equal(6, sum(again, rank), "sum");
            again.free();
            other.free();
            comm.barrier();
        });
    }

    @Test
    void aRankLeavesAlthoughTheWorldIsRevoked() {
        everySeed((fabric, comm, rank) -> {
            if (rank == 2) {
                throw fabric.die(rank);
            }
            int error = classOf(comm::barrier);
            Check.that(error == MPI.ERR_PROC_FAILED || error == MPI.ERR_REVOKED, "error class " + error);
            comm.revoke();
            Intracomm rest = comm.shrink();
            Check.equal(MEMBERS - 1, sum(rest, 1), "the others");
        });
    }

    /** Windows and files have no calls of their own for failures: theirs end, well or with an error. */
    @Test
    void windowsEnd() {
        everySeed((fabric, comm, rank) -> {
            int[] memory = new int[MEMBERS];
            Win win = new Win(memory, MEMBERS, 1, MPI.INFO_NULL, comm);
            win.setErrhandler(MPI.ERRORS_RETURN);
            win.fence(0);
            win.put(new int[] {rank}, 1, MPI.INT, (rank + 1) % MEMBERS, rank, 1, MPI.INT);
            if (rank == 1) {
                win.fence(0);
                throw fabric.die(rank);
            }
            List<Check.Action> calls = List.of(
                    () -> win.fence(0),
                    () -> win.fence(0),
                    () -> win.put(new int[] {rank}, 1, MPI.INT, 1, rank, 1, MPI.INT),
                    () -> win.fence(0),
                    () -> win.lock(MPI.LOCK_EXCLUSIVE, 1, 0),
                    () -> win.unlock(1),
                    win::free);
            for (Check.Action call : calls) {
                int error = classOf(call);
                Check.that(
                        error == MPI.SUCCESS || error == MPI.ERR_PROC_FAILED || error == MPI.ERR_RMA_SYNC,
                        () -> "error class " + error + " of call " + calls.indexOf(call));
            }
            awaitFailures(comm, 1);
            Check.equal(MEMBERS - 1, sum(comm.shrink(), 1), "the others");
        });
    }

    /** Some have got the window, others have not: who has waits for none of these. */
    @Test
    void whoLacksAWindowCountsAsFailedOnIt() {
        everyDeathOfRank3((all, comm, rank) -> {
            Win[] made = new Win[1];
            List<Check.Action> calls = List.of(
                    () -> {
                        made[0] = new Win(new int[MEMBERS], MEMBERS, 1, MPI.INFO_NULL, comm);
                        made[0].setErrhandler(MPI.ERRORS_RETURN);
                    },
                    () -> made[0].post(comm.getGroup().incl(new int[] {(rank + 3) % MEMBERS}), 0),
                    () -> {
                        made[0].start(comm.getGroup().incl(new int[] {(rank + 1) % MEMBERS}), 0);
                        made[0].complete();
                    },
                    () -> made[0].waitFor(),
                    () -> made[0].free());
            for (Check.Action one : calls) {
                int error = classOf(one);
                Check.that(
                        error == MPI.SUCCESS || error == MPI.ERR_PROC_FAILED,
                        () -> "error class " + error + " of call " + calls.indexOf(one));
                if (made[0] == null) {
                    break;
                }
            }
        });
    }

    /** Rank 1 dies, once the others have come to this. */
    private static void onceAllAreHere(LoopFabric fabric, Intracomm comm, int rank) throws Exception {
        if (rank == 1) {
            for (int other = 1; other < MEMBERS; other++) {
                comm.recv(null, 0, MPI.INT, MPI.ANY_SOURCE, 9);
            }
            throw fabric.die(rank);
        }
        int error = classOf(() -> comm.send(null, 0, MPI.INT, 1, 9));
        Check.that(error == MPI.SUCCESS || error == MPI.ERR_PROC_FAILED, "error class " + error);
    }

    /** A rank dies while the others write, read and close. */
    @Test
    void filesEnd(@TempDir Path directory) {
        everySeed((fabric, comm, rank) -> {
            File file = new File(
                    comm,
                    directory.resolve("file").toString(),
                    MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE,
                    MPI.INFO_NULL);
            file.setErrhandler(MPI.ERRORS_RETURN);
            int[] own = {rank};
            onceAllAreHere(fabric, comm, rank);
            List<Check.Action> calls = List.of(
                    () -> file.writeAtAll(Integer.BYTES * rank, own, 1, MPI.INT),
                    () -> file.readAtAll(0, own, 1, MPI.INT),
                    () -> file.iWriteAtAll(0, own, 1, MPI.INT).waitFor(),
                    () -> file.writeOrdered(own, 1, MPI.INT),
                    () -> file.writeShared(own, 1, MPI.INT),
                    () -> file.setView(0, MPI.INT, MPI.INT, "native"),
                    file::sync,
                    file::close);
            for (Check.Action call : calls) {
                int error = classOf(call);
                Check.that(
                        error == MPI.SUCCESS || error == MPI.ERR_PROC_FAILED,
                        () -> "error class " + error + " of call " + calls.indexOf(call));
            }
            awaitFailures(comm, 1);
            Check.equal(MEMBERS - 1, sum(comm.shrink(), 1), "the others");
        });
    }

    /** Whether the rank dies before the others disconnect or meanwhile. */
    @Test
    void survivorsDisconnect() {
        everySeed((fabric, comm, rank) -> {
            Intracomm half = comm.split(rank / 2, rank);
            Intercomm both = comm.createIntercomm(half, 0, rank < 2 ? 2 : 0, 5);
            Intracomm own = comm.dup();
            onceAllAreHere(fabric, comm, rank);
            own.disconnect();
            Check.that(own.isNull(), "the communicator is gone");
            both.disconnect();
            Check.that(both.isNull(), "that of two groups");
        });
    }

    /** Calls that need the members of the new communicator alone succeed without the dead. */
    @Test
    void thoseThatLiveMakeCommunicatorsOfThemselves() {
        everySeed((fabric, comm, rank) -> {
            if (rank == 1) {
                throw fabric.die(rank);
            }
            awaitFailures(comm, 1);
            Group alive = comm.getGroup().incl(new int[] {3, 0, 2});
            Intracomm rest = comm.createGroup(alive, 4);
            Check.equal(MEMBERS - 1, sum(rest, 1), "a group of the communicator");
            Intracomm half = rest.split(rank == 0 ? 0 : 1, rank);
            Intercomm both = rest.createIntercomm(half, 0, rank == 0 ? 2 : 1, 5);
            Check.equal(rank == 0 ? 2 : 1, both.getRemoteSize(), "the other group");
            Intracomm merged = both.merge(rank == 0);
            Check.equal(MEMBERS - 1, sum(merged, 1), "both groups");
            Intracomm again = Intracomm.createFromGroup(alive, "alive", MPI.INFO_NULL, MPI.ERRORS_RETURN);
            Check.equal(MEMBERS - 1, sum(again, 1), "a group without a parent");
            alive.free();
            for (Comm made : List.of(again, merged, both, half, rest)) {
                made.disconnect();
            }
        });
    }

    /** A rank that never comes has revoked the communicator of whose processes others make one. */
    @Test
    void aRevocationEndsWhatMakesCommunicators() {
        everySeed((fabric, comm, rank) -> {
            Intracomm other = comm.dup();
            other.setErrhandler(MPI.ERRORS_RETURN);
            if (rank == 3) {
                other.revoke();
            } else {
                Check.error(MPI.ERR_REVOKED, "revoked", () -> other.createGroup(other.getGroup(), 4));
            }
            other.shrink().disconnect();
            other.free();
        });
    }

    /** The other group waits for one whose communicator is revoked, and that of the leaders is not. */
    @Test
    void aRevokedGroupIsNoPartOfAnIntercommunicator() {
        everySeed((fabric, comm, rank) -> {
            Intracomm half = comm.split(rank / 2, rank);
            half.setErrhandler(MPI.ERRORS_RETURN);
            if (rank == 0) {
                half.revoke();
            }
            for (int i = 0; i < 2; i++) {
                Check.error(MPI.ERR_REVOKED, "revoked", () -> comm.createIntercomm(half, 0, rank < 2 ? 2 : 0, 5));
            }
            Check.equal(MEMBERS, sum(comm, 1), "all others go on");
            Intracomm again = half.shrink();
            Intercomm both = comm.createIntercomm(again, 0, rank < 2 ? 2 : 0, 5);
            both.barrier();
            both.free();
        });
    }

    /** A rank has got a communicator that another one has not: nothing that needs both waits. */
    @Test
    void whoLacksACommunicatorCountsAsFailedOnIt() {
        everySeed((fabric, comm, rank) -> {
            if (rank == 1) {
                onceAllAreHere(fabric, comm, rank);
            }
            Intracomm[] made = new Intracomm[1];
            if (rank != 1) {
                comm.send(null, 0, MPI.INT, 1, 9);
                int error = classOf(() -> made[0] = comm.dup());
                Check.that(error == MPI.SUCCESS || error == MPI.ERR_PROC_FAILED, "error class " + error);
            }
            if (made[0] != null) {
                made[0].setErrhandler(MPI.ERRORS_RETURN);
                int met = classOf(() -> made[0].sendRecv(
                        new int[1],
                        1,
                        MPI.INT,
                        (rank + 2) % MEMBERS,
                        1,
                        new int[1],
                        1,
                        MPI.INT,
                        (rank + 2) % MEMBERS,
                        1));
                Check.that(met == MPI.SUCCESS || met == MPI.ERR_PROC_FAILED, "error class " + met);
                classOf(() -> made[0].agree(new int[1]));
                made[0].disconnect();
            }
            Check.equal(MEMBERS - 1, sum(comm.shrink(), 1), "the others");
        });
    }

    /** Their messages have a context of their own: some have got the communicator, others have not, then all have, and it is revoked. */
    @Test
    void partitionedOperationsEndWithTheirCommunicator() {
        everyDeathOfRank3((all, comm, rank) -> {
            Intracomm[] made = new Intracomm[1];
            int error = classOf(() -> made[0] = comm.createGroup(comm.getGroup(), 4));
            Check.that(error == MPI.SUCCESS || error == MPI.ERR_PROC_FAILED, "error class " + error);
            if (made[0] != null) {
                partitioned(made[0], (rank + 1) % MEMBERS, (rank + 3) % MEMBERS, MPI.ERR_PROC_FAILED);
                made[0].disconnect();
            }
            Intracomm left = comm.shrink();
            left.setErrhandler(MPI.ERRORS_RETURN);
            int size = left.getSize();
            int me = left.getRank();
            if (me == 0) {
                left.revoke();
            }
            partitioned(left, (me + 1) % size, (me + size - 1) % size, MPI.ERR_REVOKED);
            left.free();
        });
    }

    /** Long partitions to one rank and from another one, each of which comes to its end whatever has become of the other one. */
    private static void partitioned(Intracomm comm, int dest, int source, int expected) throws Exception {
        int count = 1000;
        int[] data = new int[2 * count];
        Prequest[] both = new Prequest[2];
        List<Check.Action> calls = List.of(
                () -> both[0] = comm.pRecvInit(data.clone(), 2, count, MPI.INT, source, 1, MPI.INFO_NULL),
                () -> both[1] = comm.pSendInit(data.clone(), 2, count, MPI.INT, dest, 1, MPI.INFO_NULL),
                () -> {
                    both[1].start();
                    both[1].pReadyRange(0, 1);
                },
                () -> {
                    both[0].start();
                    while (!both[0].pArrived(1)) {
                        // Each look makes progress.
                    }
                },
                () -> both[0].waitFor(),
                () -> both[1].waitFor());
        for (int i = 0; i < calls.size(); i++) {
            boolean isMade = i < 2 || both[i == 2 || i == 5 ? 1 : 0] != null;
            int error = isMade ? classOf(calls.get(i)) : MPI.SUCCESS;
            Check.that(
                    error == MPI.SUCCESS || error == expected || error == MPI.ERR_PROC_FAILED, "error class " + error);
        }
        for (Prequest one : both) {
            if (one != null) {
                one.free();
            }
        }
    }

    /** Whether the rank dies before the others close their sessions or meanwhile. */
    @Test
    void sessionsClose() {
        everySeed((fabric, comm, rank) -> {
            Session session = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
            Group all = Group.fromSessionPset(session, "mpi://WORLD");
            Intracomm own = Intracomm.createFromGroup(all, "deaths", MPI.INFO_NULL, MPI.ERRORS_RETURN);
            onceAllAreHere(fabric, comm, rank);
            int error = classOf(() -> own.iSend(new int[1000], 1000, MPI.INT, 1, 0));
            Check.that(error == MPI.SUCCESS || error == MPI.ERR_PROC_FAILED, "error class " + error);
            session.close();
            Check.that(session.isNull() && own.isNull(), "the session and its communicator are closed");
        });
    }

    @Test
    void anAgreementEndsAlikeWhoeverDiesWhen() {
        for (int victim = 0; victim < MEMBERS; victim++) {
            int theVictim = victim;
            everyDeath(victim, seed -> LoopOptions.largePackets(MEMBERS).seed(seed), (options, fabric) -> {
                List<List<Integer>> outcomes = Stream.generate(() -> (List<Integer>) new ArrayList<Integer>())
                        .limit(MEMBERS)
                        .toList();
                run(fabric, (all, comm, rank) -> {
                    int[] flag = {~(1 << rank)};
                    int error = classOf(() -> comm.agree(flag));
                    outcomes.get(rank).addAll(List.of(error, flag[0]));
                    Intracomm left = comm.shrink();
                    outcomes.get(rank).add(left.getSize());
                    int before = left.getSize() < MEMBERS && rank > theVictim ? rank - 1 : rank;
                    Check.equal(before, left.getRank(), "in the same order");
                });
                for (int i = 0; i < 3; i++) {
                    int at = i;
                    long different = outcomes.stream()
                            .filter(one -> one.size() > at)
                            .map(one -> one.get(at))
                            .distinct()
                            .count();
                    Check.that(different <= 1, () -> options + ": outcomes " + outcomes);
                }
            });
        }
    }

    @Test
    void survivorsOfRandomDeathsGoOn() {
        long first = Long.getLong("bipj.fabric.seed", System.nanoTime());
        for (long seed = first; seed < first + 4 * SEEDS; seed++) {
            Random draw = new Random(seed);
            LoopFabric fabric = fabric(seed);
            int deaths = 1 + draw.nextInt(2);
            for (int i = 0; i < deaths; i++) {
                fabric.diesAfter(draw.nextInt(MEMBERS), draw.nextInt(1 << 5 + draw.nextInt(7)));
            }
            long program = draw.nextLong();
            run(fabric, (all, comm, rank) -> goOn(comm, program));
        }
    }

    /** Random collective operations, and messages around a ring; after an error those that live go on without the others. */
    private static void goOn(Intracomm world, long program) throws Exception {
        Random draw = new Random(program);
        Intracomm comm = world.shrink();
        for (int round = 0; round < 6; round++) {
            comm.setErrhandler(MPI.ERRORS_RETURN);
            int kind = draw.nextInt(5);
            int bytes = 1 << draw.nextInt(12);
            Intracomm now = comm;
            int error = classOf(() -> step(now, kind, bytes));
            Check.that(
                    error == MPI.SUCCESS || error == MPI.ERR_PROC_FAILED || error == MPI.ERR_REVOKED,
                    "error class " + error + " of step " + kind);
            if (error != MPI.SUCCESS) {
                comm.revoke();
            }
            int[] well = {error == MPI.SUCCESS ? 1 : 0};
            int agreed = classOf(() -> now.agree(well));
            if (agreed != MPI.SUCCESS || well[0] == 0) {
                Intracomm next = comm.shrink();
                comm.free();
                comm = next;
            }
        }
        Intracomm last = comm;
        int error = classOf(() -> Check.equal(last.getSize(), sum(last, 1), "members"));
        Check.that(error == MPI.SUCCESS || error == MPI.ERR_PROC_FAILED, "error class " + error + " of the last sum");
    }

    private static void step(Intracomm comm, int kind, int bytes) {
        int size = comm.getSize();
        int me = comm.getRank();
        byte[] sent = new byte[bytes];
        byte[] got = new byte[bytes * size];
        switch (kind) {
            case 0 ->
                comm.sendRecv(
                        sent, bytes, MPI.BYTE, (me + 1) % size, 1, got, bytes, MPI.BYTE, (me + size - 1) % size, 1);
            case 1 -> comm.bcast(sent, bytes, MPI.BYTE, 0);
            case 2 -> comm.allGather(sent, bytes, MPI.BYTE, got, bytes, MPI.BYTE);
            case 3 ->
                comm.iAllReduce(sent, new byte[bytes], bytes, MPI.BYTE, MPI.MAX).waitFor();
            default -> comm.barrier();
        }
    }

    @Test
    void betweenTwoGroups() {
        everySeed((fabric, comm, rank) -> {
            Intracomm half = comm.split(rank / 2, rank);
            Intercomm both = comm.createIntercomm(half, 0, rank < 2 ? 2 : 0, 5);
            both.setErrhandler(MPI.ERRORS_RETURN);
            int[] flag = {rank < 2 ? 12 : rank == 2 ? 6 : 3};
            both.agree(flag);
            Check.equal(rank < 2 ? 2 : 12, flag[0], "of the other group");
            if (rank == 3) {
                throw fabric.die(rank);
            }
            awaitFailures(both, 1);
            Intercomm left = both.shrink();
            Check.equal(rank < 2 ? 2 : 1, left.getSize(), "own group");
            Check.equal(rank < 2 ? 1 : 2, left.getRemoteSize(), "other group");
            left.barrier();
            left.free();
            both.free();
            half.free();
        });
    }
}
