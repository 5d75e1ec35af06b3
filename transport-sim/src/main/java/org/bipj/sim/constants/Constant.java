package org.bipj.sim.constants;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One constant of a platform.
 *
 * @param key dotted name
 * @param text the value as written, without unit
 * @param unit unit of the value; empty for words, flags and plain counts
 * @param mark where the value comes from
 * @param result the published result that a {@link Mark#FITTED} value was fitted to; otherwise empty
 * @param source paper, section or reasoning
 * @param place file and line
 */
public record Constant(String key, String text, String unit, Mark mark, String result, String source, String place) {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
    private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9]*([.-][a-z0-9]+)*");

    /**
     * Checks key, unit and value.
     *
     * @throws IllegalArgumentException if one of them is wrong; the message begins with the place
     */
    public Constant {
        if (!KEY.matcher(key).matches()) {
            throw bad(
                    place,
                    "'" + key + "' is not a key; expected lower-case words with dots and hyphens, as in link.rate");
        }
        Unit known = Unit.of(unit);
        if (known == null) {
            throw bad(place, key + ": unknown unit '" + unit + "'; expected one of " + Unit.names(null));
        }
        if (NUMBER.matcher(text).matches()) {
            ValueRange range = ValueRange.of(key, known.dimension);
            if (!range.holds(Double.parseDouble(text) * known.scale)) {
                throw bad(place, key + " = " + written(text, unit) + ": expected " + range.text());
            }
        } else if (known != Unit.NONE) {
            throw bad(place, key + ": '" + text + "' is not a number of " + unit);
        } else if (text.isEmpty() || text.indexOf(' ') >= 0) {
            throw bad(place, key + " = " + text + ": expected a number and a unit, or one word");
        }
    }

    /** True if the value is a number. */
    public boolean isNumber() {
        return NUMBER.matcher(text).matches();
    }

    boolean isFlag() {
        return text.equals("true") || text.equals("false");
    }

    double number() {
        if (!isNumber()) {
            throw bad(place, key + " = " + text + " is not a number");
        }
        return Double.parseDouble(text);
    }

    /** The value in the own unit of a dimension, which must be the constant's. */
    double in(Unit.Dimension dimension) {
        Unit own = Unit.of(unit);
        if (own.dimension != dimension || !isNumber()) {
            throw bad("expected a number and one of the units " + Unit.names(dimension));
        }
        return number() * own.scale;
    }

    /**
     * This constant with another value.
     *
     * @param value a number, in this constant's unit or followed by one that converts into it; or a word, if this one
     *     is a word
     * @param origin of the value, for messages
     */
    Constant set(String value, String origin) {
        String[] parts = value.trim().split("\\s+|(?<=\\d)(?=[A-Za-z]+(/[a-z]+)?$)", 2);
        if (!isNumber()) {
            if (isFlag() && !value.equals("true") && !value.equals("false")) {
                throw bad(origin, key + " = " + value + ": expected true or false");
            }
            return new Constant(key, value.trim(), "", Mark.SET, "", origin, origin);
        }
        Unit own = Unit.of(unit);
        Unit stated = parts.length == 1 ? own : Unit.of(parts[1]);
        if (!NUMBER.matcher(parts[0]).matches() || stated == null || stated.dimension != own.dimension) {
            throw bad(
                    origin,
                    key + " = " + value + ": expected a number"
                            + (own == Unit.NONE
                                    ? " without unit"
                                    : ", in " + unit + " or one of " + Unit.names(own.dimension)));
        }
        Constant asStated = new Constant(key, parts[0], stated.word, Mark.SET, "", origin, origin);
        return stated == own
                ? asStated
                : new Constant(key, plain(asStated.in(own.dimension) / own.scale), unit, Mark.SET, "", origin, origin);
    }

    /** The value with its unit, as in a file. */
    public String value() {
        return written(text, unit);
    }

    private static String written(String text, String unit) {
        return unit.isEmpty() ? text : text + " " + unit;
    }

    private static String plain(double number) {
        return number == Math.rint(number) && number < 1e15
                ? Long.toString((long) number)
                : String.format(Locale.ROOT, "%.12g", number);
    }

    /** The exception for a value that does not fit: place, key, value, and then what was expected. */
    IllegalArgumentException bad(String what) {
        return bad(place, key + " = " + value() + ": " + what);
    }

    /** The exception for something at a place, a file and line, that does not fit. */
    public static IllegalArgumentException bad(String place, String what) {
        return new IllegalArgumentException(place + ": " + what);
    }
}
