package org.bipj.junit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of docs/TESTING.md are tests of this module. */
class TestingPageTest {
    @ParameterizedTest
    @ValueSource(strings = {"SumTest", "PartsTest", "OrderTest", "StepsTest"})
    void showsTheExampleAsItIs(String example) throws IOException {
        String source = Files.readString(Path.of("src/test/java/org/bipj/junit/fixtures/" + example + ".java"));
        String shown = source.replaceFirst("package .*;\\n+", "");
        String page = Files.readString(Path.of("../../docs/TESTING.md"));
        assertTrue(page.contains("```java\n" + shown + "```\n"), shown);
    }
}
