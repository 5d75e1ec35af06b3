package org.bipj.mpi.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.MPI;
import org.bipj.mpi.topology.HardwareResource;

/** What a process says of its surroundings; addresses; data representations of the program (MPI 4.1 chapters 5, 9, 10 and 14). */
public final class EnvironmentSuite extends Suite {
    private static final int CREATE = MPI.MODE_CREATE | MPI.MODE_RDWR;

    /** Adds the cases. */
    public EnvironmentSuite() {
        add("hardware that the process uses", 2, EnvironmentSuite::hardware);
        add("the environment as an object of the program's own", 2, EnvironmentSuite::environment);
        add("addresses", 1, EnvironmentSuite::addresses);
        add("data representations of the program", 2, EnvironmentSuite::datareps);
        add("data representations that are refused", 1, EnvironmentSuite::refused);
    }

    private static void hardware(Rank rank) {
        Info info = rank.environment().getHwResourceInfo();
        Check.equal("true", info.get("hwloc://Machine"), "one host");
        for (int i = 0; i < info.size(); i++) {
            String kind = info.getKey(i);
            Check.that(HardwareResource.of(kind) != null, "a kind that can be split by: " + kind);
            Check.that(info.get(kind).equals("true") || info.get(kind).equals("false"), kind + " is " + info.get(kind));
        }
        boolean oneThread = "true".equals(info.get("hwloc://PU"));
        Check.that(!oneThread || !"false".equals(info.get("hwloc://Core")), "one hardware thread is of one core");
        info.set("mine", "1");
        info.free();
        Check.equal(null, rank.environment().getHwResourceInfo().get("mine"), "each is the caller's own");
    }

    private static void environment(Rank rank) {
        Info info = Info.createEnv(new String[] {"-v", "two words"});
        Check.equal("-v two words", info.get("argv"), "arguments");
        for (String key : new String[] {"arch", "host", "wdir", "command", "maxprocs", "thread_level"}) {
            Check.that(info.get(key) != null, "no value of " + key);
        }
        Check.that(Integer.parseInt(info.get("maxprocs")) >= rank.comm().getSize(), "processes");
        info.set("wdir", "/elsewhere");
        info.free();
        Info other = Info.createEnv(null);
        Check.that(other.get("argv") == null, "no arguments");
        Check.that(!"/elsewhere".equals(other.get("wdir")), "an object of its own");
        Check.that(Info.createEnv(new String[0]).get("argv") == null, "no arguments in an array");
        String[] many = new String[200];
        Arrays.fill(many, "abc");
        Check.equal(MPI.MAX_INFO_VAL, Info.createEnv(many).get("argv").length(), "characters of many arguments");
    }

    private static void addresses(Rank rank) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(64, 8);
            long begin = MPI.getAddress(memory);
            Check.equal(memory.address(), begin, "address of a segment");
            Check.equal(24, MPI.aintDiff(MPI.getAddress(memory.asSlice(24)), begin), "difference");
            Check.equal(begin + 24, MPI.aintAdd(begin, 24), "sum");
            Check.equal(-24, MPI.aintDiff(begin, MPI.aintAdd(begin, 24)), "difference backwards");
            ByteBuffer buffer = memory.asByteBuffer().position(5);
            Check.equal(begin, MPI.getAddress(buffer), "address of a buffer, whose position does not matter");
            // Places in one piece of memory as displacements of a type.
            int value = (int) MPI.aintDiff(MPI.getAddress(memory.asSlice(8)), begin);
            int index = (int) MPI.aintDiff(MPI.getAddress(memory.asSlice(32)), begin);
            Datatype type = Datatype.createStruct(
                    new int[] {1, 1}, new int[] {value, index}, new Datatype[] {MPI.LONG, MPI.INT});
            type.commit();
            memory.asByteBuffer()
                    .order(java.nio.ByteOrder.nativeOrder())
                    .putLong(8, 7)
                    .putInt(32, 9);
            byte[] packed = new byte[12];
            type.packExternal("external32", memory, 1, packed, 0);
            Check.equal(new byte[] {0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 9}, packed, "data at these places");
        }
        Check.equal(0, MPI.getAddress(MemorySegment.NULL), "address of nothing");
        MemorySegment heap = MemorySegment.ofArray(new byte[4]);
        Check.error(MPI.ERR_BUFFER, () -> MPI.getAddress(heap), "MPI.getAddress", "in the heap", "native");
        Check.error(MPI.ERR_BUFFER, () -> MPI.getAddress(new int[1]), "int[]");
        Check.error(MPI.ERR_BUFFER, () -> MPI.getAddress(ByteBuffer.allocate(1)), "HeapByteBuffer");
        Check.error(MPI.ERR_BUFFER, () -> MPI.getAddress(null), "null");
    }

    private static void datareps(Rank rank) throws Exception {
        EnvironmentCalls mpi = rank.environment();
        String plain = "plain " + System.identityHashCode(mpi);
        // Cases of one job meet in one process.
        long[] id = {System.nanoTime()};
        rank.comm().bcast(id, 1, MPI.LONG, 0);
        String wide = "wide " + id[0];
        mpi.registerDatarep(plain, null, null, null);
        mpi.registerDatarep(wide, null, null, type -> type == MPI.INT ? 8 : 100);
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                Check.equal(1, file.getTypeExtent(MPI.INT), "extent in memory");
                file.setView(0, MPI.INT, MPI.INT, wide);
                Check.equal(wide, file.getView().getDataRep(), "name");
                Check.equal(2, file.getTypeExtent(MPI.INT), "extent of an INT in the file, in ints of memory");
                Datatype three = Datatype.createContiguous(3, MPI.INT);
                three.commit();
                Check.equal(6, file.getTypeExtent(three), "extent of three");
                int me = rank.rank();
                file.writeAt(me, new int[] {0x1020304 + me}, 1, MPI.INT);
                file.sync();
                rank.comm().barrier();
                int[] found = new int[2];
                file.readAt(0, found, 2, MPI.INT);
                Check.equal(new int[] {0x1020304, 0x1020305}, found, "data as in memory");
                file.setView(0, MPI.BYTE, MPI.BYTE, "native");
                int[] same = new int[2];
                file.readAt(0, same, 2, MPI.INT);
                Check.equal(found, same, "the file has memory's form");
            }
        });
    }

    private static void refused(Rank rank) throws Exception {
        EnvironmentCalls mpi = rank.environment();
        String name = "refused " + System.nanoTime();
        Check.error(
                MPI.ERR_UNSUPPORTED_DATAREP,
                () -> mpi.registerDatarep(name, (memory, type, count, file, at) -> {}, null, null),
                "registerDatarep",
                name);
        Check.error(
                MPI.ERR_UNSUPPORTED_DATAREP,
                () -> mpi.registerDatarep(name, null, (memory, type, count, file, at) -> {}, null),
                "convert");
        mpi.registerDatarep(name, null, null, type -> -1);
        Check.error(MPI.ERR_DUP_DATAREP, () -> mpi.registerDatarep(name, null, null, null), name, "known already");
        for (String known : new String[] {"native", "internal", "external32"}) {
            Check.error(MPI.ERR_DUP_DATAREP, () -> mpi.registerDatarep(known, null, null, null), known);
        }
        Check.error(MPI.ERR_ARG, () -> mpi.registerDatarep(null, null, null, null), "null");
        Check.error(MPI.ERR_ARG, () -> mpi.registerDatarep("", null, null, null), "0 characters");
        String longest = "x".repeat(MPI.MAX_DATAREP_STRING + 1);
        Check.error(MPI.ERR_ARG, () -> mpi.registerDatarep(longest, null, null, null), "129 characters");
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), CREATE)) {
                Check.error(
                        MPI.ERR_UNSUPPORTED_DATAREP,
                        () -> file.setView(0, MPI.INT, MPI.INT, "unknown " + name),
                        "unknown " + name);
                file.setView(0, MPI.INT, MPI.INT, name);
                Check.error(MPI.ERR_CONVERSION, () -> file.getTypeExtent(MPI.INT), "getTypeExtent", "-1", "INT");
            }
        });
    }
}
