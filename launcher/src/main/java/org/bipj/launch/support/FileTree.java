package org.bipj.launch.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A file, or a directory with all that is in it. */
public final class FileTree {
    private FileTree() {}

    /**
     * Removes it. Follows no links.
     *
     * @throws java.io.UncheckedIOException if a directory in it cannot be read
     */
    public static void remove(Path root) throws IOException {
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
