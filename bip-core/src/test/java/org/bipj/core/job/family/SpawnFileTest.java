package org.bipj.core.job.family;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpawnFileTest {
    @TempDir
    Path directory;

    private SpawnRequest.Program wanted(String text, int processes, String... info) throws IOException {
        Path file = Files.writeString(directory.resolve("hints"), text);
        Map<String, String> hints = new TreeMap<>(Map.of("file", file.toString()));
        for (int i = 0; i < info.length; i += 2) {
            hints.put(info[i], info[i + 1]);
        }
        return new SpawnRequest.Program("worker", List.of("first"), processes, hints);
    }

    private static void assertProgram(
            SpawnRequest.Program found, int processes, List<String> arguments, Map<String, String> info) {
        assertEquals(new SpawnRequest.Program("worker", arguments, processes, info), found);
    }

    @Test
    void withoutAFileAProgramIsItself() {
        SpawnRequest.Program plain = new SpawnRequest.Program("worker", List.of(), 3, Map.of("wdir", "/"));
        assertEquals(List.of(plain), plain.byFile());
    }

    @Test
    void linesForAllAreHintsOfTheProgram() throws IOException {
        List<SpawnRequest.Program> found = wanted(
                        "# a comment\n\nwdir=/there\n host = a:2,b \nenv = A=1\nenv=B = 2\narg = last one\n",
                        3,
                        "wdir",
                        "/here")
                .byFile();
        assertEquals(1, found.size());
        assertProgram(
                found.getFirst(),
                3,
                List.of("first", "last one"),
                Map.of("wdir", "/here", "host", "a:2,b", "env", "A=1\nB = 2"));
    }

    @Test
    void linesForSomeMakeProgramsOfTheirOwn() throws IOException {
        List<SpawnRequest.Program> found = wanted(
                        "env = A=1\n[1-2]\nwdir = /there\nenv = B=2\n[ 4 ]\narg = x\n", 6, "wdir", "/here")
                .byFile();
        Map<String, String> plain = Map.of("wdir", "/here", "env", "A=1");
        assertEquals(5, found.size());
        assertProgram(found.get(0), 1, List.of("first"), plain);
        assertProgram(found.get(1), 2, List.of("first"), Map.of("wdir", "/there", "env", "A=1\nB=2"));
        assertProgram(found.get(2), 1, List.of("first"), plain);
        assertProgram(found.get(3), 1, List.of("first", "x"), plain);
        assertProgram(found.get(4), 1, List.of("first"), plain);
    }

    @Test
    void whatIsNotUnderstoodIsNamedWithItsLine() throws IOException {
        Map<String, String> wrong = Map.of(
                "colour = red", "line 1 of ",
                "\nwdir", "line 2 of ",
                "[0-3]", "processes from 0 to 2",
                "[2-1]", "processes from 0 to 2",
                "[x]", "expected [FROM-TO]",
                "[0-1]\n[1]", "line 2 of ");
        for (Map.Entry<String, String> each : wrong.entrySet()) {
            SpawnRequest.Program program = wanted(each.getKey(), 3);
            String message = assertThrows(IllegalArgumentException.class, program::byFile)
                    .getMessage();
            assertTrue(message.contains(each.getValue()), message);
        }
        SpawnRequest.Program some = wanted("[0]\narg = x", 3, "soft", "1:3");
        String message =
                assertThrows(IllegalArgumentException.class, some::byFile).getMessage();
        assertTrue(message.contains("the info key soft leaves their number open"), message);
    }

    @Test
    void aFileThatCannotBeReadIsNamed() {
        SpawnRequest.Program program =
                new SpawnRequest.Program("worker", List.of(), 1, Map.of("file", "/no/such/file"));
        assertEquals(
                "the info key file is /no/such/file: cannot read it: there is no such file",
                assertThrows(PortException.class, program::byFile).getMessage());
    }
}
