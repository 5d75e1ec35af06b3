package org.bipj.launch.seeing.timeline;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * What a rank has done in all, by names: three numbers for each operation, for each peer and for each size of messages. They are memory
 * of a file, which a rank that is killed leaves behind; all threads of the rank add to them. All numbers in the byte order of the machine:
 *
 * <pre>
 *  NAME.totals:
 *      0  long   MAGIC
 *      8  long   rows
 *     16  long   1 once Finalize has begun: nothing is added any more
 *     24  long   when Init ended, ns
 *     32  long   when Finalize began, ns
 *
 *  row n, from 1, at 128 n:
 *      0  long   times
 *      8  long   bytes
 *     16  long   ns
 *     24  int    number of its kind
 *     28  int    bytes of its name
 *     32  bytes  its name
 * </pre>
 */
public final class RankTotals {
    /** Ends the name of the file. */
    public static final String FILE = ".totals";

    /** Bytes of a row, and of the head. */
    static final int ROW = 128;

    /** Bytes of the file. */
    static final long BYTES = 1 << 21;

    /** Rows that are read; behind them is one for what finds no room. */
    private static final int MOST_ROWS = (int) (BYTES / ROW) - 2;

    /** Rows for which room is taken at a time, in blocks of the disk. */
    private static final int STEP = 1 << 9;

    private static final long MAGIC = 0x4249504A544F0001L;
    private static final int ROWS = 8;
    private static final int OVER = 16;
    private static final int BEGIN = 24;
    private static final int END = 32;
    private static final int KIND = 24;
    private static final int LENGTH = 28;
    private static final int NAME = 32;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final VarHandle COUNT = ValueLayout.JAVA_LONG.varHandle();

    private static final int ALONE = 0;
    private static final int SHARED = 1;
    private static final int ENDED = 2;

    /** Null: it is only read. */
    private final Path file;

    private final MemorySegment memory;
    private final Map<String, Integer> rows = new HashMap<>();
    private boolean isFull;
    /** Whether one thread adds at a time, several do, or none any more. */
    private volatile int state;

    /** What a row counts. */
    public enum Kind {
        /** Calls of an operation, the bytes that they name, and their time. */
        CALL,
        /** Messages of the program to a peer. */
        MESSAGE,
        /** One-sided operations that write into memory of a peer. */
        PUT,
        /** One-sided operations that read there. */
        GET,
        /** Messages whose size has so many bits. */
        SIZE;

        /** True if names are those of ranks. */
        public boolean hasPeer() {
            return this != CALL && this != SIZE;
        }
    }

    /** Takes a row. */
    public interface Reader {
        void row(Kind kind, String name, long times, long bytes, long nanos);
    }

    /** The rows of a kind, by numbers that stand for their names. */
    static final class Rows {
        private final RankTotals of;
        private final Kind kind;
        private final IntFunction<String> names;
        private int[] known = new int[64];

        Rows(RankTotals of, Kind kind, IntFunction<String> names) {
            this.of = of;
            this.kind = kind;
            this.names = names;
        }

        /** Adds one time, and so much. */
        void add(int number, long bytes, long nanos) {
            int[] all = known;
            int row = number < all.length ? all[number] : 0;
            of.add(row != 0 ? row : find(number), bytes, nanos);
        }

        private int find(int number) {
            synchronized (of) {
                if (number >= known.length) {
                    known = Arrays.copyOf(known, 2 * number);
                }
                known[number] = of.row(kind, names.apply(number));
                return known[number];
            }
        }

        /** A number stands for another name from now on. */
        void forget(int number) {
            synchronized (of) {
                if (number < known.length) {
                    known[number] = 0;
                }
            }
        }
    }

    private RankTotals(MemorySegment memory, Path file) {
        this.memory = memory;
        this.file = file;
    }

    /**
     * Begins a file.
     *
     * @throws java.nio.file.FileAlreadyExistsException if another rank of this name has one
     * @throws IOException if there is no room
     */
    static RankTotals open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (!FileRoom.take(file, 0, STEP * ROW) || !FileRoom.take(file, BYTES - ROW, ROW)) {
                throw new IOException("there is no room for " + STEP * ROW + " bytes");
            }
            MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto());
            memory.set(LONG, 0, MAGIC);
            return new RankTotals(memory, file);
        }
    }

    // ---- counting ------------------------------------------------------------------------------------------------

    /** Several threads add at a time from now on. */
    synchronized void share() {
        state = Math.max(state, SHARED);
    }

    synchronized void begun(long now) {
        memory.set(LONG, BEGIN, now);
    }

    synchronized void ended(long now) {
        if (state != ENDED) {
            state = ENDED;
            memory.set(LONG, END, now);
            memory.set(LONG, OVER, 1);
        }
    }

    private void add(int row, long bytes, long nanos) {
        if (state == ALONE) {
            plus(row, bytes, nanos);
            return;
        }
        synchronized (this) {
            if (state != ENDED) {
                plus(row, bytes, nanos);
            }
        }
    }

    private void plus(int row, long bytes, long nanos) {
        long at = (long) ROW * row;
        memory.set(LONG, at, memory.get(LONG, at) + 1);
        memory.set(LONG, at + 8, memory.get(LONG, at + 8) + bytes);
        if (nanos != 0) {
            memory.set(LONG, at + 16, memory.get(LONG, at + 16) + nanos);
        }
    }

    private synchronized int row(Kind kind, String name) {
        return rows.computeIfAbsent(kind + name, key -> define(kind, name));
    }

    private int define(Kind kind, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, ROW - NAME);
        int row = (int) memory.get(LONG, ROWS) + 1;
        boolean hasRoom = row <= MOST_ROWS
                && (row % STEP != 0
                        || FileRoom.take(file, (long) ROW * row, Math.min(STEP, MOST_ROWS + 1 - row) * ROW));
        if (!hasRoom) {
            if (!isFull) {
                isFull = true;
                System.err.println("mpirun: recording: " + file + " has no room for more than " + (row - 1)
                        + " peers and operations: what the rank does with others is not counted");
            }
            return MOST_ROWS + 1;
        }
        long at = (long) ROW * row;
        memory.set(INT, at + KIND, kind.ordinal());
        memory.set(INT, at + LENGTH, length);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, at + NAME, length);
        COUNT.setRelease(memory, (long) ROWS, (long) row);
        return row;
    }

    // ---- reading -------------------------------------------------------------------------------------------------

    /** What a rank has left behind; a file that is none has no rows. */
    public static RankTotals of(MemorySegment file) {
        return new RankTotals(file, null);
    }

    /** As {@link #of(MemorySegment)}. */
    public static RankTotals read(Path file) throws IOException {
        try (FileChannel in = FileChannel.open(file)) {
            return of(in.map(FileChannel.MapMode.READ_ONLY, 0, in.size(), Arena.ofAuto()));
        }
    }

    private int rows() {
        boolean isWhole = memory.byteSize() >= ROW && memory.get(LONG, 0) == MAGIC;
        return isWhole ? (int) Math.clamp(memory.get(LONG, ROWS), 0, memory.byteSize() / ROW - 1) : 0;
    }

    /** Bytes of the file up to its last row. */
    long used() {
        return (1L + rows()) * ROW;
    }

    /** True for a rank that has begun to finalise MPI. */
    public boolean isOver() {
        return memory.byteSize() >= ROW && memory.get(LONG, OVER) != 0;
    }

    /** Nanoseconds from the end of Init to the beginning of Finalize. */
    public long nanos() {
        return memory.get(LONG, END) - memory.get(LONG, BEGIN);
    }

    /** Passes all rows to which something was added. */
    public void forEach(Reader reader) {
        for (int row = 1; row <= rows(); row++) {
            long at = (long) ROW * row;
            int kind = memory.get(INT, at + KIND);
            long times = memory.get(LONG, at);
            byte[] name = new byte[Math.clamp(memory.get(INT, at + LENGTH), 0, ROW - NAME)];
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + NAME, name, 0, name.length);
            if (times > 0 && kind >= 0 && kind < Kind.values().length) {
                reader.row(
                        Kind.values()[kind],
                        new String(name, StandardCharsets.UTF_8),
                        times,
                        memory.get(LONG, at + 8),
                        memory.get(LONG, at + 16));
            }
        }
    }
}
