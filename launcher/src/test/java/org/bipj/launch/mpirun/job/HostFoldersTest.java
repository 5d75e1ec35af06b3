package org.bipj.launch.mpirun.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of hosts: each job has its own, and one after another has those of the same name. */
class HostFoldersTest {
    @TempDir
    private Path temporary;

    @Test
    void jobsOneAfterTheOtherHaveTheSameNames() throws IOException {
        Path first;
        try (HostFolders job = new HostFolders("", temporary);
                HostFolders beside = new HostFolders("", temporary)) {
            first = job.of(1);
            Files.createFile(first.resolve("kept"));
            assertEquals(first, job.of(1));
            assertNotEquals(first, beside.of(1));
            assertTrue(Files.isDirectory(beside.of(1)));
        }
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(0, left.count());
        }
        try (HostFolders next = new HostFolders("", temporary)) {
            assertEquals(first, next.of(1));
            assertTrue(Files.notExists(first.resolve("kept")));
        }
    }
}
