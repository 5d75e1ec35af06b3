package org.bipj.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.bipj.core.nic.NicPort;
import org.bipj.shm.board.Board;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.LocalStore;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.Store;
import org.bipj.shm.regions.DirectAccess;
import org.bipj.shm.regions.MappedRegions;
import org.bipj.shm.regions.SharedPayloads;
import org.bipj.shm.rings.RingFile;
import org.bipj.shm.waiting.Idler;
import org.bipj.testkit.Fabric;

/** Ranks of one JVM over shared memory: of this JVM's own, as in thread mode, or in files, as between processes. */
public final class ShmFabric implements Fabric {
    private static final String BOARD = "board";

    private final Store store;
    private final Path directory;
    private final ShmPort[] ports;

    /** Over a store on which there is a board; the directory is removed on close, if there is one. */
    public ShmFabric(Store store, Path directory, int ranks) {
        this.store = store;
        this.directory = directory;
        ports = new ShmPort[ranks];
        SharedPayloads.Tables payloads = new SharedPayloads.Tables();
        for (int rank = 0; rank < ranks; rank++) {
            ports[rank] = port(store, rank, ranks, payloads, isCrowded(ranks));
        }
    }

    /** The port of one rank, over a store on which there is a board. */
    static ShmPort port(Store store, int rank, int ranks, boolean crowded) {
        return port(store, rank, ranks, new SharedPayloads.Tables(), crowded);
    }

    private static ShmPort port(Store store, int rank, int ranks, SharedPayloads.Tables payloads, boolean crowded) {
        Board board = Board.attach(store.open(BOARD).memory(), ranks);
        DirectAccess direct = store instanceof LocalStore
                ? new SharedPayloads(payloads, rank, ranks)
                : new MappedRegions(RingFile.reserve(store, board), rank);
        return new ShmPort(rank, store, board, direct, crowded);
    }

    /** As in thread mode. */
    public static ShmFabric local(int ranks) {
        return new ShmFabric(withBoard(new LocalStore(), ranks), null, ranks);
    }

    /** As between processes; the files lie in a new directory that goes with the fabric. */
    public static ShmFabric files(int ranks) {
        try {
            Path directory = Files.createTempDirectory("bipj-test-");
            return new ShmFabric(withBoard(new FileStore(OwnDirectory.open(directory)), ranks), directory, ranks);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static boolean isCrowded(int ranks) {
        return ranks > Runtime.getRuntime().availableProcessors();
    }

    public static Store withBoard(Store store, int ranks) {
        Board.make(store.create(BOARD, Board.bytes(ranks)).memory(), ranks);
        return store;
    }

    public Store store() {
        return store;
    }

    public Path directory() {
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

    /** How a rank waits. */
    public Idler idler(int rank) {
        return ports[rank].idler();
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
