package org.bipj.samples;

import mpi.MPI;
import mpi.Prequest;
import org.bipj.core.job.Compute;

/**
 * Work that overlaps with communication: rank 0 computes a vector part by part, and rank 1 uses it part by part. First the vector is one
 * message, then a partitioned operation whose partitions leave as they are ready (MPI 4.1 chapter 4).
 *
 * <p>In virtual time each part takes as long to compute, and to use, as its share of the message takes at 100 MB/s; in real time only what the
 * loops take.
 *
 * <pre>{@code ./bipj sample partitions -n 2 --mode sim}</pre>
 */
public final class Partitions {
    private static final String USAGE = "partitions -n 2 [KILOBYTES]";
    private static final int PARTS = 8;
    private static final int TAG = 1;
    private static final int MAX_KILOBYTES = 1 << 20;
    private static final double NS_PER_BYTE = 10;

    private final double[] vector;
    private final int part;
    private final boolean isSender;

    private Partitions(int kilobytes) {
        part = kilobytes * 1024 / Double.BYTES / PARTS;
        vector = new double[PARTS * part];
        isSender = MPI.COMM_WORLD.getRank() == 0;
    }

    /** Runs the program; the argument is the length of the vector in KiB, 512 where there is none. */
    public static void main(String[] args) {
        MPI.Init(args);
        try {
            Usage.atMost(args, 1);
            int kilobytes = Usage.positive(args, 0, "KILOBYTES", 512, MAX_KILOBYTES);
            if (MPI.COMM_WORLD.getSize() != 2) {
                throw new Usage.WrongUsage("expected 2 ranks but there are " + MPI.COMM_WORLD.getSize());
            }
            new Partitions(kilobytes).compare();
        } catch (Usage.WrongUsage e) {
            Usage.refuse(USAGE, e.getMessage());
            return;
        }
        MPI.Finalize();
    }

    private void compare() {
        double whole = fastest(1);
        double parts = fastest(PARTS);
        if (!isSender) {
            System.out.printf(
                    "%d KiB: one message %.3f ms, %d partitions %.3f ms, %.2f of it%n",
                    vector.length * Double.BYTES / 1024, whole * 1e3, PARTS, parts * 1e3, parts / whole);
        }
    }

    /** The shortest time of a few from the first part's computation to the last one's use, in seconds. */
    private double fastest(int partitions) {
        int count = vector.length / partitions;
        Prequest request = isSender
                ? MPI.COMM_WORLD.pSendInit(vector, partitions, count, MPI.DOUBLE, 1, TAG, MPI.INFO_NULL)
                : MPI.COMM_WORLD.pRecvInit(vector, partitions, count, MPI.DOUBLE, 0, TAG, MPI.INFO_NULL);
        double fastest = Double.MAX_VALUE;
        for (int round = 1; round <= (Compute.isVirtual() ? 2 : 20); round++) {
            MPI.COMM_WORLD.barrier();
            double begin = MPI.wtime();
            request.start();
            if (isSender) {
                send(request, partitions, round);
            } else {
                use(request, partitions, round);
            }
            request.waitFor();
            fastest = Math.min(fastest, MPI.wtime() - begin);
        }
        request.free();
        return fastest;
    }

    /** A partition is ready once the last of its parts is computed. */
    private void send(Prequest request, int partitions, int round) {
        int each = PARTS / partitions;
        for (int i = 0; i < PARTS; i++) {
            for (int at = i * part; at < (i + 1) * part; at++) {
                vector[at] = round + 0.5 * at;
            }
            Compute.charge(NS_PER_BYTE * part * Double.BYTES);
            if ((i + 1) % each == 0) {
                request.pReady(i / each);
            }
        }
    }

    private void use(Prequest request, int partitions, int round) {
        int each = PARTS / partitions;
        for (int i = 0; i < PARTS; i++) {
            while (!request.pArrived(i / each)) {
                Thread.onSpinWait();
            }
            for (int at = i * part; at < (i + 1) * part; at++) {
                if (vector[at] != round + 0.5 * at) {
                    throw new IllegalStateException("element " + at + " is " + vector[at]);
                }
            }
            Compute.charge(NS_PER_BYTE * part * Double.BYTES);
        }
    }
}
