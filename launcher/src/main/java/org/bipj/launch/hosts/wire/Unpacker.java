package org.bipj.launch.hosts.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads the fields of a frame's body. Each method throws {@link DamagedFrame} where there is no such field. */
public final class Unpacker {
    private final FrameKind kind;
    private final ByteBuffer bytes;

    /** A frame that holds other fields than its kind should. */
    public static final class DamagedFrame extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DamagedFrame(FrameKind kind, String what) {
            super("damaged frame: " + kind + " with " + what);
        }
    }

    Unpacker(FrameKind kind, byte[] body) {
        this.kind = kind;
        this.bytes = ByteBuffer.wrap(body);
    }

    /** The error of a frame with wrong fields. */
    public DamagedFrame damaged(String what) {
        return new DamagedFrame(kind, what);
    }

    public long number() {
        try {
            return bytes.getLong();
        } catch (BufferUnderflowException e) {
            throw new DamagedFrame(kind, "too few bytes");
        }
    }

    /** A number from 0 to a limit. */
    public int number(int most) {
        return number(0, most);
    }

    /** Reads a number; the frame is damaged if it is not in this range. */
    public int number(int least, int most) {
        long value = number();
        if (value < least || value > most) {
            throw new DamagedFrame(kind, "number " + value + ", expected " + least + " to " + most);
        }
        return (int) value;
    }

    public boolean flag() {
        return number(1) == 1;
    }

    public byte[] data() {
        byte[] data = new byte[number(bytes.limit())];
        try {
            bytes.get(data);
        } catch (BufferUnderflowException e) {
            throw new DamagedFrame(kind, "too few bytes");
        }
        return data;
    }

    public String text() {
        return new String(data(), StandardCharsets.UTF_8);
    }

    /** A list, each element read by a function. */
    public <T> List<T> list(Function<Unpacker, T> read) {
        // Each element takes at least one number.
        int size = number(bytes.limit() / Long.BYTES);
        List<T> all = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            all.add(read.apply(this));
        }
        return all;
    }

    public List<String> texts() {
        return list(Unpacker::text);
    }

    public Map<String, String> variables() {
        Map<String, String> all = new LinkedHashMap<>();
        list(from -> all.put(from.text(), from.text()));
        return all;
    }
}
