package org.bipj.mpi.contract;

import java.util.Arrays;
import java.util.List;
import mpi.Datatype;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/** Collective operations between two groups, in all forms (MPI 4.1 section 6.2.3). */
public final class IntercommCollectiveSuite extends Suite {
    /** Adds the cases. */
    public IntercommCollectiveSuite() {
        add(
                "every operation, blocking and persistent",
                8,
                rank -> IntercommPairs.each(rank.comm(), (all, mine, inter) -> {
                    int round = 0;
                    for (int count : new int[] {0, 1, 7, 600}) {
                        oneByOne(IntercommCalls.all(inter, group(all, mine), round++ % 2, count, count), count);
                    }
                }));
        add(
                "all operations at once, with blocking ones between",
                8,
                rank -> IntercommPairs.each(rank.comm(), this::atOnce));
        add(
                "a duplicate's operations",
                5,
                rank -> IntercommPairs.each(rank.comm(), 5, (all, mine, inter) -> {
                    Intercomm copy = inter.dup();
                    oneByOne(IntercommCalls.all(copy, group(all, mine), 0, 3, 3), 3);
                    copy.free();
                }));
        add(
                "long vectors",
                5,
                rank -> IntercommPairs.each(rank.comm(), 5, (all, mine, inter) -> {
                    oneByOne(
                            IntercommCalls.all(
                                    inter, group(all, mine), 1, rank.sizes().large() / 4 + 1, 0),
                            1);
                }));
        add("a barrier ends when the other group has begun it", 4, IntercommCollectiveSuite::barrier);
        add("wrong arguments", 3, IntercommCollectiveSuite::arguments);
    }

    /** 0 for the group that has rank 0 of both. */
    private static int group(Intracomm all, Intracomm mine) {
        int[] zero = Group.translateRanks(all.getGroup(), new int[1], mine.getGroup());
        return zero[0] == MPI.UNDEFINED ? 1 : 0;
    }

    private static void oneByOne(List<CollectiveCall> calls, int seed) {
        int next = seed;
        for (CollectiveCall call : calls) {
            call.fill(++next);
            call.blocking().run();
            call.check(next, "blocking");
            Prequest request = call.persistent().get();
            for (int i = 0; i < 2; i++) {
                call.fill(++next);
                request.start();
                request.waitFor();
                call.check(next, "persistent");
            }
            request.free();
        }
    }

    /** Operations that share no buffers; each list has several for one buffer. */
    private void atOnce(Intracomm all, Intracomm mine, Intercomm inter) {
        int lists = 3;
        for (int at = 0; at < IntercommCalls.all(inter, 0, 0, 0, 0).size(); at++) {
            CollectiveCall[] calls = new CollectiveCall[2 * lists];
            Request[] requests = new Request[2 * lists];
            for (int i = 0; i < lists; i++) {
                List<CollectiveCall> some = IntercommCalls.all(inter, group(all, mine), i % 2, 4 + i, i);
                List<CollectiveCall> more = IntercommCalls.all(inter, group(all, mine), i % 2, 9 + i, i);
                calls[2 * i] = some.get(at);
                calls[2 * i + 1] = more.get((at + 7) % more.size());
            }
            for (int i = 0; i < calls.length; i++) {
                calls[i].fill(i);
                requests[i] = calls[i].nonBlocking().get();
                if (i == 2) {
                    inter.barrier();
                }
            }
            Request.waitAll(requests);
            for (int i = 0; i < calls.length; i++) {
                calls[i].check(i, "non-blocking");
            }
        }
    }

    private static void barrier(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Intracomm pair = comm.split(me % 2, 0);
        Intercomm inter = comm.createIntercomm(pair, 0, 1 - me % 2, 0);
        for (int late = 0; late < 4; late++) {
            if (me == late) {
                // The others are in the barrier, or come to it, and none of the other group may have left it.
                for (int other = (late + 1) % 2; other < 4; other += 2) {
                    Check.that(comm.iProbe(other, late) == null, "left before the last one came");
                }
            }
            inter.barrier();
            if (me % 2 != late % 2) {
                comm.send(null, 0, MPI.INT, late, late);
            } else if (me == late) {
                comm.recv(null, 0, MPI.INT, (late + 1) % 2, late);
                comm.recv(null, 0, MPI.INT, (late + 1) % 2 + 2, late);
            }
        }
        inter.free();
        pair.free();
    }

    private static void arguments(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Intracomm mine = comm.split(me == 0 ? 0 : 1, 0);
        Intercomm inter = comm.createIntercomm(mine, 0, me == 0 ? 1 : 0, 0);
        int[] room = new int[8];
        int[] other = new int[8];
        int remote = inter.getRemoteSize();
        Check.error(
                MPI.ERR_ROOT,
                () -> inter.bcast(room, 1, MPI.INT, remote),
                "root is " + remote + "; expected 0 to " + (remote - 1) + ", MPI.ROOT or MPI.PROC_NULL");
        Check.error(MPI.ERR_ROOT, () -> inter.reduce(room, other, 1, MPI.INT, MPI.SUM, -1));
        Check.error(MPI.ERR_ROOT, () -> inter.gatherv(room, room, room, MPI.INT, 0), "with MPI.ROOT only");
        Check.error(MPI.ERR_ROOT, () -> inter.scatterv(room, 1, MPI.INT, MPI.ROOT), "without MPI.ROOT");
        Check.error(MPI.ERR_BUFFER, () -> inter.allReduce(room, 1, MPI.INT, MPI.SUM), "in place");
        Check.error(MPI.ERR_BUFFER, () -> inter.allGather(room, 1, MPI.INT), "in place");
        Check.error(MPI.ERR_BUFFER, () -> inter.allGatherv(room, room, room, MPI.INT), "in place");
        Check.error(MPI.ERR_BUFFER, () -> inter.allToAll(room, 1, MPI.INT), "in place");
        Check.error(MPI.ERR_BUFFER, () -> inter.allToAllv(room, room, room, MPI.INT), "in place");
        Check.error(MPI.ERR_BUFFER, () -> inter.allToAllw(room, room, room, new Datatype[0]), "in place");
        Check.error(MPI.ERR_BUFFER, () -> inter.reduceScatterBlock(room, 1, MPI.INT, MPI.SUM), "in place");
        Check.error(MPI.ERR_BUFFER, () -> inter.iReduceScatter(room, new int[8], MPI.INT, MPI.SUM), "in place");
        Check.error(
                MPI.ERR_ARG, () -> inter.allGatherv(room, 1, MPI.INT, other, new int[0], room, MPI.INT), "recvcount");
        Check.error(MPI.ERR_COUNT, () -> inter.reduceScatterBlock(room, other, -1, MPI.INT, MPI.SUM));
        Check.error(MPI.ERR_OP, () -> inter.allReduce(room, other, 1, MPI.INT, null));
        Check.error(
                MPI.ERR_TOPOLOGY, () -> inter.neighborAllGather(room, 1, MPI.INT, other, 1, MPI.INT), "no topology");
        int[] sum = new int[1];
        inter.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
        Check.equal(remote, sum[0], "an operation behind the errors");
        Request request = inter.iAllReduce(new int[] {2}, sum, 1, MPI.INT, MPI.SUM);
        request.waitFor();
        Check.equal(2 * remote, sum[0], "a non-blocking operation behind the errors");
        Check.equal(new int[8], Arrays.copyOf(other, 8), "nothing was received by wrong calls");
        inter.free();
        mine.free();
    }
}
