package org.bipj.sim.constants;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Units of constants. Those of one dimension convert into each other. */
enum Unit {
    NONE("", Dimension.COUNT, 1),
    PS("ps", Dimension.TIME, 1),
    NS("ns", Dimension.TIME, 1e3),
    US("us", Dimension.TIME, 1e6),
    MS("ms", Dimension.TIME, 1e9),
    S("s", Dimension.TIME, 1e12),
    MB_PER_S("MB/s", Dimension.RATE, 1e6),
    GB_PER_S("GB/s", Dimension.RATE, 1e9),
    MBIT_PER_S("Mbit/s", Dimension.RATE, 125e3),
    GBIT_PER_S("Gbit/s", Dimension.RATE, 125e6),
    B("B", Dimension.SIZE, 1),
    KIB("KiB", Dimension.SIZE, 1024),
    MIB("MiB", Dimension.SIZE, 1024 * 1024),
    HZ("Hz", Dimension.FREQUENCY, 1),
    MHZ("MHz", Dimension.FREQUENCY, 1e6),
    GHZ("GHz", Dimension.FREQUENCY, 1e9),
    MOP_PER_S("Mop/s", Dimension.OPERATIONS, 1e6),
    GOP_PER_S("Gop/s", Dimension.OPERATIONS, 1e9),
    M("m", Dimension.LENGTH, 1),
    NS_PER_M("ns/m", Dimension.PROPAGATION, 1),
    CYCLES("cycles", Dimension.CYCLES, 1),
    ACCESSES("accesses", Dimension.ACCESSES, 1),
    WORDS("words", Dimension.WORDS, 1);

    /** The physical dimension of a unit, and the own unit of that dimension, to which {@link #scale} refers. */
    enum Dimension {
        COUNT,
        /** In picoseconds. */
        TIME,
        /** In bytes a second. */
        RATE,
        /** In bytes. */
        SIZE,
        /** In hertz. */
        FREQUENCY,
        /** In operations a second. */
        OPERATIONS,
        /** In metres. */
        LENGTH,
        /** In nanoseconds a metre. */
        PROPAGATION,
        CYCLES,
        ACCESSES,
        WORDS
    }

    final String word;
    final Dimension dimension;
    /** One of this unit, in the dimension's own unit. */
    final double scale;

    Unit(String word, Dimension dimension, double scale) {
        this.word = word;
        this.dimension = dimension;
        this.scale = scale;
    }

    /** The unit with that name; null if there is none. */
    static Unit of(String word) {
        for (Unit unit : values()) {
            if (unit.word.equals(word)) {
                return unit;
            }
        }
        return null;
    }

    /** The units of a dimension, or of all, as a list for a message. */
    static String names(Dimension dimension) {
        return Arrays.stream(values())
                .filter(u -> u != NONE && (dimension == null || u.dimension == dimension))
                .map(u -> u.word)
                .collect(Collectors.joining(", "));
    }
}
