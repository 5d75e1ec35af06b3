package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The last sends of a rank, which others of its node can read: who has received something wrong, or finds a message that nobody
 * received, names the line that sent it.
 *
 * <pre>
 * header   number of sends so far | bytes of texts
 * entries  context | destination | tag | text, for the last sends
 * texts    of the calls, each once, as long as there is room
 * </pre>
 *
 * <p>Only its rank writes. A reader may find an entry that is just being replaced; then a line is wrong, but never a verdict.
 */
final class SendLog {
    private static final int ENTRIES = 2048;
    private static final int ENTRY = 16;
    private static final int HEADER = 64;
    private static final int TEXTS = 1 << 15;
    private static final long TEXT = HEADER + (long) ENTRIES * ENTRY;
    private static final int LENGTH = 2;

    /** Bytes that a log needs. */
    static final long SIZE = TEXT + TEXTS;

    private final MemorySegment memory;
    /** Where the texts of this rank's calls are. */
    private final Map<String, Integer> places = new HashMap<>();

    SendLog(MemorySegment memory) {
        this.memory = memory;
    }

    /** What {@link #copy} has copied. */
    static SendLog of(byte[] copy) {
        // An array of long: entries are aligned.
        MemorySegment memory = MemorySegment.ofArray(new long[(int) (SIZE / Long.BYTES)]);
        Inflater inflater = new Inflater();
        try {
            byte[] all = new byte[(int) SIZE];
            inflater.setInput(copy);
            int length = inflater.inflate(all);
            MemorySegment.copy(all, 0, memory, ValueLayout.JAVA_BYTE, 0, length);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("no log of sends", e);
        } finally {
            inflater.end();
        }
        return new SendLog(memory);
    }

    /** The log as bytes: most of it is empty, or says the same again and again. */
    byte[] copy() {
        byte[] all = new byte[(int) SIZE];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, all, 0, all.length);
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            byte[] copy = new byte[2 * all.length];
            deflater.setInput(all);
            deflater.finish();
            return Arrays.copyOf(copy, deflater.deflate(copy));
        } finally {
            deflater.end();
        }
    }

    /** The ranks to which its last sends went. */
    Set<Integer> dests() {
        Set<Integer> dests = new TreeSet<>();
        long number = memory.get(ValueLayout.JAVA_LONG, 0);
        for (long i = Math.max(0, number - ENTRIES); i < number; i++) {
            dests.add(memory.get(ValueLayout.JAVA_INT, HEADER + i % ENTRIES * ENTRY + 4));
        }
        return dests;
    }

    /**
     * Notes a send of the log's own rank.
     *
     * @param place of the call's text
     */
    void add(int context, int dest, int tag, int place) {
        long number = memory.get(ValueLayout.JAVA_LONG, 0);
        long at = HEADER + number % ENTRIES * ENTRY;
        memory.set(ValueLayout.JAVA_INT, at, context);
        memory.set(ValueLayout.JAVA_INT, at + 4, dest);
        memory.set(ValueLayout.JAVA_INT, at + 8, tag);
        memory.set(ValueLayout.JAVA_INT, at + 12, place);
        memory.set(ValueLayout.JAVA_LONG, 0, number + 1);
    }

    /** The place of a text of the log's own rank; -1 if there is no room. */
    int place(String call) {
        return places.computeIfAbsent(call, this::write);
    }

    /** Adds a text; returns its place, or -1 if there is no room. */
    private int write(String call) {
        byte[] bytes = call.getBytes(StandardCharsets.UTF_8);
        int at = memory.get(ValueLayout.JAVA_INT, 8);
        if (bytes.length > Short.MAX_VALUE || at + LENGTH + bytes.length > TEXTS) {
            return -1;
        }
        memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, TEXT + at, (short) bytes.length);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, TEXT + at + LENGTH, bytes.length);
        memory.set(ValueLayout.JAVA_INT, 8, at + LENGTH + bytes.length);
        return at;
    }

    /** The last sends to a rank with a context and a tag, newest first; null in place of a call whose text had no room. */
    List<@Nullable String> last(int context, int dest, int tag, int most) {
        List<@Nullable String> found = new ArrayList<>();
        long number = memory.get(ValueLayout.JAVA_LONG, 0);
        for (long i = number - 1; i >= Math.max(0, number - ENTRIES) && found.size() < most; i--) {
            long at = HEADER + i % ENTRIES * ENTRY;
            if (memory.get(ValueLayout.JAVA_INT, at) == context
                    && memory.get(ValueLayout.JAVA_INT, at + 4) == dest
                    && memory.get(ValueLayout.JAVA_INT, at + 8) == tag) {
                found.add(text(memory.get(ValueLayout.JAVA_INT, at + 12)));
            }
        }
        return found;
    }

    /** A text; null if it had no room. */
    @Nullable
    String text(int place) {
        if (place < 0 || place > TEXTS - LENGTH) {
            return null;
        }
        int length = Math.clamp(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, TEXT + place), 0, TEXTS - LENGTH - place);
        byte[] bytes = new byte[length];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, TEXT + place + LENGTH, bytes, 0, length);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
