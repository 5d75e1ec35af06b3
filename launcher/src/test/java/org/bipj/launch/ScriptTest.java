package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the scripts check before they start the launcher. */
class ScriptTest {
    @ParameterizedTest
    @CsvSource({
        "C, plain, 0, ''",
        "C, caf\u00e9, 2, 'mpirun: caf\u00e9 has other characters than those of ASCII, which are all that Java has with"
                + " LC_ALL=C: set LC_ALL=C.UTF-8\n'",
        "C.UTF-8, caf\u00e9, 0, ''",
        "xx_YY.UTF-8, caf\u00e9, 2, 'mpirun: caf\u00e9 has other characters than those of ASCII, which are all that Java"
                + " has with LC_ALL=xx_YY.UTF-8: set LC_ALL=C.UTF-8\n'"
    })
    void namesThatTheLocaleLacksAreRefused(String locale, String word, int code, String said)
            throws IOException, InterruptedException {
        // By an escape: this JVM itself may lack the character, too.
        String odd = word.replace("\u00e9", "\\xc3\\xa9");
        String check = ". src/main/sh/common.sh; . src/main/sh/launch.sh; bipj_check_locale java $'" + odd + "'";
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", check);
        Map<String, String> environment = builder.environment();
        environment.put("LC_ALL", locale);
        Process script;
        try {
            script = builder.start();
        } catch (IOException e) {
            assumeTrue(false, "no bash");
            return;
        }
        String text = new String(script.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(code, script.waitFor());
        List<String> own =
                text.lines().filter(line -> line.startsWith("mpirun: ")).toList();
        assertEquals(said, String.join("", own.stream().map(line -> line + "\n").toList()));
    }
}
