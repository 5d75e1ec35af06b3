package org.bipj.bench;

import java.util.Arrays;
import java.util.Set;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;

/**
 * Messages with gaps between ranks 0 and 1: half a round trip of a vector of blocks, at both ends, beside what it is
 * compared with. Batches in turn, their medians. Arrays of doubles on the heap.
 *
 * <pre>
 *   blocks of 512 bytes, 1,024 bytes apart      beside as many bytes without gaps, twice (A/A)
 *   blocks of 8 bytes, 16 bytes apart           beside a loop that packs, a message without gaps, and a loop that unpacks
 * </pre>
 */
public final class VectorBench {
    private static final String USAGE = """
            usage: bipj bench vector [MPIRUN OPTIONS] [--sizes BYTES,...] [--csv]
              --sizes  bytes of data, multiples of 512; 32768 to 8388608 where none is given
              --csv    print block,bytes,vector_us,other_us,ratio,aa
              --help   print this""";

    private static final int[] ALL_SIZES = {32768, 131072, 524288, 2097152, 8388608};
    private static final int LARGEST = 1 << 27;
    private static final int BATCHES = 15;
    private static final int WARM_UPS = 5;
    /** Bytes that a batch moves one way, and most messages of one. */
    private static final int BATCH_BYTES = 1 << 24;

    private static final int CALLS_MAX = 200;
    private static final int BLOCK = 64;
    private static final int TAG = 4;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final boolean csv;
    private final int[] sizes;
    private final InTurn turns = new InTurn(comm, BATCHES, WARM_UPS);
    private final double[] wide;
    private final double[] dense;

    private VectorBench(CommandLine arguments) {
        Program.requireRanks(2);
        csv = arguments.has(Program.CSV);
        sizes = arguments.multiples("--sizes", BLOCK * Double.BYTES, LARGEST, ALL_SIZES);
        dense = new double[Arrays.stream(sizes).max().orElseThrow() / Double.BYTES];
        wide = new double[2 * dense.length];
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) {
        Program.run(args, USAGE, Set.of(), Set.of("--sizes"), arguments -> new VectorBench(arguments)::run);
    }

    private void run() {
        Table table = rank == 0
                ? Table.open(csv, "Vectors, double[]", "block", "bytes", "vector_us", "other_us", "ratio", "aa")
                : null;
        // All sizes once before any is timed: the JIT has seen every kind then.
        for (Table shown : new Table[] {null, table}) {
            for (int bytes : sizes) {
                rows(shown, bytes);
            }
        }
    }

    private void rows(Table table, int bytes) {
        int count = bytes / Double.BYTES;
        Datatype blocks = Datatype.createVector(count / BLOCK, BLOCK, 2 * BLOCK, MPI.DOUBLE);
        Datatype singles = Datatype.createVector(count, 1, 2, MPI.DOUBLE);
        blocks.commit();
        singles.commit();
        check(singles, count, 2, 1);
        check(blocks, count, 2 * BLOCK, BLOCK);
        InTurn.Batch plain = () -> trips(bytes, dense, count, MPI.DOUBLE);
        double[] large = turns.medians(() -> trips(bytes, wide, 1, blocks), plain, plain);
        row(table, 512, bytes, large);
        InTurn.Batch packed = () -> packedTrips(bytes, count);
        double[] small = turns.medians(() -> trips(bytes, wide, 1, singles), packed, packed);
        row(table, 8, bytes, small);
        blocks.free();
        singles.free();
    }

    private static void row(Table table, int block, int bytes, double[] seconds) {
        if (table != null) {
            table.row(
                    Integer.toString(block),
                    Integer.toString(bytes),
                    Table.decimal(1e6 * seconds[0], 2),
                    Table.decimal(1e6 * seconds[1], 2),
                    Table.decimal(seconds[0] / seconds[1], 2),
                    Table.decimal(seconds[2] / seconds[1], 2));
        }
    }

    private static int calls(int bytes) {
        return Program.repetitions(Math.clamp(BATCH_BYTES / bytes, 1, CALLS_MAX));
    }

    private double trips(int bytes, double[] data, int count, Datatype type) {
        int calls = calls(bytes);
        double start = MPI.wtime();
        for (int i = 0; i < calls; i++) {
            if (rank == 0) {
                comm.send(data, count, type, 1, TAG);
                comm.recv(data, count, type, 1, TAG);
            } else if (rank == 1) {
                comm.recv(data, count, type, 0, TAG);
                comm.send(data, count, type, 0, TAG);
            }
        }
        return (MPI.wtime() - start) / calls / 2;
    }

    private double packedTrips(int bytes, int count) {
        int calls = calls(bytes);
        double start = MPI.wtime();
        for (int i = 0; i < calls; i++) {
            if (rank == 0) {
                sendPacked(count, 1);
                receivePacked(count, 1);
            } else if (rank == 1) {
                receivePacked(count, 0);
                sendPacked(count, 0);
            }
        }
        return (MPI.wtime() - start) / calls / 2;
    }

    private void sendPacked(int count, int to) {
        for (int i = 0; i < count; i++) {
            dense[i] = wide[2 * i];
        }
        comm.send(dense, count, MPI.DOUBLE, to, TAG);
    }

    private void receivePacked(int count, int from) {
        comm.recv(dense, count, MPI.DOUBLE, from, TAG);
        for (int i = 0; i < count; i++) {
            wide[2 * i] = dense[i];
        }
    }

    /** Sends a vector once, and looks whether its blocks, and nothing else, have arrived in their places. */
    private void check(Datatype type, int count, int stride, int block) {
        for (int i = 0; i < 2 * count; i++) {
            wide[i] = rank == 0 ? i + 1 : -1;
        }
        if (rank == 0) {
            comm.send(wide, 1, type, 1, TAG);
        } else if (rank == 1) {
            comm.recv(wide, 1, type, 0, TAG);
            for (int i = 0; i < 2 * count; i++) {
                double expected = i % stride < block ? i + 1 : -1;
                if (wide[i] != expected) {
                    throw new IllegalStateException(
                            "rank 1: element " + i + " is " + wide[i] + "; expected " + expected);
                }
            }
        }
    }
}
