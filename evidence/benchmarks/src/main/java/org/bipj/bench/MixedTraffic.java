package org.bipj.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import mpi.Comm;
import mpi.MPI;
import mpi.Request;

/**
 * Warm-up for every measurement: ranks 0 and 1 exchange messages in buffers of every kind, short and
 * long, blocking and not, before any of them is timed. A JVM that has seen one kind only compiles code for that kind
 * alone, and a benchmark of it promises what a program with mixed buffers does not get.
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

    /** Runs it: a collective call of all ranks, of which the third and following have nothing to do but wait. */
    void run() {
        Object[] out = new Object[kinds.length];
        Object[][] in = new Object[kinds.length][WINDOW];
        for (int k = 0; k < kinds.length && rank < 2; k++) {
            out[k] = kinds[k].allocate(SIZES[SIZES.length - 1]);
            for (int i = 0; i < WINDOW; i++) {
                in[k][i] = kinds[k].allocate(i < LONG_WINDOW ? SIZES[SIZES.length - 1] : LONGEST_IN_WINDOW);
            }
        }
        for (int pass = 0; pass < PASSES; pass++) {
            for (int s = 0; s < SIZES.length; s++) {
                for (int k = 0; k < kinds.length && rank < 2; k++) {
                    roundTrips(out[k], in[k][0], kinds[k], SIZES[s], ROUND_TRIPS[s]);
                    windows(out[k], in[k], kinds[k], SIZES[s], WINDOWS[s]);
                }
            }
            settle(comm);
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

    private void roundTrips(Object out, Object in, BufferKind kind, int bytes, int times) {
        int count = kind.count(bytes);
        for (int i = 0; i < times; i++) {
            if (rank == 0) {
                comm.send(out, count, kind.type(), 1, TAG);
                comm.recv(in, count, kind.type(), 1, TAG);
            } else {
                comm.recv(in, count, kind.type(), 0, TAG);
                comm.send(out, count, kind.type(), 0, TAG);
            }
        }
    }

    private void windows(Object out, Object[] in, BufferKind kind, int bytes, int times) {
        int count = kind.count(bytes);
        int window = bytes > LONGEST_IN_WINDOW ? LONG_WINDOW : WINDOW;
        for (int w = 0; w < times; w++) {
            for (int i = 0; i < window; i++) {
                requests[i] = rank == 0
                        ? comm.iSend(out, count, kind.type(), 1, TAG)
                        : comm.iRecv(in[i], count, kind.type(), 0, TAG);
            }
            Request.waitAll(requests);
            for (int i = 0; i < window; i++) {
                requests[i] = rank == 0
                        ? comm.iRecv(in[i], count, kind.type(), 1, TAG)
                        : comm.iSend(out, count, kind.type(), 0, TAG);
            }
            Request.waitAll(requests);
        }
    }
}
