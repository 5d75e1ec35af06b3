package org.bipj.mpi.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpi.Count;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpi.Win;

/** More than 2^31 bytes at once, in 4.3 GB of memory for each rank: for the deep profile. */
public final class HugeMessageSuite extends Suite {
    /** No multiple of what messages are cut into. */
    private static final long BYTES = (1L << 31) + 13;

    private static final Count ALL = new Count(BYTES);

    /** Adds the cases. */
    public HugeMessageSuite() {
        add("a message", 2, HugeMessageSuite::message);
        add("a non-blocking message", 2, HugeMessageSuite::nonBlocking);
        add("a broadcast", 2, HugeMessageSuite::broadcast);
        add("blocks of all ranks", 2, HugeMessageSuite::allGather);
        add("a reduction", 2, HugeMessageSuite::reduction);
        add("a reduction whose result is dealt out", 2, HugeMessageSuite::reduceScatter);
        add("a put", 2, HugeMessageSuite::put);
        add("a file", 1, HugeMessageSuite::file);
    }

    /** What is done with memory. */
    private interface Use {
        void with(Arena arena) throws Exception;
    }

    private static void memory(Use use) throws Exception {
        try (Arena arena = Arena.ofShared()) {
            use.with(arena);
        }
    }

    private static long value(long place, long seed) {
        return (place + seed) * 0x9E3779B97F4A7C15L;
    }

    private static void fill(MemorySegment memory, long from, long bytes, long seed) {
        for (long at = 0; at + 8 <= bytes; at += 8) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, from + at, value(at, seed));
        }
        for (long at = bytes & -8; at < bytes; at++) {
            memory.set(ValueLayout.JAVA_BYTE, from + at, (byte) (at + seed));
        }
    }

    private static void check(MemorySegment memory, long from, long bytes, long seed) {
        for (long at = 0; at + 8 <= bytes; at += 8) {
            if (memory.get(ValueLayout.JAVA_LONG_UNALIGNED, from + at) != value(at, seed)) {
                throw new AssertionError("wrong data at byte " + at + " of " + bytes);
            }
        }
        for (long at = bytes & -8; at < bytes; at++) {
            Check.equal((byte) (at + seed), memory.get(ValueLayout.JAVA_BYTE, from + at), "byte " + at);
        }
    }

    private static void message(Rank rank) throws Exception {
        memory(arena -> {
            MemorySegment data = arena.allocate(BYTES);
            Intracomm comm = rank.comm();
            if (comm.getRank() == 0) {
                fill(data, 0, BYTES, 3);
                comm.send(data, ALL, MPI.BYTE, 1, 0);
            } else {
                Status status = comm.recv(data, ALL, MPI.BYTE, 0, 0);
                Check.equal(BYTES, status.getCountX(MPI.BYTE).getCount(), "count");
                Check.equal(MPI.UNDEFINED, status.getCount(MPI.BYTE), "count as an int");
                check(data, 0, BYTES, 3);
            }
        });
    }

    private static void nonBlocking(Rank rank) throws Exception {
        memory(arena -> {
            MemorySegment data = arena.allocate(BYTES);
            Intracomm comm = rank.comm();
            if (comm.getRank() == 0) {
                fill(data, 0, BYTES, 4);
                comm.isSend(data, ALL, MPI.BYTE, 1, 0).waitFor();
            } else {
                Request request = comm.iRecv(data, ALL, MPI.BYTE, 0, 0);
                request.waitFor();
                check(data, 0, BYTES, 4);
            }
        });
    }

    private static void broadcast(Rank rank) throws Exception {
        memory(arena -> {
            MemorySegment data = arena.allocate(BYTES);
            if (rank.rank() == 1) {
                fill(data, 0, BYTES, 5);
            }
            rank.comm().bcast(data, ALL, MPI.BYTE, 1);
            check(data, 0, BYTES, 5);
            rank.comm().barrier();
        });
    }

    private static void allGather(Rank rank) throws Exception {
        long half = BYTES / 2 + 1;
        memory(arena -> {
            MemorySegment data = arena.allocate(2 * half);
            int me = rank.rank();
            fill(data, me * half, half, 6 + me);
            rank.comm().allGather(data, new Count(half), MPI.BYTE);
            check(data, 0, half, 6);
            check(data, half, half, 7);
            rank.comm().barrier();
        });
    }

    private static void reduction(Rank rank) throws Exception {
        memory(arena -> {
            MemorySegment data = arena.allocate(BYTES);
            data.fill((byte) (rank.rank() + 1));
            rank.comm().allReduce(data, ALL, MPI.BYTE, MPI.SUM);
            all(data, BYTES, (byte) 3);
        });
    }

    private static void all(MemorySegment data, long bytes, byte expected) {
        for (long at = 0; at < bytes; at++) {
            if (data.get(ValueLayout.JAVA_BYTE, at) != expected) {
                throw new AssertionError("byte " + at + " is " + data.get(ValueLayout.JAVA_BYTE, at));
            }
        }
    }

    private static void reduceScatter(Rank rank) throws Exception {
        long half = BYTES / 2 + 1;
        memory(arena -> {
            MemorySegment data = arena.allocate(2 * half);
            int me = rank.rank();
            data.asSlice(0, half).fill((byte) (me + 1));
            data.asSlice(half).fill((byte) (me + 10));
            rank.comm().reduceScatterBlock(data, new Count(half), MPI.BYTE, MPI.SUM);
            all(data, half, (byte) (me == 0 ? 3 : 21));
            data.asSlice(0, half).fill((byte) (me + 1));
            data.asSlice(half).fill((byte) (me + 10));
            Count[] counts = {new Count(13), new Count(BYTES - 13)};
            rank.comm().reduceScatter(data, counts, MPI.BYTE, MPI.SUM);
            Check.equal(3, data.get(ValueLayout.JAVA_BYTE, 0), "the first byte");
            long end = me == 0 ? 12 : BYTES - 14;
            Check.equal(me == 0 ? 3 : 21, data.get(ValueLayout.JAVA_BYTE, end), "the last byte");
        });
    }

    private static void put(Rank rank) throws Exception {
        memory(arena -> {
            Intracomm comm = rank.comm();
            MemorySegment data = arena.allocate(BYTES);
            MemorySegment window = arena.allocate(BYTES + 8);
            Win win = new Win(window, new Count(BYTES + 8), 1, MPI.INFO_NULL, comm);
            fill(data, 0, BYTES, 8 + comm.getRank());
            win.fence(0);
            win.put(data, ALL, MPI.BYTE, 1 - comm.getRank(), new Count(5), ALL, MPI.BYTE);
            win.fence(0);
            check(window, 5, BYTES, 9 - comm.getRank());
            byte[] last = new byte[1];
            win.get(last, new Count(1), MPI.BYTE, 1 - comm.getRank(), new Count(BYTES + 4), new Count(1), MPI.BYTE);
            win.fence(0);
            Check.equal(data.get(ValueLayout.JAVA_BYTE, BYTES - 1), last[0], "behind 2^31 bytes");
            win.free();
        });
    }

    private static void file(Rank rank) throws Exception {
        memory(arena -> SharedFile.use(rank, path -> {
            MemorySegment data = arena.allocate(BYTES);
            fill(data, 0, BYTES, 10);
            try (File file = new File(rank.comm(), path.toString(), MPI.MODE_CREATE | MPI.MODE_RDWR)) {
                file.writeAt(3, data, ALL, MPI.BYTE);
                data.fill((byte) 0);
                Status status = file.readAt(3, data, ALL, MPI.BYTE);
                Check.equal(BYTES, status.getCountX(MPI.BYTE).getCount(), "count");
            }
            check(data, 0, BYTES, 10);
        }));
    }
}
