package org.bipj.launch.mpirun.manual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.bipj.launch.mpirun.command.Help;
import org.bipj.launch.mpirun.command.HelpEntry;
import org.bipj.launch.mpirun.command.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual page and the completions have all that the help has. */
class ManualTest {
    @TempDir
    Path share;

    @Test
    void thePageHasEachWordOfTheHelpInItsOrder() {
        String page = ManualPage.of("1").replace("\\-", "-").replaceAll("(?m)^\\.\\w+|\\\\&|\\\\f.", " ");
        List<String> words = Arrays.asList(page.split("\\s+"));
        int at = 0;
        for (String word : Help.text().replace("Usage: ", "").split("\\s+")) {
            List<String> rest = words.subList(at, words.size());
            // Titles of sections are in capitals.
            String title = word.toUpperCase(Locale.ROOT).replace(":", "");
            int found = IntStream.range(0, rest.size())
                    .filter(i -> rest.get(i).equals(word) || rest.get(i).equals(title))
                    .findFirst()
                    .orElse(-1);
            assertTrue(found >= 0, word + " is not in the page, behind " + words.get(at));
            at += found;
        }
    }

    @Test
    void optionsHaveNamesTextsAndValues() {
        HelpEntry mode = option("--mode");
        assertEquals(List.of("process", "thread", "sim"), mode.choices());
        assertEquals(List.of("-n", "-np", "-c"), option("-np").names());
        assertEquals(2, option("--mca").words());
        assertEquals(0, option("--verbose").words());
        assertEquals(1, option("--report-pid").words());
        assertTrue(option("--hostfile").takesPath());
        Option.entries()
                .forEach(each -> assertTrue(
                        !each.text().isEmpty() || each.names().contains("--help"), each.head() + " has no text"));
    }

    private static HelpEntry option(String name) {
        return Option.entries().stream()
                .filter(each -> each.names().contains(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void bashCompletesOptionsValuesAndFiles() throws IOException, InterruptedException {
        Manual.main(new String[] {share.toString(), "1"});
        assertTrue(Files.exists(share.resolve("man/man1/bipjrun.1")));
        Files.createFile(share.resolve("Sum.java"));
        assertEquals("--deadlock", completed("mpirun", "--dead"));
        assertEquals("thread", completed("mpirun", "--mode", "th"));
        assertEquals("java", completed("bipjrun", "-n", "4", "--mca", "a", "b", "ja"));
        assertEquals("Sum.java", completed("mpirun", "-n", "4", "java", "Su"));
        assertEquals("", completed("mpirun", "-n", ""));
        assertEquals("--mode", completed("mpirun", "-n", "2", "java", "A", ":", "--mod"));
    }

    /** What bash offers for the last of some words. */
    private String completed(String... words) throws IOException, InterruptedException {
        // compopt works during a completion only.
        String script =
                "compopt() { :; }; . bash-completion/completions/mpirun; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1));"
                        + " _bipj_mpirun; echo \"${COMPREPLY[*]}\"";
        List<String> command = new ArrayList<>(List.of("bash", "-c", script, "test"));
        command.addAll(List.of(words));
        Process bash = new ProcessBuilder(command)
                .directory(share.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, bash.waitFor(), said);
        return said.strip();
    }
}
