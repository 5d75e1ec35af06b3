package org.bipj.shm.job;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.List;
import org.bipj.shm.memory.OwnDirectory;

/**
 * The file of a session that shows its processes which of them live: each keeps a byte of it locked, and the kernel
 * unlocks that byte however the process ends.
 *
 * <pre>
 *   0         locked by the launcher
 *   1 + rank  locked by the process of that rank, from the moment when it joins the job
 * </pre>
 *
 * <p>These locks are the process's and not the channel's (fcntl(2)): a process loses them as soon as it closes any
 * channel to the file. It therefore opens the file once.
 */
public final class SessionLock implements AutoCloseable {
    static final String NAME = "lock";

    /** The name of the file until the launcher has locked it. */
    static final String NEW = "lock.new";

    private static final long LAUNCHER = 0;

    private final FileChannel channel;
    /** The locks that this process holds; they end when it does. */
    private final List<FileLock> held = new ArrayList<>();

    private SessionLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Makes the file, locked by the launcher. */
    static SessionLock make(OwnDirectory session) throws IOException {
        // Under another name first: a reaper that found it unlocked would remove the session.
        FileChannel channel = session.create(NEW);
        try {
            SessionLock lock = new SessionLock(channel);
            lock.held.add(channel.lock(LAUNCHER, 1, false));
            session.rename(NEW, NAME);
            return lock;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Opens the file.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    public static SessionLock open(OwnDirectory session) throws IOException {
        return new SessionLock(session.openFile(NAME));
    }

    /** Locks a rank's byte for as long as this process lives. False if another process holds it. */
    public boolean join(int rank) throws IOException {
        FileLock own = channel.tryLock(1L + rank, 1, false);
        if (own != null) {
            held.add(own);
        }
        return own != null;
    }

    /** True if the launcher has ended. Not to be called by the launcher itself. */
    public boolean isLauncherGone() throws IOException {
        return isFree(LAUNCHER);
    }

    /** True if a rank has ended that has joined before. Not to be called by that rank itself. */
    public boolean isGone(int rank) throws IOException {
        return isFree(1L + rank);
    }

    private boolean isFree(long place) throws IOException {
        FileLock found = channel.tryLock(place, 1, true);
        if (found == null) {
            return false;
        }
        found.release();
        return true;
    }

    /**
     * This process leaves the session: unlocks what it keeps locked. Where several leave at once, one of them is the last.
     *
     * @return true if it was the last process of the session; no process can join it any more
     */
    public boolean leave() throws IOException {
        for (FileLock one : held) {
            one.release();
        }
        held.clear();
        return takeAll();
    }

    /** Locks all bytes: true if launcher and ranks have ended. No rank can join until this lock is closed. */
    boolean takeAll() throws IOException {
        return channel.tryLock(0, Long.MAX_VALUE, false) != null;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
