package org.bipj.sim.constants;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The constants of a platform: values with unit, mark and source. Immutable. Whoever asks for a constant that is not
 * there, or is of another kind, gets an {@link IllegalArgumentException} that names key and platform.
 */
public final class Constants {
    private final String platform;
    private final Map<String, Constant> byKey;

    /** Constants of a platform, by key and in this order. */
    public Constants(String platform, Map<String, Constant> byKey) {
        this.platform = platform;
        this.byKey = Collections.unmodifiableMap(new LinkedHashMap<>(byKey));
    }

    /** The platform's name. */
    public String platform() {
        return platform;
    }

    /** All of them, in the order of the files. */
    public Collection<Constant> all() {
        return byKey.values();
    }

    /** True if there is a constant of that name. */
    public boolean has(String key) {
        return byKey.containsKey(key);
    }

    /** The constant itself. */
    public Constant get(String key) {
        Constant constant = byKey.get(key);
        if (constant == null) {
            throw new IllegalArgumentException(
                    "platform " + platform + " has no constant " + key + near(key, byKey.keySet()));
        }
        return constant;
    }

    /** A constant does not fit: the message tells its place, its value and what was expected. */
    public IllegalArgumentException bad(String key, String expected) {
        return get(key).bad(expected);
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

    /** True or false. */
    public boolean flag(String key) {
        Constant constant = get(key);
        if (!constant.isFlag()) {
            throw constant.bad("expected true or false");
        }
        return constant.text().equals("true");
    }

    /** A word; of a number its digits. */
    public String word(String key) {
        return get(key).text();
    }

    /** A time, in picoseconds. */
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

    /** A size, in bytes. */
    public int bytes(String key) {
        return Math.toIntExact(Math.round(get(key).in(Unit.Dimension.SIZE)));
    }

    /**
     * These constants with one changed.
     *
     * @param key must exist
     * @param value of the constant's kind: a number in its unit, or with one that converts into it; true or false; or a word
     */
    public Constants with(String key, String value) {
        Map<String, Constant> changed = new LinkedHashMap<>(byKey);
        changed.put(key, get(key).set(value, "--set " + key + "=" + value));
        return new Constants(platform, changed);
    }

    /** As {@link #with(String, String)}, for each of a list of {@code key=value}. */
    public Constants with(List<String> overrides) {
        Constants result = this;
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

    /** Keys that might have been meant, as the end of a message. */
    public static String near(String key, Collection<String> keys) {
        String last = key.substring(key.lastIndexOf('.') + 1);
        String group = key.substring(0, Math.max(0, key.indexOf('.')));
        List<String> near = new ArrayList<>();
        for (String other : keys) {
            if (other.endsWith(last) || !group.isEmpty() && other.startsWith(group + ".")) {
                near.add(other);
            }
        }
        return near.isEmpty() ? "" : "; there are " + String.join(", ", near);
    }
}
