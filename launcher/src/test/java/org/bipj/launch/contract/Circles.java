package org.bipj.launch.contract;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/**
 * Programs in which {@link #CIRCLE} ranks wait for each other, while at least two more exchange messages. Arguments: the kind of
 * circle, its first rank, 0 unless given, and the number of the others' exchanges.
 */
public final class Circles {
    /** Ranks of a circle. */
    static final int CIRCLE = 3;

    /** Ranks of a job. */
    static final int RANKS = CIRCLE + 2;

    private static final int TAG = 7;
    private static final int LONG = 1 << 18;
    /** So long the others work, if nothing ends the job; then all ranks of it wait. */
    private static final long WORK_NS = 30_000_000_000L;

    private static final long PAUSE_NS = 200_000;

    /** Waits for the next rank, and for the one before. */
    private interface Circle {
        void close(Intracomm part, int rank, int next, int last);
    }

    private static final Map<String, Circle> CIRCLES = Map.ofEntries(
            Map.entry("receives", Circles::receives),
            Map.entry("sends", Circles::sends),
            Map.entry("exchange", Circles::exchange),
            Map.entry("probe", Circles::probe),
            Map.entry("any-source", Circles::anySource),
            Map.entry("wait", Circles::waits),
            Map.entry("wait-any", Circles::waitAny),
            Map.entry("wait-sends", Circles::waitSends),
            Map.entry("persistent", Circles::persistent),
            Map.entry("barrier", Circles::barrier),
            Map.entry("bcast", Circles::bcast),
            Map.entry("started-call", Circles::startedCall),
            Map.entry("finalize", Circles::finalizes),
            Map.entry("after-messages", Circles::afterMessages));

    private Circles() {}

    /** Makes the circle between Init and Finalize. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank() - (args.length > 1 ? Integer.parseInt(args[1]) : 0);
        boolean isInCircle = rank >= 0 && rank < CIRCLE;
        Intracomm part = world.split(isInCircle ? 0 : 1, world.getRank());
        if (isInCircle) {
            CIRCLES.get(args[0]).close(part, rank, (rank + 1) % CIRCLE, (rank + CIRCLE - 1) % CIRCLE);
        } else {
            work(part, args.length > 2 ? Integer.parseInt(args[2]) : Integer.MAX_VALUE);
        }
        MPI.Finalize();
    }

    /** All kinds of circles. */
    static Stream<String> kinds() {
        return CIRCLES.keySet().stream().sorted();
    }

    private static void work(Intracomm both, int turns) {
        int[] goesOn = {1};
        long end = System.nanoTime() + WORK_NS;
        for (int turn = 1; goesOn[0] != 0; turn++) {
            if (both.getRank() == 0) {
                goesOn[0] = turn < turns && System.nanoTime() < end ? 1 : 0;
                both.send(goesOn, 1, MPI.INT, 1, TAG);
                both.recv(new int[1], 1, MPI.INT, 1, TAG);
                // They go on all the same, and leave processors to others.
                LockSupport.parkNanos(PAUSE_NS);
            } else if (both.getRank() == 1) {
                both.recv(goesOn, 1, MPI.INT, 0, TAG);
                both.send(goesOn, 1, MPI.INT, 0, TAG);
            } else {
                return;
            }
        }
    }

    private static void receives(Intracomm part, int rank, int next, int last) {
        part.recv(new int[1], 1, MPI.INT, next, TAG);
    }

    private static void sends(Intracomm part, int rank, int next, int last) {
        part.send(new int[LONG], LONG, MPI.INT, next, TAG);
        part.recv(new int[LONG], LONG, MPI.INT, last, TAG);
    }

    /** Sends with one tag and receives with another one. */
    private static void exchange(Intracomm part, int rank, int next, int last) {
        part.sendRecv(new int[1], 1, MPI.INT, next, TAG, new int[1], 1, MPI.INT, last, TAG + 1);
    }

    private static void probe(Intracomm part, int rank, int next, int last) {
        part.probe(next, MPI.ANY_TAG);
    }

    private static void anySource(Intracomm part, int rank, int next, int last) {
        part.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
    }

    private static void waits(Intracomm part, int rank, int next, int last) {
        Request receive = startReceive(part, next);
        Request.waitAll(new Request[] {part.iSend(new int[1], 1, MPI.INT, next, TAG + 1), receive});
    }

    private static void waitAny(Intracomm part, int rank, int next, int last) {
        Request.waitAny(new Request[] {startReceive(part, next), startReceive(part, last)});
    }

    private static void waitSends(Intracomm part, int rank, int next, int last) {
        part.iSend(new int[LONG], LONG, MPI.INT, next, TAG).waitFor();
    }

    private static void persistent(Intracomm part, int rank, int next, int last) {
        Prequest receive = part.recvInit(new int[1], 1, MPI.INT, next, TAG);
        receive.start();
        receive.waitFor();
    }

    /** Rank 0 waits for all others of its part, which wait for it. */
    private static void barrier(Intracomm part, int rank, int next, int last) {
        if (rank == 0) {
            part.barrier();
        } else {
            part.recv(new int[1], 1, MPI.INT, 0, TAG);
        }
    }

    private static void bcast(Intracomm part, int rank, int next, int last) {
        if (rank == 0) {
            part.recv(new int[1], 1, MPI.INT, next, TAG);
        } else {
            part.bcast(new int[1], 1, MPI.INT, 0);
        }
    }

    private static void startedCall(Intracomm part, int rank, int next, int last) {
        if (rank == 0) {
            int[] data = {rank};
            part.iAllReduce(data, 1, MPI.INT, MPI.SUM).waitFor();
        } else {
            part.recv(new int[1], 1, MPI.INT, 0, TAG);
        }
    }

    private static void finalizes(Intracomm part, int rank, int next, int last) {
        if (rank == 0) {
            part.recv(new int[1], 1, MPI.INT, next, TAG);
        }
    }

    /** A circle among ranks that have exchanged much before, and whose credits have not come back. */
    private static void afterMessages(Intracomm part, int rank, int next, int last) {
        for (int i = 0; i < 100; i++) {
            int[] data = new int[1 + i * i];
            part.sendRecv(data, data.length, MPI.INT, next, TAG, new int[data.length], data.length, MPI.INT, last, TAG);
        }
        part.send(new int[10], 10, MPI.INT, next, TAG + 1);
        receives(part, rank, next, last);
    }

    private static Request startReceive(Intracomm part, int source) {
        return part.iRecv(new int[1], 1, MPI.INT, source, TAG);
    }
}
