package org.bipj.mpi.contract;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/**
 * Derived datatypes in messages (MPI 4.1 chapter 5). Each type stands beside its type map, written out by hand: byte
 * offsets in the order in which they travel.
 */
public final class DatatypeSuite extends Suite {
    /** A type of ints and what it means. */
    private record Mapped(String name, Datatype type, int[] offsets, int extent) {
        int bytes() {
            return offsets.length;
        }

        /** Bytes of buffer for so many elements. */
        int span(int count) {
            return count == 0
                    ? 0
                    : (count - 1) * extent + Arrays.stream(offsets).max().orElse(-1) + 1;
        }

        byte[] gather(byte[] memory, int count) {
            byte[] message = new byte[count * bytes()];
            int n = 0;
            for (int i = 0; i < count; i++) {
                for (int offset : offsets) {
                    message[n++] = memory[i * extent + offset];
                }
            }
            return message;
        }

        void scatter(byte[] message, byte[] memory) {
            for (int n = 0; n < message.length; n++) {
                memory[n / bytes() * extent + offsets[n % bytes()]] = message[n];
            }
        }
    }

    /** Adds the cases. */
    public DatatypeSuite() {
        add("every type to every type, into arrays, counts from none to a long message", 2, DatatypeSuite::cross);
        add("every type in every kind of buffer", 2, DatatypeSuite::everyBuffer);
        add("every type to oneself", 1, DatatypeSuite::toSelf);
        add("data before a slice, in arrays, heap buffers and memory of newByteBuffer", 2, DatatypeSuite::beforeSlice);
        add("data before a buffer that nothing is known before: an error", 1, DatatypeSuite::beforeBuffer);
        add("a message that ends inside of an element: getCount, getElements", 2, DatatypeSuite::partial);
        add("a type that is freed while its message is under way", 2, DatatypeSuite::freed);
        add("columns of a matrix", 2, DatatypeSuite::columns);
        add("a struct of a long, three shorts and a double", 2, DatatypeSuite::struct);
    }

    /** Byte offsets of ints at these places, in ints. */
    private static int[] ints(int... places) {
        int[] offsets = new int[4 * places.length];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = 4 * places[i / 4] + i % 4;
        }
        return offsets;
    }

    /** Types made of one of four bytes. */
    private static List<Mapped> types(Datatype four) {
        List<Mapped> all = new ArrayList<>();
        all.add(new Mapped("four bytes", four, ints(0), 4));
        all.add(new Mapped("contiguous 3", Datatype.createContiguous(3, four), ints(0, 1, 2), 12));
        Datatype vector = Datatype.createVector(3, 2, 4, four);
        all.add(new Mapped("vector 3x2 by 4", vector, ints(0, 1, 4, 5, 8, 9), 40));
        all.add(new Mapped("hvector 2x1 by 12 bytes", Datatype.createHVector(2, 1, 12, four), ints(0, 3), 16));
        Datatype indexed = Datatype.createIndexed(new int[] {2, 0, 1}, new int[] {5, 0, 1}, four);
        // Lower bound 4: the lowest displacement of a block that is not empty.
        all.add(new Mapped("indexed, backwards", indexed, ints(5, 6, 1), 24));
        Datatype spread = Datatype.createResized(four, 0, 12);
        all.add(new Mapped("resized to 12 bytes", spread, ints(0), 12));
        Datatype nested = Datatype.createVector(2, 1, 2, Datatype.createContiguous(2, spread));
        all.add(new Mapped("vector of contiguous of resized", nested, ints(0, 3, 12, 15), 72));
        Datatype struct = Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {four, four});
        all.add(new Mapped("struct with a gap", struct, ints(0, 2, 3), 16));
        Datatype bytes = Datatype.createHIndexed(new int[] {3, 1}, new int[] {1, 6}, MPI.BYTE);
        Datatype odd = Datatype.createResized(bytes, 0, 7);
        all.add(new Mapped("odd bytes", odd, new int[] {1, 2, 3, 6}, 7));
        all.forEach(m -> m.type().commit());
        return all;
    }

    /** All types carry a multiple of 4 bytes: the same message may be a number of either. */
    private static void cross(Rank rank) {
        Intracomm comm = rank.comm();
        List<Mapped> types = types(MPI.INT);
        for (int words : new int[] {0, 12, 144, 3000, 12 * 1009, 48_000}) {
            for (Mapped from : 4 * words <= rank.sizes().huge() ? types : List.<Mapped>of()) {
                for (Mapped to : types) {
                    if (4 * words % from.bytes() == 0 && 4 * words % to.bytes() == 0) {
                        transfer(comm, from, to, 4 * words);
                    }
                }
            }
        }
    }

    private static void transfer(Intracomm comm, Mapped from, Mapped to, int bytes) {
        int fromCount = bytes / from.bytes();
        int toCount = bytes / to.bytes();
        byte[] memory = Pattern.bytes(from.span(fromCount), bytes);
        if (comm.getRank() == 0) {
            comm.send(memory, fromCount, from.type(), 1, 0);
        } else {
            byte[] found = Pattern.bytes(to.span(toCount) + 5, 99);
            byte[] expected = found.clone();
            to.scatter(from.gather(memory, fromCount), expected);
            Status status = comm.recv(found, toCount, to.type(), 0, 0);
            Check.equal(toCount, status.getCount(to.type()), "count");
            Check.sameBytes(expected, found, () -> from.name() + " to " + to.name() + ", " + bytes + " bytes");
        }
    }

    /** Types whose runs cut the elements of the buffer, too. */
    private static void everyBuffer(Rank rank) {
        Intracomm comm = rank.comm();
        for (Mapped one : types(Datatype.createContiguous(4, MPI.BYTE))) {
            for (int count : new int[] {1, 5, 2000}) {
                byte[] memory = Pattern.flags(one.span(count) + 15 & ~7, count);
                byte[] message = one.gather(memory, count);
                Buffers.kinds().forEach((name, kind) -> {
                    Buffers.Made made = kind.apply(rank, memory.length);
                    if (comm.getRank() == 0) {
                        made.write(memory);
                        comm.send(made.object(), count, one.type(), 1, 0);
                        comm.send(message, message.length, MPI.BYTE, 1, 1);
                    } else {
                        byte[] found = new byte[message.length];
                        comm.recv(found, found.length, MPI.BYTE, 0, 0);
                        Check.sameBytes(message, found, () -> one.name() + " out of " + name);
                        byte[] expected = new byte[memory.length];
                        one.scatter(message, expected);
                        comm.recv(made.object(), count, one.type(), 0, 1);
                        Check.sameBytes(expected, made.read(), () -> one.name() + " into " + name);
                    }
                });
            }
        }
    }

    private static void toSelf(Rank rank) {
        for (Mapped from : types(MPI.INT)) {
            for (Mapped to : types(MPI.INT)) {
                int bytes = 4 * 12 * 1009;
                int fromCount = bytes / from.bytes();
                int toCount = bytes / to.bytes();
                byte[] memory = Pattern.bytes(from.span(fromCount), 3);
                byte[] found = Pattern.bytes(to.span(toCount), 4);
                byte[] expected = found.clone();
                to.scatter(from.gather(memory, fromCount), expected);
                rank.self().sendRecv(memory, fromCount, from.type(), 0, 0, found, toCount, to.type(), 0, 0);
                Check.sameBytes(expected, found, () -> from.name() + " to " + to.name());
            }
        }
    }

    private static void partial(Rank rank) {
        Intracomm comm = rank.comm();
        Datatype pair = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
        pair.commit();
        if (comm.getRank() == 0) {
            comm.send(new int[7], 7, MPI.INT, 1, 0);
            comm.send(new byte[12 + 4], 16, MPI.BYTE, 1, 1);
            comm.send(new byte[12 + 5], 17, MPI.BYTE, 1, 2);
            comm.send(new byte[0], 0, MPI.BYTE, 1, 3);
        } else {
            byte[] room = new byte[1000];
            Status ints = comm.recv(room, 100, MPI.INT, 0, 0);
            Check.equal(7, ints.getCount(MPI.INT), "ints");
            Check.equal(28, ints.getCount(MPI.BYTE), "bytes");
            Check.equal(MPI.UNDEFINED, ints.getCount(MPI.DOUBLE), "doubles");
            Check.equal(MPI.UNDEFINED, ints.getElements(MPI.DOUBLE), "doubles as elements");
            Status whole = comm.recv(room, 10, pair, 0, 1);
            Check.equal(MPI.UNDEFINED, whole.getCount(pair), "pairs, of one and an int");
            Check.equal(3, whole.getElements(pair), "basic elements of one pair and an int");
            Status broken = comm.recv(room, 10, pair, 0, 2);
            Check.equal(MPI.UNDEFINED, broken.getElements(pair), "elements where an int is cut");
            Status none = comm.recv(room, 10, pair, 0, 3);
            Check.equal(0, none.getCount(pair), "count of nothing");
            Check.equal(0, none.getElements(pair), "elements of nothing");
        }
    }

    private static void freed(Rank rank) {
        Intracomm comm = rank.comm();
        Datatype type = Datatype.createVector(rank.sizes().large(), 1, 2, MPI.BYTE);
        type.commit();
        byte[] memory = Pattern.bytes(2 * rank.sizes().large(), 5);
        if (comm.getRank() == 0) {
            Request request = comm.iSend(memory, 1, type, 1, 0);
            type.free();
            request.waitFor();
        } else {
            byte[] found = new byte[memory.length];
            Request request = comm.iRecv(found, 1, type, 0, 0);
            type.free();
            request.waitFor();
            for (int i = 0; i < memory.length; i++) {
                Check.equal(i % 2 == 0 ? memory[i] : 0, found[i], "byte " + i);
            }
        }
    }

    private static void columns(Rank rank) {
        Intracomm comm = rank.comm();
        for (int n : new int[] {1, 2, 30, 300}) {
            Datatype column = Datatype.createVector(n, 1, n, MPI.DOUBLE);
            column.commit();
            double[] matrix = new double[n * n];
            if (comm.getRank() == 0) {
                Arrays.setAll(matrix, i -> i);
                for (int c = 0; c < n; c++) {
                    comm.send(MPI.slice(matrix, c), 1, column, 1, c);
                }
            } else {
                for (int c = 0; c < n; c++) {
                    // A column becomes a row.
                    comm.recv(MPI.slice(matrix, c * n), n, MPI.DOUBLE, 0, c);
                }
                for (int i = 0; i < n * n; i++) {
                    Check.that(matrix[i] == i % n * n + i / n, "transposed element " + i);
                }
            }
        }
    }

    private static void struct(Rank rank) {
        Intracomm comm = rank.comm();
        Datatype type = Datatype.createStruct(
                new int[] {1, 3, 1}, new int[] {0, 8, 16}, new Datatype[] {MPI.LONG, MPI.SHORT, MPI.DOUBLE});
        type.commit();
        int count = 5000;
        byte[] memory = new byte[24 * count];
        MemorySegment view = MemorySegment.ofArray(memory);
        if (comm.getRank() == 0) {
            for (int i = 0; i < count; i++) {
                view.set(ValueLayout.JAVA_LONG_UNALIGNED, 24L * i, i);
                for (int k = 0; k < 3; k++) {
                    view.set(ValueLayout.JAVA_SHORT_UNALIGNED, 24L * i + 8 + 2 * k, (short) (i + k));
                }
                view.set(ValueLayout.JAVA_SHORT_UNALIGNED, 24L * i + 14, (short) -1);
                view.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 24L * i + 16, i / 2.0);
            }
            comm.send(memory, count, type, 1, 0);
        } else {
            comm.recv(memory, count, type, 0, 0);
            for (int i = 0; i < count; i++) {
                Check.equal(i, view.get(ValueLayout.JAVA_LONG_UNALIGNED, 24L * i), "long " + i);
                for (int k = 0; k < 3; k++) {
                    short found = view.get(ValueLayout.JAVA_SHORT_UNALIGNED, 24L * i + 8 + 2 * k);
                    Check.equal((short) (i + k), found, "short " + k + " of " + i);
                }
                Check.equal(0, view.get(ValueLayout.JAVA_SHORT_UNALIGNED, 24L * i + 14), "the gap of " + i);
                Check.that(view.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 24L * i + 16) == i / 2.0, "double " + i);
            }
        }
    }

    /** Each message takes three shorts, from the slice's first element on downwards: 4, 2 and 0. */
    private static void beforeSlice(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Datatype down = Datatype.createVector(3, 1, -2, MPI.SHORT);
        down.commit();
        List<Supplier<ShortBuffer>> kinds = List.of(
                () -> MPI.slice(new short[7], 4),
                () -> MPI.slice(ShortBuffer.allocate(7), 4),
                () -> MPI.slice(ShortBuffer.wrap(new short[9], 2, 7).slice(), 4),
                () -> MPI.slice(rank.newByteBuffer(14).asShortBuffer(), 4),
                () -> rank.newByteBuffer(100)
                        .slice(50, 50)
                        .order(ByteOrder.nativeOrder())
                        .asShortBuffer());
        for (Supplier<ShortBuffer> kind : kinds) {
            ShortBuffer mine = kind.get();
            short[] three = new short[3];
            if (comm.getRank() == 0) {
                comm.send(new short[] {5, 6, 7}, 3, MPI.SHORT, 1, 0);
                comm.recv(mine, 1, down, 1, 1);
                comm.sendRecvReplace(mine, 1, down, 1, 2, 1, 2);
                comm.send(mine, 1, down, 1, 3);
                comm.bcast(mine, 1, down, 0);
                Request request = comm.iSend(mine, 1, down, 1, 4);
                request.waitFor();
            } else {
                comm.recv(mine, 1, down, 0, 0);
                comm.send(mine, 1, down, 0, 1);
                Check.equal(5, mine.get(0), "the first short");
                comm.recv(three, 3, MPI.SHORT, 0, 2);
                Check.equal(new short[] {5, 6, 7}, three, "what was sent");
                comm.send(new short[] {8, 9, 10}, 3, MPI.SHORT, 0, 2);
                comm.recv(three, 3, MPI.SHORT, 0, 3);
                Check.equal(new short[] {8, 9, 10}, three, "what replaced it");
                comm.bcast(three, 3, MPI.SHORT, 0);
                comm.recv(mine, 1, down, 0, 4);
                byte[] packed = new byte[6];
                comm.pack(mine, 1, down, packed, 0);
                comm.unpack(packed, 0, three, 3, MPI.SHORT);
                Check.equal(new short[] {8, 9, 10}, three, "what was packed");
            }
        }
        short[] array = {1, 2, 3, 4, 5, 6, 7};
        if (comm.getRank() == 0) {
            comm.send(MPI.slice(array, 4), 1, down, 1, 0);
        } else {
            short[] found = new short[7];
            comm.recv(MPI.slice(found, 5), 1, down, 0, 0);
            Check.equal(new short[] {0, 1, 0, 3, 0, 5, 0}, found, "places in the array");
        }
    }

    private static void beforeBuffer(Rank rank) throws Exception {
        Datatype type = Datatype.createIndexed(new int[] {1, 1}, new int[] {-1, 0}, MPI.INT);
        type.commit();
        ByteBuffer direct = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
        for (Object buffer : new Object[] {
            new int[4],
            MPI.slice(new int[4], 0),
            MPI.slice(rank.newByteBuffer(16).asIntBuffer(), 0),
            MPI.slice(direct.asIntBuffer(), 2),
            MemorySegment.ofArray(new int[4]).asSlice(8),
            ByteBuffer.wrap(new byte[16]).slice(8, 8).asReadOnlyBuffer()
        }) {
            for (Check.Action action : new Check.Action[] {
                () -> rank.self().iRecv(buffer, 1, type, 0, 1),
                () -> rank.self().recv(buffer, 1, type, 0, 1),
                () -> rank.self().send(buffer, 1, type, 0, 1),
                () -> rank.self().sendRecv(new int[2], 2, MPI.INT, 0, 1, buffer, 1, type, 0, 1),
                () -> rank.self().sendRecvReplace(buffer, 1, type, 0, 1, 0, 1),
                () -> rank.self().bcast(buffer, 1, type, 0)
            }) {
                Check.error(MPI.ERR_BUFFER, action, "4 bytes before", "MPI.newByteBuffer", "INT");
            }
        }
        Check.that(rank.self().iProbe(0, 1) == null, "nothing was sent");
    }
}
