package org.bipj.launch.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Win;

/**
 * A program for tests: two ranks drop buffers of {@code MPI.newByteBuffer} where shared memory has room for 8 MiB, {@code Dropping BUFFERS}.
 * Nothing is sent before.
 */
public final class Dropping {
    private static final int SHORT = 64 << 10;
    private static final int LONG = 5 << 20;

    private Dropping() {}

    /**
     * Each rank drops what it makes, one buffer at a time; then rank 1 drops much at once, which rank 0 needs while rank 1 waits; then a
     * window needs it.
     */
    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        Intracomm w = MPI.COMM_WORLD;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            ByteBuffer buffer = MPI.newByteBuffer(SHORT);
            buffer.put(0, (byte) i);
        }
        w.barrier();
        boolean isRight = w.getRank() == 0 ? takes(w) : drops(w);
        if (!isRight) {
            throw new AssertionError("rank " + w.getRank() + " has got private memory");
        }
        // More than is left beside what rank 0 has dropped, and memory that nothing can replace.
        Win.allocateShared(LONG / 2, 1, MPI.INFO_NULL, w).free();
        System.out.println("right");
        MPI.Finalize();
    }

    private static boolean drops(Intracomm w) throws IOException {
        List<ByteBuffer> kept = new ArrayList<>();
        for (int i = 0; i < LONG >> 20; i++) {
            kept.add(MPI.newByteBuffer(1 << 20));
        }
        boolean isRight = isShared(kept.getLast());
        kept.clear();
        w.barrier();
        w.recv(new byte[1], 1, MPI.BYTE, 0, 0);
        return isRight;
    }

    private static boolean takes(Intracomm w) throws IOException {
        w.barrier();
        boolean isRight = isShared(MPI.newByteBuffer(LONG));
        w.send(new byte[1], 1, MPI.BYTE, 1, 0);
        return isRight;
    }

    /** True if a buffer lies in registered memory of the session. */
    private static boolean isShared(ByteBuffer buffer) throws IOException {
        long address = MPI.getAddress(buffer);
        try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
            return mappings.filter(line -> line.contains("/region-")).anyMatch(line -> {
                String[] range = line.split("[- ]");
                return address >= Long.parseUnsignedLong(range[0], 16)
                        && address < Long.parseUnsignedLong(range[1], 16);
            });
        }
    }
}
