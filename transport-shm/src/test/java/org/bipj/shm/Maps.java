package org.bipj.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** What is mapped into this process, as Linux tells it. */
public final class Maps {
    private static final Path SELF = Path.of("/proc/self/maps");

    private Maps() {}

    /** Mappings of files whose path contains a text. */
    public static List<String> of(String text) throws IOException {
        Assumptions.assumeTrue(Files.isReadable(SELF), "needs Linux: no " + SELF + " here");
        return Files.readAllLines(SELF).stream()
                .filter(line -> line.contains(text))
                .toList();
    }
}
