package org.bipj.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.Comm;
import mpi.MPI;

/**
 * Three ranks for those who look at a job. Rank 2 has sent what it knows; rank 0 waits for rank 1, and has messages that it does not
 * receive; rank 1 computes until a file is there. Then it waits for rank 0, in vain, or ends what they wait for.
 */
public final class TopActor {
    static final int SHORT = 100;
    static final int SHORT_BYTES = 8;
    static final int LONG_BYTES = 100_000;
    static final int UNEXPECTED = 5;
    /** The first message that says that all is as it should be, and the last one. */
    private static final int READY = 6;

    private static final int END = 7;
    private static final int NEVER = 8;

    private TopActor() {}

    /**
     * A rank.
     *
     * @param args the folder where the files are: {@code hang} or {@code end}
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm world = MPI.COMM_WORLD;
        byte[] data = new byte[LONG_BYTES];
        switch (world.getRank()) {
            case 0 -> {
                for (int i = 0; i < SHORT; i++) {
                    world.recv(data, SHORT_BYTES, MPI.BYTE, 2, 1);
                }
                world.recv(data, LONG_BYTES, MPI.BYTE, 2, 1);
                world.send(data, 0, MPI.BYTE, 1, READY);
                world.recv(data, 1, MPI.BYTE, 1, END);
                for (int i = 0; i < UNEXPECTED; i++) {
                    world.recv(data, SHORT_BYTES, MPI.BYTE, 2, 2);
                }
            }
            case 1 -> {
                world.recv(data, 0, MPI.BYTE, 0, READY);
                world.recv(data, 0, MPI.BYTE, 2, READY);
                compute(Path.of(args[0]));
                if (Files.exists(Path.of(args[0], "hang"))) {
                    world.recv(data, 1, MPI.BYTE, 0, NEVER);
                }
                world.send(data, 1, MPI.BYTE, 0, END);
                world.send(data, 1, MPI.BYTE, 2, END);
            }
            default -> {
                for (int i = 0; i < SHORT; i++) {
                    world.send(data, SHORT_BYTES, MPI.BYTE, 0, 1);
                }
                // They come before the long message, so rank 0 has got them when it has got that.
                for (int i = 0; i < UNEXPECTED; i++) {
                    world.send(data, SHORT_BYTES, MPI.BYTE, 0, 2);
                }
                world.send(data, LONG_BYTES, MPI.BYTE, 0, 1);
                world.send(data, 0, MPI.BYTE, 1, READY);
                world.recv(data, 1, MPI.BYTE, 1, END);
            }
        }
        MPI.Finalize();
    }

    private static void compute(Path folder) {
        while (!Files.exists(folder.resolve("hang")) && !Files.exists(folder.resolve("end"))) {
            // Once more.
        }
    }
}
