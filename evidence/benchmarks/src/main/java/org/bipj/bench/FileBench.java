package org.bipj.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
 * <p>The ways take turns; the median of the rounds, on the slowest rank, and of the processor time of all ranks together,
 * which other programs on the machine change less. A new file has to get its pages first; one that is
 * there is written over. Nothing is forced to the device.
 */
public final class FileBench {
    private static final String USAGE = """
            usage: mpirun -n 4 java -cp benchmarks.jar org.bipj.bench.FileBench [OPTIONS]
              --mib    size of the file; 64 where none is given
              --block  bytes of a block; 4096 where none is given
              --dir    where the file is made; the directory of temporary files where none is given
              --nodes  number of aggregators; default: the library chooses
              --buffer bytes of an aggregator's window; as above
              --csv    print operation,way,time_ms,rate_MBs,ratio,cpu_ms
              --help   print this""";

    private static final int PIECE = 1 << 20;
    private static final int ROUNDS = 11;
    private static final int WARM_UPS = 4;
    private static final String[] OPERATIONS = {"write new", "write over", "read"};
    private static final String[] WAYS = {"channel", "together", "blocks"};

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int ranks = comm.getSize();
    private final boolean csv;
    private final int block;
    private final int mine;
    private final Path path;
    private final String[] hints;
    private final byte[] data;
    /** All of the file's data, on rank 0. */
    private final ByteBuffer whole;

    private FileBench(CommandLine arguments) {
        csv = arguments.has(Program.CSV);
        block = arguments.numbers("--block", 1 << 20, 4096)[0];
        int bytes = arguments.numbers("--mib", 1024, 64)[0] << 20;
        mine = bytes / ranks;
        if (block == 0 || mine % block != 0) {
            throw new IllegalArgumentException("--block: " + block + " does not divide a rank's " + mine + " bytes");
        }
        path = Path.of(arguments.text("--dir", BenchVariables.temporaryFiles()), "bipj-file-bench");
        hints = new String[] {arguments.text("--nodes", null), arguments.text("--buffer", null)};
        whole = ByteBuffer.allocateDirect(rank == 0 ? bytes : 0);
        data = new byte[mine];
        for (int i = 0; i < mine; i++) {
            data[i] = (byte) (rank + 31 * i + i / 4093);
        }
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws MPIException {
        Set<String> valued = Set.of("--mib", "--block", "--dir", "--nodes", "--buffer");
        Program.run(args, USAGE, Set.of(), valued, arguments -> new FileBench(arguments)::run);
    }

    private void run() {
        try (File together = open("enable");
                File blocks = open("disable");
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            double[][][] millis = new double[OPERATIONS.length][2 * WAYS.length][ROUNDS];
            for (int round = -WARM_UPS; round < ROUNDS; round++) {
                for (int operation = 0; operation < OPERATIONS.length; operation++) {
                    for (int way = 0; way < WAYS.length; way++) {
                        File file = way == 0 ? null : way == 1 ? together : blocks;
                        double[] times = times(operation, file, channel);
                        millis[operation][way][Math.max(round, 0)] = times[0];
                        millis[operation][WAYS.length + way][Math.max(round, 0)] = times[1];
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

    /** Milliseconds on the slowest rank, and of processor time on all of them. */
    private double[] times(int operation, File file, FileChannel channel) throws IOException {
        byte[] back = operation == 2 ? new byte[mine] : null;
        if (operation == 0 && rank == 0) {
            channel.truncate(0);
        }
        comm.barrier();
        long cpu = CPU.getCurrentThreadCpuTime();
        double start = MPI.wtime();
        if (file == null) {
            copy(channel, back != null);
        } else if (back == null) {
            file.writeAtAll(0, data, mine, MPI.BYTE);
        } else {
            file.readAtAll(0, back, mine, MPI.BYTE);
        }
        double[] slowest = {(MPI.wtime() - start) * 1e3};
        double[] all = {(CPU.getCurrentThreadCpuTime() - cpu) / 1e6};
        comm.allReduce(slowest, 1, MPI.DOUBLE, MPI.MAX);
        comm.allReduce(all, 1, MPI.DOUBLE, MPI.SUM);
        if (file != null && back != null && !java.util.Arrays.equals(data, back)) {
            throw new IllegalStateException("rank " + rank + " has read other data than it wrote");
        }
        return new double[] {slowest[0], all[0]};
    }

    /** Rank 0 writes or reads all of the file in large pieces. */
    private void copy(FileChannel channel, boolean read) throws IOException {
        for (int at = 0; at < whole.capacity(); at += PIECE) {
            ByteBuffer piece = whole.slice(at, Math.min(PIECE, whole.capacity() - at));
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
        Table table = Table.open(csv, title, "operation", "way", "time_ms", "rate_MBs", "ratio", "cpu_ms");
        for (int operation = 0; operation < OPERATIONS.length; operation++) {
            double best = 0;
            for (int way = 0; way < WAYS.length; way++) {
                double time = Median.of(millis[operation][way]);
                best = way == 0 ? time : best;
                table.row(
                        OPERATIONS[operation],
                        WAYS[way],
                        Table.decimal(time, 2),
                        Table.decimal((double) mine * ranks / time / 1e3, 0),
                        Table.decimal(time / best, 2),
                        Table.decimal(Median.of(millis[operation][WAYS.length + way]), 1));
            }
        }
    }
}
