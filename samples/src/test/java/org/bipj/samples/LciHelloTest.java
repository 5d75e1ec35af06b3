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

class LciHelloTest {
    @Test
    void packetsOfAllKindsArrive() {
        PrintStream terminal = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try (SimSession session = SimSession.open(3, SimOptions.of("lab"), SimSession.Listener.NONE)) {
            session.run(rank -> LciHello.main(new String[0]));
        } finally {
            System.setOut(terminal);
        }
        List<String> lines =
                out.toString(StandardCharsets.UTF_8).lines().sorted().toList();
        List<String> got = lines.stream().filter(line -> line.contains("gets")).toList();
        assertEquals(
                List.of(
                        "rank 0 gets 1 from rank 1",
                        "rank 0 gets 2 from rank 2",
                        "rank 1 gets 42 from rank 0",
                        "rank 2 gets 42 from rank 0"),
                got);
        assertEquals(5, lines.size());
        assertTrue(lines.stream().anyMatch(line -> line.endsWith("is the last of 3")), lines::toString);
    }

    @Test
    void theDocumentsShowTheProgramAsItIs() throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/bipj/samples/LciHello.java"));
        String program = source.substring(source.indexOf("import "), source.indexOf("/**"))
                + "public class LciHello {\n    public static void main(String[] args) {\n"
                + source.substring(source.indexOf("        try (Lci lci"));
        String page = Files.readString(Path.of("../docs/SAMPLES.md"));
        assertTrue(page.contains("```java\n" + program + "```\n"), program);
    }
}
