package org.bipj.mpi.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import mpi.Datatype;
import mpi.MPI;

/** Data packed in the portable form (MPI 4.1 sections 5.3 and 14.5.2). */
public final class ExternalPackingSuite extends Suite {
    private static final String FORM = "external32";

    /** Adds the cases. */
    public ExternalPackingSuite() {
        add("the bytes of each type", 1, ExternalPackingSuite::bytes);
        add(
                "derived types, of several kinds of values, larger than what is converted at once",
                1,
                ExternalPackingSuite::mixed);
        add("in and out of each kind of buffer", 1, ExternalPackingSuite::buffers);
        add("wrong arguments", 1, ExternalPackingSuite::errors);
    }

    private static void packs(String expected, Datatype type, Object in, int count, Object out) {
        byte[] packed = new byte[type.packExternalSize(FORM, count) + 2];
        Check.equal(expected.length() / 2 + 2, packed.length, "size of " + type);
        int end = type.packExternal(FORM, in, count, packed, 1);
        Check.equal(packed.length - 1, end, "position after " + type);
        String found = HexFormat.of().formatHex(packed, 1, end);
        Check.equal(expected, found, "bytes of " + type);
        Check.equal(0, packed[0] | packed[end], "bytes around " + type);
        Check.equal(end, type.unpackExternal(FORM, packed, 1, out, count), "position after unpacking " + type);
        Check.equal(in, out, "unpacked " + type);
    }

    private static void bytes(Rank rank) {
        packs("01ff", MPI.BYTE, new byte[] {1, -1}, 2, new byte[2]);
        packs("0041263a", MPI.CHAR, new char[] {'A', '\u263a'}, 2, new char[2]);
        packs("0102fffe", MPI.SHORT, new short[] {0x102, -2}, 2, new short[2]);
        packs("0100", MPI.BOOLEAN, new boolean[] {true, false}, 2, new boolean[2]);
        packs("01020304ffffffff", MPI.INT, new int[] {0x1020304, -1}, 2, new int[2]);
        packs("0102030405060708", MPI.LONG, new long[] {0x102030405060708L}, 1, new long[1]);
        packs("3f800000", MPI.FLOAT, new float[] {1}, 1, new float[1]);
        packs("c000000000000000", MPI.DOUBLE, new double[] {-2}, 1, new double[1]);
        packs("3f80000040000000", MPI.FLOAT_COMPLEX, new float[] {1, 2}, 1, new float[2]);
        packs("00000001", MPI.INT, new int[] {1}, 1, new int[1]);
        packs("", MPI.INT, new int[0], 0, new int[0]);
        // The index follows the value without the gap that it has in memory.
        byte[] pair = new byte[8];
        ByteBuffer.wrap(pair)
                .order(ByteOrder.nativeOrder())
                .putShort(0, (short) 0x102)
                .putInt(4, 0x3040506);
        packs("010203040506", MPI.SHORT_INT, pair, 1, new byte[8]);
    }

    private static void mixed(Rank rank) {
        // 3 shorts, 2 longs and a byte: 23 bytes of data, so that pieces of any length end within a value.
        Datatype type = Datatype.createStruct(
                new int[] {3, 2, 1}, new int[] {0, 8, 25}, new Datatype[] {MPI.SHORT, MPI.LONG, MPI.BYTE});
        Datatype spread = Datatype.createResized(type, 0, 40);
        spread.commit();
        for (int count : new int[] {1, 2, 5000, 20_000}) {
            byte[] memory = Pattern.bytes(40 * count, count);
            ByteBuffer view = ByteBuffer.wrap(memory).order(ByteOrder.nativeOrder());
            ByteBuffer expected = ByteBuffer.allocate(23 * count).order(ByteOrder.BIG_ENDIAN);
            byte[] cleared = new byte[memory.length];
            for (int i = 0; i < count; i++) {
                for (int k = 0; k < 3; k++) {
                    expected.putShort(view.getShort(40 * i + 2 * k));
                }
                expected.putLong(view.getLong(40 * i + 8)).putLong(view.getLong(40 * i + 16));
                expected.put(view.get(40 * i + 25));
                System.arraycopy(memory, 40 * i, cleared, 40 * i, 6);
                System.arraycopy(memory, 40 * i + 8, cleared, 40 * i + 8, 16);
                cleared[40 * i + 25] = memory[40 * i + 25];
            }
            byte[] packed = new byte[23 * count];
            Check.equal(packed.length, spread.packExternal(FORM, memory, count, packed, 0), "end");
            Check.sameBytes(expected.array(), packed, () -> "packed " + count);
            byte[] found = new byte[memory.length];
            spread.unpackExternal(FORM, packed, 0, found, count);
            Check.sameBytes(cleared, found, () -> "unpacked " + count);
        }
    }

    private static void buffers(Rank rank) {
        int count = 1000;
        byte[] memory = Pattern.flags(8 * count, 3);
        Datatype eight = Datatype.createContiguous(8, MPI.BYTE);
        eight.commit();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment packed = arena.allocate(8L * count + 4);
            Buffers.kinds().forEach((name, kind) -> {
                Buffers.Made made = kind.apply(rank, memory.length);
                made.write(memory);
                Check.equal(8L * count + 4, eight.packExternal(FORM, made.object(), count, packed, 4), name);
                byte[] found = packed.asSlice(4).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
                Check.sameBytes(memory, found, () -> "out of " + name);
                Buffers.Made empty = kind.apply(rank, memory.length);
                Check.equal(8L * count + 4, eight.unpackExternal(FORM, packed, 4, empty.object(), count), name);
                Check.sameBytes(memory, empty.read(), () -> "into " + name);
            });
        }
    }

    private static void errors(Rank rank) throws Exception {
        byte[] packed = new byte[7];
        int[] ints = {1, 2};
        for (String name : Arrays.asList("native", "internal", "External32", "", null)) {
            Check.error(
                    MPI.ERR_ARG, () -> MPI.INT.packExternal(name, ints, 1, packed, 0), "packExternal", "external32");
            Check.error(MPI.ERR_ARG, () -> MPI.INT.unpackExternal(name, packed, 0, ints, 1), "unpackExternal");
            Check.error(MPI.ERR_ARG, () -> MPI.INT.packExternalSize(name, 1), "packExternalSize", "is " + name);
        }
        Check.error(MPI.ERR_ARG, () -> MPI.INT.packExternal(FORM, ints, 2, packed, 0), "outbuf has 7 bytes", "8 bytes");
        Check.error(MPI.ERR_ARG, () -> MPI.INT.packExternal(FORM, ints, 1, packed, 4), "position is 4");
        Check.error(MPI.ERR_ARG, () -> MPI.INT.packExternal(FORM, ints, 1, packed, -1), "position is -1");
        Check.error(MPI.ERR_ARG, () -> MPI.INT.packExternal(FORM, ints, 1, (byte[]) null, 0), "outbuf is null");
        Check.error(MPI.ERR_ARG, () -> MPI.INT.unpackExternal(FORM, (byte[]) null, 0, ints, 1), "inbuf is null");
        Check.error(MPI.ERR_ARG, () -> MPI.INT.unpackExternal(FORM, packed, 4, ints, 1), "inbuf has 7 bytes");
        Check.error(MPI.ERR_COUNT, () -> MPI.INT.packExternal(FORM, ints, -1, packed, 0), "incount is -1");
        Check.error(MPI.ERR_COUNT, () -> MPI.INT.unpackExternal(FORM, packed, 0, ints, -2), "outcount is -2");
        Check.error(MPI.ERR_COUNT, () -> MPI.INT.packExternalSize(FORM, -3), "incount is -3");
        Check.error(MPI.ERR_COUNT, () -> MPI.LONG.packExternalSize(FORM, 1 << 30), "8589934592 bytes");
        Check.error(MPI.ERR_BUFFER, () -> MPI.INT.packExternal(FORM, null, 1, packed, 0), "the buffer is null");
        Check.error(MPI.ERR_BUFFER, () -> MPI.INT.packExternal(FORM, new int[0], 1, packed, 0), "0 bytes");
        Check.error(MPI.ERR_TYPE, () -> MPI.INT.packExternal(FORM, new float[1], 1, packed, 0), "INT");
        Check.error(MPI.ERR_BUFFER, () -> MPI.INT.packExternal(FORM, "text", 1, packed, 0), "String");
        ByteBuffer readOnly = ByteBuffer.allocate(8).asReadOnlyBuffer();
        MPI.INT.packExternal(FORM, readOnly, 1, packed, 0);
        Check.error(MPI.ERR_BUFFER, () -> MPI.INT.unpackExternal(FORM, packed, 0, readOnly, 1), "read-only");
        MemorySegment constant = MemorySegment.ofArray(new byte[8]).asReadOnly();
        Check.error(MPI.ERR_BUFFER, () -> MPI.INT.packExternal(FORM, ints, 1, constant, 0), "outbuf is read-only");
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        Check.error(MPI.ERR_TYPE, () -> type.packExternal(FORM, ints, 1, new byte[8], 0), "not committed");
        Check.error(MPI.ERR_TYPE, () -> type.packExternalSize(FORM, 1), "not committed");
        Check.error(MPI.ERR_TYPE, () -> MPI.DATATYPE_NULL.packExternalSize(FORM, 1), "DATATYPE_NULL");
        Check.error(MPI.ERR_TYPE, () -> MPI.OBJECT.packExternalSize(FORM, 1), "OBJECT");
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(8);
        }
        Check.error(MPI.ERR_BUFFER, () -> MPI.INT.packExternal(FORM, closed, 1, packed, 0), "closed");
        Check.error(MPI.ERR_BUFFER, () -> MPI.INT.packExternal(FORM, ints, 1, closed, 0), "closed");
        Check.equal(new int[] {1, 2}, ints, "nothing was unpacked");
    }
}
