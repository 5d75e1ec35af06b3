package org.bipj.sim.constants;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The constants of a platform: values with unit, mark and source. The values are immutable; what has been read of them is
 * noted, so that a run can name those that had no effect. A method that is called for a constant that is missing, or of
 * another kind, throws an {@link IllegalArgumentException} that names key and platform.
 */
public final class Constants {
    /** So many wrong characters make a slip: two that changed places count twice. */
    private static final int SLIPS = 2;

    private final String platform;
    private final Map<String, Constant> byKey;
    /** Shared with those that were made of these by a change of one value: a value that was replaced has not been read. */
    private final Set<Constant> read;

    /** The constants of a platform, by key and in this order. Nothing of them has been read. */
    public Constants(String platform, Map<String, Constant> byKey) {
        this(platform, new LinkedHashMap<>(byKey), ConcurrentHashMap.newKeySet());
    }

    private Constants(String platform, Map<String, Constant> byKey, Set<Constant> read) {
        this.platform = platform;
        this.byKey = Collections.unmodifiableMap(byKey);
        this.read = read;
    }

    /** The name of the platform that these constants describe. */
    public String platform() {
        return platform;
    }

    /** All constants, in the order of the files. */
    public Collection<Constant> all() {
        return byKey.values();
    }

    /** True if there is a constant with this key. */
    public boolean has(String key) {
        return byKey.containsKey(key);
    }

    /** A constant with its unit, mark and source, which counts as read from now on. */
    public Constant get(String key) {
        Constant constant = find(key);
        read.add(constant);
        return constant;
    }

    /** True if a constant of these has been read, or of those that were made of these by {@link #with(String, String)}. */
    public boolean isRead(Constant constant) {
        return read.contains(constant);
    }

    /** The same constants for a first look: reading them does not count. */
    public Constants unmarked() {
        return new Constants(platform, byKey);
    }

    private Constant find(String key) {
        Constant constant = byKey.get(key);
        if (constant == null) {
            throw new IllegalArgumentException(
                    "platform " + platform + " has no constant " + key + similar(key, byKey.keySet()));
        }
        return constant;
    }

    /** The exception for a constant that does not fit: its place, its value, and what was expected. */
    public IllegalArgumentException bad(String key, String expected) {
        return find(key).bad(expected);
    }

    /** A number, in the unit of the file. */
    public double number(String key) {
        return get(key).number();
    }

    /** A whole number, in the unit of the file. */
    public int count(String key) {
        double value = number(key);
        if (value != (int) value) {
            throw bad(key, "expected a whole number");
        }
        return (int) value;
    }

    /** The value of a constant that is true or false. */
    public boolean flag(String key) {
        Constant constant = get(key);
        if (!constant.isFlag()) {
            throw constant.bad("expected true or false");
        }
        return constant.text().equals("true");
    }

    /** A word; for a number, its digits. */
    public String word(String key) {
        return get(key).text();
    }

    /** The value of a time, in picoseconds. */
    public long ps(String key) {
        return Math.round(get(key).in(Unit.Dimension.TIME));
    }

    /** A rate (MB/s of 10^6 bytes), as the picoseconds that one byte takes, rounded. */
    public long psPerByte(String key) {
        return Math.round(1e12 / get(key).in(Unit.Dimension.RATE));
    }

    /** A clock rate, as the picoseconds that one cycle takes, rounded. */
    public long psPerCycle(String key) {
        return Math.round(1e12 / get(key).in(Unit.Dimension.FREQUENCY));
    }

    /** The value of a size, in bytes. */
    public int bytes(String key) {
        return Math.toIntExact(Math.round(get(key).in(Unit.Dimension.SIZE)));
    }

    /**
     * These constants with one changed.
     *
     * @param key must exist
     * @param value of the constant's kind: a number in its unit, or with one that converts into it; true or false; or a
     *     word
     */
    public Constants with(String key, String value) {
        Map<String, Constant> changed = new LinkedHashMap<>(byKey);
        changed.put(key, find(key).set(value, "--set " + key + "=" + value));
        return new Constants(platform, changed, read);
    }

    /** As {@link #with(String, String)}, for each of a list of {@code key=value}; nothing of the result has been read. */
    public Constants with(List<String> overrides) {
        Constants result = new Constants(platform, byKey);
        for (String override : overrides) {
            int equals = override.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("--set " + override + ": expected KEY=VALUE");
            }
            result = result.with(
                    override.substring(0, equals).trim(),
                    override.substring(equals + 1).trim());
        }
        return result;
    }

    /**
     * Similar keys, as the end of a message about one that does not exist: those that it may be a slip of, else those of
     * its group or with its last word; empty if there are none.
     */
    public static String similar(String key, Collection<String> keys) {
        List<String> meant =
                keys.stream().filter(other -> distance(key, other) <= SLIPS).toList();
        if (!meant.isEmpty()) {
            return "; did you mean " + String.join(" or ", meant) + "?";
        }
        String last = key.substring(key.lastIndexOf('.') + 1);
        String group = key.substring(0, Math.max(0, key.indexOf('.')));
        List<String> similar = new ArrayList<>();
        for (String other : keys) {
            if (other.endsWith(last) || !group.isEmpty() && other.startsWith(group + ".")) {
                similar.add(other);
            }
        }
        return similar.isEmpty() ? "" : "; there are " + String.join(", ", similar);
    }

    /** The number of characters to add, remove or change in one text to get the other. */
    private static int distance(String from, String to) {
        int[] row = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(diagonal, row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
