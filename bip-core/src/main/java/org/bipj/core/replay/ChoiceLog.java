package org.bipj.core.replay;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.bipj.core.file.Interrupts;

/**
 * Writes the choices of a rank. A choice is a store into mapped memory, which a rank that is killed leaves behind. Where the file
 * cannot grow, the recording ends, and the rank goes on.
 */
public final class ChoiceLog {
    private static final int WINDOW_SHIFT = 18;
    /** Bytes that are mapped at a time. */
    private static final int WINDOW = 1 << WINDOW_SHIFT;

    private final Path file;
    private final int rank;
    /** By place: parts of the file. */
    private MemorySegment[] windows = new MemorySegment[4];

    private MemorySegment window;
    /** Number of {@link #window}. */
    private int number;
    /** Place of its first byte. */
    private long base;
    /** Where the next choice goes, in it. */
    private int at = ChoiceFile.HEADER;
    /** Ordinal of the call that the last word counts as failed; negative: it counts none. */
    private int failed = -1;
    /** The word of the last receive, if it took a message at once, and nothing else came behind it; else 0. */
    private int taken;
    /** How many more such receives the last word counts; 0: it counts none. */
    private int repeated;

    private boolean isFull;

    private ChoiceLog(Path file, int rank, MemorySegment first) {
        this.file = file;
        this.rank = rank;
        window = first;
        windows[0] = first;
    }

    /**
     * Makes the file of a rank.
     *
     * @throws IOException if it is there already, or there is no room
     */
    public static ChoiceLog create(ChoiceFolder folder, int rank, int ranks, CollectiveFacts facts) throws IOException {
        Path file = folder.ofRank(rank);
        try (FileChannel _ = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            // It is not that of another rank.
        }
        ChoiceLog log = new ChoiceLog(file, rank, Interrupts.keep(() -> map(file, 0)));
        log.window.set(ChoiceFile.INT, ChoiceFile.FORMAT_AT, ChoiceFile.FORMAT);
        log.window.set(ChoiceFile.INT, ChoiceFile.RANK_AT, rank);
        log.window.set(ChoiceFile.INT, ChoiceFile.RANKS_AT, ranks);
        log.window.set(ChoiceFile.INT, ChoiceFile.FACTS_AT, facts.bits());
        log.window.set(ChoiceFile.INT, 0, ChoiceFile.MAGIC);
        return log;
    }

    /** Room is reserved first: a page for which there is none would end the rank when it is first written. */
    private static MemorySegment map(Path file, int number) throws IOException {
        long from = (long) number << WINDOW_SHIFT;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocate(WINDOW);
            while (zeros.hasRemaining()) {
                channel.write(zeros, from + zeros.position());
            }
            return channel.map(FileChannel.MapMode.READ_WRITE, from, WINDOW, Arena.ofAuto());
        }
    }

    /**
     * A receive from any rank has been posted that takes no message at once.
     *
     * @return the place for {@link #matched}
     */
    public long posted(int tag) {
        return add(ChoiceWord.ofMessage(ChoiceWord.RECEIVE, tag, -1));
    }

    /** A receive from any rank takes a message at once. The same ones in a row are counted. */
    public void took(int tag, int source) {
        int word = ChoiceWord.ofMessage(ChoiceWord.RECEIVE, tag, source);
        if (word != taken || repeated == ChoiceWord.MOST_REPEATED) {
            add(word);
            taken = word;
        } else if (repeated == 0) {
            add(ChoiceWord.ofRepeated(1));
            taken = word;
            repeated = 1;
        } else {
            window.set(ChoiceFile.INT, at - Integer.BYTES, ChoiceWord.ofRepeated(++repeated));
        }
    }

    /** A receive from any rank has taken a message. */
    public void matched(long place, int source) {
        MemorySegment of = windows[(int) (place >>> WINDOW_SHIFT)];
        int in = (int) place & WINDOW - 1;
        of.set(ChoiceFile.INT, in, ChoiceWord.withSource(of.get(ChoiceFile.INT, in), source));
    }

    /** A probe for a message of any rank has waited for this one. */
    public void probed(int tag, int source) {
        add(ChoiceWord.ofMessage(ChoiceWord.PROBE, tag, source));
    }

    /** A probe that does not wait has found a message. */
    public void found(int tag, int source) {
        add(ChoiceWord.ofMessage(ChoiceWord.FOUND, tag, source));
    }

    /** A call has failed that does not wait. */
    public void failed(ChoiceWord.Call call) {
        if (failed == call.ordinal()) {
            int last = at - Integer.BYTES;
            int word = window.get(ChoiceFile.INT, last);
            if (ChoiceWord.number(word) < ChoiceWord.MOST) {
                window.set(ChoiceFile.INT, last, word + 1);
                return;
            }
        }
        add(ChoiceWord.ofCall(ChoiceWord.FAILED, call, 1));
        failed = call.ordinal();
    }

    /**
     * A call has succeeded.
     *
     * @param position of the request that has ended, for calls that end one of several; else 0
     */
    public void succeeded(ChoiceWord.Call call, int position) {
        add(ChoiceWord.ofCall(ChoiceWord.SUCCEEDED, call, position));
    }

    /** A call has ended some of several requests. */
    public void ended(ChoiceWord.Call call, int[] positions) {
        add(ChoiceWord.ofCall(ChoiceWord.SOME, call, positions.length));
        for (int position : positions) {
            add(ChoiceWord.ofPosition(position));
        }
    }

    /** MPI is finalised. */
    public void end() {
        add(ChoiceWord.ofEnd());
    }

    /** The rank waits in a send until {@link #goesOn}. */
    public void waits(int receiver, int tag, long length) {
        windows[0].set(ChoiceFile.INT, ChoiceFile.TAG_AT, tag);
        windows[0].set(ChoiceFile.LONG, ChoiceFile.LENGTH_AT, length);
        windows[0].set(ChoiceFile.INT, ChoiceFile.RECEIVER_AT, receiver + 1);
    }

    /** The rank waits in no send any more. */
    public void goesOn() {
        windows[0].set(ChoiceFile.INT, ChoiceFile.RECEIVER_AT, 0);
    }

    private long add(int word) {
        if (at == WINDOW) {
            grow();
        }
        int place = at;
        window.set(ChoiceFile.INT, place, word);
        at = place + Integer.BYTES;
        failed = -1;
        taken = 0;
        repeated = 0;
        return base + place;
    }

    private void grow() {
        if (number + 1 == windows.length) {
            windows = Arrays.copyOf(windows, 2 * windows.length);
        }
        number++;
        base += WINDOW;
        at = 0;
        if (!isFull) {
            try {
                window = Interrupts.keep(() -> map(file, number));
            } catch (IOException e) {
                isFull = true;
                window = MemorySegment.ofArray(new int[WINDOW / Integer.BYTES]);
                System.err.println("mpirun: --record: rank " + rank + ": the recording ends here, since " + file
                        + " cannot grow: " + e.getMessage());
            }
        }
        windows[number] = window;
    }
}
