package org.bipj.samples.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NasReportTest {

    private static String printed(boolean verified) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new NasReport("IS", 'A', 8388608, 10, 2, 0.25, 335.54432, "keys ranked", verified, " detail")
                .print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theReportNamesClassRanksTimeSpeedAndVerdict() {
        String text = printed(true);
        assertTrue(text.startsWith(" detail\n IS Benchmark Completed.\n"), text);
        assertTrue(text.matches("(?s).* Class +=  +A\\R.*"), text);
        assertTrue(text.matches("(?s).* Total processes +=  +2\\R.*"), text);
        assertTrue(text.matches("(?s).* Time in seconds +=  +0\\.2500\\R.*"), text);
        assertTrue(text.matches("(?s).* Mop/s total +=  +335\\.54\\R.*"), text);
        assertTrue(text.matches("(?s).* Mop/s/process +=  +167\\.77\\R.*"), text);
        assertTrue(text.stripTrailing().endsWith(" Verification: SUCCESSFUL"), text);
    }

    @Test
    void aWrongResultIsSaidToBeUnsuccessful() {
        String text = printed(false);
        assertEquals(-1, text.indexOf("Verification: SUCCESSFUL"), text);
        assertTrue(text.stripTrailing().endsWith(" Verification: UNSUCCESSFUL"), text);
    }
}
