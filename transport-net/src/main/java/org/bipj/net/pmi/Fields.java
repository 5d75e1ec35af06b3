package org.bipj.net.pmi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.bipj.core.nic.PortException;

/** An answer of a launcher: words {@code KEY=VALUE}, of which the first has the key {@code cmd}. */
final class Fields {
    private static final int SHOWN = 200;

    private final String text;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Dialogue dialogue;

    private Fields(Dialogue dialogue, String text) {
        this.dialogue = dialogue;
        this.text = text;
    }

    /**
     * Reads an answer.
     *
     * @param separator between words
     * @param command that it has to begin with
     * @throws PortException if it makes no sense, or reports an error
     */
    static Fields parse(Dialogue dialogue, String text, char separator, String command) {
        Fields fields = new Fields(dialogue, text);
        for (String word : text.split(Pattern.quote(String.valueOf(separator)))) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                fields.values.put(word.substring(0, equals), word.substring(equals + 1));
            } else if (!word.isBlank()) {
                throw fields.malformed("words KEY=VALUE");
            }
        }
        if (!command.equals(fields.values.get("cmd"))) {
            throw fields.malformed("cmd=" + command);
        }
        return fields;
    }

    private PortException malformed(String expected) {
        String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
        return dialogue.error("the launcher answers \"" + shown + "\", expected " + expected);
    }

    /** A text; null if there is none. */
    String textOrNull(String key) {
        return values.get(key);
    }

    String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw malformed("a value of " + key);
        }
        return value;
    }

    /** The number in a field, which must be in this range. */
    int number(String key, int least, int most) {
        try {
            int number = Integer.parseInt(text(key));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw malformed(key + " from " + least + " to " + most);
    }

    /** True if the launcher reports success; an answer without a code does. */
    boolean isGood() {
        return values.getOrDefault("rc", "0").equals("0");
    }

    /** Throws if the launcher reports an error. */
    Fields good() {
        if (!isGood()) {
            throw malformed("rc=0");
        }
        return this;
    }
}
