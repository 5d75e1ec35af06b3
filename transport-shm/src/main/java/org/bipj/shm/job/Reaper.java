package org.bipj.shm.job;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.bipj.core.job.family.NameFiles;
import org.bipj.shm.memory.OwnDirectory;

/**
 * Removes the session directories that killed launchers of this user left behind. Their parent directory belongs to
 * all users and may hold anything under such a name: an entry that is not certainly a dead session of this user is silently
 * left as it is.
 */
public final class Reaper {
    /** Most entries that have the name of a session and are looked at in one go. */
    static final int LOOKS_MAX = 1000;

    /** Most names that are read in one go. */
    private static final int NAMES_MAX = 100_000;

    /** A directory without a lock file is one in the making, unless it is older than this. */
    private static final Duration MAKING = Duration.ofMinutes(1);

    private Reaper() {}

    /** Begins to remove what dead jobs left, their published names too, in a daemon thread. */
    public static Thread start(Path base) {
        return Thread.ofPlatform().daemon().name("bipj-reaper").start(() -> {
            reap(base);
            NameFiles.sweep(NameFiles.directory());
        });
    }

    /** Removes what dead jobs left in a directory. Never fails: an entry that cannot be removed now is left for later. */
    static void reap(Path base) {
        int looks = 0;
        int names = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(base)) {
            for (Path entry : entries) {
                if (SessionDirectory.isName(entry.getFileName().toString())) {
                    look(entry);
                    looks++;
                }
                names++;
                if (looks == LOOKS_MAX || names == NAMES_MAX) {
                    break;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The next job looks again.
        }
    }

    private static void look(Path entry) {
        try (OwnDirectory session = OwnDirectory.open(entry)) {
            // Opening and closing the lock of a session of this process would unlock it.
            if (!SessionDirectory.isOfThisProcess(session.key())) {
                removeIfDead(session);
            }
        } catch (IOException | RuntimeException e) {
            // Not this user's, in use, or not removable: the job does not depend on it.
        }
    }

    private static void removeIfDead(OwnDirectory session) throws IOException {
        if (session.exists(SessionLock.NAME)) {
            try (SessionLock lock = SessionLock.open(session)) {
                if (lock.takeAll()) {
                    session.delete();
                }
            }
        } else if (session.lastModified().toInstant().isBefore(Instant.now().minus(MAKING))) {
            // The launcher was killed before the session was locked, and so before anything else was put there.
            session.remove(SessionLock.NEW);
            session.deleteEmpty();
        }
    }
}
