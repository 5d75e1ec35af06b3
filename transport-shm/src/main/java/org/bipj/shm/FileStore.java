package org.bipj.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Supplier;
import org.bipj.core.nic.PortException;

/** Shared memory in files of a session directory, for ranks that are processes. */
final class FileStore implements Store {
    private static final int ZEROS = 1 << 20;

    private final Path directory;

    FileStore(Path directory) {
        this.directory = directory;
    }

    @Override
    public Mapping create(String name, long bytes) {
        Arena arena = Arena.ofShared();
        return new Mapping(create(name, bytes, arena).memory(), arena);
    }

    @Override
    public Mapping create(String name, long bytes, Arena lifetime) {
        Path file = directory.resolve(name);
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                SessionDirectory.OWNER_ONLY_FILE)) {
            reserve(channel, bytes);
            return new Mapping(map(channel, bytes, lifetime), null);
        } catch (FileAlreadyExistsException e) {
            throw new PortException("shared memory " + file + " exists already", e);
        } catch (ClosedByInterruptException e) {
            remove(name);
            return again(() -> create(name, bytes, lifetime));
        } catch (IOException e) {
            remove(name);
            throw new PortException(noRoom(directory, name, bytes, e), e);
        }
    }

    /**
     * Maps a file, as a segment of the class that all other native memory has: the JIT compiles each access for the
     * class that it has seen, and one class for packets and another for private memory makes it throw code away again
     * and again.
     */
    @SuppressWarnings("restricted")
    private static MemorySegment map(FileChannel channel, long bytes, Arena arena) throws IOException {
        MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        return Native.isAllowed() ? MemorySegment.ofAddress(mapped.address()).reinterpret(bytes, arena, null) : mapped;
    }

    /** Writes zeros: on tmpfs this takes the blocks now. A sparse file would fail at a later store, with a signal. */
    private static void reserve(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, ZEROS));
        long at = 0;
        while (at < bytes) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
            at += channel.write(zeros, at);
        }
    }

    static String noRoom(Path directory, String name, long bytes, IOException cause) {
        String room;
        try {
            var store = Files.getFileStore(directory);
            room = store.getUsableSpace() + " of " + store.getTotalSpace() + " bytes free";
        } catch (IOException e) {
            room = "free space unknown";
        }
        return "cannot reserve " + bytes + " bytes of shared memory for " + name + " in " + directory + " (" + room
                + "): " + cause.getMessage() + ". Make the file system larger (for a container: --shm-size) or set"
                + " BIPJ_SHM_DIR to a directory on another memory file system.";
    }

    @Override
    public Mapping open(String name) {
        Path file = directory.resolve(name);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Arena arena = Arena.ofShared();
            return new Mapping(map(channel, channel.size(), arena), arena);
        } catch (ClosedByInterruptException e) {
            return again(() -> open(name));
        } catch (IOException e) {
            throw new PortException("cannot map " + file + ": " + e, e);
        }
    }

    /** Once more without the interrupt, which closes a channel in use: it is the program's own, and stays set for it. */
    private static Mapping again(Supplier<Mapping> action) {
        Thread.interrupted();
        try {
            return action.get();
        } finally {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean hasRoom(long bytes) {
        try {
            return Files.getFileStore(directory).getUsableSpace() >= bytes;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public boolean exists(String name) {
        return Files.exists(directory.resolve(name));
    }

    @Override
    public void remove(String name) {
        try {
            Files.deleteIfExists(directory.resolve(name));
        } catch (IOException e) {
            System.getLogger(FileStore.class.getName())
                    .log(System.Logger.Level.WARNING, "cannot remove " + directory.resolve(name), e);
        }
    }

    @Override
    public Native.Reach reach() {
        return Native.Reach.MACHINE;
    }

    @Override
    public DirectAccess directAccess(int rank, Board board) {
        return new MappedRegions(this, rank, board);
    }

    @Override
    public void close() {}
}
