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
 * Runs every jcstress test in a JVM of its own (jcstress forks from it). A forbidden outcome gives exit code 1. The
 * system property {@code bipj.jcstress.mode} says how thorough the deep one is: quick, default (the default), tough or
 * stress.
 */
class JcstressTest {
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void noForbiddenOutcomeIsSeenInAThirdOfASecondOfEach(@TempDir Path folder)
            throws IOException, InterruptedException {
        // One JVM mode, that in which code moves most: enough to find a missing fence or a wrong order of stores.
        assertNoForbiddenOutcome(
                folder,
                "short",
                "-m quick -sc false -f 1 -iters 1 -time 300 -pth false -spinStyle THREAD_YIELD",
                "-jvmArgs",
                NATIVE_ACCESS + " -XX:-TieredCompilation -XX:+UnlockDiagnosticVMOptions"
                        + " -XX:+StressLCM -XX:+StressGCM -XX:+StressIGVN -XX:+StressCCP");
    }

    @Test
    @Tag("deep")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void noForbiddenOutcomeIsSeen(@TempDir Path folder) throws IOException, InterruptedException {
        assertNoForbiddenOutcome(folder, "deep", "-m " + System.getProperty("bipj.jcstress.mode", "default"));
    }

    private static void assertNoForbiddenOutcome(Path folder, String name, String options, String... more)
            throws IOException, InterruptedException {
        Path report = Path.of("target", "jcstress-" + name).toAbsolutePath();
        Path log = report.resolveSibling(report.getFileName() + ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                NATIVE_ACCESS, // handed on to the forks
                "-cp",
                // Surefire starts its JVM from a manifest; the class path that it stands for is in this property.
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "org.openjdk.jcstress.Main",
                "-r",
                report.toString()));
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of(more));
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
