package org.bipj.launch.mpirun.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackFoldersTest {
    @TempDir
    Path parent;

    private Path folder(String name, int days, String... files) throws IOException {
        Path folder = Files.createDirectory(parent.resolve(name));
        for (String file : files) {
            Files.writeString(folder.resolve(file), "stacks");
        }
        return Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(Duration.ofDays(days))));
    }

    @Test
    void foldersGoAfterAWeek() throws IOException {
        folder("bipj-stacks-1", 8, "rank.0", "rank.1");
        folder("bipj-stacks-2", 6, "rank.0");
        // Not what we have written.
        folder("bipj-stacks-3", 8, "rank.0", "other");
        Path other = folder("other", 8, "rank.0");
        Files.createSymbolicLink(parent.resolve("bipj-stacks-4"), other);
        Path made = StackFolders.create(parent);
        assertTrue(Files.isDirectory(made));
        try (Stream<Path> left = Files.list(parent)) {
            Set<String> names = left.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
            assertEquals(
                    Set.of(
                            "bipj-stacks-2",
                            "bipj-stacks-3",
                            "bipj-stacks-4",
                            "other",
                            made.getFileName().toString()),
                    names);
        }
        assertTrue(Files.exists(other.resolve("rank.0")));
    }
}
