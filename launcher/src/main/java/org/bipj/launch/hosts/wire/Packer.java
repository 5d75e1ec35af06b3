package org.bipj.launch.hosts.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Writes the fields of a frame's body, one behind the other; {@link Unpacker} reads them. */
public final class Packer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Adds a number, in eight bytes. */
    public Packer number(long value) {
        try {
            out.writeLong(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Adds a truth value, as the number 1 or 0. */
    public Packer flag(boolean value) {
        return number(value ? 1 : 0);
    }

    /** Adds a text, in UTF-8 behind the number of its bytes. */
    public Packer text(String value) {
        byte[] bytesOfText = value.getBytes(StandardCharsets.UTF_8);
        return data(bytesOfText, 0, bytesOfText.length);
    }

    /** Adds bytes, behind their number. */
    public Packer data(byte[] value, int from, int length) {
        number(length);
        bytes.write(value, from, length);
        return this;
    }

    /** Adds a list, each element by a method. */
    public <T> Packer list(Collection<T> values, BiConsumer<Packer, T> add) {
        number(values.size());
        values.forEach(value -> add.accept(this, value));
        return this;
    }

    public Packer texts(List<String> values) {
        return list(values, Packer::text);
    }

    public Packer numbers(List<Integer> values) {
        return list(values, (to, value) -> to.number(value));
    }

    /** Adds variables, each with its value. */
    public Packer variables(Map<String, String> values) {
        return list(values.entrySet(), (to, entry) -> to.text(entry.getKey()).text(entry.getValue()));
    }

    /** The fields so far, as the body of a frame. */
    public byte[] bytes() {
        return bytes.toByteArray();
    }
}
