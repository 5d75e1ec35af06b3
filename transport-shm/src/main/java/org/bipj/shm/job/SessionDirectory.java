package org.bipj.shm.job;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.SessionFileErrors;

/**
 * The directory under /dev/shm (or {@code BIPJ_SHM_DIR}) that holds the shared memory of one job. Only its owner may
 * look inside, and its name holds 128 random bits.
 *
 * <p>The launcher keeps its byte of {@link SessionLock} locked as long as it lives. If another process can lock it, the
 * launcher is gone: its ranks, which check periodically, end, and the next launcher removes the directory.
 */
public final class SessionDirectory implements AutoCloseable {
    private static final int RANDOM_BYTES = 16;

    /** Keys of the sessions that this process has made and not closed. */
    private static final Set<Object> MADE_HERE = ConcurrentHashMap.newKeySet();

    private final OwnDirectory files;
    private final SessionLock lock;
    private boolean closed;

    private SessionDirectory(OwnDirectory files, SessionLock lock) {
        this.files = files;
        this.lock = lock;
    }

    /**
     * Checks that processes can share memory on this system.
     *
     * @throws PortException on a {@linkplain HostSystem#isPortable portable} one
     */
    public static void checkSystem() {
        if (HostSystem.isPortable()) {
            throw new PortException(
                    "ranks cannot be processes here, which takes Linux and its shared memory: start them as"
                            + " threads of one JVM, by --mode thread");
        }
    }

    /**
     * Where session directories are made: {@code BIPJ_SHM_DIR}, else /dev/shm, else the directory of temporary files.
     *
     * @throws PortException where none can be made
     */
    public static Path base() {
        checkSystem();
        String named = RankEnvironment.value(RankEnvironment.DIRECTORY);
        if (named != null && !named.isEmpty()) {
            Path base = Path.of(named).toAbsolutePath();
            if (!Files.isDirectory(base) || !Files.isWritable(base)) {
                throw new PortException(
                        RankEnvironment.DIRECTORY + "=" + named + ": expected a directory that can be written to");
            }
            return base;
        }
        Path shm = HostSystem.file("/dev/shm");
        return Files.isDirectory(shm) && Files.isWritable(shm)
                ? shm
                : Path.of(RankEnvironment.property(RankEnvironment.TEMPORARY_FILES, ""));
    }

    /** What the names of this user's session directories begin with. */
    static String prefix() {
        return "bipj-" + RankEnvironment.property(RankEnvironment.USER, "user").replaceAll("[^A-Za-z0-9_]", "_") + "-";
    }

    /** True for what could be the name of a session directory of this user. */
    public static boolean isName(String name) {
        String prefix = prefix();
        return name.length() == prefix.length() + 2 * RANDOM_BYTES
                && name.startsWith(prefix)
                && name.chars().skip(prefix.length()).allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
    }

    /** True for the {@link OwnDirectory#key} of a session that this process has made and not closed. */
    static boolean isOfThisProcess(Object key) {
        return MADE_HERE.contains(key);
    }

    /**
     * A unique path for a session. Nothing is created yet, so that a watchdog can be notified of the
     * directory before it exists: a launcher may be killed at any moment.
     */
    public static Path plan(Path base) {
        return base.resolve(prefix() + random(RANDOM_BYTES));
    }

    /**
     * Makes the directory of a new job and locks it.
     *
     * @param path a {@link #plan planned} one
     * @throws PortException if it cannot be made; the message names the directory
     */
    public static SessionDirectory make(Path path) {
        OwnDirectory files;
        try {
            files = OwnDirectory.create(path);
        } catch (IOException e) {
            throw new PortException(
                    "cannot make a session directory in " + path.getParent() + ": " + SessionFileErrors.why(e), e);
        }
        MADE_HERE.add(files.key());
        try {
            return new SessionDirectory(files, SessionLock.make(files));
        } catch (IOException e) {
            remove(files);
            throw new PortException("cannot make the lock file of " + path + ": " + SessionFileErrors.why(e), e);
        }
    }

    /**
     * Unpredictable random bytes as hexadecimal digits. From the kernel's source: SecureRandom with its
     * providers takes longer to load than the rest of the session.
     */
    public static String random(int bytes) {
        byte[] bits = new byte[bytes];
        try (FileInputStream source =
                new FileInputStream(HostSystem.file("/dev/urandom").toFile())) {
            if (source.readNBytes(bits, 0, bits.length) == bits.length) {
                return HexFormat.of().formatHex(bits);
            }
        } catch (IOException e) {
            // No such device on this system.
        }
        new java.security.SecureRandom().nextBytes(bits);
        return HexFormat.of().formatHex(bits);
    }

    /** The path of the directory. */
    public Path path() {
        return files.path();
    }

    /** The files of the directory. */
    public OwnDirectory files() {
        return files;
    }

    /** The lock of the session, of which the launcher's byte is locked. */
    public SessionLock lock() {
        return lock;
    }

    private static void remove(OwnDirectory files) {
        try (files) {
            files.delete();
        } catch (NoSuchFileException e) {
            // Another process has removed it: the watchdog, or a cleaner.
        } catch (IOException e) {
            System.err.println(
                    "bipj: cannot remove the session directory " + files.path() + ": " + SessionFileErrors.why(e));
        } finally {
            MADE_HERE.remove(files.key());
        }
    }

    /** Removes the directory and releases the lock. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        remove(files);
        try {
            lock.close();
        } catch (IOException e) {
            // It is unlocked all the same.
        }
    }
}
