package org.bipj.shm.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Path;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.LocalStore;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotesTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNoteIsTakenOnce(boolean files) throws IOException {
        Store store = files ? new FileStore(OwnDirectory.open(directory)) : new LocalStore();
        assertNull(Notes.take(store, "wait-1-0"));
        for (String text : new String[] {"", "zwei Zeilen\nmit \u00fc\n"}) {
            Notes.leave(store, "wait-1-0", text);
            assertEquals(text, Notes.take(store, "wait-1-0"));
            assertNull(Notes.take(store, "wait-1-0"));
            assertFalse(store.exists("wait-1-0"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNoteThatIsNotCompleteIsNotTaken(boolean files) throws IOException {
        Store store = files ? new FileStore(OwnDirectory.open(directory)) : new LocalStore();
        Mapping note = store.create("wait-1-0", 8);
        assertNull(Notes.take(store, "wait-1-0"));
        Access.setIntRelease(note.memory(), 0, 1000);
        assertNull(Notes.take(store, "wait-1-0"), "longer than its memory");
        Access.setIntRelease(note.memory(), 0, 1);
        assertEquals("", Notes.take(store, "wait-1-0"));
    }

    @Test
    void whereThereIsNoRoomARankGoesOnWithoutANote() throws IOException {
        OwnDirectory gone = OwnDirectory.create(directory.resolve("gone"));
        gone.deleteEmpty();
        Store store = new FileStore(gone);
        Notes.leave(store, "wait-1-0", "text");
        assertNull(Notes.take(store, "wait-1-0"));
    }
}
