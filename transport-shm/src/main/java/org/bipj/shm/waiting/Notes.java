package org.bipj.shm.waiting;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Store;

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

    /** Name of the note that says what a rank waits for, in answer to the request of this number. */
    static String wait(int request, int rank) {
        return "wait-" + request + "-" + rank;
    }

    /** Name of the note with the stacks of a rank's threads, in answer to the request of this number. */
    static String stacks(int request, int rank) {
        return "stacks-" + request + "-" + rank;
    }

    /** Leaves a note. Without room for it the rank goes on without one. */
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

    /** Reads and removes a note; null if there is none, or it is not complete yet. */
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
