package org.bipj.orca;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bipj.panda.Gather;
import org.bipj.panda.Incoming;

/**
 * How values of a type travel. Arguments and results of operations are values: what an operation gets is a copy of what its
 * caller has passed, and the caller gets a copy of what the operation has returned.
 *
 * @param <T> type of the values
 */
public final class Codec<T> {
    /** No value: the argument or result of an operation that has none is null. */
    public static final Codec<Void> NONE = of("", (value, to) -> {}, from -> null);

    /** A boolean, in one byte. */
    public static final Codec<Boolean> BOOLEAN =
            of("boolean", (value, to) -> to.putByte(value ? 1 : 0), from -> from.getByte() != 0);

    /** An int, in four bytes. */
    public static final Codec<Integer> INT = of("int", (value, to) -> to.putInt(value), Incoming::getInt);

    /** A long, in eight bytes. */
    public static final Codec<Long> LONG = of("long", (value, to) -> to.putLong(value), Incoming::getLong);

    /** A double, in eight bytes. */
    public static final Codec<Double> DOUBLE = of("double", (value, to) -> to.putDouble(value), Incoming::getDouble);

    /** A string; null is not possible. */
    public static final Codec<String> STRING = of("String", Codec::writeString, Codec::readString);

    /** An array of bytes, behind its length. */
    public static final Codec<byte[]> BYTES = of(
            "byte[]",
            (value, to) -> to.putInt(value.length).add(value, 0, value.length),
            from -> {
                byte[] value = new byte[from.getInt()];
                from.get(value, 0, value.length);
                return value;
            },
            byte[]::clone);

    /** An array of ints, behind its length. */
    public static final Codec<int[]> INTS = of(
            "int[]",
            (value, to) -> to.putInt(value.length).add(value, 0, value.length),
            from -> {
                int[] value = new int[from.getInt()];
                from.get(value, 0, value.length);
                return value;
            },
            int[]::clone);

    /** An array of longs, behind its length. */
    public static final Codec<long[]> LONGS = of(
            "long[]",
            (value, to) -> to.putInt(value.length).add(value, 0, value.length),
            from -> {
                long[] value = new long[from.getInt()];
                from.get(value, 0, value.length);
                return value;
            },
            long[]::clone);

    /** An array of doubles, behind its length. */
    public static final Codec<double[]> DOUBLES = of(
            "double[]",
            (value, to) -> to.putInt(value.length).add(value, 0, value.length),
            from -> {
                double[] value = new double[from.getInt()];
                from.get(value, 0, value.length);
                return value;
            },
            double[]::clone);

    private final String name;
    private final BiConsumer<T, Gather> writer;
    private final Function<Incoming, T> reader;
    private final UnaryOperator<T> copy;

    private Codec(String name, BiConsumer<T, Gather> writer, Function<Incoming, T> reader, UnaryOperator<T> copy) {
        this.name = Objects.requireNonNull(name, "name");
        this.writer = Objects.requireNonNull(writer, "writer");
        this.reader = Objects.requireNonNull(reader, "reader");
        this.copy = copy;
    }

    /**
     * A codec of values that never change, such as records of primitives.
     *
     * @param name of the type, for errors
     * @param writer adds a value to a message
     * @param reader reads what the writer has added, neither more nor less
     */
    public static <T> Codec<T> of(String name, BiConsumer<T, Gather> writer, Function<Incoming, T> reader) {
        return new Codec<>(name, writer, reader, null);
    }

    /**
     * A codec of values that may change, such as arrays.
     *
     * @param copy makes a value that is independent of its argument
     */
    public static <T> Codec<T> of(
            String name, BiConsumer<T, Gather> writer, Function<Incoming, T> reader, UnaryOperator<T> copy) {
        return new Codec<>(name, writer, reader, Objects.requireNonNull(copy, "copy"));
    }

    private static void writeString(String value, Gather to) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        to.putInt(bytes.length).add(bytes, 0, bytes.length);
    }

    private static String readString(Incoming from) {
        byte[] bytes = new byte[from.getInt()];
        from.get(bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The name of the type; ranks that disagree about it are found when an object is created. */
    public String name() {
        return name;
    }

    void write(T value, Gather to) {
        writer.accept(value, to);
    }

    T read(Incoming from) {
        return reader.apply(from);
    }

    T copy(T value) {
        return copy == null || value == null ? value : copy.apply(value);
    }
}
