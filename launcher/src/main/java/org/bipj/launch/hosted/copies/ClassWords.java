package org.bipj.launch.hosted.copies;

import java.io.ByteArrayOutputStream;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The words of a class file, which are the Utf8 entries of its constant pool (JVMS 25, section 4.4.7): names of classes and members, descriptors, texts.
 * To look through them costs much less than to parse the class.
 */
public final class ClassWords {
    private static final int POOL = 10;
    private static final int U2 = 2;
    private static final int BYTE = 0xff;
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;

    private ClassWords() {}

    /** True if a word has a property. Of words that are not ASCII each byte is a character. */
    public static boolean any(byte[] file, Predicate<String> property) {
        int at = POOL;
        for (int i = 1; i < u2(file, POOL - U2); i++) {
            int tag = file[at];
            if (tag == UTF8 && property.test(word(file, at))) {
                return true;
            }
            i += tag == LONG || tag == DOUBLE ? 1 : 0;
            at += size(file, at);
        }
        return false;
    }

    /** The class file with other words; the same array if none changes. */
    public static byte[] with(byte[] file, UnaryOperator<String> change) {
        ByteArrayOutputStream changed = null;
        int copied = 0;
        int at = POOL;
        for (int i = 1; i < u2(file, POOL - U2); i++) {
            int tag = file[at];
            if (tag == UTF8) {
                String word = word(file, at);
                String other = change.apply(word);
                if (!other.equals(word)) {
                    changed = changed == null ? new ByteArrayOutputStream(file.length + file.length / 2) : changed;
                    changed.write(file, copied, at + 1 - copied);
                    changed.write(other.length() >> Byte.SIZE);
                    changed.write(other.length());
                    changed.writeBytes(other.getBytes(StandardCharsets.ISO_8859_1));
                    copied = at + size(file, at);
                }
            }
            i += tag == LONG || tag == DOUBLE ? 1 : 0;
            at += size(file, at);
        }
        if (changed == null) {
            return file;
        }
        changed.write(file, copied, file.length - copied);
        return changed.toByteArray();
    }

    /** The class file with other names of classes in it: each one's new name by its internal name. */
    public static byte[] renamed(byte[] file, Map<String, String> names) {
        return names.isEmpty() ? file : with(file, word -> renamed(word, names));
    }

    /** A word with other names of classes in it. */
    static String renamed(String word, Map<String, String> names) {
        String changed = word;
        if (word.indexOf('/') >= 0) {
            for (Map.Entry<String, String> one : names.entrySet()) {
                changed = renamed(changed, one.getKey(), one.getValue());
            }
        }
        return changed;
    }

    /** The internal name of a class. */
    public static String nameOf(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** The internal name of a class. */
    public static String nameOf(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
    }

    private static int u2(byte[] file, int at) {
        return (file[at] & BYTE) << Byte.SIZE | file[at + 1] & BYTE;
    }

    private static String word(byte[] file, int entry) {
        return new String(file, entry + 1 + U2, u2(file, entry + 1), StandardCharsets.ISO_8859_1);
    }

    /** The bytes of an entry, its tag among them (JVMS 25, table 4.4-A). */
    private static int size(byte[] file, int entry) {
        return switch (file[entry]) {
            case UTF8 -> 1 + U2 + u2(file, entry + 1);
            case LONG, DOUBLE -> 1 + Long.BYTES;
            case 7, 8, 16, 19, 20 -> 1 + U2;
            case 15 -> 1 + 1 + U2;
            default -> 1 + U2 + U2;
        };
    }

    /** A word in which a class has another name: alone, as part of a descriptor, or with a nested class. */
    static String renamed(String word, String name, String by) {
        StringBuilder changed = null;
        int copied = 0;
        for (int at = word.indexOf(name); at >= 0; at = word.indexOf(name, at + 1)) {
            int end = at + name.length();
            boolean begins = at == 0 || word.charAt(at - 1) == 'L';
            boolean ends = end == word.length()
                    || !Character.isJavaIdentifierPart(word.charAt(end)) && word.charAt(end) != '/'
                    || word.charAt(end) == '$';
            if (begins && ends) {
                changed = changed == null ? new StringBuilder() : changed;
                changed.append(word, copied, at).append(by);
                copied = end;
            }
        }
        return changed == null ? word : changed.append(word.substring(copied)).toString();
    }
}
