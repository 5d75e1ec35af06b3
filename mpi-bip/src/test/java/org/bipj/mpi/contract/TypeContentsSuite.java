package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.List;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.MPI;
import mpi.TypeContents;
import mpi.TypeEnvelope;

/** How datatypes were made (MPI 4.1 section 5.1.13), types that are asked for, and bounds beyond an int. */
public final class TypeContentsSuite extends Suite {
    /** Adds the cases. */
    public TypeContentsSuite() {
        add("the arguments of each call that makes a type", 1, TypeContentsSuite::arguments);
        add("types made again of their contents", 1, TypeContentsSuite::madeAgain);
        add("handles in contents, of types that have been freed too", 1, TypeContentsSuite::handles);
        add("predefined types have no contents", 1, TypeContentsSuite::predefined);
        add("types of the second dialect", 1, TypeContentsSuite::secondDialect);
        add("types that are asked for by size, and by value and index", 1, TypeContentsSuite::askedFor);
        add("sizes and bounds beyond an int", 1, TypeContentsSuite::large);
    }

    private static void holds(Datatype type, int combiner, int[] integers, long[] addresses, Datatype... types) {
        TypeEnvelope envelope = type.getEnvelope();
        Check.equal(combiner, envelope.getCombiner(), "combiner");
        Check.equal(integers.length, envelope.getIntegerCount(), "integers of combiner " + combiner);
        Check.equal(addresses.length, envelope.getAddressCount(), "addresses of combiner " + combiner);
        Check.equal(0, envelope.getLargeCountCount(), "large counts of combiner " + combiner);
        Check.equal(types.length, envelope.getDatatypeCount(), "types of combiner " + combiner);
        TypeContents contents = type.getContents();
        for (int i = 0; i < integers.length; i++) {
            Check.equal(integers[i], contents.getInteger(i), "integer " + i + " of combiner " + combiner);
        }
        for (int i = 0; i < addresses.length; i++) {
            Check.equal(addresses[i], contents.getAddress(i), "address " + i + " of combiner " + combiner);
        }
        for (int i = 0; i < types.length; i++) {
            Check.that(types[i] == contents.getDatatype(i), "type " + i + " of combiner " + combiner);
        }
    }

    private static void arguments(Rank rank) throws Exception {
        long[] none = {};
        holds(MPI.INT.dup(), MPI.COMBINER_DUP, new int[0], none, MPI.INT);
        holds(Datatype.createContiguous(3, MPI.INT), MPI.COMBINER_CONTIGUOUS, new int[] {3}, none, MPI.INT);
        Datatype vector = Datatype.createVector(3, 2, -4, MPI.LONG);
        holds(vector, MPI.COMBINER_VECTOR, new int[] {3, 2, -4}, none, MPI.LONG);
        Datatype hvector = Datatype.createHVector(3, 2, 40, MPI.LONG);
        holds(hvector, MPI.COMBINER_HVECTOR, new int[] {3, 2}, new long[] {40}, MPI.LONG);
        int[] lengths = {2, 0, 1};
        int[] places = {8, 4, 0};
        Datatype indexed = Datatype.createIndexed(lengths, places, MPI.BYTE);
        Datatype hindexed = Datatype.createHIndexed(lengths, places, MPI.BYTE);
        // The arrays may be used again.
        lengths[0] = 99;
        places[0] = 99;
        holds(indexed, MPI.COMBINER_INDEXED, new int[] {3, 2, 0, 1, 8, 4, 0}, none, MPI.BYTE);
        holds(hindexed, MPI.COMBINER_HINDEXED, new int[] {3, 2, 0, 1}, new long[] {8, 4, 0}, MPI.BYTE);
        Datatype block = Datatype.createIndexedBlock(2, new int[] {5, 1}, MPI.CHAR);
        holds(block, MPI.COMBINER_INDEXED_BLOCK, new int[] {2, 2, 5, 1}, none, MPI.CHAR);
        Datatype hblock = Datatype.createHIndexedBlock(2, new int[] {10, 2}, MPI.CHAR);
        holds(hblock, MPI.COMBINER_HINDEXED_BLOCK, new int[] {2, 2}, new long[] {10, 2}, MPI.CHAR);
        Datatype struct = Datatype.createStruct(new int[] {1, 3}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.LONG});
        holds(struct, MPI.COMBINER_STRUCT, new int[] {2, 1, 3}, new long[] {0, 8}, MPI.INT, MPI.LONG);
        Datatype part = Datatype.createSubarray(
                new int[] {4, 5}, new int[] {2, 3}, new int[] {1, 2}, MPI.ORDER_FORTRAN, MPI.FLOAT);
        int[] ofPart = {2, 4, 5, 2, 3, 1, 2, MPI.ORDER_FORTRAN};
        holds(part, MPI.COMBINER_SUBARRAY, ofPart, none, MPI.FLOAT);
        Datatype dealt = Datatype.createDarray(
                4,
                3,
                new int[] {6, 8},
                new int[] {MPI.DISTRIBUTE_BLOCK, MPI.DISTRIBUTE_CYCLIC},
                new int[] {MPI.DISTRIBUTE_DFLT_DARG, 2},
                new int[] {2, 2},
                MPI.ORDER_C,
                MPI.INT);
        int[] ofDealt = {
            4, 3, 2, 6, 8, MPI.DISTRIBUTE_BLOCK, MPI.DISTRIBUTE_CYCLIC, MPI.DISTRIBUTE_DFLT_DARG, 2, 2, 2, MPI.ORDER_C
        };
        holds(dealt, MPI.COMBINER_DARRAY, ofDealt, none, MPI.INT);
        holds(Datatype.createResized(MPI.INT, -4, 12), MPI.COMBINER_RESIZED, new int[0], new long[] {-4, 12}, MPI.INT);
        TypeContents contents = vector.getContents();
        for (int i : new int[] {-1, 3}) {
            Check.error(MPI.ERR_ARG, () -> contents.getInteger(i), "TypeContents.getInteger", "i is " + i, "0 to 2");
        }
        Check.error(MPI.ERR_ARG, () -> contents.getAddress(0), "TypeContents.getAddress", "there are no elements");
        Check.error(MPI.ERR_ARG, () -> contents.getLargeCount(0), "TypeContents.getLargeCount");
        Check.error(MPI.ERR_ARG, () -> contents.getDatatype(1), "TypeContents.getDatatype", "0 to 0");
    }

    private static List<Datatype> nested() {
        List<Datatype> all = new ArrayList<>();
        all.add(Datatype.createVector(3, 2, 4, MPI.INT));
        all.add(Datatype.createHVector(2, 3, 44, MPI.INT));
        all.add(Datatype.createIndexed(new int[] {2, 0, 1}, new int[] {5, 0, 1}, MPI.INT));
        all.add(Datatype.createHIndexed(new int[] {1, 2}, new int[] {16, 0}, MPI.INT));
        all.add(Datatype.createIndexedBlock(2, new int[] {4, 0}, MPI.INT));
        all.add(Datatype.createHIndexedBlock(1, new int[] {12, 4}, MPI.INT));
        all.add(Datatype.createResized(MPI.INT, 0, 12));
        all.add(Datatype.createSubarray(new int[] {3, 4}, new int[] {2, 2}, new int[] {1, 1}, MPI.ORDER_C, MPI.INT));
        int[] cyclic = {MPI.DISTRIBUTE_CYCLIC, MPI.DISTRIBUTE_BLOCK};
        int[] usual = {MPI.DISTRIBUTE_DFLT_DARG, MPI.DISTRIBUTE_DFLT_DARG};
        all.add(Datatype.createDarray(
                4, 1, new int[] {4, 6}, cyclic, usual, new int[] {2, 2}, MPI.ORDER_FORTRAN, MPI.INT));
        all.add(MPI.INT.dup());
        for (Datatype one : List.copyOf(all)) {
            all.add(Datatype.createContiguous(2, one));
            all.add(Datatype.createStruct(
                    new int[] {2, 1}, new int[] {0, 400}, new Datatype[] {one, Datatype.createContiguous(2, MPI.INT)}));
        }
        return all;
    }

    /** Makes a type again, of what its contents say alone. */
    static Datatype again(Datatype type) {
        TypeEnvelope envelope = type.getEnvelope();
        if (envelope.getCombiner() == MPI.COMBINER_NAMED) {
            return type;
        }
        TypeContents contents = type.getContents();
        int[] i = new int[envelope.getIntegerCount()];
        for (int k = 0; k < i.length; k++) {
            i[k] = contents.getInteger(k);
        }
        int[] a = new int[envelope.getAddressCount()];
        for (int k = 0; k < a.length; k++) {
            a[k] = (int) contents.getAddress(k);
        }
        Datatype[] types = new Datatype[envelope.getDatatypeCount()];
        for (int k = 0; k < types.length; k++) {
            Datatype part = contents.getDatatype(k);
            types[k] = again(part);
            part.close();
        }
        Datatype old = types[0];
        int n = i.length == 0 ? 0 : i[0];
        return switch (envelope.getCombiner()) {
            case MPI.COMBINER_DUP -> old.dup();
            case MPI.COMBINER_CONTIGUOUS -> Datatype.createContiguous(n, old);
            case MPI.COMBINER_VECTOR -> Datatype.createVector(n, i[1], i[2], old);
            case MPI.COMBINER_HVECTOR -> Datatype.createHVector(n, i[1], a[0], old);
            case MPI.COMBINER_INDEXED -> Datatype.createIndexed(part(i, 1, n), part(i, 1 + n, n), old);
            case MPI.COMBINER_HINDEXED -> Datatype.createHIndexed(part(i, 1, n), a, old);
            case MPI.COMBINER_INDEXED_BLOCK -> Datatype.createIndexedBlock(i[1], part(i, 2, n), old);
            case MPI.COMBINER_HINDEXED_BLOCK -> Datatype.createHIndexedBlock(i[1], a, old);
            case MPI.COMBINER_STRUCT -> Datatype.createStruct(part(i, 1, n), a, types);
            case MPI.COMBINER_SUBARRAY ->
                Datatype.createSubarray(part(i, 1, n), part(i, 1 + n, n), part(i, 1 + 2 * n, n), i[1 + 3 * n], old);
            case MPI.COMBINER_DARRAY -> {
                int d = i[2];
                yield Datatype.createDarray(
                        n,
                        i[1],
                        part(i, 3, d),
                        part(i, 3 + d, d),
                        part(i, 3 + 2 * d, d),
                        part(i, 3 + 3 * d, d),
                        i[3 + 4 * d],
                        old);
            }
            case MPI.COMBINER_RESIZED -> Datatype.createResized(old, a[0], a[1]);
            default -> throw new AssertionError("combiner " + envelope.getCombiner());
        };
    }

    private static int[] part(int[] numbers, int from, int length) {
        int[] part = new int[length];
        System.arraycopy(numbers, from, part, 0, length);
        return part;
    }

    private static void madeAgain(Rank rank) {
        for (Datatype type : nested()) {
            Datatype same = again(type);
            Check.equal(type.getLbX(), same.getLbX(), "lower bound");
            Check.equal(type.getExtentX(), same.getExtentX(), "extent");
            type.commit();
            same.commit();
            byte[] memory = Pattern.bytes(2000, 5);
            byte[] one = new byte[2000];
            byte[] other = new byte[2000];
            rank.self().sendRecv(memory, 2, type, 0, 0, one, 2, type, 0, 0);
            rank.self().sendRecv(memory, 2, same, 0, 0, other, 2, type, 0, 0);
            Check.sameBytes(one, other, () -> "what the type made again sends, of " + type);
        }
    }

    private static void handles(Rank rank) throws Exception {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        int key = Datatype.createKeyval();
        pair.setAttr(key, "value");
        Datatype spread = Datatype.createVector(2, 1, 3, pair);
        Datatype first = spread.getContents().getDatatype(0);
        Check.that(first != pair && first.getAttr(key) == null, "a handle of its own, without attributes");
        first.free();
        Check.that(!pair.isNull(), "the original is not freed with it");
        pair.free();
        spread.commit();
        Datatype later = spread.getContents().getDatatype(0);
        spread.free();
        later.commit();
        int[] found = new int[2];
        rank.self().sendRecv(new int[] {7, 8}, 1, later, 0, 0, found, 2, MPI.INT, 0, 0);
        Check.equal(new int[] {7, 8}, found, "data of a type whose makers are freed");
        Check.error(MPI.ERR_TYPE, () -> spread.getContents(), "Datatype.getContents", "freed");
        Check.error(MPI.ERR_TYPE, () -> spread.getEnvelope(), "Datatype.getEnvelope", "freed");
        later.free();
        Datatype.freeKeyval(key);
    }

    private static void predefined(Rank rank) throws Exception {
        for (Datatype type :
                new Datatype[] {MPI.INT, MPI.PACKED, MPI.DOUBLE_INT, MPI.DOUBLE_COMPLEX, MPI.OBJECT, MPI.UB}) {
            TypeEnvelope envelope = type.getEnvelope();
            Check.equal(MPI.COMBINER_NAMED, envelope.getCombiner(), "combiner of " + type);
            Check.equal(
                    0,
                    envelope.getIntegerCount() + envelope.getAddressCount() + envelope.getDatatypeCount(),
                    "arguments of " + type);
            Check.error(MPI.ERR_TYPE, () -> type.getContents(), "Datatype.getContents", type + " is predefined");
        }
        Check.error(MPI.ERR_TYPE, () -> MPI.DATATYPE_NULL.getEnvelope(), "DATATYPE_NULL");
        Check.error(MPI.ERR_TYPE, () -> MPI.DATATYPE_NULL.getContents(), "DATATYPE_NULL");
    }

    private static void secondDialect(Rank rank) {
        holds(Datatype.Contiguous(3, MPI.INT), MPI.COMBINER_CONTIGUOUS, new int[] {3}, new long[0], MPI.INT);
        holds(Datatype.Vector(3, 2, 4, MPI.INT), MPI.COMBINER_VECTOR, new int[] {3, 2, 4}, new long[0], MPI.INT);
        // Elements of arrays are bytes in the contents.
        holds(Datatype.Hvector(3, 2, 4, MPI.INT), MPI.COMBINER_HVECTOR, new int[] {3, 2}, new long[] {16}, MPI.INT);
        int[] lengths = {1, 2};
        int[] places = {3, 0};
        int[] ofIndexed = {2, 1, 2, 3, 0};
        holds(Datatype.Indexed(lengths, places, MPI.INT), MPI.COMBINER_INDEXED, ofIndexed, new long[0], MPI.INT);
        int[] ofHindexed = {2, 1, 2};
        long[] bytes = {24, 0};
        holds(Datatype.Hindexed(lengths, places, MPI.LONG), MPI.COMBINER_HINDEXED, ofHindexed, bytes, MPI.LONG);
        Datatype[] types = {MPI.SHORT, MPI.UB};
        int[] ofStruct = {2, 1, 1};
        Datatype struct = Datatype.Struct(new int[] {1, 1}, new int[] {0, 4}, types);
        holds(struct, MPI.COMBINER_STRUCT, ofStruct, new long[] {0, 8}, types);
    }

    private static void askedFor(Rank rank) throws Exception {
        Check.that(MPI.BYTE == Datatype.matchSize(MPI.TYPECLASS_INTEGER, 1), "one byte");
        Check.that(MPI.SHORT == Datatype.matchSize(MPI.TYPECLASS_INTEGER, 2), "two bytes");
        Check.that(MPI.INT == Datatype.matchSize(MPI.TYPECLASS_INTEGER, 4), "four bytes");
        Check.that(MPI.LONG == Datatype.matchSize(MPI.TYPECLASS_INTEGER, 8), "eight bytes");
        Check.that(MPI.FLOAT == Datatype.matchSize(MPI.TYPECLASS_REAL, 4), "a float");
        Check.that(MPI.DOUBLE == Datatype.matchSize(MPI.TYPECLASS_REAL, 8), "a double");
        Check.that(MPI.FLOAT_COMPLEX == Datatype.matchSize(MPI.TYPECLASS_COMPLEX, 8), "two floats");
        Check.that(MPI.DOUBLE_COMPLEX == Datatype.matchSize(MPI.TYPECLASS_COMPLEX, 16), "two doubles");
        for (int[] none : new int[][] {
            {MPI.TYPECLASS_INTEGER, 3}, {MPI.TYPECLASS_REAL, 16}, {MPI.TYPECLASS_COMPLEX, 4}, {99, 4}, {0, 0}
        }) {
            Check.error(
                    MPI.ERR_ARG,
                    () -> Datatype.matchSize(none[0], none[1]),
                    "Datatype.matchSize",
                    "typeclass is " + none[0],
                    "size is " + none[1]);
        }
        Datatype[] values = {MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE};
        Datatype[] withInt = {MPI.SHORT_INT, MPI.INT2, MPI.LONG_INT, MPI.FLOAT_INT, MPI.DOUBLE_INT};
        Datatype[] withSame = {MPI.SHORT2, MPI.INT2, MPI.LONG2, MPI.FLOAT2, MPI.DOUBLE2};
        for (int i = 0; i < values.length; i++) {
            Check.that(withInt[i] == Datatype.getValueIndex(values[i], MPI.INT), values[i] + " and INT");
            Check.that(withSame[i] == Datatype.getValueIndex(values[i], values[i]), values[i] + " twice");
        }
        Check.that(Datatype.getValueIndex(MPI.INT, MPI.DOUBLE).isNull(), "INT and DOUBLE");
        Check.that(Datatype.getValueIndex(MPI.INT.dup(), MPI.INT).isNull(), "a derived type");
        Check.error(
                MPI.ERR_TYPE,
                () -> Datatype.getValueIndex(MPI.INT, MPI.DATATYPE_NULL),
                "getValueIndex",
                "DATATYPE_NULL");
        byte[] best = new byte[16];
        DoubleInt.Data data = MPI.doubleInt.getData(best);
        data.putValue(3);
        data.putIndex(4);
        rank.self().allReduce(best, 1, Datatype.getValueIndex(MPI.DOUBLE, MPI.INT), MPI.MAXLOC);
        Check.that(data.getValue() == 3 && data.getIndex() == 4, "reduced");
    }

    private static void large(Rank rank) {
        Datatype half = Datatype.createContiguous(1 << 30, MPI.INT);
        Datatype eight = Datatype.createContiguous(8, half);
        Check.equal(MPI.UNDEFINED, eight.getSize(), "size as an int");
        Check.equal(1L << 33, eight.getSizeX().getCount(), "size in ints");
        Check.equal(1L << 33, eight.getExtentX().getCount(), "extent in ints");
        Check.equal(1L << 33, eight.getTrueExtentX().getCount(), "true extent in ints");
        Datatype behind = Datatype.createIndexed(new int[] {1}, new int[] {8}, half);
        Check.equal(1L << 33, behind.getLbX().getCount(), "lower bound in ints");
        Check.equal(1L << 33, behind.getTrueLbX().getCount(), "true lower bound in ints");
        Datatype small = Datatype.createResized(MPI.INT, -8, 12);
        Check.equal(small.getLb(), small.getLbX().getCount(), "lower bound");
        Check.equal(small.getExtent(), small.getExtentX().getCount(), "extent");
        Check.equal(0, small.getTrueLbX().getCount(), "true lower bound");
        Check.equal(1, small.getTrueExtentX().getCount(), "true extent");
        Check.equal(1, small.getSizeX().getCount(), "size");
    }
}
