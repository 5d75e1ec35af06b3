package org.bipj.mpi.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Non-blocking accesses to files, which may be under way while their rank does something else (MPI 4.1 section 14.4). */
public final class FileOverlapSuite extends Suite {
    private static final int CREATE = MPI.MODE_CREATE | MPI.MODE_RDWR;
    private static final int MANY = 40;
    private static final Path FULL = Path.of("/dev/full");

    /** Adds the cases. */
    public FileOverlapSuite() {
        add("many accesses, as if each was done at once", 2, FileOverlapSuite::inOrder);
        add("other calls wait for them", 2, FileOverlapSuite::othersWait);
        add("closing waits for them, also for those whose requests were freed", 2, FileOverlapSuite::closing);
        add("requests of files and messages in one array", 2, FileOverlapSuite::mixed);
        add("messages go on meanwhile", 2, FileOverlapSuite::meanwhile);
        add("their errors are the requests'", 1, FileOverlapSuite::errors);
        add("memory of one thread, and atomic accesses", 2, FileOverlapSuite::atOnce);
        add("large accesses", 1, FileOverlapSuite::large);
    }

    private static void inOrder(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                int base = rank.rank() * MANY;
                file.setView(4L * base, MPI.INT, MPI.INT, "native");
                Request[] writes = new Request[MANY];
                for (int i = 0; i < MANY; i++) {
                    // Each is overwritten by the next one but for its first element.
                    writes[i] = file.iWriteAt(i, new int[] {i, -1}, i < MANY - 1 ? 2 : 1, MPI.INT);
                }
                int[] found = new int[MANY];
                Request read = file.iRead(found, MANY, MPI.INT);
                Check.equal(MANY, file.getPosition(), "the pointer has moved");
                Status status = read.waitStatus();
                Check.equal(MANY, status.getCount(MPI.INT), "elements");
                Check.equal(MANY, status.count, "elements, as MPJ Express has them");
                for (int i = 0; i < MANY; i++) {
                    Check.equal(i, found[i], "element " + i + ", written before it was read");
                }
                Request.waitAll(writes);
                status = file.iReadAt(MANY - 1, new int[3], 3, MPI.INT).waitStatus();
                // Behind the first rank's part there is the second one's.
                Check.that(status.getCount(MPI.INT) >= 1, "less than asked for, at the end of the file");
            }
        });
    }

    private static void othersWait(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                int me = rank.rank();
                Request first = file.iWriteAt(4L * me, new int[] {me + 1}, 1, MPI.INT);
                int[] found = new int[1];
                file.readAt(4L * me, found, 1, MPI.INT);
                Check.equal(me + 1, found[0], "read behind a write that was not waited for");
                Request second = file.iWriteAt(100, new byte[] {1}, 1, MPI.BYTE);
                Check.equal(101, file.getSize(), "size behind a write that was not waited for");
                Request third = file.iWriteAt(4L * me, new int[] {me + 5}, 1, MPI.INT);
                file.sync();
                rank.comm().barrier();
                file.sync();
                file.readAtAll(4L * (1 - me), found, 1, MPI.INT);
                Check.equal(6 - me, found[0], "the other one's");
                Request.waitAll(new Request[] {first, second, third});
            }
        });
    }

    private static void closing(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            Request kept;
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                for (int i = 0; i < MANY; i++) {
                    file.iWriteAt(MANY * me + i, new byte[] {(byte) (MANY * me + i)}, 1, MPI.BYTE)
                            .free();
                }
                kept = file.iWriteAt(2 * MANY + me, new byte[] {7}, 1, MPI.BYTE);
            }
            byte[] found = SharedFile.bytes(rank, path);
            for (int i = 0; i < 2 * MANY; i++) {
                Check.equal(i, found[i], "byte " + i);
            }
            Check.equal(7, found[2 * MANY + me], "of the request that was not freed");
            kept.waitFor();
        });
    }

    private static void mixed(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            Intracomm comm = rank.comm();
            int other = 1 - rank.rank();
            try (File file = new File(comm, path.toString(), CREATE)) {
                int[] got = new int[1];
                Request message = comm.iRecv(got, 1, MPI.INT, other, 4);
                Request access = file.iWriteAt(rank.rank(), new byte[] {1}, 1, MPI.BYTE);
                Request[] both = {message, access};
                // The other one sends only then, so that it must be the access.
                Check.equal(1, Request.waitAny(both), "the access ends without the message");
                comm.barrier();
                comm.send(new int[] {3}, 1, MPI.INT, other, 4);
                Check.equal(0, Request.waitAny(both), "then the message comes");
                Check.equal(3, got[0], "the message");
                Request[] three = {
                    file.iReadAt(0, new byte[1], 1, MPI.BYTE),
                    comm.iSend(got, 1, MPI.INT, other, 5),
                    comm.iRecv(got, 1, MPI.INT, other, 5)
                };
                Status[] statuses = Request.waitAllStatus(three);
                Check.equal(1, statuses[0].getCount(MPI.BYTE), "bytes read");
                Request last = file.iReadAt(0, new byte[1], 1, MPI.BYTE);
                while (!last.test()) {
                    comm.iProbe(MPI.ANY_SOURCE, 77);
                }
            }
        });
    }

    private static void meanwhile(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            Intracomm comm = rank.comm();
            try (File file = new File(comm, path.toString(), CREATE)) {
                byte[] data = Pattern.bytes(1 << 20, rank.rank());
                Request write = file.iWriteAt((long) rank.rank() << 20, data, data.length, MPI.BYTE);
                for (int i = 0; i < 20; i++) {
                    int[] sum = {i};
                    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
                    Check.equal(2 * i, sum[0], "sum");
                }
                write.waitFor();
                byte[] found = new byte[data.length];
                Request read = file.iReadAt((long) rank.rank() << 20, found, found.length, MPI.BYTE);
                comm.barrier();
                read.waitFor();
                Check.sameBytes(data, found, () -> "read while others were waited for");
            }
        });
    }

    private static void errors(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                // What is wrong with the arguments is the call's.
                Check.error(MPI.ERR_COUNT, () -> file.iWriteAt(0, new byte[1], -1, MPI.BYTE), "File.iWriteAt");
                Check.error(MPI.ERR_BUFFER, () -> file.iWriteAt(0, new byte[1], 2, MPI.BYTE), "File.iWriteAt");
                Check.error(MPI.ERR_ARG, () -> file.iReadAt(-1, new byte[1], 1, MPI.BYTE), "File.iReadAt");
            }
        });
        if (!Files.exists(FULL)) {
            return;
        }
        try (File file = new File(rank.comm(), FULL.toString(), MPI.MODE_WRONLY)) {
            Request request = file.iWriteAt(0, new byte[10], 10, MPI.BYTE);
            Check.error(MPI.ERR_NO_SPACE, () -> request.waitFor(), "No space", FULL.toString());
            Check.that(request.isNull(), "the request is over");
            Request other = file.iWriteAt(0, new byte[10], 10, MPI.BYTE);
            try {
                other.get();
                throw new AssertionError("no error");
            } catch (ExecutionException e) {
                Check.equal(MPI.ERR_NO_SPACE, ((MPIException) e.getCause()).getErrorClass(), "as a future");
            }
            Request[] some = {file.iWriteAt(0, new byte[1], 1, MPI.BYTE)};
            Check.error(MPI.ERR_IN_STATUS, () -> Request.waitAll(some), "No space");
        }
    }

    private static void atOnce(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE);
                    Arena arena = Arena.ofConfined()) {
                MemorySegment mine = arena.allocate(8);
                mine.set(ValueLayout.JAVA_LONG, 0, 5);
                file.iWriteAt(8L * rank.rank(), mine, 1, MPI.LONG).waitFor();
                mine.set(ValueLayout.JAVA_LONG, 0, 0);
                file.iReadAt(8L * rank.rank(), mine, 1, MPI.LONG).waitFor();
                Check.equal(5, mine.get(ValueLayout.JAVA_LONG, 0), "memory of a confined arena");
                file.setAtomicity(true);
                Request request = file.iWriteAt(0, new long[] {9}, 1, MPI.LONG);
                request.waitFor();
                rank.comm().barrier();
                long[] found = new long[1];
                file.readAt(0, found, 1, MPI.LONG);
                Check.equal(9, found[0], "atomic");
            }
        });
    }

    private static void large(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                file.setView(0, MPI.LONG, MPI.LONG, "external32");
                long[] data = new long[300_000];
                for (int i = 0; i < data.length; i++) {
                    data[i] = i * 0x9E3779B97F4A7C15L;
                }
                Request write = file.iWrite(data, data.length, MPI.LONG);
                Request read = file.iReadAt(0, new long[10], 10, MPI.LONG);
                Request.waitAll(new Request[] {read, write});
                long[] found = new long[data.length];
                Check.equal(
                        data.length,
                        file.iReadAt(0, found, found.length, MPI.LONG)
                                .waitStatus()
                                .getCount(MPI.LONG),
                        "count");
                Check.equal(data, found, "what was written");
            }
        });
    }
}
