package org.bipj.sim.constants;

/** Reads the line of a constant: {@code KEY = VALUE [UNIT] | MARK | SOURCE}. */
public final class ConstantLine {
    private ConstantLine() {}

    /**
     * Reads a line. A value without mark and source counts as assumed by the author of the file.
     *
     * @param line text of the line, with an equals sign in it
     * @param place file and line, for messages
     * @throws IllegalArgumentException if the line is not a constant, or its value does not fit; the message begins
     *     with the place
     */
    public static Constant parse(String line, String place) {
        int equals = line.indexOf('=');
        String key = line.substring(0, equals).strip();
        String[] parts = line.substring(equals + 1).split("\\|", 3);
        if (parts.length == 2 || parts.length == 3 && parts[2].isBlank()) {
            throw Constant.bad(place, key + " has no source; expected KEY = VALUE UNIT | MARK | SOURCE");
        }
        String[] value = parts[0].strip().split("\\s+", 2);
        String unit = value.length == 2 ? value[1] : "";
        if (parts.length == 1) {
            return new Constant(key, value[0], unit, Mark.ASSUMED, "", "no source given", place);
        }
        String[] mark = parts[1].strip().split("\\s*:\\s*", 2);
        return new Constant(
                key, value[0], unit, mark(key, mark, place), mark.length == 2 ? mark[1] : "", parts[2].strip(), place);
    }

    private static Mark mark(String key, String[] mark, String place) {
        boolean names = mark.length == 2 && !mark[1].isBlank();
        return switch (mark[0]) {
            case "published" -> unfitted(key, Mark.PUBLISHED, mark, place);
            case "derived" -> unfitted(key, Mark.DERIVED, mark, place);
            case "assumed" -> unfitted(key, Mark.ASSUMED, mark, place);
            case "fitted" -> {
                if (!names) {
                    throw Constant.bad(place, key + ": a fitted constant names its result; expected fitted: RESULT");
                }
                yield Mark.FITTED;
            }
            default ->
                throw Constant.bad(
                        place,
                        key + ": unknown mark '" + mark[0]
                                + "'; expected published, derived, assumed or fitted: RESULT");
        };
    }

    private static Mark unfitted(String key, Mark mark, String[] words, String place) {
        if (words.length == 2) {
            throw Constant.bad(place, key + ": only a fitted constant names a result");
        }
        return mark;
    }
}
