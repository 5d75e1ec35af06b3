package org.bipj.testkit;

import java.nio.file.Path;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** A file system in memory of a given size, as a container may have it under /dev/shm. */
public final class SmallFileSystem {
    private SmallFileSystem() {}

    /** The part of a test that uses the file system. */
    @FunctionalInterface
    public interface Body {
        /** Runs while the file system is mounted. */
        void run() throws Exception;
    }

    /**
     * Mounts a file system on a directory, runs a body, and unmounts the file system. Skips the test if this user must not
     * mount, as only root can.
     *
     * @param options of the mount, such as {@code size=16k}
     */
    public static void on(Path directory, String options, Body body) throws Exception {
        boolean mounted = Command.run("mount", "-t", "tmpfs", "-o", options, "bipj-test", directory.toString()) == 0;
        Assumptions.assumeTrue(mounted, "only root can mount a small file system");
        try {
            body.run();
        } finally {
            Assertions.assertEquals(0, Command.run("umount", "-l", directory.toString()), "umount");
        }
    }
}
