package org.bipj.mpi.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Every kind of buffer at either end, short and long, blocking and not: only the bytes matter. */
public final class BufferSuite extends Suite {
    /** Adds the cases. */
    public BufferSuite() {
        add("every kind to every kind, short", 2, rank -> cross(rank, 24));
        add(
                "every kind to every kind, the longest eager message",
                2,
                rank -> cross(rank, rank.sizes().eagerLimit() / 8 * 8));
        add(
                "every kind to every kind, long",
                2,
                rank -> cross(rank, rank.sizes().large() / 8 * 8));
        add("every kind to itself at every size, in its own elements", 2, BufferSuite::sizes);
        add("every kind to oneself", 1, BufferSuite::toSelf);
        add("non-blocking, all kinds at once", 2, BufferSuite::atOnce);
        add("read-only buffers may be sent", 2, BufferSuite::readOnly);
        add("one buffer sent in parts", 2, BufferSuite::parts);
        add("memory of a confined arena, if it is not refused", 2, BufferSuite::confined);
        add("data before slices of buffers whose memory was others' before", 2, BufferSuite::usedAgain);
    }

    /** Data before a slice are found, though the entries of dead buffers may lie between the buffer's begin and the slice. */
    private static void usedAgain(Rank rank) {
        Datatype before = Datatype.createHIndexed(new int[] {1}, new int[] {-40}, MPI.INT);
        before.commit();
        Random random = new Random(rank.rank());
        for (int call = 0; call < 3000; call++) {
            int bytes = 1000 + random.nextInt(20_000);
            Buffer buffer = call % 2 == 0 ? MPI.newByteBuffer(bytes) : MPI.newIntBuffer(bytes / 4);
            int from = buffer.capacity() / 3;
            Buffer slice;
            if (buffer instanceof IntBuffer ints) {
                ints.put(from - 10, call);
                slice = MPI.slice(ints, from);
            } else {
                ((ByteBuffer) buffer).putInt(from - 40, call);
                slice = MPI.slice((ByteBuffer) buffer, from);
            }
            int[] packed = new int[1];
            byte[] room = new byte[4];
            rank.comm().pack(slice, 1, before, room, 0);
            rank.comm().unpack(room, 0, packed, 1, MPI.INT);
            Check.equal(call, packed[0], "in call " + call);
            if (call % 200 == 0) {
                System.gc();
            }
        }
        before.free();
    }

    /** Where other threads move its bytes both ranks get the same refusal, and nothing is sent. */
    private static void confined(Rank rank) {
        Intracomm comm = rank.comm();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        for (int size : rank.sizes().all()) {
            byte[] data = Pattern.bytes(size, size);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(size);
                if (comm.getRank() == 0) {
                    memory.copyFrom(MemorySegment.ofArray(data));
                    comm.send(memory, size, MPI.BYTE, 1, size);
                } else {
                    comm.recv(memory, size, MPI.BYTE, 0, size);
                    Check.sameBytes(data, memory.toArray(ValueLayout.JAVA_BYTE), () -> size + " bytes");
                }
            } catch (MPIException e) {
                Check.equal(MPI.ERR_BUFFER, e.getErrorClass(), "class");
                Check.that(e.getMessage().contains("confined arena"), e.getMessage());
            }
        }
    }

    private static byte[] data(String kind, String other, int bytes) {
        boolean flags = kind.contains("boolean") || other.contains("boolean");
        long seed = kind.hashCode() * 31L + other.hashCode();
        return flags ? Pattern.flags(bytes, seed) : Pattern.bytes(bytes, seed);
    }

    private static void cross(Rank rank, int bytes) {
        Map<String, Buffers.Kind> kinds = Buffers.kinds();
        Intracomm comm = rank.comm();
        Map<String, Buffers.Made> made = new java.util.LinkedHashMap<>();
        kinds.forEach((name, kind) -> made.put(name, kind.apply(rank, bytes)));
        made.forEach((from, source) -> made.forEach((to, target) -> {
            if (comm.getRank() == 0) {
                source.write(data(from, to, bytes));
                comm.send(source.object(), bytes, MPI.BYTE, 1, 0);
            } else {
                target.write(new byte[bytes]);
                comm.recv(target.object(), bytes, MPI.BYTE, 0, 0);
                Check.sameBytes(data(from, to, bytes), target.read(), () -> from + " to " + to);
            }
        }));
    }

    private static void sizes(Rank rank) {
        Intracomm comm = rank.comm();
        Buffers.kinds().forEach((name, kind) -> {
            for (int size : rank.sizes().all()) {
                if (size > 2 * rank.sizes().large()) {
                    continue;
                }
                int room = size + 16 & ~7;
                Buffers.Made made = kind.apply(rank, room);
                int count = size / made.unit();
                int bytes = count * made.unit();
                byte[] data = data(name, "", room);
                if (comm.getRank() == 0) {
                    made.write(data);
                    comm.send(made.object(), count, made.type(), 1, size);
                } else {
                    Check.equal(
                            count,
                            comm.recv(made.object(), count, made.type(), 0, size)
                                    .getCount(made.type()),
                            "count");
                    // Behind the message the buffer is as it was made: zero.
                    byte[] expected = new byte[room];
                    System.arraycopy(data, 0, expected, 0, bytes);
                    Check.sameBytes(expected, made.read(), () -> name + ", " + bytes + " bytes");
                }
            }
        });
    }

    private static void toSelf(Rank rank) {
        for (int bytes : new int[] {24, rank.sizes().large() / 8 * 8}) {
            Buffers.kinds()
                    .forEach((from, kind) -> Buffers.kinds().forEach((to, toKind) -> {
                        Buffers.Made source = kind.apply(rank, bytes);
                        Buffers.Made target = toKind.apply(rank, bytes);
                        source.write(data(from, to, bytes));
                        rank.self()
                                .sendRecv(
                                        source.object(), bytes, MPI.BYTE, 0, 1, target.object(), bytes, MPI.BYTE, 0, 1);
                        Check.sameBytes(data(from, to, bytes), target.read(), () -> from + " to " + to);
                    }));
        }
    }

    private static void atOnce(Rank rank) {
        Intracomm comm = rank.comm();
        for (int bytes : new int[] {40, rank.sizes().large() / 8 * 8}) {
            List<Request> requests = new ArrayList<>();
            Map<String, Buffers.Made> targets = new java.util.LinkedHashMap<>();
            Buffers.kinds().forEach((name, kind) -> {
                Buffers.Made made = kind.apply(rank, bytes);
                int tag = requests.size();
                if (comm.getRank() == 0) {
                    made.write(data(name, "", bytes));
                    requests.add(comm.iSend(made.object(), bytes / made.unit(), made.type(), 1, tag));
                } else {
                    targets.put(name, made);
                    requests.add(comm.iRecv(made.object(), bytes / made.unit(), made.type(), 0, tag));
                }
            });
            Request.waitAll(requests.toArray(new Request[0]));
            targets.forEach((name, made) -> Check.sameBytes(data(name, "", bytes), made.read(), () -> name));
        }
    }

    private static void readOnly(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        for (int bytes : new int[] {40, rank.sizes().large() / 8 * 8}) {
            for (Map.Entry<String, Buffers.Kind> one : Buffers.readOnly().entrySet()) {
                Buffers.Made made = one.getValue().apply(rank, bytes);
                if (made == null) {
                    continue;
                }
                if (comm.getRank() == 0) {
                    made.write(data("", "", bytes));
                    comm.send(made.object(), bytes, MPI.BYTE, 1, 0);
                    Check.error(
                            MPI.ERR_BUFFER,
                            () -> comm.recv(made.object(), bytes, MPI.BYTE, 1, 0),
                            "recv",
                            "rank 0",
                            "read-only");
                    Check.error(MPI.ERR_BUFFER, () -> comm.iRecv(made.object(), bytes, MPI.BYTE, 1, 0), "read-only");
                } else {
                    byte[] room = new byte[bytes];
                    comm.recv(room, bytes, MPI.BYTE, 0, 0);
                    Check.sameBytes(data("", "", bytes), room, one::getKey);
                }
            }
        }
    }

    /** Parts of one array by MPI.slice, received in another order into parts of one direct buffer. */
    private static void parts(Rank rank) {
        Intracomm comm = rank.comm();
        int part = 1001;
        int parts = 7;
        if (comm.getRank() == 0) {
            int[] all = Pattern.ints(part * parts, 1);
            Request[] requests = new Request[parts];
            for (int i = 0; i < parts; i++) {
                requests[i] = comm.iSend(MPI.slice(all, i * part), part, MPI.INT, 1, i);
            }
            Request.waitAll(requests);
        } else {
            java.nio.IntBuffer all = rank.newByteBuffer(4 * part * parts).asIntBuffer();
            for (int i = parts - 1; i >= 0; i--) {
                comm.recv(MPI.slice(all, i * part), part, MPI.INT, 0, i);
            }
            int[] found = new int[part * parts];
            all.get(0, found);
            Check.equal(Pattern.ints(part * parts, 1), found, "all parts");
        }
    }
}
