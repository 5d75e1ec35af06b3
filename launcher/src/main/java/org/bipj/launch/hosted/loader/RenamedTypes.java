package org.bipj.launch.hosted.loader;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.Map;

/**
 * Gives classes of the JDK other names in a class: those that can be neither made nor extended, so that another class stands for each
 * everywhere. Names of classes, descriptors and signatures are texts of the constant pool, whose other entries stay where they are.
 */
final class RenamedTypes {
    private static final int MAGIC_AND_VERSION = 8;

    private RenamedTypes() {}

    /**
     * The class with other names in it.
     *
     * @param names the new internal name of each
     */
    static byte[] in(byte[] bytes, Map<String, String> names) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(bytes.length + bytes.length / 8);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
                DataOutputStream out = new DataOutputStream(all)) {
            out.write(in.readNBytes(MAGIC_AND_VERSION));
            int count = in.readUnsignedShort();
            out.writeShort(count);
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                out.writeByte(tag);
                if (tag == PoolEntry.TAG_UTF8) {
                    out.writeUTF(renamed(in.readUTF(), names));
                } else {
                    out.write(in.readNBytes(length(tag)));
                    // These take two places.
                    i += tag == PoolEntry.TAG_LONG || tag == PoolEntry.TAG_DOUBLE ? 1 : 0;
                }
            }
            in.transferTo(out);
            return all.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String renamed(String text, Map<String, String> names) {
        String changed = text;
        for (Map.Entry<String, String> name : names.entrySet()) {
            changed = changed.equals(name.getKey())
                    ? name.getValue()
                    : changed.replace('L' + name.getKey() + ';', 'L' + name.getValue() + ';');
        }
        return changed;
    }

    private static int length(int tag) {
        return switch (tag) {
            case PoolEntry.TAG_CLASS,
                    PoolEntry.TAG_STRING,
                    PoolEntry.TAG_METHOD_TYPE,
                    PoolEntry.TAG_MODULE,
                    PoolEntry.TAG_PACKAGE -> 2;
            case PoolEntry.TAG_METHOD_HANDLE -> 3;
            case PoolEntry.TAG_LONG, PoolEntry.TAG_DOUBLE -> 8;
            default -> 4;
        };
    }
}
