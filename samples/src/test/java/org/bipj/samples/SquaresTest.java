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

class SquaresTest {
    @Test
    void eachNodeGetsItsSquare() {
        PrintStream terminal = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try (SimSession session = SimSession.open(4, SimOptions.of("lab"), SimSession.Listener.NONE)) {
            session.run(rank -> Squares.main(new String[0]));
        } finally {
            System.setOut(terminal);
        }
        assertEquals(
                List.of("node 1 has 1", "node 2 has 4", "node 3 has 9"),
                out.toString(StandardCharsets.UTF_8).lines().sorted().toList());
    }

    @Test
    void theDocumentsShowTheProgramAsItIs() throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/bipj/samples/Squares.java"));
        String body = source.substring(source.indexOf("        try (Bip bip"));
        String program =
                "import org.bipj.bip.Bip;\n\npublic class Squares {\n    public static void main(String[] args) {\n"
                        + body;
        String page = Files.readString(Path.of("../docs/SAMPLES.md"));
        assertTrue(page.contains("```java\n" + program + "```\n"), program);
    }
}
