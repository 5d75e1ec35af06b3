package org.bipj.shm;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.bipj.core.nic.PortException;

/**
 * Texts that ranks leave in their session for the launcher, each in shared memory of its own.
 *
 * <pre>
 *   0   bytes of the text plus 1 (4), stored last; 0: not complete yet
 *   4   the text in UTF-8
 * </pre>
 */
final class Notes {
    private static final int TEXT = 4;

    private Notes() {}

    /** What a rank waits for: the answer to a request of this number. */
    static String wait(int request, int rank) {
        return "wait-" + request + "-" + rank;
    }

    /** The stacks of a rank's threads: the answer to a request of this number. */
    static String stacks(int request, int rank) {
        return "stacks-" + request + "-" + rank;
    }

    /** Leaves a note. Where there is no room for it none is left: a rank goes on without. */
    static void leave(Store store, String name, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            Mapping note = store.create(name, TEXT + bytes.length);
            MemorySegment.copy(MemorySegment.ofArray(bytes), 0, note.memory(), TEXT, bytes.length);
            Access.setIntRelease(note.memory(), 0, bytes.length + 1);
            note.close();
        } catch (PortException e) {
            System.getLogger(Notes.class.getName()).log(System.Logger.Level.DEBUG, "cannot leave note " + name, e);
        }
    }

    /** Takes a note; null if it is not there, or not complete yet. */
    static String take(Store store, String name) {
        if (!store.exists(name)) {
            return null;
        }
        Mapping note = store.open(name);
        try {
            MemorySegment memory = note.memory();
            int length = memory.byteSize() < TEXT ? 0 : Access.getIntAcquire(memory, 0) - 1;
            if (length < 0 || length > memory.byteSize() - TEXT) {
                return null;
            }
            byte[] bytes = new byte[length];
            MemorySegment.copy(memory, TEXT, MemorySegment.ofArray(bytes), 0, length);
            store.remove(name);
            return new String(bytes, StandardCharsets.UTF_8);
        } finally {
            note.close();
        }
    }
}
