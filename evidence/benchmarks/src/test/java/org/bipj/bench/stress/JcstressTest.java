package org.bipj.bench.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the jcstress tests: for a moment each, all in one JVM ({@link StressInOneJvm}); and as jcstress does, each in JVMs of its own,
 * where the system property {@code bipj.jcstress.mode} says how thoroughly: quick, default (the default), tough or stress. A forbidden
 * outcome gives exit code 1.
 */
class JcstressTest {
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    /** About as many samples as jcstress takes in twice the time, since code that tests share is compiled once. */
    private static final String MILLIS = "150";

    @Tag("tier2")
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void noForbiddenOutcomeIsSeenInAMomentOfEach(@TempDir Path folder) throws IOException, InterruptedException {
        // One mode of the compiler, that in which code moves most: enough to find a missing fence.
        String options = "-XX:+UseSerialGC -XX:-RestrictContended -XX:-TieredCompilation"
                + " -XX:+UnlockDiagnosticVMOptions -XX:+StressLCM -XX:+StressGCM -XX:+StressIGVN -XX:+StressCCP";
        assertNoForbiddenOutcome(
                folder, log("short"), List.of(options.split(" ")), StressInOneJvm.class.getName(), MILLIS);
    }

    @Test
    @Tag("deep")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void noForbiddenOutcomeIsSeen(@TempDir Path folder) throws IOException, InterruptedException {
        Path log = log("deep");
        String report = log.resolveSibling("jcstress-deep").toString();
        String mode = System.getProperty("bipj.jcstress.mode", "default");
        assertNoForbiddenOutcome(folder, log, List.of(), "org.openjdk.jcstress.Main", "-r", report, "-m", mode);
    }

    private static Path log(String name) {
        return Path.of("target", "jcstress-" + name + ".log").toAbsolutePath();
    }

    private static void assertNoForbiddenOutcome(Path folder, Path log, List<String> options, String... program)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        // jcstress hands the first of these on to its JVMs.
        command.addAll(List.of(
                NATIVE_ACCESS,
                "-cp",
                // Surefire starts its JVM from a manifest; the class path that it stands for is in this property.
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        command.addAll(List.of(program));
        Process jcstress = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertEquals(0, jcstress.waitFor(), "jcstress failed: see " + log);
        } finally {
            jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
            jcstress.destroyForcibly();
        }
    }
}
