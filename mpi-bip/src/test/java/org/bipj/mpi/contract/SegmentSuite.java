package org.bipj.mpi.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongFunction;
import mpi.Comm;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;

/** Memory segments, heap and native ones, wherever a method takes a buffer; those that are read-only as results. */
public final class SegmentSuite extends Suite {
    private static final int INTS = 6;
    private static final int TAG = 9;

    /** Segments of a kind, of so many bytes. */
    private static final List<LongFunction<MemorySegment>> KINDS = List.of(
            bytes -> MemorySegment.ofArray(new byte[(int) bytes]),
            bytes -> MemorySegment.ofArray(new int[(int) bytes / 4]),
            bytes -> MemorySegment.ofArray(new int[(int) bytes / 4 + 3]).asSlice(8, bytes),
            bytes -> Arena.ofAuto().allocate(bytes, 8));

    /** Something that fills a buffer of so many ints with numbers from 1 on. */
    private interface Filling {
        void fill(Object buffer) throws Exception;
    }

    /** Adds the cases. */
    public SegmentSuite() {
        add("messages", 1, rank -> {
            Comm comm = rank.comm();
            check(buffer -> {
                Request send = comm.iSend(numbers(), INTS, MPI.INT, 0, TAG);
                try {
                    comm.recv(buffer, INTS, MPI.INT, 0, TAG);
                } finally {
                    drain(comm, send);
                }
            });
            check(buffer -> {
                Request send = comm.iSend(numbers(), INTS, MPI.INT, 0, TAG);
                try {
                    comm.iRecv(buffer, INTS, MPI.INT, 0, TAG).waitFor();
                } finally {
                    drain(comm, send);
                }
            });
            check(buffer -> comm.sendRecv(numbers(), INTS, MPI.INT, 0, TAG, buffer, INTS, MPI.INT, 0, TAG));
            check(buffer -> {
                try (Prequest receive = comm.recvInit(buffer, INTS, MPI.INT, 0, TAG)) {
                    receive.start();
                    comm.send(numbers(), INTS, MPI.INT, 0, TAG);
                }
            });
            check(buffer -> {
                Request send = comm.iSend(numbers(), INTS, MPI.INT, 0, TAG);
                Message message = new Message();
                message.mProbe(0, TAG, comm);
                try {
                    message.mRecv(buffer, INTS, MPI.INT);
                } finally {
                    if (!message.isNull()) {
                        message.mRecv(new int[INTS], INTS, MPI.INT);
                    }
                    send.waitFor();
                }
            });
        });
        add("memory of a closed arena: nothing is sent, and the next message is", 2, rank -> {
            Comm comm = rank.comm();
            comm.setErrhandler(MPI.ERRORS_RETURN);
            int other = 1 - comm.getRank();
            Check.error(MPI.ERR_BUFFER, () -> comm.send(closed(), INTS, MPI.INT, other, TAG), "closed");
            Check.error(MPI.ERR_BUFFER, () -> comm.sSend(closed(), INTS, MPI.INT, other, TAG), "closed");
            int[] got = new int[INTS];
            comm.sendRecv(numbers(), INTS, MPI.INT, other, TAG, got, INTS, MPI.INT, other, TAG);
            Check.equal(new int[] {1, 2, 3, 4, 5, 6}, got, "the only message");
        });
        add("packing", 1, SegmentSuite::packing);
        add("collective operations", 1, rank -> {
            Intracomm comm = rank.comm();
            check(buffer -> comm.gather(numbers(), INTS, MPI.INT, buffer, INTS, MPI.INT, 0));
            check(buffer -> comm.allToAll(numbers(), INTS, MPI.INT, buffer, INTS, MPI.INT));
            check(buffer -> comm.allReduce(numbers(), buffer, INTS, MPI.INT, MPI.SUM));
            check(buffer ->
                    comm.iAllReduce(numbers(), buffer, INTS, MPI.INT, MPI.SUM).waitFor());
            check(buffer -> comm.scan(numbers(), buffer, INTS, MPI.INT, MPI.MAX));
            check(buffer -> Comm.reduceLocal(numbers(), buffer, INTS, MPI.INT, MPI.MAX));
        });
        add("windows", 1, SegmentSuite::windows);
        add("an arena is closed under a receive or a send", 2, SegmentSuite::closed);
        add(
                "files",
                1,
                rank -> SharedFile.use(rank, path -> {
                    try (File file = new File(rank.comm(), path.toString(), MPI.MODE_RDWR | MPI.MODE_CREATE)) {
                        file.write(numbers(), INTS, MPI.INT);
                        check(buffer -> file.readAt(0, buffer, INTS, MPI.INT));
                        check(buffer -> file.readAtAll(0, buffer, INTS, MPI.INT));
                        check(buffer -> file.iReadAt(0, buffer, INTS, MPI.INT).waitFor());
                    }
                }));
    }

    /** The operation fails, at its own end; other messages of the same ranks pass. */
    private static void closed(Rank rank) throws Exception {
        Comm comm = rank.comm();
        int[] token = {1};
        for (int size : rank.sizes().all()) {
            if (size == 0) {
                continue;
            }
            byte[] data = new byte[size];
            if (comm.getRank() == 1) {
                comm.recv(token, 1, MPI.INT, 0, TAG);
                comm.send(data, size, MPI.BYTE, 0, 1);
                comm.recv(data, size, MPI.BYTE, 0, 2);
                comm.send(token, 1, MPI.INT, 0, TAG);
                continue;
            }
            Arena mine = Arena.ofShared();
            Request receive = comm.iRecv(mine.allocate(size), size, MPI.BYTE, 1, 1);
            Request send = comm.isSend(mine.allocate(size), size, MPI.BYTE, 1, 2);
            MemorySegment late = mine.allocate(size);
            ByteBuffer view = late.asByteBuffer();
            mine.close();
            comm.send(token, 1, MPI.INT, 1, TAG);
            comm.recv(token, 1, MPI.INT, 1, TAG);
            Check.error(MPI.ERR_BUFFER, send::waitFor, "Request.waitFor", "rank 0", "arena");
            Check.error(MPI.ERR_BUFFER, receive::waitFor, "Request.waitFor", "rank 0", "arena");
            Check.error(MPI.ERR_BUFFER, () -> comm.send(late, size, MPI.BYTE, 1, 3), "send", "rank 0", "closed");
            Check.error(MPI.ERR_BUFFER, () -> comm.recv(late, size, MPI.BYTE, 1, 3), "recv", "rank 0", "closed");
            Check.error(MPI.ERR_BUFFER, () -> comm.recv(view, size, MPI.BYTE, 1, 3), "recv", "closed");
        }
    }

    /** Receives what a receive with a wrong buffer has left. */
    private static void drain(Comm comm, Request send) {
        if (comm.iProbe(0, TAG) != null) {
            comm.recv(new int[INTS], INTS, MPI.INT, 0, TAG);
        }
        send.waitFor();
    }

    /** The numbers to be sent, in a read-only segment: a sender does not write. */
    private static MemorySegment numbers() {
        return MemorySegment.ofArray(new int[] {1, 2, 3, 4, 5, 6}).asReadOnly();
    }

    private static void check(Filling filling) throws Exception {
        for (LongFunction<MemorySegment> kind : KINDS) {
            MemorySegment segment = kind.apply(4 * INTS);
            filling.fill(segment);
            checkNumbers(segment);
            MemorySegment fixed = kind.apply(4 * INTS).asReadOnly();
            Check.error(MPI.ERR_BUFFER, () -> filling.fill(fixed), "read-only");
        }
        Check.error(MPI.ERR_BUFFER, () -> filling.fill(closed()), "closed");
    }

    private static MemorySegment closed() {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(4 * INTS, 8);
        }
    }

    private static void checkNumbers(MemorySegment segment) {
        for (int i = 0; i < INTS; i++) {
            Check.equal(i + 1, segment.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i), "int " + i);
        }
    }

    private static void packing(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        for (LongFunction<MemorySegment> kind : KINDS) {
            MemorySegment packed = kind.apply(4 * INTS + 8);
            long end = comm.pack(numbers(), INTS, MPI.INT, packed, 4);
            Check.equal(4 + 4 * INTS, end, "position after the data");
            check(buffer -> Check.equal(end, comm.unpack(packed, 4, buffer, INTS, MPI.INT), "position"));
            check(buffer -> {
                byte[] bytes = new byte[4 * INTS];
                comm.pack(numbers(), INTS, MPI.INT, bytes, 0);
                comm.unpack(bytes, 0, buffer, INTS, MPI.INT);
            });
            Check.error(
                    MPI.ERR_BUFFER,
                    () -> comm.pack(numbers(), INTS, MPI.INT, packed.asReadOnly(), 0),
                    "outbuf is read-only");
            Check.error(
                    MPI.ERR_ARG,
                    () -> comm.pack(numbers(), INTS, MPI.INT, packed, 9),
                    "outbuf has 32 bytes, position is 9; expected 24");
            Check.error(MPI.ERR_ARG, () -> comm.unpack(packed, -1, new int[1], 1, MPI.INT), "position is -1");
        }
        MemorySegment none = null;
        Check.error(MPI.ERR_ARG, () -> comm.pack(numbers(), INTS, MPI.INT, none, 0), "outbuf is null");
        Check.error(MPI.ERR_ARG, () -> comm.unpack(none, 0, new int[1], 1, MPI.INT), "inbuf is null");
    }

    private static void windows(Rank rank) throws Exception {
        for (LongFunction<MemorySegment> kind : KINDS) {
            MemorySegment memory = kind.apply(4 * INTS);
            try (Win win = new Win(memory, 4 * INTS, 1, MPI.INFO_NULL, rank.comm())) {
                win.setErrhandler(MPI.ERRORS_RETURN);
                win.lockAll(0);
                win.put(numbers(), INTS, MPI.INT, 0, 0, INTS, MPI.INT);
                win.flush(0);
                check(buffer -> {
                    win.get(buffer, INTS, MPI.INT, 0, 0, INTS, MPI.INT);
                    win.flush(0);
                });
                check(buffer -> {
                    win.getAccumulate(null, 0, MPI.INT, buffer, INTS, MPI.INT, 0, 0, INTS, MPI.INT, MPI.NO_OP);
                    win.flush(0);
                });
                MemorySegment one = kind.apply(4 * INTS);
                win.fetchAndOp(numbers(), one, MPI.INT, 0, 4, MPI.REPLACE);
                win.flush(0);
                Check.equal(2, one.get(ValueLayout.JAVA_INT_UNALIGNED, 0), "fetched");
                win.compareAndSwap(numbers(), numbers(), one, MPI.INT, 0, 4);
                win.flush(0);
                Check.equal(1, one.get(ValueLayout.JAVA_INT_UNALIGNED, 0), "what was compared");
                MemorySegment result = one.asReadOnly();
                Check.error(
                        MPI.ERR_BUFFER, () -> win.fetchAndOp(numbers(), result, MPI.INT, 0, 0, MPI.SUM), "read-only");
                Check.error(
                        MPI.ERR_BUFFER,
                        () -> win.compareAndSwap(numbers(), numbers(), result, MPI.INT, 0, 0),
                        "read-only");
                win.unlockAll();
            }
            Check.error(
                    MPI.ERR_BUFFER,
                    () -> new Win(memory.asReadOnly(), 4, 1, MPI.INFO_NULL, rank.comm()),
                    "base is read-only");
        }
        Check.error(MPI.ERR_BUFFER, () -> new Win(closed(), 4, 1, MPI.INFO_NULL, rank.comm()), "closed");
    }
}
