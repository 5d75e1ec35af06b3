package org.bipj.bench;

import java.util.Locale;
import java.util.Random;
import java.util.Set;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * How fast messages are exchanged, and in virtual time simulated: all ranks send and receive one message of some bytes
 * a round, to the neighbour in a ring, to each other rank in turn, or by a random permutation. Rank 0 prints messages a
 * second by the clock of the machine that runs the program, and a round's duration by the job's own clock: on a
 * simulated cluster two different things.
 */
public final class TrafficBench {
    private static final String USAGE = """
            usage: mpirun -n 64 --mode sim --platform das64 java -cp target/dist/bench/benchmarks.jar \\
                     org.bipj.bench.TrafficBench [--pattern ring|alltoall|random] [--rounds 1000] [--bytes 8] [--csv]
              --csv   print pattern,ranks,bytes,messages,wall_s,messages_per_s,round_us
              --help  print this""";

    private static final int TAG = 1;
    private static final int MOST_ROUNDS = 100_000_000;
    private static final double NS = 1e-9;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int ranks = comm.getSize();
    private final String pattern;
    private final int rounds;
    private final byte[] out;
    private final byte[] in;
    private final boolean csv;

    private TrafficBench(CommandLine arguments) {
        Program.requireRanks(2);
        csv = arguments.has(Program.CSV);
        pattern = arguments.text("--pattern", "random").toLowerCase(Locale.ROOT);
        if (!Set.of("ring", "alltoall", "random").contains(pattern)) {
            throw new IllegalArgumentException("--pattern " + pattern + ": expected ring, alltoall or random");
        }
        rounds = arguments.numbers("--rounds", MOST_ROUNDS, 1000)[0];
        int bytes = arguments.numbers("--bytes", 1 << 30, 8)[0];
        out = new byte[bytes];
        in = new byte[bytes];
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Program.run(
                args,
                USAGE,
                Set.of(),
                Set.of("--pattern", "--rounds", "--bytes"),
                arguments -> new TrafficBench(arguments)::run);
    }

    private void run() {
        exchange(Math.max(1, rounds / 10), new Random(1));
        comm.barrier();
        long wall = System.nanoTime();
        double start = MPI.wtime();
        exchange(rounds, new Random(2));
        comm.barrier();
        double seconds = MPI.wtime() - start;
        double wallSeconds = (System.nanoTime() - wall) * NS;
        if (rank == 0) {
            long messages = (long) rounds * ranks;
            Table.open(
                            csv,
                            "Messages of all ranks",
                            "pattern",
                            "ranks",
                            "bytes",
                            "messages",
                            "wall_s",
                            "messages_per_s",
                            "round_us")
                    .row(
                            pattern,
                            Integer.toString(ranks),
                            Integer.toString(out.length),
                            Long.toString(messages),
                            Table.decimal(wallSeconds, 3),
                            Table.decimal(messages / wallSeconds, 0),
                            Table.decimal(seconds / rounds * 1e6, 3));
        }
    }

    /** All ranks draw the same permutations. Whom one maps to itself sits the round out. */
    private void exchange(int count, Random random) {
        for (int round = 0; round < count; round++) {
            int to = destination(round, random);
            if (to == rank) {
                continue;
            }
            Request sent = comm.iSend(out, out.length, MPI.BYTE, to, TAG);
            comm.recv(in, in.length, MPI.BYTE, MPI.ANY_SOURCE, TAG);
            sent.waitFor();
        }
    }

    private int destination(int round, Random random) {
        return switch (pattern) {
            case "ring" -> (rank + 1) % ranks;
            case "alltoall" -> (rank + 1 + round % (ranks - 1)) % ranks;
            default -> permuted(random.nextInt(ranks), random.nextInt(ranks));
        };
    }

    /** A random affine permutation of the ranks: the factor has to have no divisor in common with their number. */
    private int permuted(int seed, int shift) {
        int factor = seed;
        while (divisor(factor, ranks) != 1) {
            factor++;
        }
        return (int) (((long) factor * rank + shift) % ranks);
    }

    private static int divisor(int a, int b) {
        return b == 0 ? a : divisor(b, a % b);
    }
}
