package org.bipj.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.bipj.core.nic.NicPort;
import org.bipj.testkit.Fabric;

/** Ranks of one JVM over shared memory: of this JVM's own, as in thread mode, or in files, as between processes. */
final class ShmFabric implements Fabric {
    private static final String BOARD = "board";

    private final Store store;
    private final Path directory;
    private final ShmPort[] ports;

    /** Over a store on which there is a board; the directory is removed on close, if there is one. */
    ShmFabric(Store store, Path directory, int ranks) {
        this.store = store;
        this.directory = directory;
        ports = new ShmPort[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            Board board = Board.attach(store.open(BOARD).memory(), ranks);
            ports[rank] = new ShmPort(rank, store, board, isCrowded(ranks));
        }
    }

    /** As in thread mode. */
    static ShmFabric local(int ranks) {
        return new ShmFabric(withBoard(new LocalStore(), ranks), null, ranks);
    }

    /** As between processes; the files lie in a new directory that goes with the fabric. */
    static ShmFabric files(int ranks) {
        try {
            Path directory = Files.createTempDirectory("bipj-test-");
            return new ShmFabric(withBoard(new FileStore(OwnDirectory.open(directory)), ranks), directory, ranks);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean isCrowded(int ranks) {
        return ranks > Runtime.getRuntime().availableProcessors();
    }

    static Store withBoard(Store store, int ranks) {
        Board.make(store.create(BOARD, Board.bytes(ranks)).memory(), ranks);
        return store;
    }

    Store store() {
        return store;
    }

    Path directory() {
        return directory;
    }

    @Override
    public int size() {
        return ports.length;
    }

    @Override
    public NicPort port(int rank) {
        return ports[rank];
    }

    @Override
    public String describe() {
        return (directory == null ? "shared memory of this JVM, " : "shared memory in files, ") + ports.length
                + " ranks";
    }

    @Override
    public void close() {
        for (ShmPort port : ports) {
            port.close();
        }
        store.close();
        if (directory != null && Files.exists(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    // The collector may be taking away the file of a region that nobody holds any more.
                    Files.deleteIfExists(file);
                }
                Files.delete(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
