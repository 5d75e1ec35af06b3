package org.bipj.core.machine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class RequiredJavaTest {
    @Test
    void theJavaThatRunsTheTestsWillDo() {
        assertDoesNotThrow(RequiredJava::check);
    }

    @Test
    void whatIsTooOldIsNamedWithItsPlace() {
        assertEquals(
                "BIPJ needs Java 25 or newer, and this is Java 8 from /old: name the java of a newer JDK by its whole path",
                RequiredJava.problem("1.8", "/old"));
        assertEquals(
                "BIPJ needs Java 25 or newer, and this is Java 24 from /old: name the java of a newer JDK by its whole path",
                RequiredJava.problem("24", "/old"));
        assertNull(RequiredJava.problem("25", "/new"));
        assertNull(RequiredJava.problem("26", "/new"));
    }
}
