package org.bipj.mpi.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import mpi.MPI;

/** A file for the ranks of a case, in a directory of its own that does not outlive the case. */
final class SharedFile {
    private SharedFile() {}

    /** What is done with the path of a file that is not there yet. */
    interface Use {
        void with(Path path) throws Exception;
    }

    /** Runs a case's part; afterwards the directory may hold nothing but the file: no hidden one is left behind. */
    static void use(Rank rank, Use use) throws Exception {
        long[] id = {System.nanoTime()};
        rank.comm().bcast(id, 1, MPI.LONG, 0);
        Path directory = Path.of(System.getProperty("java.io.tmpdir"), "bipj-files-" + Long.toHexString(id[0]));
        Path path = directory.resolve("data");
        try {
            if (rank.rank() == 0) {
                Files.createDirectory(directory);
            }
            rank.comm().barrier();
            use.with(path);
            rank.comm().barrier();
            for (Path left : contents(directory)) {
                Check.equal(path, left, "what is left in the directory");
            }
            rank.comm().barrier();
        } finally {
            if (rank.rank() == 0) {
                Files.deleteIfExists(path);
                Files.deleteIfExists(directory);
            }
        }
    }

    private static List<Path> contents(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }

    /** The bytes of the file, once all ranks have closed it. */
    static byte[] bytes(Rank rank, Path path) {
        rank.comm().barrier();
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
