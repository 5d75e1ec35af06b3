package org.bipj.core.replay;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.bipj.core.file.Interrupts;

/**
 * The order in which ranks have had their turns at one place, such as the lock of a window at one target. All ranks that have turns
 * there map the same file.
 *
 * <pre>
 *    0  turns, long
 *    8  1 while a rank has its turn, long
 *   64  by turn: the rank + 1, short
 * </pre>
 */
public final class TurnFile {
    private static final long LOCK = 8;
    private static final long TURNS = 64;
    /** Turns that are recorded; later ones are not. */
    private static final int MOST = 1 << 20;

    private static final long BYTES = TURNS + (long) MOST * Short.BYTES;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final MemorySegment memory;

    private TurnFile(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Opens the file of a place, for a rank that has turns there.
     *
     * @throws IOException if it cannot be made or read
     */
    public static TurnFile open(ChoiceFolder folder, String place) throws IOException {
        return Interrupts.keep(() -> map(folder, place));
    }

    private static TurnFile map(ChoiceFolder folder, String place) throws IOException {
        Path file = folder.path().resolve(place);
        if (folder.isReplayed()) {
            if (!Files.exists(file)) {
                return new TurnFile(MemorySegment.ofArray(new long[(int) TURNS / Long.BYTES]));
            }
            try (FileChannel channel = FileChannel.open(file)) {
                MemorySegment turns = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
                if (turns.byteSize() < TURNS
                        || turns.byteSize()
                                < TURNS + Math.min(turns.get(ValueLayout.JAVA_LONG, 0), MOST) * Short.BYTES) {
                    throw new IOException(file + " is cut short");
                }
                return new TurnFile(turns);
            }
        }
        try (FileChannel made = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (folder.path().toFile().getUsableSpace() < BYTES) {
                // A page that finds no room when it is first written would end the rank.
                throw new IOException("no room for " + BYTES + " bytes");
            }
            return new TurnFile(made.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto()));
        } catch (FileAlreadyExistsException e) {
            // Another rank was first.
            try (FileChannel there = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return new TurnFile(there.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto()));
            }
        }
    }

    // ---- recording -------------------------------------------------------------------------------------------------

    /** A rank begins a turn, unless another one has one: then false. */
    public boolean tryBegin() {
        return (boolean) LONG.compareAndSet(memory, LOCK, 0L, 1L);
    }

    /** The turn of a rank has been; between {@link #tryBegin} and {@link #end}. */
    public void add(int rank) {
        set((long) LONG.getVolatile(memory, 0L), rank);
    }

    /** A rank has had a turn with a number. */
    public void set(long turn, int rank) {
        if (turn < MOST) {
            memory.set(ValueLayout.JAVA_SHORT, TURNS + turn * Short.BYTES, (short) (rank + 1));
        }
        long ignored = (long) LONG.getAndAdd(memory, 0L, 1L);
    }

    /** The turn has ended. */
    public void end() {
        LONG.setRelease(memory, LOCK, 0L);
    }

    // ---- replaying -------------------------------------------------------------------------------------------------

    /** True if a rank has this turn, or whoever comes, behind the last one. */
    public boolean isTurnOf(int rank, long turn) {
        return turn >= Math.min(memory.get(ValueLayout.JAVA_LONG, 0), MOST)
                || (memory.get(ValueLayout.JAVA_SHORT, TURNS + turn * Short.BYTES) & 0xffff) == rank + 1;
    }
}
