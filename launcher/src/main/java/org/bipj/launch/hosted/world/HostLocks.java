package org.bipj.launch.hosted.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Locks of files that hosts of the run have. Between hosts they are as between processes, and within a host as within one; to the JVM all are
 * its own, of which no two may overlap. A host's lock is one of the JVM, too, where no other host has a part of it, so that other processes see it.
 *
 * <p>Two channels do not tell whether they are of one file. A file with locks has a lock of one byte more, the mark, which no other file has at this
 * place: the JVM refuses it for another channel of the same file.
 */
final class HostLocks {
    /** The bytes from here on are for marks: no lock of the JVM reaches so far. */
    private static final long MARKS = Long.MAX_VALUE - Integer.MAX_VALUE;

    private static final List<LockedFile> FILES = new ArrayList<>();
    private static long lastMark;

    private HostLocks() {}

    /** Does what {@link FileChannel#tryLock(long, long, boolean)} does for a process. */
    static synchronized FileLock tryLock(Object host, FileChannel channel, long position, long size, boolean shared)
            throws IOException {
        FILES.removeIf(LockedFile::isFree);
        FileLock ofJvm = null;
        boolean isOfHosts = false;
        try {
            // First, because it checks the arguments.
            ofJvm = channel.tryLock(position, position < MARKS ? Math.min(size, MARKS - position) : size, shared);
            if (ofJvm == null) {
                return null;
            }
        } catch (OverlappingFileLockException e) {
            isOfHosts = true;
        }
        Lock lock = new Lock(host, channel, position, size == 0 ? Long.MAX_VALUE - position : size, shared, ofJvm);
        LockedFile file = fileOf(channel);
        List<Lock> others = file == null
                ? List.of()
                : file.locks.stream()
                        .filter(other -> other.overlaps(lock.position(), lock.size()))
                        .toList();
        boolean isHeld = others.stream().anyMatch(other -> other.host == host);
        boolean isFree = others.stream().allMatch(other -> shared && other.isShared());
        if (isHeld || !isFree || file == null && isOfHosts) {
            lock.release();
            if (isHeld) {
                throw new OverlappingFileLockException();
            }
            return null;
        }
        if (file == null) {
            file = new LockedFile(mark(channel));
            FILES.add(file);
        }
        file.locks.add(lock);
        return lock;
    }

    /** The file of a channel, if it has locks; else null. */
    private static LockedFile fileOf(FileChannel channel) throws IOException {
        for (LockedFile file : FILES) {
            if (file.locks.stream().anyMatch(lock -> lock.acquiredBy() == channel) || file.isThatOf(channel)) {
                return file;
            }
        }
        return null;
    }

    private static FileLock mark(FileChannel channel) throws IOException {
        FileLock mark = null;
        while (mark == null) {
            // Another process may have a mark at the same place.
            lastMark++;
            mark = lockByte(channel, MARKS + lastMark);
        }
        return mark;
    }

    private static FileLock lockByte(FileChannel channel, long position) throws IOException {
        try {
            return channel.tryLock(position, 1, true);
        } catch (NonReadableChannelException e) {
            return channel.tryLock(position, 1, false);
        }
    }

    /** The locks of hosts are free. */
    static synchronized void release(Predicate<Object> hosts) {
        try {
            for (LockedFile file : FILES) {
                for (Lock lock : file.locks) {
                    if (hosts.test(lock.host) && lock.isValid()) {
                        lock.release();
                    }
                }
            }
            FILES.removeIf(LockedFile::isFree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file that has locks. */
    private static final class LockedFile {
        private final List<Lock> locks = new ArrayList<>();
        private FileLock mark;

        LockedFile(FileLock mark) {
            this.mark = mark;
        }

        /** True if all locks are gone. The mark goes with the channel by which it was set. */
        boolean isFree() {
            try {
                locks.removeIf(lock -> !lock.isValid());
                if (locks.isEmpty() && mark.isValid()) {
                    mark.release();
                } else if (!locks.isEmpty() && !mark.isValid()) {
                    mark = mark((FileChannel) locks.getFirst().acquiredBy());
                }
                return locks.isEmpty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        boolean isThatOf(FileChannel channel) throws IOException {
            try {
                FileLock probe = lockByte(channel, mark.position());
                if (probe != null) {
                    probe.release();
                }
                return false;
            } catch (OverlappingFileLockException e) {
                return true;
            }
        }
    }

    /** A lock as a program has it. */
    private static final class Lock extends FileLock {
        private final Object host;
        /** Null: another host has a part of it. */
        private final FileLock ofJvm;

        private boolean isReleased;

        Lock(Object host, FileChannel channel, long position, long size, boolean shared, FileLock ofJvm) {
            super(channel, position, size, shared);
            this.host = host;
            this.ofJvm = ofJvm;
        }

        @Override
        public boolean isValid() {
            return !isReleased && acquiredBy().isOpen();
        }

        @Override
        public void release() throws IOException {
            if (!acquiredBy().isOpen()) {
                throw new ClosedChannelException();
            }
            isReleased = true;
            if (ofJvm != null) {
                ofJvm.release();
            }
        }
    }
}
