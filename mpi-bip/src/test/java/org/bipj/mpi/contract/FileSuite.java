package org.bipj.mpi.contract;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import mpi.Datatype;
import mpi.File;
import mpi.FileView;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Files: sizes, views, explicit offsets, own pointers, collective and non-blocking access (MPI 4.1 chapter 14). */
public final class FileSuite extends Suite {
    private static final int CREATE = MPI.MODE_CREATE | MPI.MODE_RDWR;
    private static final int BLOCK = 1000;
    private static final long GIB = 1L << 30;

    /** Adds the cases. */
    public FileSuite() {
        add("every kind of buffer, blocking and non-blocking", 2, FileSuite::buffers);
        add("the own pointer: seek, position, byte offset", 1, FileSuite::pointer);
        for (int ranks : new int[] {1, 2, 3, 4, 7}) {
            add("interleaved blocks, written and read by all of " + ranks, ranks, FileSuite::interleaved);
        }
        add("interleaved blocks with holes: what lies between stays", 3, FileSuite::holes);
        add("reads end where the file ends, alone and together", 3, FileSuite::shortReads);
        add("non-blocking collective calls wait for nobody", 2, FileSuite::noWaiting);
        add("split collective calls", 2, FileSuite::split);
        add("beyond 2 GiB", 2, FileSuite::large);
        add("sizes: setSize, preallocate", 2, FileSuite::sizes);
        add("modes: append, delete on close", 2, FileSuite::modes);
        add("atomic accesses are not mixed", 3, FileSuite::atomic);
        add("hints, group, mode, view", 3, FileSuite::properties);
        add("external32 is big-endian", 2, FileSuite::external32);
        add("close twice, and after the communicator was freed", 2, FileSuite::life);
        add("close waits for all ranks", 3, FileSuite::closeTogether);
        add("a view of nothing on some ranks", 3, FileSuite::viewOfNothing);
        add("the types of a view outlive those of the caller", 2, FileSuite::typesOfView);
        add("files that are closed leave no memory to the collector", 2, FileSuite::memoryOfClosed);
    }

    private static void buffers(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            int n = 4096;
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                int seed = 0;
                for (var kind : Buffers.kinds().entrySet()) {
                    Buffers.Made out = kind.getValue().apply(rank, n);
                    Buffers.Made in = kind.getValue().apply(rank, n);
                    out.write(Pattern.bytes(n, ++seed + 100 * me));
                    byte[] data = out.read();
                    int count = n / out.unit();
                    Status status = file.writeAt(me * n, out.object(), count, out.type());
                    Check.equal(count, status.getCount(out.type()), kind.getKey() + ": written");
                    status = file.iReadAt(me * n, in.object(), count, in.type()).waitStatus();
                    Check.equal(count, status.getCount(in.type()), kind.getKey() + ": read");
                    Check.sameBytes(data, in.read(), () -> kind.getKey() + " by iReadAt");
                    out.write(Pattern.bytes(n, seed + 7));
                    file.iWriteAt(me * n, out.object(), count, out.type()).waitFor();
                    file.readAt(me * n, in.object(), count, in.type());
                    Check.sameBytes(out.read(), in.read(), () -> kind.getKey() + " by readAt");
                }
                // Nobody looks at the size before the others have written.
                rank.comm().barrier();
                Check.equal(2 * n, file.getSize(), "size");
            }
        });
    }

    private static void pointer(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE);
                    Datatype pair = Datatype.createVector(2, 1, 3, MPI.INT);
                    Datatype filetype = Datatype.createResized(pair, 0, 6 * Integer.BYTES)) {
                filetype.commit();
                Check.equal(0, file.getPosition(), "at first");
                file.setView(8, MPI.INT, filetype, "native");
                Check.equal(4, file.write(new int[] {1, 2, 3, 4}, 4, MPI.INT).getCount(MPI.INT), "written");
                Check.equal(4, file.getPosition(), "after a write");
                // Ints 0, 3, 6, 9 of the file behind its first 8 bytes.
                Check.equal(8 + 9 * Integer.BYTES, file.getByteOffset(3), "byte of etype 3");
                Check.equal(8 + 10 * Integer.BYTES, file.getSize(), "size");
                file.seek(-3, MPI.SEEK_CUR);
                int[] two = new int[2];
                file.read(two, 2, MPI.INT);
                Check.equal(new int[] {2, 3}, two, "etypes 1 and 2");
                file.seek(-1, MPI.SEEK_END);
                Check.equal(3, file.getPosition(), "before the end");
                file.seek(1, MPI.SEEK_SET);
                Request request = file.iRead(two, 2, MPI.INT);
                Check.equal(3, file.getPosition(), "after iRead");
                Check.equal(2, request.waitStatus().getCount(MPI.INT), "iRead");
                file.iWrite(new int[] {5}, 1, MPI.INT).waitFor();
                file.readAt(3, two, 1, MPI.INT);
                Check.equal(5, two[0], "written by iWrite");
                Check.equal(6, file.getTypeExtent(filetype), "extent in ints");
            }
        });
    }

    /** Blocks of rank 0, 1, ... one after another, again and again. */
    private static Datatype every(int ranks, int me) {
        Datatype block = Datatype.createHIndexed(new int[] {BLOCK}, new int[] {me * BLOCK}, MPI.BYTE);
        Datatype type = Datatype.createResized(block, 0, ranks * BLOCK);
        type.commit();
        block.free();
        return type;
    }

    private static void interleaved(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            int ranks = rank.comm().getSize();
            int blocks = 30;
            byte[] data = Pattern.bytes(blocks * BLOCK, me);
            Info hints = new Info();
            hints.set("cb_buffer_size", "8192");
            try (File file = new File(rank.comm(), path.toString(), CREATE, hints);
                    Datatype filetype = every(ranks, me)) {
                file.setView(16, MPI.BYTE, filetype, "native");
                Status status = file.writeAll(data, data.length, MPI.BYTE);
                Check.equal(data.length, status.getCount(MPI.BYTE), "written");
                byte[] read = new byte[data.length];
                file.seek(0, MPI.SEEK_SET);
                Check.equal(
                        data.length, file.readAll(read, read.length, MPI.BYTE).getCount(MPI.BYTE), "read");
                Check.sameBytes(data, read, () -> "read again");
                file.iReadAtAll(BLOCK, read, BLOCK, MPI.BYTE).waitFor();
                Check.sameBytes(
                        Arrays.copyOfRange(data, BLOCK, 2 * BLOCK), Arrays.copyOf(read, BLOCK), () -> "iReadAtAll");
                file.sync();
            }
            byte[] whole = SharedFile.bytes(rank, path);
            Check.equal(16 + ranks * data.length, whole.length, "size");
            for (int block = 0; block < blocks; block++) {
                int at = 16 + (block * ranks + me) * BLOCK;
                int mine = block * BLOCK;
                Check.equal(-1, Arrays.mismatch(whole, at, at + BLOCK, data, mine, mine + BLOCK), "block " + block);
            }
        });
    }

    private static void holes(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            byte[] before = Pattern.bytes(40 * BLOCK, 77);
            try (File file = new File(rank.comm(), path.toString(), CREATE);
                    Datatype filetype = every(4, me)) {
                if (me == 0) {
                    file.writeAt(0, before, before.length, MPI.BYTE);
                }
                file.sync();
                rank.comm().barrier();
                file.setView(0, MPI.BYTE, filetype, "native");
                file.writeAtAll(0, new byte[10 * BLOCK], 10 * BLOCK, MPI.BYTE);
            }
            byte[] after = SharedFile.bytes(rank, path);
            for (int at = 0; at < after.length; at++) {
                Check.equal(at / BLOCK % 4 == 3 ? before[at] : 0, after[at], "byte " + at);
            }
        });
    }

    private static void shortReads(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            if (me == 0) {
                Files.write(path, Pattern.bytes(7 * BLOCK + 10, 3));
            }
            rank.comm().barrier();
            // Blocks of ranks 0, 1, 2, 0, 1, 2, 0, and ten bytes of rank 1.
            int there = new int[] {3 * BLOCK, 2 * BLOCK + 10, 2 * BLOCK}[me];
            try (File file = new File(rank.comm(), path.toString(), MPI.MODE_RDONLY);
                    Datatype filetype = every(3, me)) {
                file.setView(0, MPI.BYTE, filetype, "native");
                byte[] alone = new byte[5 * BLOCK];
                byte[] together = new byte[5 * BLOCK];
                Check.equal(there, file.readAt(0, alone, alone.length, MPI.BYTE).getCount(MPI.BYTE), "alone");
                Check.equal(
                        there, file.readAtAll(0, together, 5 * BLOCK, MPI.BYTE).getCount(MPI.BYTE), "together");
                Check.sameBytes(alone, together, () -> "data");
                Check.equal(0, alone[there], "behind the end");
                Check.equal(0, file.readAtAll(5 * BLOCK, alone, 9, MPI.BYTE).getCount(MPI.BYTE), "behind the end");
                file.seek(0, MPI.SEEK_END);
                Check.equal(there, file.getPosition(), "end of what is seen");
            }
        });
    }

    private static void noWaiting(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            try (File file = new File(rank.comm(), path.toString(), CREATE);
                    Datatype filetype = every(2, me)) {
                file.setView(0, MPI.BYTE, filetype, "native");
                byte[] data = Pattern.bytes(3 * BLOCK, me);
                if (me == 1) {
                    rank.comm().recv(new int[1], 1, MPI.INT, 0, 5);
                }
                Request[] both = {
                    file.iWriteAll(data, data.length, MPI.BYTE), rank.comm().iRecv(new int[1], 1, MPI.INT, 1 - me, 6)
                };
                if (me == 0) {
                    rank.comm().send(new int[1], 1, MPI.INT, 1, 5);
                }
                rank.comm().send(new int[1], 1, MPI.INT, 1 - me, 6);
                Request.waitAll(both);
                file.iWriteAtAll(3 * BLOCK, data, BLOCK, MPI.BYTE).waitFor();
                byte[] read = new byte[data.length];
                file.seek(0, MPI.SEEK_SET);
                file.iReadAll(read, read.length, MPI.BYTE).waitFor();
                Check.sameBytes(data, read, () -> "what was written");
            }
        });
    }

    private static void split(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            try (File file = new File(rank.comm(), path.toString(), CREATE);
                    Datatype filetype = every(2, me)) {
                file.setView(0, MPI.BYTE, filetype, "native");
                byte[] data = Pattern.bytes(4 * BLOCK, me);
                byte[] read = new byte[data.length];
                file.writeAllBegin(data, data.length, MPI.BYTE);
                Check.error(MPI.ERR_IO, () -> file.writeAllBegin(data, 1, MPI.BYTE), "writeAllBegin");
                Check.error(MPI.ERR_IO, () -> file.readAllEnd(data), "readAllBegin");
                Check.equal(data.length, file.writeAllEnd(data).getCount(MPI.BYTE), "writeAll");
                file.readAtAllBegin(0, read, read.length, MPI.BYTE);
                Check.equal(read.length, file.readAtAllEnd(read).getCount(MPI.BYTE), "readAtAll");
                Check.sameBytes(data, read, () -> "readAtAll");
                file.writeAtAllBegin(0, read, BLOCK, MPI.BYTE);
                file.writeAtAllEnd(read);
                file.seek(BLOCK, MPI.SEEK_SET);
                file.readAllBegin(read, BLOCK, MPI.BYTE);
                file.readAllEnd(read);
                Check.sameBytes(
                        Arrays.copyOfRange(data, BLOCK, 2 * BLOCK), Arrays.copyOf(read, BLOCK), () -> "readAll");
                Check.error(MPI.ERR_IO, () -> file.readAllEnd(read), "nothing");
            }
        });
    }

    /** A file with nothing but holes before its data. */
    private static void large(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            try (File file = new File(rank.comm(), path.toString(), CREATE);
                    Datatype filetype = every(2, me)) {
                file.setView(5 * GIB, MPI.BYTE, filetype, "native");
                byte[] data = Pattern.bytes(6 * BLOCK, me);
                file.writeAll(data, data.length, MPI.BYTE);
                long size = 5 * GIB + 12 * BLOCK;
                Check.equal(size, file.getSize(), "size");
                Check.equal(5 * GIB + me * BLOCK, file.getByteOffset(0), "first byte");
                file.setView(0, MPI.LONG, MPI.LONG, "native");
                file.seek(0, MPI.SEEK_END);
                Check.equal(size / 8, file.getPosition(), "end in longs");
                byte[] first = new byte[8];
                file.readAt((5 * GIB + me * BLOCK) / 8, first, 1, MPI.LONG);
                Check.sameBytes(Arrays.copyOf(data, 8), first, () -> "first long");
                Check.equal(
                        0, file.readAt(Long.MAX_VALUE / 16, first, 1, MPI.LONG).getCount(MPI.LONG), "far behind");
            }
        });
    }

    private static void sizes(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                file.setSize(5000);
                Check.equal(5000, file.getSize(), "longer");
                file.writeAt(10L * me, new byte[] {(byte) (me + 1)}, 1, MPI.BYTE);
                rank.comm().barrier();
                file.preallocate(3_000_000);
                Check.equal(3_000_000, file.getSize(), "preallocated");
                file.preallocate(17);
                Check.equal(3_000_000, file.getSize(), "a longer one stays");
                byte[] all = new byte[11];
                file.readAt(0, all, 11, MPI.BYTE);
                Check.equal(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, all, "data stay");
                rank.comm().barrier();
                file.setSize(11);
                Check.equal(11, file.getSize(), "shorter");
            }
        });
    }

    private static void modes(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            Intracomm comm = rank.comm();
            int me = rank.rank();
            String name = path.toString();
            try (File file = new File(comm, name, MPI.MODE_CREATE | MPI.MODE_EXCL | MPI.MODE_WRONLY)) {
                file.writeAt(me * 4L, new int[] {me}, 1, MPI.INT);
            }
            comm.barrier();
            try (File file = new File(comm, name, MPI.MODE_WRONLY | MPI.MODE_APPEND)) {
                Check.equal(8, file.getPosition(), "own pointer");
                Check.equal(8, file.getPositionShared(), "shared pointer");
                file.writeOrdered(new int[] {10 + me}, 1, MPI.INT);
            }
            int[] ints = new int[4];
            ByteBuffer.wrap(SharedFile.bytes(rank, path))
                    .order(ByteOrder.nativeOrder())
                    .asIntBuffer()
                    .get(ints);
            Check.equal(new int[] {0, 1, 10, 11}, ints, "what was appended");
            comm.barrier();
            File file = new File(comm, name, MPI.MODE_RDONLY | MPI.MODE_DELETE_ON_CLOSE | MPI.MODE_UNIQUE_OPEN);
            Check.that(Files.exists(path), "there while it is open");
            comm.barrier();
            file.close();
            comm.barrier();
            Check.that(!Files.exists(path), "gone once all have closed it");
        });
    }

    /** Two ranks write all of a region that consists of many pieces, a third one reads it. */
    private static void atomic(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            int n = 20 * BLOCK;
            byte[] data = new byte[n];
            try (File file = new File(rank.comm(), path.toString(), CREATE);
                    Datatype filetype = every(2, 0)) {
                file.setView(0, MPI.BYTE, filetype, "native");
                file.setAtomicity(true);
                Check.that(file.getAtomicity(), "atomic");
                file.writeAtAll(0, data, n, MPI.BYTE);
                for (int i = 0; i < 20; i++) {
                    if (me == 2) {
                        file.readAt(0, data, n, MPI.BYTE);
                        for (byte one : data) {
                            Check.equal(data[0], one, "a byte of a write and one of another");
                        }
                    } else {
                        Arrays.fill(data, (byte) (2 * i + me));
                        file.writeAt(0, data, n, MPI.BYTE);
                    }
                }
                file.setAtomicity(false);
                Check.that(!file.getAtomicity(), "not atomic");
            }
        });
    }

    private static void properties(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            Info hints = new Info();
            hints.set("cb_nodes", "2");
            hints.set("cb_buffer_size", "100");
            hints.set("romio_cb_read", "disable");
            hints.set("no such hint", "42");
            Info more = new Info();
            more.set("collective_buffering", "false");
            try (File file = new File(rank.comm(), path.toString(), CREATE, hints)) {
                Check.equal(CREATE, file.getAMode(), "mode");
                Check.equal(3, file.getGroup().getSize(), "group");
                Info used = file.getInfo();
                Check.equal("2", used.get("cb_nodes"), "cb_nodes");
                Check.equal("4096", used.get("cb_buffer_size"), "the least there is");
                Check.equal("disable", used.get("romio_cb_read"), "romio_cb_read");
                Check.equal("automatic", used.get("romio_cb_write"), "romio_cb_write");
                Check.equal("true", used.get("collective_buffering"), "collective_buffering");
                Check.equal(null, used.get("no such hint"), "an unknown key");
                file.setInfo(more);
                Check.equal("disable", file.getInfo().get("romio_cb_write"), "romio_cb_write, set later");
                FileView view = file.getView();
                Check.equal(0, view.getDisp(), "displacement at first");
                Check.that(view.getEType() == MPI.BYTE && view.getFileType() == MPI.BYTE, "types at first");
                file.setView(24, MPI.INT, MPI.INT, "internal", MPI.INFO_NULL);
                view = file.getView();
                Check.equal(24, view.getDisp(), "displacement");
                Check.that(view.getEType() == MPI.INT && view.getFileType() == MPI.INT, "types");
                Check.equal("internal", view.getDataRep(), "data representation");
                Check.that(file.getErrhandler() == MPI.ERRORS_RETURN, "error handler at first");
                file.setErrhandler(MPI.ERRORS_ARE_FATAL);
                Check.that(file.getErrhandler() == MPI.ERRORS_ARE_FATAL, "error handler");
                file.setErrhandler(MPI.ERRORS_RETURN);
                file.callErrhandler(MPI.ERR_IO);
            }
        });
    }

    private static void external32(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                file.setView(0, MPI.SHORT, MPI.SHORT, "external32");
                file.writeAtAll(me, new short[] {(short) (0x102 + me)}, 1, MPI.SHORT);
                file.setView(4, MPI.DOUBLE, MPI.DOUBLE, "external32");
                file.writeAtAll(me, new double[] {me + 0.5}, 1, MPI.DOUBLE);
                file.setView(20, MPI.INT, MPI.INT, "external32");
                file.writeAtAll(me, new int[] {0x01020304 + me}, 1, MPI.INT);
                int[] back = new int[1];
                file.readAtAll(me, back, 1, MPI.INT);
                Check.equal(0x01020304 + me, back[0], "read again");
                Check.error(MPI.ERR_CONVERSION, () -> file.writeAt(0, new byte[16], 2, MPI.SHORT_INT), "INT and SHORT");
            }
            ByteBuffer bytes = ByteBuffer.wrap(SharedFile.bytes(rank, path)).order(ByteOrder.BIG_ENDIAN);
            Check.equal(0x102 + me, bytes.getShort(2 * me), "short");
            Check.that(bytes.getDouble(4 + 8 * me) == me + 0.5, "double");
            Check.equal(0x01020304 + me, bytes.getInt(20 + 4 * me), "int");
        });
    }

    private static void life(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            Intracomm copy = rank.comm().dup();
            File file = new File(copy, path.toString(), CREATE);
            copy.free();
            file.writeAtAll(rank.rank(), new byte[1], 1, MPI.BYTE);
            file.close();
            file.close();
            Check.error(MPI.ERR_FILE, file::getSize, "closed");
            Path other = path.resolveSibling("other" + rank.rank());
            try (File own = new File(rank.self(), other.toString(), CREATE)) {
                own.writeAll(new int[] {7}, 1, MPI.INT);
            }
            Check.equal(4, Files.size(other), "a file of one rank");
            File.delete(other.toString());
            Check.that(!Files.exists(other), "deleted");
        });
    }

    /** What a rank writes as late as it may, all find in the file when they have closed it. */
    private static void closeTogether(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            for (int round = 1; round <= 5; round++) {
                File file = new File(rank.comm(), path.toString(), CREATE);
                int late = round % 3;
                if (me == late) {
                    // The others are closing it, or have begun to wait.
                    for (int other = 0; other < 2; other++) {
                        rank.comm().recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, round);
                    }
                    file.writeAt(0, new int[] {round}, 1, MPI.INT);
                } else {
                    rank.comm().send(new int[1], 1, MPI.INT, late, round);
                }
                file.close();
                ByteBuffer written = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.nativeOrder());
                Check.equal(round, written.getInt(0), "written by rank " + late);
                rank.comm().barrier();
            }
        });
    }

    private static void viewOfNothing(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            int me = rank.rank();
            int n = 2000;
            Info enable = new Info();
            enable.set("romio_cb_write", "enable");
            enable.set("romio_cb_read", "enable");
            for (Info hints : new Info[] {new Info(), enable}) {
                try (File file = new File(rank.comm(), path.toString(), CREATE, hints);
                        Datatype none = Datatype.createContiguous(0, MPI.INT);
                        Datatype noneOfMany = Datatype.createResized(none, 0, 12);
                        Datatype second = Datatype.createResized(MPI.INT, 0, 8)) {
                    Datatype filetype = me == 0 ? none : me == 1 ? noneOfMany : second;
                    filetype.commit();
                    int mine = me == 2 ? n : 0;
                    file.setView(4, MPI.INT, filetype, "native");
                    int[] data = new int[n];
                    Arrays.fill(data, 40 + me);
                    Check.equal(mine, file.writeAll(data, mine, MPI.INT).getCount(MPI.INT), "written");
                    Check.equal(mine, file.writeAtAll(0, data, mine, MPI.INT).getCount(MPI.INT), "written");
                    file.sync();
                    rank.comm().barrier();
                    int[] back = new int[n];
                    Check.equal(mine, file.readAtAll(0, back, n, MPI.INT).getCount(MPI.INT), "read together");
                    Check.equal(mine, file.readAt(0, back, n, MPI.INT).getCount(MPI.INT), "read alone");
                    Check.equal(me == 2 ? 42 : 0, back[n - 1], "read");
                    file.seek(0, MPI.SEEK_END);
                    Check.equal(mine, file.getPosition(), "the end");
                    if (me < 2) {
                        Check.equal(4, file.getByteOffset(0), "offset of an empty view");
                        Check.error(MPI.ERR_ARG, () -> file.writeAt(0, data, 1, MPI.INT), "4 bytes", "expected none");
                    }
                }
            }
        });
    }

    private static void typesOfView(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                Datatype etype = Datatype.createContiguous(2, MPI.INT);
                Datatype filetype = Datatype.createVector(2, 1, 2, etype);
                etype.commit();
                filetype.commit();
                file.setView(8, etype, filetype, "native");
                etype.free();
                filetype.free();
                for (int i = 0; i < 2; i++) {
                    FileView view = file.getView();
                    Check.that(!view.getEType().isNull() && !view.getFileType().isNull(), "types that were freed");
                    Check.equal(2, view.getEType().getExtent(), "extent of the etype");
                    Check.equal(4, view.getFileType().getSize(), "ints of the file type");
                    file.setView(8, view.getEType(), view.getFileType(), "native");
                    file.writeAtAll(rank.rank(), new int[] {1, rank.rank()}, 1, view.getEType());
                    view.getEType().free();
                    view.getFileType().free();
                }
            }
            ByteBuffer bytes = ByteBuffer.wrap(SharedFile.bytes(rank, path)).order(ByteOrder.nativeOrder());
            Check.equal(1, bytes.getInt(8 + 16 + 4), "written by rank 1 behind the hole");
        });
    }

    /**
     * In 30 files a megabyte each would show, and the window of a collective access more so. Other ranks of this JVM use direct memory
     * meanwhile: what files leave would show each time.
     */
    private static void memoryOfClosed(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            accessOnce(rank, path);
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 3; round++) {
                long before = directBytes();
                for (int i = 0; i < 30; i++) {
                    accessOnce(rank, path);
                }
                least = Math.min(least, directBytes() - before);
            }
            Check.that(least < 8 << 20, least + " bytes of direct memory");
        });
    }

    /** Memory that is not dense passes through scratch memory, and pieces that interleave through windows. */
    private static void accessOnce(Rank rank, Path path) throws Exception {
        Datatype pieces = Datatype.createVector(100, 10, 10 * rank.comm().getSize(), MPI.BYTE);
        pieces.commit();
        try (File file = new File(rank.comm(), path.toString(), CREATE)) {
            file.setView(10L * rank.rank(), MPI.BYTE, pieces, "native", MPI.INFO_NULL);
            file.writeAtAll(0, new byte[BLOCK], BLOCK, MPI.BYTE);
            file.readAt(0, new byte[BLOCK], BLOCK, MPI.BYTE);
        }
        pieces.free();
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
