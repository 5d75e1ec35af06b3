package org.bipj.shm.memory;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.ClosedDirectoryStreamException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.bipj.core.file.Interrupts;
import org.bipj.core.nic.PortException;

/** Shared memory in files of a session directory, for ranks that are processes. */
public final class FileStore implements Store {
    /** One for all files: the memory of a buffer for each would stay until the collector runs. */
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 16).asReadOnlyBuffer();

    private final OwnDirectory directory;

    /**
     * Memory in a directory.
     *
     * @param directory closed with this store
     */
    public FileStore(OwnDirectory directory) {
        this.directory = directory;
    }

    @Override
    public Mapping create(String name, long bytes) {
        Arena arena = Arena.ofShared();
        return new Mapping(create(name, bytes, arena).memory(), arena);
    }

    @Override
    public Mapping create(String name, long bytes, Arena lifetime, long spare) {
        try {
            return Interrupts.keep(() -> make(name, bytes, lifetime, spare));
        } catch (FileAlreadyExistsException e) {
            throw new PortException("shared memory " + place(name) + " exists already", e);
        } catch (IOException e) {
            throw new PortException(SessionFileErrors.cannotMake(directory, name, bytes, e), e);
        }
    }

    /** Leaves no file behind if it fails. */
    private Mapping make(String name, long bytes, Arena lifetime, long spare) throws IOException {
        try (FileChannel channel = directory.create(name)) {
            checkFree(bytes, spare);
            reserve(channel, bytes);
            // Several ranks may have found the same room.
            checkFree(0, spare);
            return new Mapping(map(channel, bytes, lifetime), null);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            remove(name);
            throw e;
        }
    }

    /**
     * Maps a file, as a segment of the class that all other native memory has: the JIT compiles each access for the
     * class that it has seen, and recompiles again and again where packets have one class and private memory another.
     */
    @SuppressWarnings("restricted")
    private static MemorySegment map(FileChannel channel, long bytes, Arena arena) throws IOException {
        MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        return Native.isAllowed() ? MemorySegment.ofAddress(mapped.address()).reinterpret(bytes, arena, null) : mapped;
    }

    /** Refuses more than there is room for before any of it is written: a full tmpfs is memory that other programs lack. */
    private void checkFree(long bytes, long spare) throws IOException {
        if (bytes > free() - spare) {
            throw new IOException("No space left on device");
        }
    }

    /** Writes zeros: on tmpfs this takes the blocks now. A sparse file would fail at a later store, with a signal. */
    private static void reserve(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ZEROS.duplicate();
        long at = 0;
        while (at < bytes) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
            at += channel.write(zeros, at);
        }
    }

    private Path place(String name) {
        return directory.path().resolve(name);
    }

    @Override
    public Mapping open(String name) {
        Arena arena = Arena.ofShared();
        try {
            return new Mapping(open(name, arena).memory(), arena);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    @Override
    public Mapping open(String name, Arena lifetime) {
        try {
            return Interrupts.keep(() -> {
                try (FileChannel channel = directory.openFile(name)) {
                    return new Mapping(map(channel, channel.size(), lifetime), null);
                }
            });
        } catch (IOException e) {
            throw new PortException("cannot map " + place(name) + ": " + SessionFileErrors.why(e), e);
        }
    }

    /** A tmpfs without a limit has a size of 0. */
    @Override
    public long free() {
        File place = directory.path().toFile();
        long free = place.getUsableSpace();
        return free == 0 && place.getTotalSpace() == 0 ? Long.MAX_VALUE : free;
    }

    @Override
    public long capacity() {
        long all = directory.path().toFile().getTotalSpace();
        return all == 0 ? Long.MAX_VALUE : all;
    }

    @Override
    public boolean exists(String name) {
        try {
            return directory.exists(name);
        } catch (IOException e) {
            return true;
        }
    }

    /** Without the exception that the open directory throws for what is not there. */
    @Override
    public boolean mayExist(String name) {
        return Files.exists(place(name), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<String> names(String prefix) {
        try {
            return directory.names(prefix);
        } catch (IOException e) {
            throw new PortException("cannot list the session " + directory.path() + ": " + SessionFileErrors.why(e), e);
        }
    }

    @Override
    public boolean isThere() {
        return directory.isInPlace();
    }

    @Override
    public void remove(String name) {
        try {
            directory.remove(name);
        } catch (ClosedDirectoryStreamException e) {
            // A region that the collector found after the port was closed: the whole directory is removed later.
        } catch (IOException e) {
            System.getLogger(FileStore.class.getName())
                    .log(System.Logger.Level.WARNING, "cannot remove " + place(name), e);
        }
    }

    @Override
    public Native.Reach reach() {
        return Native.Reach.MACHINE;
    }

    @Override
    public void close() {
        try {
            directory.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
