package org.bipj.launch.mpirun.job;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** The folders with stacks of ranks. They outlive their jobs; the report of a later job removes them after a week. */
final class StackFolders {
    private static final String PREFIX = "bipj-stacks-";
    private static final Duration AGE = Duration.ofDays(7);

    private StackFolders() {}

    /** Makes a folder, and removes old ones of the same user. */
    static Path create(Path parent) throws IOException {
        Path made = Files.createTempDirectory(parent, PREFIX);
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            Object owner = Files.getOwner(made);
            Instant oldest = Instant.now().minus(AGE);
            for (Path folder : folders) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(owner)
                        && Files.getLastModifiedTime(folder).toInstant().isBefore(oldest)) {
                    remove(folder);
                }
            }
        } catch (IOException | DirectoryIteratorException | UnsupportedOperationException e) {
            // They cannot be listed: the new one counts.
        }
        return made;
    }

    /** The files of ranks, and the folder if nothing else is in it. */
    private static void remove(Path folder) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "rank.*")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException | DirectoryIteratorException e) {
            // Something else is in it, or another job removes it at the same time.
        }
    }
}
