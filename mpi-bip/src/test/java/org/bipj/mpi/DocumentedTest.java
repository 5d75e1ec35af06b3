package org.bipj.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.bipj.testkit.Documentation;
import org.junit.jupiter.api.Test;

class DocumentedTest {
    @Test
    void theInterfaceIsCommented() {
        assertEquals(List.of(), Documentation.missing(Path.of("src/main/java")));
        assertEquals(List.of(), Documentation.missing(Path.of("src/main/forms")));
        assertEquals(List.of(), Documentation.missing(Path.of("target/generated-sources/forms")));
    }
}
