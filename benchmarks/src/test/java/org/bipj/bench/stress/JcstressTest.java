package org.bipj.bench.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every jcstress test in a JVM of its own (jcstress forks from it). A forbidden outcome gives exit code 1. The
 * system property {@code bipj.jcstress.mode} takes sanity, quick (default), default, tough or stress.
 */
class JcstressTest {
    @Test
    @Tag("deep")
    @Timeout(value = 55, unit = TimeUnit.MINUTES)
    void noForbiddenOutcomeIsSeen(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(getClass().getResource("/META-INF/TestList") != null, "there is no jcstress test");
        // Surefire starts its JVM from a manifest; the class path that it stands for is in this property.
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process jcstress = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        "org.openjdk.jcstress.Main",
                        "-m",
                        System.getProperty("bipj.jcstress.mode", "quick"),
                        "-r",
                        Path.of("target", "jcstress").toAbsolutePath().toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        Path.of("target", "jcstress.log").toAbsolutePath().toFile())
                .start();
        try {
            assertEquals(0, jcstress.waitFor(), "jcstress failed: see benchmarks/target/jcstress.log");
        } finally {
            jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
            jcstress.destroyForcibly();
        }
    }
}
