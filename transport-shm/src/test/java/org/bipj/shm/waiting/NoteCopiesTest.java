package org.bipj.shm.waiting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.bipj.core.job.SharedNote;
import org.bipj.shm.memory.LocalStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Notes of ranks of two hosts, of which rank 0 has one for itself. */
class NoteCopiesTest {
    private static final int RANKS = 3;
    private static final int WORDS = Long.BYTES;

    private final LocalStore ann = new LocalStore();
    private final LocalStore ben = new LocalStore();
    private final NoteCopies ofAnn = new NoteCopies(ann, List.of(0), RANKS);
    private final NoteCopies ofBen = new NoteCopies(ben, List.of(1, 2), RANKS);
    private final MemorySegment own = ann.share(SharedNote.name(0), SharedNote.bytes(RANKS));
    private final SharedNote note = new SharedNote(own);

    @AfterEach
    void close() {
        ann.close();
        ben.close();
    }

    private MemorySegment copyAtBen() {
        return ben.share(SharedNote.name(0), SharedNote.bytes(RANKS));
    }

    private void say(long what) {
        note.invalidate();
        own.set(ValueLayout.JAVA_LONG, WORDS, what);
        note.validate();
    }

    @Test
    void whatARankSaysComesToTheOtherHost() {
        MemorySegment copy = copyAtBen();
        say(42);
        ofBen.bring(1, ofAnn.read());
        assertArrayEquals(note.copy(), new SharedNote(copy).copy());
        assertEquals(42, copy.get(ValueLayout.JAVA_LONG, WORDS));
    }

    @Test
    void whatIsSaidNoMoreIsNotValidThere() {
        SharedNote copy = new SharedNote(copyAtBen());
        say(42);
        ofBen.bring(1, ofAnn.read());
        long version = copy.version();
        note.invalidate();
        ofBen.bring(2, ofAnn.read());
        assertFalse(copy.isValid());
        say(42);
        ofBen.bring(3, ofAnn.read());
        assertTrue(copy.isValid());
        assertTrue(copy.version() != version, "the same words of another wait");
    }

    /** A rank may ask for a copy when rounds have long begun, and nobody need ask. */
    @Test
    void aCopyThatIsAskedForLateComesWithTheNextRound() {
        say(42);
        ofBen.bring(1, ofAnn.read());
        SharedNote copy = new SharedNote(copyAtBen());
        MemorySegment round = ben.share(SharedNote.ROUND, Long.BYTES);
        assertFalse(copy.isValid());
        assertEquals(0, SharedNote.round(round));
        ofBen.bring(2, ofAnn.read());
        assertTrue(copy.isValid());
        assertEquals(2, SharedNote.round(round));
    }

    @Test
    void ownRecordsAreNotReplaced() {
        say(42);
        ofAnn.bring(1, Map.of());
        assertTrue(note.isValid());
        assertEquals(42, own.get(ValueLayout.JAVA_LONG, WORDS));
    }

    @Test
    void aDamagedCopyIsRefused() {
        copyAtBen();
        assertThrows(IllegalArgumentException.class, () -> ofBen.bring(1, Map.of(0, new byte[] {1, 2, 3})));
    }
}
