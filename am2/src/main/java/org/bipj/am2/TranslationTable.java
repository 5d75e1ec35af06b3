package org.bipj.am2;

import java.util.Arrays;
import org.bipj.am2.AmException.Code;
import org.bipj.core.nic.EndpointName;

/** The endpoints that an endpoint can send to, by index: their names, and the tags that their messages carry. */
final class TranslationTable {
    static final int MAX = 1 << 16;
    private static final int INITIAL = 256;
    private static final long FREE = -1;

    private final int rank;
    private long[] names = new long[INITIAL];
    private long[] tags = new long[INITIAL];

    TranslationTable(int rank) {
        this.rank = rank;
        Arrays.fill(names, FREE);
    }

    int size() {
        return names.length;
    }

    /** The packed name under an index that is in use. */
    long name(int index) {
        if (index < 0 || index >= names.length || names[index] == FREE) {
            throw unbound(index);
        }
        return names[index];
    }

    long tag(int index) {
        return tags[index];
    }

    private AmException unbound(int index) {
        checkIndex(index);
        return new AmException(
                Code.RESOURCE,
                Status.BAD_ENTRY,
                "rank " + rank + ": entry " + index + " of the translation table is not mapped");
    }

    private void checkIndex(int index) {
        if (index < 0 || index >= names.length) {
            throw new AmException(
                    Code.BAD_ARGUMENT,
                    "rank " + rank + ": translation " + index + "; expected 0 to " + (names.length - 1));
        }
    }

    boolean isInUse(int index) {
        checkIndex(index);
        return names[index] != FREE;
    }

    void map(int index, long name, long tag) {
        if (isInUse(index)) {
            throw new AmException(
                    Code.RESOURCE,
                    "rank " + rank + ": entry " + index + " of the translation table is mapped already, to "
                            + EndpointName.of(names[index]));
        }
        names[index] = name;
        tags[index] = tag;
    }

    int mapAny(long name, long tag) {
        for (int index = 0; index < names.length; index++) {
            if (names[index] == FREE) {
                map(index, name, tag);
                return index;
            }
        }
        throw new AmException(
                Code.RESOURCE,
                "rank " + rank + ": all " + names.length + " translations are in use; expected a free one");
    }

    void unmap(int index) {
        name(index);
        names[index] = FREE;
    }

    void resize(int size) {
        if (size < 1 || size > MAX) {
            throw new AmException(
                    Code.BAD_ARGUMENT, "rank " + rank + ": " + size + " translations; expected 1 to " + MAX);
        }
        for (int index = size; index < names.length; index++) {
            if (names[index] != FREE) {
                throw new AmException(
                        Code.RESOURCE,
                        "rank " + rank + ": " + size + " translations, but entry " + index + " is mapped");
            }
        }
        int before = names.length;
        names = Arrays.copyOf(names, size);
        tags = Arrays.copyOf(tags, size);
        if (size > before) {
            Arrays.fill(names, before, size, FREE);
        }
    }
}
