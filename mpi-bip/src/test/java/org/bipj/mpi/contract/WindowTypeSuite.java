package org.bipj.mpi.contract;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.Win;

/** Accumulates between derived types whose data are of one predefined type, and of several (MPI 4.1 section 12.3.4). */
public final class WindowTypeSuite extends Suite {
    private static final int ROUNDS = 12;

    /** Adds the cases. */
    public WindowTypeSuite() {
        for (Element element : Element.values()) {
            add("accumulates between any types of " + element, 2, rank -> derived(rank, element));
        }
        add("one element in a struct: fetched, swapped", 2, WindowTypeSuite::single);
        add("data of several types are replaced, and not combined", 2, WindowTypeSuite::mixed);
        add("a struct without data fits every type", 2, WindowTypeSuite::empty);
    }

    /** A predefined type, and how the test combines two of its elements. */
    private enum Element {
        BYTE(MPI.BYTE, 1, MPI.BXOR),
        SHORT(MPI.SHORT, 2, MPI.SUM),
        INT(MPI.INT, 4, MPI.SUM),
        LONG(MPI.LONG, 8, MPI.MAX),
        DOUBLE(MPI.DOUBLE, 8, MPI.SUM),
        FLOAT_COMPLEX(MPI.FLOAT_COMPLEX, 8, MPI.SUM),
        DOUBLE_INT(MPI.DOUBLE_INT, 16, MPI.MINLOC),
        SHORT_INT(MPI.SHORT_INT, 8, MPI.MAXLOC),
        INT2(MPI.INT2, 8, MPI.MINLOC);

        final Datatype type;
        final int extent;
        final Op op;

        Element(Datatype type, int extent, Op op) {
            this.type = type;
            this.extent = extent;
            this.op = op;
        }

        void set(MemorySegment memory, long at, int value) {
            switch (this) {
                case BYTE -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
                case SHORT -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
                case INT -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
                case LONG -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
                case DOUBLE -> memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
                case FLOAT_COMPLEX -> {
                    memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
                    memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at + 4, -value);
                }
                case DOUBLE_INT -> {
                    memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
                    memory.set(ValueLayout.JAVA_INT_UNALIGNED, at + 8, value + 1);
                }
                case SHORT_INT -> {
                    memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
                    memory.set(ValueLayout.JAVA_INT_UNALIGNED, at + 4, value + 1);
                }
                case INT2 -> {
                    memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
                    memory.set(ValueLayout.JAVA_INT_UNALIGNED, at + 4, value + 1);
                }
            }
        }

        int combined(int a, int b) {
            return switch (this) {
                case BYTE -> a ^ b;
                case SHORT, INT, DOUBLE, FLOAT_COMPLEX -> a + b;
                case LONG, SHORT_INT -> Math.max(a, b);
                case DOUBLE_INT, INT2 -> Math.min(a, b);
            };
        }
    }

    /** A type that was made by chance, and where its elements lie, in the order in which they are sent. */
    private record Made(Datatype type, List<Long> places, int extent) {
        static Made random(Random random, Element element, int depth) {
            if (depth == 0) {
                return new Made(element.type, List.of(0L), element.extent);
            }
            List<Long> places = new ArrayList<>();
            int gap = random.nextInt(3) * element.extent;
            if (random.nextInt(3) == 0) {
                return struct(random, element, depth);
            }
            Made old = random(random, element, depth - 1);
            int n = 1 + random.nextInt(3);
            int step = old.extent + gap;
            boolean backwards = random.nextBoolean();
            int[] ones = new int[n];
            int[] at = new int[n];
            for (int i = 0; i < n; i++) {
                ones[i] = 1;
                at[i] = (backwards ? n - 1 - i : i) * step;
                places.addAll(old.shifted(at[i]));
            }
            Datatype all = !backwards && random.nextBoolean()
                    ? Datatype.createHVector(n, 1, step, old.type)
                    : Datatype.createHIndexed(ones, at, old.type);
            return resized(all, places, n * step + gap);
        }

        /** Parts may have any place, also such that elements are not aligned. */
        private static Made struct(Random random, Element element, int depth) {
            List<Long> places = new ArrayList<>();
            int parts = 1 + random.nextInt(3);
            int[] at = new int[parts];
            int[] ones = new int[parts];
            Datatype[] types = new Datatype[parts];
            int end = 0;
            for (int i = 0; i < parts; i++) {
                Made part = random(random, element, random.nextInt(depth));
                at[i] = end + random.nextInt(4) * (random.nextInt(4) == 0 ? 1 : element.extent);
                ones[i] = 1;
                types[i] = part.type;
                places.addAll(part.shifted(at[i]));
                end = at[i] + part.extent;
            }
            return resized(Datatype.createStruct(ones, at, types), places, end);
        }

        private static Made resized(Datatype type, List<Long> places, int extent) {
            Datatype made = Datatype.createResized(type, 0, extent);
            made.commit();
            return new Made(made, places, extent);
        }

        private List<Long> shifted(long by) {
            return places.stream().map(place -> place + by).toList();
        }

        /** Where the elements of several of these lie. */
        List<Long> places(int count) {
            List<Long> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                all.addAll(shifted((long) i * extent));
            }
            return all;
        }
    }

    private static int value(int rank, int element) {
        return 1 + (37 * element + 11 * rank) % 50;
    }

    private static void derived(Rank rank, Element element) {
        Random random = new Random(element.ordinal());
        for (int round = 0; round < ROUNDS; round++) {
            Made target = Made.random(random, element, 1 + random.nextInt(3));
            Made origin = Made.random(random, element, random.nextInt(3));
            int targets = origin.places.size();
            int origins = target.places.size();
            int bytes = (targets + 1) * target.extent;
            if (round % 2 == 0) {
                Win win = Win.allocate(bytes, 1, MPI.INFO_NULL, rank.comm());
                round(rank, element, win, win.memory(), target, targets, origin, origins);
            } else {
                byte[] memory = new byte[bytes];
                Win win = new Win(memory, bytes, 1, MPI.INFO_NULL, rank.comm());
                round(rank, element, win, MemorySegment.ofArray(memory), target, targets, origin, origins);
            }
        }
    }

    private static void round(
            Rank rank,
            Element element,
            Win win,
            MemorySegment memory,
            Made target,
            int targets,
            Made origin,
            int origins) {
        int me = rank.rank();
        int other = 1 - me;
        List<Long> places = target.places(targets);
        List<Long> sources = origin.places(origins);
        byte[] operands = new byte[(origins + 1) * origin.extent];
        byte[] expected = new byte[(int) memory.byteSize()];
        byte[] wasExpected = new byte[operands.length];
        for (int i = 0; i < places.size(); i++) {
            element.set(memory, places.get(i), value(me, i));
            element.set(MemorySegment.ofArray(operands), sources.get(i), value(me + 5, i));
            int once = element.combined(value(me, i), value(other + 5, i));
            int twice = element.combined(once, value(other + 5, i));
            element.set(MemorySegment.ofArray(expected), places.get(i), element.combined(twice, value(other + 5, i)));
            element.set(
                    MemorySegment.ofArray(wasExpected),
                    sources.get(i),
                    element.combined(value(other, i), value(me + 5, i)));
        }
        byte[] was = new byte[operands.length];
        byte[] read = new byte[operands.length];
        win.fence(0);
        win.accumulate(operands, origins, origin.type(), other, 0, targets, target.type(), element.op);
        win.getAccumulate(
                operands,
                origins,
                origin.type(),
                was,
                origins,
                origin.type(),
                other,
                0,
                targets,
                target.type(),
                element.op);
        win.fence(0);
        win.lock(MPI.LOCK_SHARED, other, 0);
        Request[] requests = {
            win.rAccumulate(operands, origins, origin.type(), other, 0, targets, target.type(), element.op),
            win.rGetAccumulate(
                    null, 0, MPI.BYTE, read, origins, origin.type(), other, 0, targets, target.type(), MPI.NO_OP)
        };
        Request.waitAll(requests);
        win.unlock(other);
        win.fence(0);
        String what = element + ", " + target.places + " of " + target.extent + " from " + origin.places;
        Check.sameBytes(expected, memory.toArray(ValueLayout.JAVA_BYTE), () -> what + ": the target");
        Check.sameBytes(wasExpected, was, () -> what + ": what was there");
        byte[] readExpected = new byte[operands.length];
        for (int i = 0; i < places.size(); i++) {
            int once = element.combined(value(other, i), value(me + 5, i));
            int all = element.combined(element.combined(once, value(me + 5, i)), value(me + 5, i));
            element.set(MemorySegment.ofArray(readExpected), sources.get(i), all);
        }
        Check.sameBytes(readExpected, read, () -> what + ": what was read");
        win.fence(0);
        win.accumulate(operands, origins, origin.type(), other, 0, targets, target.type(), MPI.REPLACE);
        win.fence(0);
        for (int i = 0; i < places.size(); i++) {
            element.set(MemorySegment.ofArray(expected), places.get(i), value(other + 5, i));
        }
        Check.sameBytes(expected, memory.toArray(ValueLayout.JAVA_BYTE), () -> what + ": replaced");
        win.free();
    }

    private static Datatype committed(Datatype type) {
        type.commit();
        return type;
    }

    /** Behind a struct's gap, and resized: where its one element lies counts. */
    private static void single(Rank rank) throws Exception {
        int other = 1 - rank.rank();
        Datatype behind = committed(Datatype.createStruct(new int[] {1}, new int[] {8}, new Datatype[] {MPI.INT}));
        Datatype wide = committed(Datatype.createResized(MPI.INT, 0, 12));
        for (boolean direct : new boolean[] {false, true}) {
            int[] array = new int[6];
            Win win = direct
                    ? Win.allocate(24, 4, MPI.INFO_NULL, rank.comm())
                    : new Win(array, 6, 1, MPI.INFO_NULL, rank.comm());
            MemorySegment memory = direct ? win.memory() : MemorySegment.ofArray(array);
            win.fence(0);
            byte[] was = new byte[16];
            MemorySegment seen = MemorySegment.ofArray(was);
            byte[] seven = new byte[16];
            MemorySegment.ofArray(seven).set(ValueLayout.JAVA_INT_UNALIGNED, 8, 7);
            win.fetchAndOp(seven, was, behind, other, 1, MPI.SUM);
            win.fence(0);
            Check.equal(0, seen.get(ValueLayout.JAVA_INT_UNALIGNED, 8), "was");
            Check.equal(7, memory.getAtIndex(ValueLayout.JAVA_INT, 3), "added");
            byte[] nine = new byte[16];
            MemorySegment.ofArray(nine).set(ValueLayout.JAVA_INT_UNALIGNED, 8, 9);
            win.fence(0);
            win.compareAndSwap(nine, seven, was, behind, other, 1);
            win.fence(0);
            Check.equal(7, seen.get(ValueLayout.JAVA_INT_UNALIGNED, 8), "compared");
            Check.equal(9, memory.getAtIndex(ValueLayout.JAVA_INT, 3), "swapped");
            Check.equal(0, memory.getAtIndex(ValueLayout.JAVA_INT, 1), "the gap");
            int[] result = new int[1];
            win.fence(0);
            win.compareAndSwap(new int[] {4}, new int[] {9}, result, wide, other, 3);
            win.fence(0);
            Check.equal(9, result[0], "compared");
            Check.equal(4, memory.getAtIndex(ValueLayout.JAVA_INT, 3), "swapped");
            Datatype two = committed(
                    Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.INT}));
            win.setErrhandler(MPI.ERRORS_RETURN);
            Check.error(MPI.ERR_TYPE, () -> win.fetchAndOp(new int[4], new int[4], two, other, 0, MPI.SUM));
            win.fence(0);
            win.free();
        }
    }

    private static void mixed(Rank rank) throws Exception {
        int other = 1 - rank.rank();
        Datatype[] parts = {MPI.INT, MPI.DOUBLE};
        Datatype several = committed(Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, parts));
        Datatype nested = committed(
                Datatype.createStruct(new int[] {1, 1}, new int[] {0, 16}, new Datatype[] {several, MPI.INT}));
        Datatype ints =
                committed(Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.INT}));
        byte[] memory = new byte[64];
        Win win = new Win(memory, 64, 1, MPI.INFO_NULL, rank.comm());
        win.setErrhandler(MPI.ERRORS_RETURN);
        byte[] data = Pattern.bytes(24, rank.rank());
        win.fence(0);
        for (Datatype type : new Datatype[] {several, nested}) {
            Check.error(
                    MPI.ERR_OP,
                    () -> win.accumulate(data, 1, type, other, 0, 1, type, MPI.SUM),
                    "accumulate",
                    "SUM",
                    "DOUBLE and INT");
            Check.error(
                    MPI.ERR_OP,
                    () -> win.getAccumulate(data, 1, type, data, 1, type, other, 0, 1, type, MPI.MINLOC),
                    "several predefined types");
        }
        Check.error(
                MPI.ERR_TYPE,
                () -> win.accumulate(data, 1, several, other, 0, 1, ints, MPI.SUM),
                "origin",
                "DOUBLE and INT",
                "of INT;");
        Check.error(
                MPI.ERR_TYPE,
                () -> win.accumulate(new float[3], 3, MPI.FLOAT, other, 0, 1, ints, MPI.REPLACE),
                "of FLOAT and the target's of INT");
        Check.error(
                MPI.ERR_TYPE,
                () -> win.getAccumulate(data, 1, ints, data, 1, several, other, 0, 1, ints, MPI.NO_OP),
                "result",
                "DOUBLE and INT");
        Check.error(MPI.ERR_OP, () -> win.accumulate(data, 1, ints, other, 0, 1, ints, MPI.MINLOC), "MINLOC", "pairs");
        win.fence(0);
        Check.sameBytes(new byte[64], memory, () -> "nothing is changed");
        win.fence(0);
        win.accumulate(data, 1, several, other, 0, 1, several, MPI.REPLACE);
        byte[] read = new byte[24];
        win.fence(0);
        win.getAccumulate(null, 0, MPI.BYTE, read, 1, several, other, 0, 1, several, MPI.NO_OP);
        win.fence(0);
        byte[] sent = Pattern.bytes(24, other);
        for (int i = 0; i < 16; i++) {
            boolean isData = i < 4 || i >= 8;
            Check.equal(isData ? sent[i] : 0, memory[i], "byte " + i + " is replaced");
            Check.equal(isData ? data[i] : 0, read[i], "byte " + i + " is read");
        }
        win.free();
    }

    private static void empty(Rank rank) {
        int other = 1 - rank.rank();
        Datatype nothing = committed(
                Datatype.createStruct(new int[] {0, 0}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE}));
        Datatype ints = committed(
                Datatype.createStruct(new int[] {2, 0}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE}));
        int[] memory = {1, 2};
        Win win = new Win(memory, 2, 1, MPI.INFO_NULL, rank.comm());
        win.fence(0);
        win.accumulate(null, 0, MPI.DOUBLE, other, 0, 3, nothing, MPI.SUM);
        win.accumulate(new byte[8], 5, nothing, other, 0, 0, ints, MPI.SUM);
        win.accumulate(new int[] {3, 4}, 2, MPI.INT, other, 0, 1, ints, MPI.SUM);
        win.fence(0);
        Check.equal(new int[] {4, 6}, memory, "only ints are added");
        win.free();
    }
}
