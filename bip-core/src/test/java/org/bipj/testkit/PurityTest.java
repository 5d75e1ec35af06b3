package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.bipj.testkit.variables.Elsewhere;
import org.bipj.testkit.variables.Room;
import org.junit.jupiter.api.Test;

/** The rule of variables finds each way to read one. */
class PurityTest {
    @Test
    void readsOutsideTheRoomAreFound() {
        String message = assertThrows(
                        AssertionError.class,
                        () -> Purity.variablesAreReadBy(Room.class)
                                .check(new ClassFileImporter()
                                        .importClasses(Elsewhere.class, Room.class, Room.Inner.class)))
                .getMessage();
        for (String method : List.of("reference", "allVariables", "property", "allProperties")) {
            assertTrue(message.contains("Elsewhere." + method + "()"), message);
        }
        for (String target : List.of("Boolean.getBoolean", "Integer.getInteger", "Long.getLong")) {
            assertTrue(message.contains(target), message);
        }
        assertFalse(message.contains("Room$Inner"), message);
    }

    @Test
    void severalRoomsMayRead() {
        Purity.variablesAreReadBy(Room.class, Elsewhere.class)
                .check(new ClassFileImporter().importClasses(Elsewhere.class, Room.class, Room.Inner.class));
    }
}
