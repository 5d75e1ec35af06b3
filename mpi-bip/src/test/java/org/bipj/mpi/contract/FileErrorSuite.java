package org.bipj.mpi.contract;

import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;

/** Errors of files by their classes (MPI 4.1 section 14.7); a collective call that fails on one rank fails on all. */
public final class FileErrorSuite extends Suite {
    private static final int CREATE = MPI.MODE_CREATE | MPI.MODE_RDWR;

    /** A device on which there is never room for anything. */
    private static final Path FULL = Path.of("/dev/full");

    /** A file that nobody may write to, the superuser included. */
    private static final Path UNWRITABLE = Path.of("/proc/sys/kernel/ostype");

    /** Adds the cases. */
    public FileErrorSuite() {
        add("opening and deleting", 3, FileErrorSuite::opening);
        add("access modes", 2, FileErrorSuite::modes);
        add("no space", 2, FileErrorSuite::noSpace);
        add("storage for more than the device has", 2, FileErrorSuite::moreThanThereIs);
        add("reading and writing against the mode", 2, FileErrorSuite::against);
        add("what one rank does wrong, all hear of", 3, FileErrorSuite::oneRank);
        add("views", 2, FileErrorSuite::views);
        add("arguments", 1, FileErrorSuite::arguments);
    }

    private static void opening(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            Intracomm comm = rank.comm();
            String name = path.toString();
            Check.error(MPI.ERR_NO_SUCH_FILE, () -> new File(comm, name, MPI.MODE_RDONLY), name, "no such file");
            Check.error(MPI.ERR_NO_SUCH_FILE, () -> new File(comm, name + "/below", CREATE));
            Check.error(MPI.ERR_NO_SUCH_FILE, () -> File.delete(name), name);
            new File(comm, name, CREATE).close();
            Check.error(MPI.ERR_FILE_EXISTS, () -> new File(comm, name, CREATE | MPI.MODE_EXCL), "exists");
            Check.error(
                    MPI.ERR_BAD_FILE, () -> new File(comm, path.getParent().toString(), MPI.MODE_RDONLY), "directory");
            Check.error(MPI.ERR_BAD_FILE, () -> File.delete(path.getParent().toString()), "directory");
            Check.error(MPI.ERR_BAD_FILE, () -> new File(comm, "no\0path", CREATE));
            Check.error(MPI.ERR_BAD_FILE, () -> new File(comm, "", CREATE), "empty");
            Check.error(MPI.ERR_BAD_FILE, () -> new File(comm, null, CREATE), "null");
            Check.error(MPI.ERR_BAD_FILE, () -> new File(comm, name + "x".repeat(300), CREATE));
            Check.error(MPI.ERR_COMM, () -> new File(null, name, CREATE), "null");
            Check.error(MPI.ERR_INFO, () -> new File(comm, name, CREATE, null), "info");
            Check.error(MPI.ERR_INFO, () -> File.delete(name, null), "info");
            if (Files.exists(UNWRITABLE)) {
                Check.error(MPI.ERR_ACCESS, () -> new File(comm, UNWRITABLE.toString(), MPI.MODE_WRONLY), "denied");
            }
            Path other = path.resolveSibling("other");
            if (rank.rank() == 0) {
                Files.createFile(other);
            }
            comm.barrier();
            String mine = (rank.rank() == 1 ? other : path).toString();
            Check.error(MPI.ERR_NOT_SAME, () -> new File(comm, mine, MPI.MODE_RDONLY), "rank 1", "another file");
            String roundabout = path.getParent() + "/./" + path.getFileName();
            new File(comm, rank.rank() == 1 ? roundabout : name, MPI.MODE_RDONLY).close();
            comm.barrier();
            if (rank.rank() == 0) {
                File.delete(other.toString());
            }
        });
    }

    private static void modes(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            String name = path.toString();
            int[] wrong = {
                0,
                MPI.MODE_CREATE,
                MPI.MODE_RDONLY | MPI.MODE_WRONLY,
                MPI.MODE_RDONLY | MPI.MODE_RDWR,
                MPI.MODE_RDONLY | MPI.MODE_CREATE,
                MPI.MODE_RDONLY | MPI.MODE_EXCL,
                MPI.MODE_RDWR | MPI.MODE_SEQUENTIAL,
                CREATE | 1 << 20,
                -1
            };
            for (int mode : wrong) {
                Check.error(MPI.ERR_AMODE, () -> new File(rank.comm(), name, mode), "access mode", "expected");
            }
            int different = rank.rank() == 0 ? CREATE : CREATE | MPI.MODE_APPEND;
            Check.error(MPI.ERR_NOT_SAME, () -> new File(rank.comm(), name, different), "access mode");
            Check.that(!Files.exists(path), "nothing was made");
        });
    }

    private static void noSpace(Rank rank) throws Exception {
        if (!Files.exists(FULL)) {
            return;
        }
        try (File file = new File(rank.comm(), FULL.toString(), MPI.MODE_WRONLY)) {
            Check.error(
                    MPI.ERR_NO_SPACE, () -> file.writeAt(0, new byte[10], 10, MPI.BYTE), "writeAt", "0 of 10 bytes");
            Check.error(
                    MPI.ERR_NO_SPACE,
                    () -> file.iWriteAt(0, new byte[10], 10, MPI.BYTE).waitFor());
            Check.error(MPI.ERR_NO_SPACE, () -> file.writeAll(new byte[10], 10, MPI.BYTE));
            Check.error(MPI.ERR_NO_SPACE, () -> file.writeOrdered(new byte[10], 10, MPI.BYTE));
            // In two phases, of which only aggregators touch the file.
            try (Datatype second = Datatype.createResized(MPI.BYTE, 0, 2)) {
                second.commit();
                file.setView(rank.rank(), MPI.BYTE, second, "native");
                Check.error(MPI.ERR_NO_SPACE, () -> file.writeAll(new byte[3000], 3000, MPI.BYTE), "writeAll");
                byte[] one = new byte[1];
                int count = rank.rank() == 0 ? 1 : 0;
                Check.error(MPI.ERR_NO_SPACE, () -> file.writeAll(one, count, MPI.BYTE), "writeAll");
            }
        }
    }

    private static void against(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            byte[] buf = new byte[4];
            try (File file = new File(rank.comm(), path.toString(), MPI.MODE_CREATE | MPI.MODE_WRONLY)) {
                Check.error(MPI.ERR_ACCESS, () -> file.readAt(0, buf, 1, MPI.BYTE), "MODE_WRONLY");
                Check.error(MPI.ERR_ACCESS, () -> file.readAll(buf, 1, MPI.BYTE), "MODE_WRONLY");
                Check.error(MPI.ERR_ACCESS, () -> file.readOrdered(buf, 1, MPI.BYTE), "MODE_WRONLY");
            }
            try (File file = new File(rank.comm(), path.toString(), MPI.MODE_RDONLY)) {
                Check.error(MPI.ERR_READ_ONLY, () -> file.write(buf, 1, MPI.BYTE), "MODE_RDONLY");
                Check.error(MPI.ERR_READ_ONLY, () -> file.writeAtAll(0, buf, 1, MPI.BYTE), "MODE_RDONLY");
                Check.error(MPI.ERR_READ_ONLY, () -> file.iWriteShared(buf, 1, MPI.BYTE), "MODE_RDONLY");
                Check.error(MPI.ERR_READ_ONLY, () -> file.setSize(10), "MODE_RDONLY");
                Check.error(MPI.ERR_READ_ONLY, () -> file.preallocate(10), "MODE_RDONLY");
            }
        });
    }

    /** Nothing is written: a device would be full before the error. */
    private static void moreThanThereIs(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), MPI.MODE_CREATE | MPI.MODE_RDWR)) {
                file.setSize(10);
                Check.error(
                        MPI.ERR_NO_SPACE,
                        () -> file.preallocate(Long.MAX_VALUE),
                        "File.preallocate",
                        "the size is " + Long.MAX_VALUE + " bytes",
                        "free on its device");
                Check.equal(10, file.getSize(), "the size is as it was");
            }
        });
    }

    private static void oneRank(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            boolean wrong = rank.rank() == 1;
            byte[] buf = new byte[4];
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                int tooMany = wrong ? 5 : 4;
                Check.error(MPI.ERR_BUFFER, () -> file.writeAll(buf, tooMany, MPI.BYTE), wrong ? "4 bytes" : "rank 1");
                int negative = wrong ? -1 : 4;
                Check.error(MPI.ERR_COUNT, () -> file.readAtAll(0, buf, negative, MPI.BYTE), wrong ? "-1" : "rank 1");
                Check.error(MPI.ERR_COUNT, () -> file.writeOrdered(buf, negative, MPI.BYTE), wrong ? "-1" : "rank 1");
                Check.error(MPI.ERR_ARG, () -> file.readAtAll(wrong ? -7 : 0, buf, 4, MPI.BYTE), "-7");
                Check.error(MPI.ERR_NOT_SAME, () -> file.setSize(wrong ? 5 : 6), "size");
                Check.error(MPI.ERR_NOT_SAME, () -> file.setAtomicity(wrong), "atomicity");
                String datarep = wrong ? "native" : "external32";
                Check.error(MPI.ERR_NOT_SAME, () -> file.setView(0, MPI.INT, MPI.INT, datarep), "representation");
                Datatype etype = wrong ? MPI.SHORT : MPI.INT;
                Check.error(MPI.ERR_NOT_SAME, () -> file.setView(0, etype, MPI.INT, "native"), "etype");
                Info hints = wrong ? null : new Info();
                Check.error(MPI.ERR_INFO, () -> file.setInfo(hints), "info");
                // The file is as good as before.
                file.writeAll(new byte[] {1}, 1, MPI.BYTE);
                Check.equal(1, file.getPosition(), "pointer");
            }
        });
    }

    private static void views(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE);
                    Datatype open = Datatype.createContiguous(2, MPI.INT);
                    Datatype back = Datatype.createIndexed(new int[] {1, 1}, new int[] {3, 0}, MPI.INT);
                    Datatype before = Datatype.createIndexed(new int[] {1}, new int[] {-1}, MPI.INT);
                    Datatype twice = Datatype.createHVector(2, 1, 2, MPI.INT);
                    Datatype nothing = Datatype.createContiguous(0, MPI.INT)) {
                nothing.commit();
                Check.error(MPI.ERR_TYPE, () -> file.setView(0, nothing, MPI.INT, "native"), "0 bytes of data");
                for (Datatype type : new Datatype[] {back, before, twice}) {
                    type.commit();
                    Check.error(MPI.ERR_TYPE, () -> file.setView(0, MPI.INT, type, "native"), "expected");
                }
                Check.error(MPI.ERR_TYPE, () -> file.setView(0, MPI.INT, open, "native"), "not committed");
                Check.error(MPI.ERR_TYPE, () -> file.setView(0, null, MPI.INT, "native"), "null");
                Check.error(MPI.ERR_TYPE, () -> file.setView(0, MPI.DOUBLE, MPI.INT, "native"), "whole etypes");
                Check.error(MPI.ERR_DISP, () -> file.setView(-1, MPI.INT, MPI.INT, "native"), "-1");
                Check.error(MPI.ERR_DISP, () -> file.setView(MPI.DISPLACEMENT_CURRENT, MPI.INT, MPI.INT, "native"));
                int unsupported = MPI.ERR_UNSUPPORTED_DATAREP;
                Check.error(unsupported, () -> file.setView(0, MPI.INT, MPI.INT, "ebcdic"), "ebcdic", "native");
                Check.error(unsupported, () -> file.setView(0, MPI.INT, MPI.INT, null), "null");
                int conversion = MPI.ERR_CONVERSION;
                Check.error(
                        conversion,
                        () -> file.setView(0, MPI.SHORT_INT, MPI.SHORT_INT, "external32"),
                        "etype",
                        "SHORT");
                try (Datatype pair = Datatype.createContiguous(2, MPI.DOUBLE_INT)) {
                    pair.commit();
                    Check.error(conversion, () -> file.setView(0, MPI.BYTE, pair, "external32"), "file type", "DOUBLE");
                }
                Check.equal(0, file.getView().getDisp(), "the view of before");
                file.setView(0, MPI.INT, MPI.INT, "native");
                Check.error(MPI.ERR_TYPE, () -> file.writeAt(0, new byte[6], 6, MPI.BYTE), "6 bytes", "whole etypes");
            }
        });
    }

    private static void arguments(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                Check.error(MPI.ERR_TYPE, () -> file.writeAt(0, new int[1], 1, MPI.DOUBLE), "int[]");
                Check.error(MPI.ERR_TYPE, () -> file.writeAt(0, new int[1], 1, null), "null");
                Check.error(MPI.ERR_BUFFER, () -> file.writeAt(0, "no buffer", 1, MPI.INT), "String");
                Check.error(
                        MPI.ERR_BUFFER,
                        () -> file.readAt(0, IntBuffer.allocate(1).asReadOnlyBuffer(), 1, MPI.INT));
                Check.error(MPI.ERR_ARG, () -> file.writeAt(-1, new int[1], 1, MPI.INT), "-1");
                Check.error(MPI.ERR_ARG, () -> file.writeAt(Long.MAX_VALUE, new int[1], 1, MPI.INT), "2^63 - 1");
                Check.error(MPI.ERR_ARG, () -> file.seek(-1, MPI.SEEK_SET), "-1");
                Check.error(MPI.ERR_ARG, () -> file.seek(0, 4), "whence");
                Check.error(MPI.ERR_ARG, () -> file.setSize(-1), "-1");
                Check.error(MPI.ERR_ARG, () -> file.getByteOffset(-1), "-1");
                Check.error(MPI.ERR_ARG, () -> file.setErrhandler(null), "handler");
                Check.equal(0, file.getSize(), "nothing was written");
                Check.equal(0, file.writeAt(0, null, 0, MPI.INT).getCount(MPI.INT), "no data, no buffer");
            }
        });
    }
}
