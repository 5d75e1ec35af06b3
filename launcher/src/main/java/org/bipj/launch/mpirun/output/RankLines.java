package org.bipj.launch.mpirun.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bipj.core.report.FailureText;

/**
 * Passes one output stream of one rank on in whole lines, byte for byte. An unfinished line is held until its end. The
 * stack trace of an uncaught exception is held until its last line, so that traces of several ranks do not mix and the
 * trace of the failed rank can be shown with the launcher's own message.
 */
public final class RankLines {
    private static final int CHUNK = 8 << 10;
    /** Longest output of a JVM that was ended during its start-up. */
    private static final int LONGEST_DOUBTED = 16 << 10;
    /** What a JVM prints that was ended during its start-up. */
    private static final List<String> CUT_SHORT =
            List.of("Error occurred during initialization of VM", "Runtime.exit(143) logging failed");
    /** A line longer than this is passed on in pieces, between which other ranks' lines may appear. */
    private static final int LONGEST_LINE = 8 << 20;

    /** How a JVM begins the trace of an exception that ends a thread. */
    private static final byte[] UNCAUGHT = "Exception in thread \"".getBytes(StandardCharsets.UTF_8);

    private static final byte[] CALL = "\tat ".getBytes(StandardCharsets.UTF_8);
    private static final byte[] CAUSE = "Caused by: ".getBytes(StandardCharsets.UTF_8);
    /** Most lines of an exception's message. Further lines are not part of it. */
    private static final int LONGEST_MESSAGE = 20;

    private final Terminal terminal;
    private final boolean toErr;
    private boolean holdsTraces;
    private int rank;
    private byte[] tag = {};
    private boolean timed;
    private byte[] dropped = {};
    private OutputStream copy;
    private boolean shown = true;
    private volatile ByteArrayOutputStream capture;
    private volatile boolean doubtful;
    private final ByteArrayOutputStream trace = new ByteArrayOutputStream();
    /** Lines of the held trace so far; negative once its calls have begun. */
    private int messageLines;

    private final ByteArrayOutputStream doubted = new ByteArrayOutputStream();
    private final StartError startError = new StartError(bytes -> show(bytes, 0, bytes.length));

    /** The bytes of a line whose end has not been read yet. */
    private byte[] held = new byte[CHUNK];

    private int heldBytes;
    /** The output passed on so far ends in the middle of a line. */
    private boolean inLine;

    private final ByteArrayOutputStream edited = new ByteArrayOutputStream();

    /** Sees the bytes that a rank writes, before they are shown. */
    @FunctionalInterface
    public interface Watcher {
        /** The rank has written a part of an array. */
        void wrote(byte[] bytes, int from, int to);
    }

    private Watcher watcher = (bytes, from, to) -> {};

    RankLines(Terminal terminal, boolean toErr) {
        this.terminal = terminal;
        this.toErr = toErr;
    }

    /**
     * Holds stack traces together. The caller has to pass or take a held trace at the end.
     *
     * @param ofRank whose lines these are
     */
    public RankLines holdTraces(int ofRank) {
        holdsTraces = true;
        rank = ofRank;
        return this;
    }

    /**
     * Holds what a JVM says that cannot start. The caller has to pass or drop it at the end.
     *
     * @param classPath of the program; null if it has none
     */
    public RankLines holdStartErrors(String classPath, Path directory) {
        startError.expect(classPath, directory);
        return this;
    }

    /** What the rank's JVM has said that could not start; never null. */
    public StartError startError() {
        return startError;
    }

    /**
     * Puts a text before each line.
     *
     * @param withTime true to put the time before the text, in the form of C's ctime
     */
    RankLines tag(String text, boolean withTime) {
        tag = text.getBytes(StandardCharsets.UTF_8);
        timed = withTime;
        return this;
    }

    /** Drops lines that begin with a text. */
    public RankLines drop(String beginning) {
        dropped = beginning.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /**
     * Writes all bytes to a stream, which is closed at the end.
     *
     * @param andShow false: and nowhere else
     */
    RankLines copy(OutputStream stream, boolean andShow) {
        copy = stream;
        shown = andShow;
        return this;
    }

    /** Shows what the rank writes from now on to a watcher, too. */
    public synchronized void watch(Watcher by) {
        watcher = by;
    }

    /** Adds a text to the copy alone. */
    public synchronized void record(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        copy(bytes, 0, bytes.length);
    }

    /** From now on output is written to a stream instead of being shown. */
    public void capture(ByteArrayOutputStream stream) {
        capture = stream;
    }

    /**
     * The rank is about to be ended, perhaps during its JVM's start-up. Output from now on is shown at the rank's end,
     * and dropped if it is an error of such a JVM.
     */
    public void doubt() {
        doubtful = true;
    }

    /** Takes bytes that the rank has written. */
    synchronized void accept(byte[] bytes, int from, int to) {
        watcher.wrote(bytes, from, to);
        copy(bytes, from, to);
        int complete = to;
        while (complete > from && bytes[complete - 1] != '\n') {
            complete--;
        }
        if (complete == from) {
            hold(bytes, from, to);
        } else if (heldBytes == 0) {
            pass(bytes, from, complete);
            hold(bytes, complete, to);
        } else {
            hold(bytes, from, complete);
            passHeld();
            hold(bytes, complete, to);
        }
    }

    private void copy(byte[] bytes, int from, int to) {
        if (copy == null) {
            return;
        }
        try {
            copy.write(bytes, from, to - from);
        } catch (IOException e) {
            copy = null;
            terminal.sayIncomplete(e);
        }
    }

    private void hold(byte[] bytes, int from, int to) {
        int needed = heldBytes + to - from;
        if (needed > held.length) {
            held = Arrays.copyOf(held, Math.max(needed, held.length * 2));
        }
        System.arraycopy(bytes, from, held, heldBytes, to - from);
        heldBytes = needed;
        if (heldBytes > LONGEST_LINE) {
            passHeld();
        }
    }

    /** True while there is an unfinished line. */
    synchronized boolean holds() {
        return heldBytes > 0;
    }

    /** True while a stack trace, or what a JVM says that cannot start, is held. */
    synchronized boolean holdsBack() {
        return trace.size() > 0 || startError.holds();
    }

    /** The held stack trace; null if there is none. */
    public synchronized String trace() {
        return trace.size() == 0 ? null : trace.toString(StandardCharsets.UTF_8);
    }

    /** Removes and returns the held stack trace; null if there is none. */
    public synchronized String takeTrace() {
        String text = trace();
        trace.reset();
        return text;
    }

    /**
     * Passes the held stack trace on. Only the job's first one is shown as the JVM has printed it, but for calls that repeat: others that say the same
     * are named, and others that do not are reduced to the program's own calls.
     */
    public synchronized void passTrace() {
        if (trace.size() > 0) {
            String text = trace.toString(StandardCharsets.UTF_8);
            byte[] bytes = terminal.firstTrace(text) ? whole(text) : reduced(text);
            trace.reset();
            deliver(bytes, 0, bytes.length);
        }
    }

    private byte[] whole(String text) {
        String shortened = FailureText.shortened(text);
        // Byte for byte, if it has no calls that repeat.
        return shortened.lines().count() == text.lines().count()
                ? trace.toByteArray()
                : (shortened + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private byte[] reduced(String text) {
        String own = FailureText.uncaught(text);
        String shown = terminal.knowsTrace(text) ? own.lines().findFirst().orElse("") + " (the same error)" : own;
        return ("rank " + rank + ": " + shown + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Passes a line on whose end has not been read. */
    public synchronized void passHeld() {
        if (heldBytes > 0) {
            pass(held, 0, heldBytes);
            heldBytes = 0;
        }
    }

    /** The rank has written its last output. A stack trace at its end stays held. */
    public synchronized void finish() {
        passHeld();
        if (!isCutShort(doubted.toString(StandardCharsets.UTF_8))) {
            showDoubted();
        }
        try {
            if (copy != null) {
                copy.close();
            }
        } catch (IOException e) {
            terminal.sayIncomplete(e);
        }
    }

    /** True for what a JVM says that was ended during its start-up. */
    public static boolean isCutShort(String output) {
        return CUT_SHORT.stream().anyMatch(output::contains);
    }

    private void pass(byte[] bytes, int from, int to) {
        if (startError.takes(bytes, from, to)) {
            return;
        }
        if (!holdsTraces) {
            deliver(bytes, from, to);
            return;
        }
        int plain = from;
        for (int start = from, end; start < to; start = end) {
            end = endOfLine(bytes, start, to);
            boolean begins = startsWith(UNCAUGHT, bytes, start, end);
            if (!begins && trace.size() == 0) {
                continue;
            }
            if (begins) {
                deliver(bytes, plain, start);
            }
            if (begins || !continuesTrace(bytes, start, end)) {
                passTrace();
                plain = start;
            }
            if (begins || trace.size() > 0) {
                messageLines = begins ? 0 : messageLines;
                trace.write(bytes, start, end - start);
                plain = end;
            }
        }
        deliver(bytes, plain, to);
    }

    private static int endOfLine(byte[] bytes, int start, int to) {
        int end = start;
        while (end < to && bytes[end] != '\n') {
            end++;
        }
        return Math.min(to, end + 1);
    }

    private boolean continuesTrace(byte[] bytes, int start, int end) {
        if (bytes[start] == '\t' || startsWith(CAUSE, bytes, start, end)) {
            if (startsWith(CALL, bytes, start, end)) {
                messageLines = -1;
            }
            return true;
        }
        return messageLines >= 0 && messageLines++ < LONGEST_MESSAGE;
    }

    private void deliver(byte[] bytes, int from, int to) {
        ByteArrayOutputStream captured = capture;
        if (captured != null) {
            captured.write(bytes, from, to - from);
        } else if (doubtful && doubted.size() + to - from <= LONGEST_DOUBTED) {
            doubted.write(bytes, from, to - from);
        } else {
            showDoubted();
            show(bytes, from, to);
        }
    }

    private void showDoubted() {
        if (doubted.size() > 0) {
            byte[] bytes = doubted.toByteArray();
            doubted.reset();
            show(bytes, 0, bytes.length);
        }
    }

    private void show(byte[] bytes, int from, int to) {
        if (shown && tag.length == 0 && dropped.length == 0) {
            terminal.write(toErr, this, bytes, from, to);
        } else if (shown) {
            edited.reset();
            for (int start = from, end; start < to; start = end) {
                end = endOfLine(bytes, start, to);
                editLine(bytes, start, end);
            }
            byte[] lines = edited.toByteArray();
            terminal.write(toErr, this, lines, 0, lines.length);
        }
    }

    private void editLine(byte[] bytes, int start, int end) {
        boolean begins = !inLine;
        inLine = bytes[end - 1] != '\n';
        if (begins && dropped.length > 0 && startsWith(dropped, bytes, start, end)) {
            inLine = false;
            return;
        }
        if (begins) {
            if (timed) {
                edited.writeBytes(Time.now());
            }
            edited.writeBytes(tag);
        }
        edited.write(bytes, start, end - start);
    }

    /** The time in the form of C's ctime. Loaded on request: formatters take some time to make. */
    private static final class Time {
        private static final DateTimeFormatter FORM =
                DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH);

        static byte[] now() {
            return LocalDateTime.now().format(FORM).getBytes(StandardCharsets.UTF_8);
        }
    }

    private static boolean startsWith(byte[] text, byte[] bytes, int start, int end) {
        return end - start >= text.length && Arrays.equals(bytes, start, start + text.length, text, 0, text.length);
    }
}
