package org.bipj.mpi.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * The shared pointer of an open file, and a lock that all its ranks share. Ranks of one JVM share this object; if all ranks
 * are there, the pointer is a field of it. Else it is kept in a hidden file, and the lock is a lock of that file too. (A lock
 * of the data's own file would not do: such locks are the process's, and end with any close of that file.) The last rank to
 * leave removes the hidden file, so that no rank waits for others when it closes the file.
 *
 * <pre>
 *   hidden file:   0 | pointer in etypes | 8 | ranks that have left | 16      both big-endian
 * </pre>
 *
 * <p>No rank communicates while it holds the lock.
 */
final class SharedPointer {
    /** The pointers of this JVM. Ranks find each other by the name of the hidden file, which rank 0 makes up at each open. */
    private static final Map<Path, SharedPointer> OPEN = new HashMap<>();

    private static final int POINTER = 0;
    private static final int LEFT = Long.BYTES;
    private static final int BYTES = 2 * Long.BYTES;

    private final Path hidden;
    private final int ranks;
    private final boolean inMemory;
    private final ReentrantLock lock = new ReentrantLock();
    /** The hidden file with the pointer; null before it is first used. */
    private @Nullable FileChannel channel;

    private long pointer;
    private int users;

    private SharedPointer(Path hidden, int ranks, boolean inMemory) {
        this.hidden = hidden;
        this.ranks = ranks;
        this.inMemory = inMemory;
    }

    /** An action that needs the lock of the hidden file. */
    interface Locked {
        long run() throws IOException;
    }

    /**
     * Makes the hidden file; rank 0 does. Where that is not possible the file is good for everything but its shared pointer
     * and atomic accesses, which then say so.
     */
    static void create(Path hidden) {
        try {
            Files.write(hidden, new byte[BYTES], StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            CollectiveSteps.attempt(() -> delete(hidden));
        }
    }

    /**
     * The pointer of an open file, for one rank.
     *
     * @param ranks all that have the file open
     */
    static SharedPointer join(Path hidden, int ranks, boolean inMemory) {
        synchronized (OPEN) {
            SharedPointer shared = OPEN.computeIfAbsent(hidden, path -> new SharedPointer(path, ranks, inMemory));
            shared.users++;
            return shared;
        }
    }

    /** Ends this rank's use of the pointer; the last rank deletes the file. */
    void leave() {
        try {
            if (!inMemory && Files.exists(hidden, LinkOption.NOFOLLOW_LINKS)) {
                locked(this::signOff);
            }
        } finally {
            forget();
        }
    }

    private long signOff() throws IOException {
        long left = read(LEFT) + 1;
        write(LEFT, left);
        if (left == ranks) {
            delete(hidden);
        }
        return left;
    }

    private void forget() {
        synchronized (OPEN) {
            if (--users > 0) {
                return;
            }
            OPEN.remove(hidden);
        }
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw failed(hidden, e);
        }
    }

    private static void delete(Path hidden) {
        try {
            Files.deleteIfExists(hidden);
        } catch (IOException e) {
            throw failed(hidden, e);
        }
    }

    /** Runs something while no other rank that has the file open does so. */
    long locked(Locked action) {
        lock.lock();
        try {
            if (inMemory) {
                return action.run();
            }
            FileLock acrossProcesses = channel().lock();
            try {
                return action.run();
            } finally {
                acrossProcesses.release();
            }
        } catch (IOException e) {
            throw failed(hidden, e);
        } finally {
            lock.unlock();
        }
    }

    /** The position of the pointer, in etypes. */
    long get() {
        return locked(() -> inMemory ? pointer : read(POINTER));
    }

    /** Sets the position of the pointer, in etypes. */
    void set(long etypes) {
        locked(() -> move(etypes));
    }

    /** Moves the pointer on, and returns where it was. */
    long fetchAdd(long etypes) {
        return locked(() -> {
            long before = inMemory ? pointer : read(POINTER);
            if (before > Long.MAX_VALUE - etypes) {
                throw new EngineException(
                        ErrorClass.ARG, "the shared pointer is " + before + ", and cannot move on by " + etypes);
            }
            move(before + etypes);
            return before;
        });
    }

    /** Sets the pointer to 0, where there is one. */
    void reset() {
        if (inMemory || Files.exists(hidden, LinkOption.NOFOLLOW_LINKS)) {
            set(0);
        }
    }

    private long move(long etypes) throws IOException {
        if (inMemory) {
            pointer = etypes;
        } else {
            write(POINTER, etypes);
        }
        return etypes;
    }

    private FileChannel channel() throws IOException {
        if (channel == null) {
            channel = FileChannel.open(
                    hidden, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        }
        return channel;
    }

    private long read(int at) throws IOException {
        ByteBuffer word = ByteBuffer.allocate(Long.BYTES);
        channel().read(word, at);
        return word.getLong(0);
    }

    private void write(int at, long value) throws IOException {
        channel().write(ByteBuffer.allocate(Long.BYTES).putLong(0, value), at);
    }

    private static EngineException failed(Path hidden, IOException e) {
        return FileErrors.of("the shared pointer and lock in " + hidden, hidden, e);
    }
}
