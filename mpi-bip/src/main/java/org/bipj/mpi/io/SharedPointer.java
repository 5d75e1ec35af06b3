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
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;

/**
 * The shared pointer of an open file, and a lock that all its ranks share. Ranks of one JVM share this object; if all ranks
 * are there, the pointer is a field of it. Else it is the content of a hidden file, and the lock is a lock of that file
 * too. A lock of the data's own file would not do: such locks are the process's, and end with any close of that file.
 *
 * <p>Nobody communicates while it holds the lock.
 */
final class SharedPointer {
    /** Those of this JVM. Ranks find each other by the name of the hidden file, which rank 0 makes up at each open. */
    private static final Map<Path, SharedPointer> OPEN = new HashMap<>();

    private final Path hidden;
    /** Null where all ranks are in this JVM, and before the pointer or the lock is used first. */
    private FileChannel channel;

    private final boolean inMemory;
    private final ReentrantLock lock = new ReentrantLock();
    private long pointer;
    private int users;

    private SharedPointer(Path hidden, boolean inMemory) {
        this.hidden = hidden;
        this.inMemory = inMemory;
    }

    /** What is done under the lock. */
    interface Locked {
        long run() throws IOException;
    }

    /** The pointer of an open file, for one rank. */
    static SharedPointer join(Path hidden, boolean inMemory) {
        synchronized (OPEN) {
            SharedPointer shared = OPEN.computeIfAbsent(hidden, path -> new SharedPointer(path, inMemory));
            shared.users++;
            return shared;
        }
    }

    /** This rank is done with it. */
    void leave() {
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
            throw failed(e);
        }
    }

    /** Removes the hidden file; after all ranks have left. */
    void delete() {
        try {
            if (!inMemory) {
                Files.deleteIfExists(hidden);
            }
        } catch (IOException e) {
            throw failed(e);
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
            throw failed(e);
        } finally {
            lock.unlock();
        }
    }

    /** The pointer, in etypes. */
    long get() {
        return locked(this::read);
    }

    /** Sets the pointer. */
    void set(long etypes) {
        locked(() -> write(etypes));
    }

    /** Moves the pointer on, and returns where it was. */
    long fetchAdd(long etypes) {
        return locked(() -> {
            long before = read();
            if (before > Long.MAX_VALUE - etypes) {
                throw new EngineException(
                        ErrorClass.ARG, "the shared pointer is " + before + ", and cannot move on by " + etypes);
            }
            write(before + etypes);
            return before;
        });
    }

    /** Sets the pointer to 0; a hidden file that nobody has needed yet is not made for that. */
    void reset() {
        if (inMemory || Files.exists(hidden, LinkOption.NOFOLLOW_LINKS)) {
            set(0);
        }
    }

    private FileChannel channel() throws IOException {
        if (channel == null) {
            channel = FileChannel.open(
                    hidden,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
        }
        return channel;
    }

    private long read() throws IOException {
        if (inMemory) {
            return pointer;
        }
        ByteBuffer word = ByteBuffer.allocate(Long.BYTES);
        // An empty file is a pointer that nobody has moved yet.
        return channel().read(word, 0) < Long.BYTES ? 0 : word.getLong(0);
    }

    private long write(long etypes) throws IOException {
        if (inMemory) {
            pointer = etypes;
        } else {
            channel().write(ByteBuffer.allocate(Long.BYTES).putLong(0, etypes), 0);
        }
        return etypes;
    }

    private EngineException failed(IOException e) {
        return FileErrors.of("the shared pointer and lock in " + hidden, hidden, e);
    }
}
