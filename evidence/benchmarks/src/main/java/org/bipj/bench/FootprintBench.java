package org.bipj.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Shared memory of a job whose ranks talk to four neighbours each, on a torus: the sizes of the files of its session
 * directory, after messages of 8 bytes to 1 MiB in every direction. Process mode only: threads need no files.
 *
 * <p>A token that goes round the ranks, each of which is its successor's neighbour, takes the place of barriers, which
 * would make ranks talk to others.
 */
public final class FootprintBench {
    private static final String USAGE = """
            usage: mpirun -n 64 java -cp target/dist/bench/benchmarks.jar org.bipj.bench.FootprintBench [--csv]
              --csv   print ranks,neighbours,files,shared_bytes
              --help  print this""";

    private static final int[] SIZES = {8, 2048, 65536, 1 << 20};
    private static final int TAG = 1;
    private static final int TOKEN_TAG = 2;

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int ranks = comm.getSize();
    private final byte[] out = new byte[SIZES[SIZES.length - 1]];
    private final byte[] in = new byte[SIZES[SIZES.length - 1]];
    private final boolean csv;
    private final Path session;

    private FootprintBench(CommandLine arguments) {
        Program.requireRanks(3);
        csv = arguments.has(Program.CSV);
        String directory = BenchVariables.session();
        if (directory == null) {
            throw new IllegalArgumentException(BenchVariables.SESSION
                    + " is not set: shared memory is in files only between processes that mpirun started");
        }
        session = Path.of(directory);
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Program.run(args, USAGE, Set.of(), Set.of(), arguments -> new FootprintBench(arguments)::run);
    }

    private void run() {
        int columns = columns(ranks);
        Set<Integer> neighbours = new TreeSet<>();
        for (int step : new int[] {1, columns}) {
            for (int shift : new int[] {step, ranks - step}) {
                exchange(shift);
                neighbours.add((rank + shift) % ranks);
            }
        }
        neighbours.remove(rank);
        passToken();
        if (rank == 0) {
            report(neighbours.size());
        }
        passToken();
    }

    /** Sends to the rank {@code shift} ahead and receives from the one behind, at every size. */
    private void exchange(int shift) {
        int ahead = (rank + shift) % ranks;
        int behind = (rank - shift + ranks) % ranks;
        for (int bytes : SIZES) {
            comm.sendRecv(out, bytes, MPI.BYTE, ahead, TAG, in, bytes, MPI.BYTE, behind, TAG);
        }
    }

    /** Returns on rank 0 when every rank has called it. */
    private void passToken() {
        if (rank != 0) {
            comm.recv(in, 1, MPI.BYTE, rank - 1, TOKEN_TAG);
        }
        comm.send(out, 1, MPI.BYTE, (rank + 1) % ranks, TOKEN_TAG);
        if (rank == 0) {
            comm.recv(in, 1, MPI.BYTE, ranks - 1, TOKEN_TAG);
        }
    }

    private void report(int neighbours) {
        int files = 0;
        long bytes = 0;
        try (Stream<Path> tree = Files.walk(session)) {
            for (Path file : (Iterable<Path>) tree::iterator) {
                if (Files.isRegularFile(file)) {
                    files++;
                    bytes += size(file);
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        Table.open(csv, "Shared memory of a job", "ranks", "neighbours", "files", "shared_bytes")
                .row(
                        Integer.toString(ranks),
                        Integer.toString(neighbours),
                        Integer.toString(files),
                        Long.toString(bytes));
    }

    /** A file may go away while the others are counted: a ring's, or a region's. */
    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException gone) {
            return 0;
        }
    }

    /** Width of the torus: the largest divisor that is at most the square root. */
    private static int columns(int ranks) {
        int columns = (int) Math.sqrt(ranks);
        while (ranks % columns != 0) {
            columns--;
        }
        return columns;
    }
}
