package org.bipj.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;

/**
 * Warm-up for every measurement: ranks 0 and 1 exchange messages in buffers of every kind, short and
 * long, blocking and not, before any of them is timed. A JVM that has seen one kind only compiles code for that kind
 * alone, and a benchmark of it promises what a program with mixed buffers does not get.
 *
 * <p>Wide traffic has vectors in each kind of buffer, too, and receives of which three in four have a wildcard or two.
 */
final class MixedTraffic {
    private static final int[] SIZES = {8, 2048, 65536, 1 << 20};
    private static final int[] ROUND_TRIPS = {300, 150, 20, 3};
    private static final int[] WINDOWS = {10, 5, 2, 1};
    private static final int WINDOW = 16;
    /** How many of the longest messages may be under way to a rank. */
    private static final int LONG_WINDOW = 2;
    /** The longest of a full window: each receive has a buffer of its own. */
    private static final int LONGEST_IN_WINDOW = 65536;

    /** A vector spans twice as many bytes. */
    private static final int LONGEST_VECTOR = LONGEST_IN_WINDOW;

    /** Elements in a block of one of the two vectors; the other one's blocks have one element. */
    private static final int BLOCK = 64;

    private static final int PASSES = 4;
    private static final int TAG = 9;
    private static final long SETTLE_MS = 60;
    private static final double SETTLED = 0.05;
    private static final int PAUSES_MAX = 100;
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final Request[] requests = new Request[WINDOW];
    private final BufferKind[] kinds = BufferKind.values();
    private final boolean isWide;
    private final Object[] out = new Object[kinds.length];
    private final Object[][] in = new Object[kinds.length][WINDOW];

    /** Allocates the buffers. */
    MixedTraffic(boolean isWide) {
        this.isWide = isWide;
        int longest = SIZES[SIZES.length - 1];
        for (int k = 0; k < kinds.length && rank < 2; k++) {
            out[k] = kinds[k].allocate(longest);
            for (int i = 0; i < WINDOW; i++) {
                int inWindow = isWide ? 2 * LONGEST_VECTOR : LONGEST_IN_WINDOW;
                in[k][i] = kinds[k].allocate(i < LONG_WINDOW ? longest : inWindow);
            }
        }
    }

    /** Runs it: a collective call of all ranks, of which the third and following have nothing to do but wait. */
    void run() {
        for (int pass = 0; pass < PASSES; pass++) {
            pass();
            settle(comm);
        }
    }

    /** Exchanges each kind of message some times. */
    void pass() {
        for (int s = 0; s < SIZES.length; s++) {
            for (int k = 0; k < kinds.length && rank < 2; k++) {
                exchange(k, s, kinds[k].count(SIZES[s]), kinds[k].type());
                if (isWide && SIZES[s] <= LONGEST_VECTOR) {
                    exchangeVectors(k, s);
                }
            }
        }
    }

    private void exchangeVectors(int k, int s) {
        int elements = kinds[k].count(SIZES[s]);
        int block = Math.min(elements, BLOCK);
        exchangeVector(k, s, Datatype.createVector(elements, 1, 2, kinds[k].type()));
        exchangeVector(k, s, Datatype.createVector(elements / block, block, 2 * block, kinds[k].type()));
    }

    private void exchangeVector(int k, int s, Datatype vector) {
        vector.commit();
        exchange(k, s, 1, vector);
        vector.free();
    }

    private void exchange(int k, int s, int count, Datatype type) {
        roundTrips(out[k], in[k][0], count, type, Program.repetitions(ROUND_TRIPS[s]));
        int window = SIZES[s] > LONGEST_IN_WINDOW ? LONG_WINDOW : WINDOW;
        for (int w = 0; w < Program.repetitions(WINDOWS[s]); w++) {
            exchangeWindow(out[k], in[k], count, type, window);
        }
    }

    /**
     * A pause until the JIT compilers of all ranks have nothing left to do: ranks that wait busily in a benchmark would
     * keep the cores from them. A collective call.
     */
    static void settle(Comm comm) {
        double[] busy = new double[1];
        double[] busiest = new double[1];
        for (int pause = 0; pause < PAUSES_MAX; pause++) {
            comm.barrier();
            busy[0] = busyDuring(SETTLE_MS);
            comm.allReduce(busy, busiest, 1, MPI.DOUBLE, MPI.MAX);
            if (busiest[0] < SETTLED) {
                return;
            }
        }
    }

    /** Sleeps; returns which part of that time other threads of this process have run. */
    private static double busyDuring(long millis) {
        long before = PROCESS.getProcessCpuTime();
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        return (PROCESS.getProcessCpuTime() - before) / (millis * 1e6);
    }

    private void roundTrips(Object out, Object in, int count, Datatype type, int times) {
        for (int i = 0; i < times; i++) {
            if (rank == 0) {
                comm.send(out, count, type, 1, TAG);
                comm.recv(in, count, type, source(1, i), tag(i));
            } else {
                comm.recv(in, count, type, source(0, i), tag(i));
                comm.send(out, count, type, 0, TAG);
            }
        }
    }

    private void exchangeWindow(Object out, Object[] in, int count, Datatype type, int window) {
        for (int i = 0; i < window; i++) {
            requests[i] = rank == 0
                    ? comm.iSend(out, count, type, 1, TAG)
                    : comm.iRecv(in[i], count, type, source(0, i), tag(i));
        }
        Request.waitAll(requests);
        for (int i = 0; i < window; i++) {
            requests[i] = rank == 0
                    ? comm.iRecv(in[i], count, type, source(1, i), tag(i))
                    : comm.iSend(out, count, type, 0, TAG);
        }
        Request.waitAll(requests);
    }

    private int source(int peer, int i) {
        return isWide && (i & 1) != 0 ? MPI.ANY_SOURCE : peer;
    }

    private int tag(int i) {
        return isWide && (i & 2) != 0 ? MPI.ANY_TAG : TAG;
    }
}
