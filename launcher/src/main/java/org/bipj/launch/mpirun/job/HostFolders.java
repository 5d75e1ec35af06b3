package org.bipj.launch.mpirun.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.bipj.launch.support.FileReasons;
import org.bipj.launch.support.LauncherVariables;

/**
 * The folders of a job's hosts, which stand for their disks: what a program writes there is there when its host starts
 * again. They are made when they are first asked for, and deleted with the job, unless the user has named the place.
 */
public final class HostFolders implements AutoCloseable {
    /** What the names of hosts begin with, before the number. */
    public static final String PREFIX_OF_NAMES = "node";

    private static final String PREFIX = "bipj-hosts-";
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    private final Path parent;
    private final boolean isOwn;
    /** Null before it is made. */
    private Path place;

    private boolean isClosed;

    /**
     * The folders of a job.
     *
     * @param place the user's, absolute; empty: one for the job
     */
    public HostFolders(String place) {
        this(place, Path.of(LauncherVariables.temporaryDirectory()));
    }

    /** The same, with a folder in which the one for the job is made. */
    HostFolders(String place, Path parent) {
        this.parent = parent;
        isOwn = place.isEmpty();
        this.place = isOwn ? null : Path.of(place);
    }

    /** The name of a rank's folder. */
    public static String name(int rank) {
        return PREFIX_OF_NAMES + rank;
    }

    /**
     * The folder of a rank's host, which exists.
     *
     * @throws UncheckedIOException if it cannot be made
     */
    public synchronized Path of(int rank) {
        if (isClosed) {
            throw new IllegalStateException("the job is over");
        }
        try {
            if (place == null) {
                place = make();
            }
            return Files.createDirectories(place.resolve(name(rank)));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot make the folder of host " + rank + " in "
                            + (place == null ? parent : place) + ": "
                            + FileReasons.why(e),
                    e);
        }
    }

    /** Makes the first folder that is free: a program that prints its name prints the same in the next run, if no other job runs. */
    private Path make() throws IOException {
        FileAttribute<?>[] attributes =
                parent.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNERS)}
                        : new FileAttribute<?>[0];
        for (int number = 0; ; number++) {
            try {
                return Files.createDirectory(parent.resolve(PREFIX + number), attributes);
            } catch (FileAlreadyExistsException e) {
                // Another job's.
            }
        }
    }

    /** Deletes the folders, unless they are the user's. */
    @Override
    public synchronized void close() {
        isClosed = true;
        if (!isOwn || place == null) {
            return;
        }
        try {
            Files.walkFileTree(place, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
                    Files.deleteIfExists(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            // A rank still writes, or has taken permissions away: the rest stays, as other temporary files do.
        }
    }
}
