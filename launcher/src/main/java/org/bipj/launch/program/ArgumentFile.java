package org.bipj.launch.program;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.command.LaunchException;

/**
 * Reads {@code @argfile} as the {@code java} command does: words between white space, quotes of both kinds, a backslash
 * in quotes escapes, a backslash at the end of a line joins lines, {@code #} begins a comment.
 */
final class ArgumentFile {
    private final String text;
    private final List<String> words = new ArrayList<>();
    private int at;

    private ArgumentFile(String text) {
        this.text = text;
    }

    /**
     * The words of an argument file.
     *
     * @throws LaunchException if it cannot be read
     */
    static List<String> read(Path file) {
        try {
            return parse(Files.readString(file, Charset.defaultCharset()));
        } catch (IOException e) {
            throw new LaunchException(1, "cannot read the argument file " + file + ": " + e);
        }
    }

    /** The words of a text. */
    static List<String> parse(String text) {
        ArgumentFile parser = new ArgumentFile(text);
        while (parser.skipToWord()) {
            parser.words.add(parser.word());
        }
        return parser.words;
    }

    private boolean skipToWord() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                at = endOfLine();
            } else if (Character.isWhitespace(c)) {
                at++;
            } else {
                return true;
            }
        }
        return false;
    }

    private int endOfLine() {
        int end = at;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        char quote = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (quote == 0 && (Character.isWhitespace(c) || c == '#')) {
                break;
            }
            at++;
            if (c == '\\' && at < text.length()) {
                backslash(word, quote);
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            } else if (quote != 0 && (c == '\n' || c == '\r')) {
                quote = 0;
                break;
            } else {
                word.append(c);
            }
        }
        return word.toString();
    }

    private void backslash(StringBuilder word, char quote) {
        char next = text.charAt(at);
        if (next == '\n' || next == '\r') {
            joinLines();
        } else if (quote == 0) {
            word.append('\\');
        } else {
            at++;
            word.append(
                    switch (next) {
                        case 'n' -> '\n';
                        case 't' -> '\t';
                        case 'r' -> '\r';
                        case 'f' -> '\f';
                        default -> next;
                    });
        }
    }

    private void joinLines() {
        at += text.startsWith("\r\n", at) ? 2 : 1;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t' || text.charAt(at) == '\f')) {
            at++;
        }
    }
}
