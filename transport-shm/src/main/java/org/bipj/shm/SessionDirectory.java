package org.bipj.shm;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Set;
import org.bipj.core.nic.PortException;

/**
 * The directory under /dev/shm (or {@code BIPJ_SHM_DIR}) that holds the shared memory of one job. Only its owner may
 * look inside, and its name holds 128 random bits.
 *
 * <p>The launcher keeps the file {@code lock} locked as long as it lives: the kernel gives the lock up however the
 * launcher ends. So whoever can lock it knows that the launcher is gone: its ranks, which then end, and the next
 * launcher, which removes the directory.
 */
final class SessionDirectory implements AutoCloseable {
    /** Read and write for the owner alone. */
    static final FileAttribute<?> OWNER_ONLY_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** How often ranks look whether their launcher is still there. */
    static final long WATCH_MS = 200;

    private static final FileAttribute<?> OWNER_ONLY_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final String LOCK = "lock";
    private static final int RANDOM_BYTES = 16;

    private final Path path;
    private final FileChannel lock;

    private SessionDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Where session directories are made: {@code BIPJ_SHM_DIR}, else /dev/shm, else the directory of temporary files.
     */
    static Path base() {
        String named = System.getenv("BIPJ_SHM_DIR");
        if (named != null && !named.isEmpty()) {
            Path base = Path.of(named).toAbsolutePath();
            if (!Files.isDirectory(base) || !Files.isWritable(base)) {
                throw new PortException("BIPJ_SHM_DIR=" + named + ": expected a directory that can be written to");
            }
            return base;
        }
        Path shm = Path.of("/dev/shm");
        return Files.isDirectory(shm) && Files.isWritable(shm) ? shm : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** What the names of this user's session directories begin with. */
    static String prefix() {
        return "bipj-" + System.getProperty("user.name", "user").replaceAll("[^A-Za-z0-9_]", "_") + "-";
    }

    /**
     * Makes the directory of a new job and locks it.
     *
     * @throws PortException if it cannot be made; the message names the directory
     */
    static SessionDirectory create(Path base) {
        Path path = base.resolve(prefix() + random());
        try {
            Files.createDirectory(path, OWNER_ONLY_DIRECTORY);
        } catch (IOException e) {
            throw new PortException("cannot make a session directory in " + base + ": " + e, e);
        }
        try {
            return new SessionDirectory(path, makeLock(path));
        } catch (IOException e) {
            removeAll(path);
            throw new PortException("cannot make the lock file of " + path + ": " + e.getMessage(), e);
        }
    }

    private static FileChannel makeLock(Path path) throws IOException {
        // Locked under another name first: nobody shall find it between its making and its locking.
        Path unlocked = path.resolve(LOCK + ".new");
        FileChannel lock = FileChannel.open(
                unlocked, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY_FILE);
        try {
            lock.lock();
            Files.move(unlocked, path.resolve(LOCK));
            return lock;
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** The kernel's source: SecureRandom with its providers takes longer to load than the rest of the session. */
    private static String random() {
        byte[] bits = new byte[RANDOM_BYTES];
        try (FileInputStream source = new FileInputStream("/dev/urandom")) {
            if (source.readNBytes(bits, 0, bits.length) == bits.length) {
                return HexFormat.of().formatHex(bits);
            }
        } catch (IOException e) {
            // No such device on this system.
        }
        new java.security.SecureRandom().nextBytes(bits);
        return HexFormat.of().formatHex(bits);
    }

    /** The directory itself. */
    Path path() {
        return path;
    }

    /**
     * Blocks until the launcher of a session has ended, however it did. It looks now and then: a thread that blocks in
     * the kernel for the lock would hold up its JVM's end by 0.3 s.
     *
     * @param meanwhile done between two looks
     */
    static void awaitEndOfLauncher(Path session, Runnable meanwhile) throws IOException, InterruptedException {
        while (!isAbandoned(session)) {
            meanwhile.run();
            Thread.sleep(WATCH_MS);
        }
    }

    /** True if the launcher of a session is gone. Not for sessions that this process launched. */
    static boolean isAbandoned(Path session) throws IOException {
        try (FileChannel lock = FileChannel.open(session.resolve(LOCK), StandardOpenOption.READ)) {
            var held = lock.tryLock(0, Long.MAX_VALUE, true);
            if (held == null) {
                return false;
            }
            held.release();
            return true;
        }
    }

    /** Removes a session directory and the files in it, as far as that is possible. */
    static void removeAll(Path session) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(session)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(session);
        } catch (NoSuchFileException e) {
            // Somebody else has removed it: the watchdog, or another launcher's reaper.
        } catch (IOException e) {
            System.getLogger(SessionDirectory.class.getName())
                    .log(System.Logger.Level.WARNING, "cannot remove the session directory " + session, e);
        }
    }

    /** Removes the directory and gives up the lock. */
    @Override
    public void close() {
        removeAll(path);
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
