package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.junit.jupiter.api.Test;

class AmHelloTest {
    @Test
    void eachRankIsAnsweredByTheNext() {
        PrintStream terminal = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try (SimSession session = SimSession.open(3, SimOptions.of("lab"), SimSession.Listener.NONE)) {
            session.run(rank -> AmHello.main(new String[0]));
        } finally {
            System.setOut(terminal);
        }
        assertEquals(
                List.of("rank 0 answers 42", "rank 1 answers 42", "rank 2 answers 42"),
                out.toString(StandardCharsets.UTF_8).lines().sorted().toList());
    }

    @Test
    void theDocumentsShowTheProgramAsItIs() throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/bipj/samples/AmHello.java"));
        String program = source.substring(source.indexOf("import "), source.indexOf("/**"))
                + "public class AmHello {\n    public static void main(String[] args) {\n"
                + source.substring(source.indexOf("        try (ActiveMessages am"));
        String page = Files.readString(Path.of("../docs/SAMPLES.md"));
        assertTrue(page.contains("```java\n" + program + "```\n"), program);
    }
}
