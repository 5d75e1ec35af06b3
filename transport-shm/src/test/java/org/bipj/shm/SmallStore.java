package org.bipj.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Native;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.Store;

/** Files in a directory, as if it lay on a file system of few bytes. A file takes them until it is removed. */
final class SmallStore implements Store {
    private final Path directory;
    private final Store files;
    private final long capacity;

    SmallStore(Path directory, long capacity) throws IOException {
        this.directory = directory;
        this.files = new FileStore(OwnDirectory.open(directory));
        this.capacity = capacity;
    }

    @Override
    public Mapping create(String name, long bytes) {
        check(bytes, 0);
        return files.create(name, bytes);
    }

    @Override
    public Mapping create(String name, long bytes, Arena lifetime, long spare) {
        check(bytes, spare);
        return files.create(name, bytes, lifetime);
    }

    private void check(long bytes, long spare) {
        if (bytes > free() - spare) {
            throw new PortException("cannot reserve " + bytes + " bytes");
        }
    }

    @Override
    public long free() {
        try (Stream<Path> all = Files.list(directory)) {
            return capacity - all.mapToLong(SmallStore::size).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public Mapping open(String name) {
        return files.open(name);
    }

    @Override
    public Mapping open(String name, Arena lifetime) {
        return files.open(name, lifetime);
    }

    @Override
    public boolean exists(String name) {
        return files.exists(name);
    }

    @Override
    public List<String> names(String prefix) {
        return files.names(prefix);
    }

    @Override
    public boolean isThere() {
        return files.isThere();
    }

    @Override
    public void remove(String name) {
        files.remove(name);
    }

    @Override
    public Native.Reach reach() {
        return files.reach();
    }

    @Override
    public void close() {
        files.close();
    }
}
