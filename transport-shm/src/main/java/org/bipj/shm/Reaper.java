package org.bipj.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;

/** Removes the session directories that killed launchers of this user left behind. */
final class Reaper {
    /** A directory without a lock file is one in the making, unless it is older than this. */
    private static final Duration MAKING = Duration.ofMinutes(1);

    private Reaper() {}

    /** Removes what is left of dead jobs in a directory. Never fails: what cannot be removed now is left for later. */
    static void reap(Path base) {
        try (DirectoryStream<Path> sessions = Files.newDirectoryStream(base, SessionDirectory.prefix() + "*")) {
            for (Path session : sessions) {
                if (isDead(session)) {
                    SessionDirectory.removeAll(session);
                }
            }
        } catch (IOException e) {
            System.getLogger(Reaper.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot look for old sessions in " + base, e);
        }
    }

    private static boolean isDead(Path session) {
        try {
            return SessionDirectory.isAbandoned(session) && !isInUse(session);
        } catch (NoSuchFileException e) {
            return isOld(session);
        } catch (IOException e) {
            return false;
        } catch (OverlappingFileLockException e) {
            // Locked by this very process.
            return false;
        }
    }

    private static boolean isOld(Path session) {
        try {
            return Files.getLastModifiedTime(session)
                    .toInstant()
                    .isBefore(Instant.now().minus(MAKING));
        } catch (IOException e) {
            return false;
        }
    }

    /** True while a rank on the session's board still lives. */
    private static boolean isInUse(Path session) throws IOException {
        try (FileChannel board = FileChannel.open(session.resolve(BoardFile.NAME), StandardOpenOption.READ)) {
            ByteBuffer image =
                    ByteBuffer.allocate(Math.toIntExact(board.size())).order(ByteOrder.nativeOrder());
            while (image.hasRemaining() && board.read(image) >= 0) {
                continue;
            }
            if (image.position() < Board.HEADER) {
                return false;
            }
            int ranks = image.getInt(12);
            long stride = image.getLong(16);
            for (int rank = 0; rank < ranks && Board.HEADER + (rank + 1) * stride <= image.position(); rank++) {
                long pid = image.getLong((int) (Board.HEADER + rank * stride) + Board.PID);
                if (pid != 0 && uses(pid, session)) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Process ids are used again: a live process counts only if it maps a file of the session. */
    private static boolean uses(long pid, Path session) {
        if (ProcessHandle.of(pid).isEmpty()) {
            return false;
        }
        Path maps = Path.of("/proc", Long.toString(pid), "maps");
        try {
            return !Files.isReadable(maps) || Files.readString(maps).contains(session.toString());
        } catch (IOException e) {
            return false;
        }
    }
}
