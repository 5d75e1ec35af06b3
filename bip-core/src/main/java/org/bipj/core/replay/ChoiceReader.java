package org.bipj.core.replay;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bipj.core.file.Interrupts;
import org.bipj.core.replay.ChoiceWord.Call;
import org.jspecify.annotations.Nullable;

/** Reads the choices of a rank, one after the other. */
public final class ChoiceReader {
    private final MemorySegment memory;
    private long at = ChoiceFile.HEADER;
    /** How often the present word has been read of those times that it stands for. */
    private int repeated;

    private long choices;

    private ChoiceReader(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Opens the file of a rank. A rank that has none was ended before it initialised MPI: it has no choices.
     *
     * @throws IOException if it cannot be read, or is none of this format
     */
    public static ChoiceReader open(ChoiceFolder folder, int rank) throws IOException {
        Path file = folder.ofRank(rank);
        if (!Files.exists(file)) {
            return new ChoiceReader(MemorySegment.ofArray(new int[ChoiceFile.HEADER / Integer.BYTES]));
        }
        return new ChoiceReader(Interrupts.keep(() -> map(file)));
    }

    private static MemorySegment map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            MemorySegment memory = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
            if (memory.byteSize() < ChoiceFile.HEADER || memory.get(ChoiceFile.INT, 0) != ChoiceFile.MAGIC) {
                throw new IOException(file + " is no recording");
            }
            int format = memory.get(ChoiceFile.INT, ChoiceFile.FORMAT_AT);
            if (format < ChoiceFile.OLDEST_FORMAT || format > ChoiceFile.FORMAT) {
                throw new IOException(file + " has format " + format + "; expected " + ChoiceFile.OLDEST_FORMAT + " to "
                        + ChoiceFile.FORMAT);
            }
            return memory;
        }
    }

    /**
     * By what algorithms were chosen. All ranks read the same file, so that they choose alike behind the end of some recordings, too.
     *
     * @return null if no rank has initialised MPI
     * @throws IOException if the file cannot be read, or is none of this format
     */
    public static @Nullable CollectiveFacts facts(ChoiceFolder folder, int ranks) throws IOException {
        for (int rank = 0; rank < ranks; rank++) {
            Path file = folder.ofRank(rank);
            if (Files.exists(file)) {
                return CollectiveFacts.of(Interrupts.keep(() -> map(file)).get(ChoiceFile.INT, ChoiceFile.FACTS_AT));
            }
        }
        return null;
    }

    /** The next word; 0 behind the last one. */
    public int peek() {
        return word(at);
    }

    private int word(long place) {
        return place + Integer.BYTES > memory.byteSize() ? 0 : memory.get(ChoiceFile.INT, place);
    }

    /** True behind the last word. */
    public boolean isOver() {
        return peek() == 0;
    }

    /** True if the rank has finalised MPI before its next choice. */
    public boolean endsWell() {
        return ChoiceWord.kind(peek()) == ChoiceWord.END;
    }

    /** Number of the next choice, from 1. */
    public long number() {
        return choices + 1;
    }

    /** Reads a word; one that counts, or is counted, is read as often. */
    public void next() {
        int word = peek();
        choices++;
        int times = 1;
        int words = 1;
        switch (ChoiceWord.kind(word)) {
            case ChoiceWord.FAILED -> times = ChoiceWord.number(word);
            case ChoiceWord.RECEIVE -> {
                int more = ChoiceWord.repeated(word(at + Integer.BYTES));
                times += more;
                words += more > 0 ? 1 : 0;
            }
            default -> {}
        }
        if (++repeated >= times) {
            repeated = 0;
            at += (long) words * Integer.BYTES;
        }
    }

    /** Reads the positions of the requests that a call has ended, which may be cut short. */
    public int[] positions(int count) {
        int n = 0;
        while (n < count && ChoiceWord.kind(word(at + (long) n * Integer.BYTES)) == ChoiceWord.POSITION) {
            n++;
        }
        int[] positions = new int[n];
        for (int i = 0; i < n; i++) {
            positions[i] = ChoiceWord.position(word(at));
            at += Integer.BYTES;
        }
        return positions;
    }

    /** True if the next word may be of a call for a message with this tag. */
    public boolean isFor(int kind, int tag) {
        int word = peek();
        return ChoiceWord.kind(word) == kind && ChoiceWord.hasTag(word, tag);
    }

    /** True if the next word is of this call, whatever its result. */
    public boolean isFor(Call call) {
        int word = peek();
        return switch (ChoiceWord.kind(word)) {
            case ChoiceWord.FAILED, ChoiceWord.SUCCEEDED, ChoiceWord.SOME -> ChoiceWord.call(word) == call;
            case ChoiceWord.FOUND -> call == Call.PROBE;
            default -> false;
        };
    }

    /** True if the rank was ended while it waited in such a send. */
    public boolean waitsIn(int receiver, int tag, long length) {
        return memory.get(ChoiceFile.INT, ChoiceFile.RECEIVER_AT) == receiver + 1
                && memory.get(ChoiceFile.INT, ChoiceFile.TAG_AT) == tag
                && memory.get(ChoiceFile.LONG, ChoiceFile.LENGTH_AT) == length;
    }
}
