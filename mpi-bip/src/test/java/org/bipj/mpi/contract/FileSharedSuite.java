package org.bipj.mpi.contract;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import mpi.File;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** The pointer that all ranks of a file share (MPI 4.1 section 14.4.4). */
public final class FileSharedSuite extends Suite {
    private static final int CREATE = MPI.MODE_CREATE | MPI.MODE_RDWR;
    private static final int RECORDS = 25;

    /** Adds the cases. */
    public FileSharedSuite() {
        for (int ranks : new int[] {1, 2, 3, 4, 7}) {
            add("each record is written and read once, " + ranks + " ranks", ranks, FileSharedSuite::records);
        }
        add("ordered: by rank, with any counts", 3, FileSharedSuite::ordered);
        add("seek and position", 2, FileSharedSuite::seek);
        add("sequential files", 2, FileSharedSuite::sequential);
        add("two files at a time have pointers of their own", 2, FileSharedSuite::twoFiles);
    }

    private static void records(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            int ranks = rank.comm().getSize();
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                file.setView(0, MPI.INT, MPI.INT, "native");
                for (int i = 0; i < RECORDS; i++) {
                    int[] record = {me * RECORDS + i, ~(me * RECORDS + i)};
                    if (i % 2 == 0) {
                        file.writeShared(record, 2, MPI.INT);
                    } else {
                        file.iWriteShared(record, 2, MPI.INT).waitFor();
                    }
                }
                rank.comm().barrier();
                Check.equal(2 * RECORDS * ranks, file.getPositionShared(), "pointer after all writes");
                Check.equal(0, file.getPosition(), "own pointer");
                file.seekShared(0, MPI.SEEK_SET);
                int[] seen = new int[RECORDS * ranks];
                int[] record = new int[2];
                for (int i = 0; i < RECORDS; i++) {
                    if (i % 2 == 0) {
                        file.readShared(record, 2, MPI.INT);
                    } else {
                        Request request = file.iReadShared(record, 2, MPI.INT);
                        Check.equal(2, request.waitStatus().getCount(MPI.INT), "iReadShared");
                    }
                    Check.equal(~record[0], record[1], "a record that is whole");
                    seen[record[0]]++;
                }
                rank.comm().allReduce(seen, seen.length, MPI.INT, MPI.SUM);
                Check.that(IntStream.of(seen).allMatch(n -> n == 1), "each record was read once");
            }
        });
    }

    private static void ordered(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            int[] mine = IntStream.range(0, me + 1).map(i -> 10 * me + i).toArray();
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                file.setView(4, MPI.INT, MPI.INT, "native");
                file.writeOrdered(mine, mine.length, MPI.INT);
                file.writeOrderedBegin(mine, me == 1 ? 0 : 1, MPI.INT);
                Status status = file.writeOrderedEnd(mine);
                Check.equal(me == 1 ? 0 : 1, status.getCount(MPI.INT), "count");
                Check.equal(8, file.getPositionShared(), "pointer");
                int[] all = new int[8];
                file.readAtAll(0, all, 8, MPI.INT);
                Check.equal(new int[] {0, 10, 11, 20, 21, 22, 0, 20}, all, "in the order of ranks");
                file.seekShared(-4, MPI.SEEK_END);
                int[] two = new int[2];
                Status read = file.readOrdered(two, 2, MPI.INT);
                Check.equal(me == 2 ? 0 : 2, read.getCount(MPI.INT), "the last rank finds the end");
                Check.equal(me == 0 ? new int[] {21, 22} : me == 1 ? new int[] {0, 20} : new int[2], two, "read");
                file.seekShared(1, MPI.SEEK_SET);
                file.readOrderedBegin(two, 1, MPI.INT);
                file.readOrderedEnd(two);
                Check.equal(new int[] {10, 11, 20}[me], two[0], "readOrderedEnd");
            }
        });
    }

    private static void seek(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                file.setSize(100);
                Check.equal(0, file.getPositionShared(), "at first");
                file.seekShared(-10, MPI.SEEK_END);
                Check.equal(90, file.getPositionShared(), "from the end");
                rank.comm().barrier();
                file.seekShared(5, MPI.SEEK_CUR);
                Check.equal(95, file.getPositionShared(), "from there");
                file.setView(4, MPI.INT, MPI.INT, "native");
                Check.equal(0, file.getPositionShared(), "a view sets it back");
                Check.error(MPI.ERR_ARG, () -> file.seekShared(-1, MPI.SEEK_SET), "offset");
                Check.error(MPI.ERR_NOT_SAME, () -> file.seekShared(rank.rank(), MPI.SEEK_SET), "offset");
            }
        });
    }

    private static void sequential(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int mode = MPI.MODE_CREATE | MPI.MODE_WRONLY | MPI.MODE_SEQUENTIAL;
            try (File file = new File(rank.comm(), path.toString(), mode)) {
                file.writeOrdered(new byte[] {(byte) rank.rank(), 9}, 2, MPI.BYTE);
                file.setView(MPI.DISPLACEMENT_CURRENT, MPI.INT, MPI.INT, "native");
                Check.equal(4, file.getView().getDisp(), "where the pointer was");
                file.writeOrdered(new int[] {-1 - rank.rank()}, 1, MPI.INT);
                int unsupported = MPI.ERR_UNSUPPORTED_OPERATION;
                Check.error(unsupported, () -> file.writeAt(0, new int[1], 1, MPI.INT), "MODE_SEQUENTIAL");
                Check.error(unsupported, () -> file.writeAll(new int[1], 1, MPI.INT), "MODE_SEQUENTIAL");
                Check.error(unsupported, () -> file.seek(0, MPI.SEEK_SET), "MODE_SEQUENTIAL");
                Check.error(unsupported, () -> file.seekShared(0, MPI.SEEK_SET), "MODE_SEQUENTIAL");
                Check.error(unsupported, file::getPosition, "MODE_SEQUENTIAL");
                Check.error(unsupported, () -> file.setSize(0), "MODE_SEQUENTIAL");
                Check.error(MPI.ERR_DISP, () -> file.setView(0, MPI.INT, MPI.INT, "native"), "DISPLACEMENT_CURRENT");
            }
            Check.equal(
                    new byte[] {0, 9, 1, 9, -1, -1, -1, -1, -2, -1, -1, -1}, SharedFile.bytes(rank, path), "the file");
        });
    }

    private static void twoFiles(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            Set<Byte> first = new HashSet<>();
            try (File one = new File(rank.comm(), path.toString(), CREATE);
                    File other = new File(rank.comm(), path.toString(), MPI.MODE_RDWR)) {
                one.writeOrdered(new byte[] {(byte) rank.rank()}, 1, MPI.BYTE);
                Check.equal(2, one.getPositionShared(), "moved");
                Check.equal(0, other.getPositionShared(), "not moved");
                rank.comm().barrier();
                byte[] read = new byte[1];
                other.readOrdered(read, 1, MPI.BYTE);
                first.add(read[0]);
            }
            Check.equal(Set.of((byte) rank.rank()), first, "read through the other");
        });
    }
}
