package org.bipj.launch.mpirun.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.support.FileReasons;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;

/**
 * Reads and writes the files that {@code java @argfile} names. It reads them byte by byte in the states of the JDK's own
 * launcher ({@code nextToken} in {@code libjli/args.c}), so that each file means the same to a rank as to {@code java},
 * oddities included: a {@code #} inside a word drops what the word has before it, outside of quotes; an empty word at the
 * very end is none; text is taken in pieces of 4096 bytes, which shows only where these oddities meet.
 */
final class ArgumentFile {
    /** Bytes that the JDK's launcher reads at a time. */
    private static final int PIECE = 4096;

    private enum State {
        BETWEEN_WORDS,
        IN_WORD,
        IN_QUOTES,
        /** Behind a backslash inside quotes. */
        IN_ESCAPE,
        /** Behind a line's end with a backslash before it, in quotes: blanks are skipped. */
        IN_JOINED_LINE,
        IN_COMMENT
    }

    private final byte[] text;
    private final List<String> words = new ArrayList<>();
    /** Parts of the current word that end before {@link #from}. */
    private final ByteArrayOutputStream parts = new ByteArrayOutputStream();

    /** Whether {@link #parts} belong to the word, which they may even if they are empty. */
    private boolean hasParts;

    private State state = State.BETWEEN_WORDS;
    private byte quote;
    /** Where the part of the word begins that is being read. */
    private int from;

    private ArgumentFile(byte[] text) {
        this.text = text;
    }

    /**
     * The words of an argument file.
     *
     * @throws LaunchException if it cannot be read
     */
    static List<String> read(Path file) {
        try {
            return parse(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new LaunchException(1, "cannot read the argument file " + file + ": " + FileReasons.why(e));
        }
    }

    /** The words of an argument file with this content. */
    static List<String> parse(byte[] text) {
        ArgumentFile parser = new ArgumentFile(text);
        parser.parse();
        return parser.words;
    }

    /** A text that {@link #parse} takes apart into these words. */
    static byte[] text(List<String> words) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (String word : words) {
            text.write('"');
            for (byte each : word.getBytes(characters())) {
                switch (each) {
                    case '\\', '"' -> text.writeBytes(new byte[] {'\\', each});
                    case '\n' -> text.writeBytes(new byte[] {'\\', 'n'});
                    case '\r' -> text.writeBytes(new byte[] {'\\', 'r'});
                    default -> text.write(each);
                }
            }
            text.writeBytes(new byte[] {'"', '\n'});
        }
        return text.toByteArray();
    }

    /** The character set of the words of a command line. */
    private static Charset characters() {
        return Charset.forName(LauncherVariables.property(LauncherVariables.SYSTEM_CHARACTERS));
    }

    private void parse() {
        for (int piece = 0; piece < text.length; piece += PIECE) {
            int end = Math.min(piece + PIECE, text.length);
            from = piece;
            for (int at = piece; at < end; at++) {
                take(at);
            }
            if (isInWord() && from < end) {
                part(end);
            }
        }
        if (isInWord() && hasParts) {
            word();
        }
    }

    private boolean isInWord() {
        return state == State.IN_WORD || state == State.IN_QUOTES;
    }

    private void take(int at) {
        byte next = text[at];
        switch (state) {
            case BETWEEN_WORDS, IN_JOINED_LINE -> {
                if (!isBlank(next) && !isLineEnd(next)) {
                    state = state == State.BETWEEN_WORDS ? State.IN_WORD : State.IN_QUOTES;
                    from = at;
                    takeOfWord(at, next);
                }
            }
            case IN_ESCAPE -> escaped(at, next);
            case IN_COMMENT -> {
                if (isLineEnd(next)) {
                    state = State.BETWEEN_WORDS;
                }
            }
            case IN_WORD, IN_QUOTES -> takeOfWord(at, next);
        }
    }

    private static boolean isBlank(byte next) {
        return next == ' ' || next == '\t' || next == '\f';
    }

    private static boolean isLineEnd(byte next) {
        return next == '\n' || next == '\r';
    }

    private void takeOfWord(int at, byte next) {
        boolean quoted = state == State.IN_QUOTES;
        if (isLineEnd(next) || isBlank(next) && !quoted) {
            part(at);
            word();
            state = State.BETWEEN_WORDS;
        } else if (next == '#' && !quoted) {
            state = State.IN_COMMENT;
        } else if (next == '\\' && quoted) {
            part(at);
            state = State.IN_ESCAPE;
        } else if (quoted ? next == quote : next == '"' || next == '\'') {
            if (from != at) {
                part(at);
            }
            from = at + 1;
            quote = next;
            state = quoted ? State.IN_WORD : State.IN_QUOTES;
        }
    }

    private void escaped(int at, byte next) {
        if (isLineEnd(next)) {
            state = State.IN_JOINED_LINE;
        } else {
            parts.write(
                    switch (next) {
                        case 'n' -> '\n';
                        case 'r' -> '\r';
                        case 't' -> '\t';
                        case 'f' -> '\f';
                        default -> next;
                    });
            hasParts = true;
            state = State.IN_QUOTES;
        }
        from = at + 1;
    }

    /** Ends a part of the current word. To the JDK's launcher it ends at its first NUL. */
    private void part(int end) {
        int length = 0;
        while (from + length < end && text[from + length] != 0) {
            length++;
        }
        parts.write(text, from, length);
        hasParts = true;
    }

    private void word() {
        words.add(parts.toString(characters()));
        parts.reset();
        hasParts = false;
    }
}
