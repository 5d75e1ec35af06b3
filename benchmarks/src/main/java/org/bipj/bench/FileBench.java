package org.bipj.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;

/**
 * Time to write and to read a file of which each rank has every n-th block, in three ways:
 *
 * <pre>
 *   file      | 0 | 1 | 2 | 3 | 0 | 1 | 2 | 3 | 0 ...       blocks of 4 ranks
 *
 *   channel   rank 0 alone, one FileChannel, pieces of 1 MiB: what there is to be reached
 *   together  writeAll and readAll, in two phases
 *   blocks    the same calls, each rank its own blocks one by one
 * </pre>
 *
 * <p>The ways take turns; the median of the rounds, on the slowest rank. A new file has to get its pages first; one that is
 * there is written over. Nothing is forced to the device.
 */
public final class FileBench {
    private static final String USAGE = """
            usage: mpirun -n 4 java -cp benchmarks.jar org.bipj.bench.FileBench [OPTIONS]
              --mib    size of the file; 64 where none is given
              --block  bytes of a block; 4096 where none is given
              --dir    where the file is made; the directory of temporary files where none is given
              --nodes  aggregators; what the library takes by itself where none are given
              --buffer bytes of an aggregator's window; as above
              --csv    print operation,way,time_ms,rate_MBs,ratio
              --help   print this""";

    private static final int PIECE = 1 << 20;
    private static final int ROUNDS = 11;
    private static final int WARM_UPS = 4;
    private static final String[] OPERATIONS = {"write new", "write over", "read"};
    private static final String[] WAYS = {"channel", "together", "blocks"};

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int ranks = comm.getSize();
    private final boolean csv;
    private final int block;
    private final int mine;
    private final Path path;
    private final String[] hints;
    private final byte[] data;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);

    private FileBench(Arguments arguments) {
        csv = arguments.has(Program.CSV);
        block = arguments.numbers("--block", 1 << 20, 4096)[0];
        int bytes = arguments.numbers("--mib", 1024, 64)[0] << 20;
        mine = bytes / ranks;
        if (block == 0 || mine % block != 0) {
            throw new IllegalArgumentException("--block: " + block + " does not divide a rank's " + mine + " bytes");
        }
        path = Path.of(arguments.text("--dir", System.getProperty("java.io.tmpdir")), "bipj-file-bench");
        hints = new String[] {arguments.text("--nodes", null), arguments.text("--buffer", null)};
        data = new byte[mine];
        for (int i = 0; i < mine; i++) {
            data[i] = (byte) (rank + 31 * i + i / 4093);
        }
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Set<String> valued = Set.of("--mib", "--block", "--dir", "--nodes", "--buffer");
        Program.run(args, USAGE, valued, arguments -> new FileBench(arguments)::run);
    }

    private void run() {
        try (File together = open("enable");
                File blocks = open("disable");
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            double[][][] millis = new double[OPERATIONS.length][WAYS.length][ROUNDS];
            for (int round = -WARM_UPS; round < ROUNDS; round++) {
                for (int operation = 0; operation < OPERATIONS.length; operation++) {
                    for (int way = 0; way < WAYS.length; way++) {
                        File file = way == 0 ? null : way == 1 ? together : blocks;
                        double time = time(operation, file, channel);
                        millis[operation][way][Math.max(round, 0)] = time;
                    }
                }
            }
            print(millis);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private File open(String mode) {
        Info info = new Info();
        info.set("romio_cb_write", mode);
        info.set("romio_cb_read", mode);
        for (int i = 0; i < hints.length; i++) {
            if (hints[i] != null) {
                info.set(i == 0 ? "cb_nodes" : "cb_buffer_size", hints[i]);
            }
        }
        File file = new File(comm, path.toString(), MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE, info);
        try (Datatype one = Datatype.createHIndexed(new int[] {block}, new int[] {rank * block}, MPI.BYTE);
                Datatype filetype = Datatype.createResized(one, 0, ranks * block)) {
            filetype.commit();
            file.setView(0, MPI.BYTE, filetype, "native");
        }
        return file;
    }

    private double time(int operation, File file, FileChannel channel) throws IOException {
        byte[] back = operation == 2 ? new byte[mine] : null;
        if (operation == 0 && rank == 0) {
            channel.truncate(0);
        }
        comm.barrier();
        double start = MPI.wtime();
        if (file == null) {
            copy(channel, back != null);
        } else if (back == null) {
            file.writeAtAll(0, data, mine, MPI.BYTE);
        } else {
            file.readAtAll(0, back, mine, MPI.BYTE);
        }
        double[] millis = {(MPI.wtime() - start) * 1e3};
        comm.allReduce(millis, 1, MPI.DOUBLE, MPI.MAX);
        if (file != null && back != null && !java.util.Arrays.equals(data, back)) {
            throw new IllegalStateException("rank " + rank + " has read other data than it wrote");
        }
        return millis[0];
    }

    /** Rank 0 writes or reads all of the file in large pieces. */
    private void copy(FileChannel channel, boolean read) throws IOException {
        for (long at = 0; rank == 0 && at < (long) mine * ranks; at += PIECE) {
            piece.clear().limit((int) Math.min(PIECE, (long) mine * ranks - at));
            while (piece.hasRemaining()) {
                int moved =
                        read ? channel.read(piece, at + piece.position()) : channel.write(piece, at + piece.position());
                if (moved < 0) {
                    throw new IOException("the file is too short");
                }
            }
        }
    }

    private void print(double[][][] millis) {
        if (rank != 0) {
            return;
        }
        String title = "File of " + (long) mine * ranks / PIECE + " MiB, blocks of " + block + " bytes";
        Table table = Table.open(csv, title, "operation", "way", "time_ms", "rate_MBs", "ratio");
        for (int operation = 0; operation < OPERATIONS.length; operation++) {
            double best = 0;
            for (int way = 0; way < WAYS.length; way++) {
                double time = Statistics.median(millis[operation][way]);
                best = way == 0 ? time : best;
                table.row(
                        OPERATIONS[operation],
                        WAYS[way],
                        Table.decimal(time, 2),
                        Table.decimal((double) mine * ranks / time / 1e3, 0),
                        Table.decimal(time / best, 2));
            }
        }
    }
}
