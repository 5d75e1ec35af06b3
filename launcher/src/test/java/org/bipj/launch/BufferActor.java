package org.bipj.launch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.bipj.bip.Bip;

/**
 * Programs whose messages lie in memory of one kind. Before and between messages they allocate and free other memory,
 * as much as the process's number says: where real memory lies, and what of it comes again, differs from run to run.
 */
public final class BufferActor {
    private static final int ROUNDS = 12;
    private static final int LARGEST = 60_000;
    private static final List<Object> KEPT = new ArrayList<>();

    private BufferActor() {}

    /** Runs the program that the argument names. */
    public static void main(String[] args) {
        if (args[0].equals("bip")) {
            bip();
            return;
        }
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD;
        switch (args[0]) {
            case "heap" -> ring(comm, byte[]::new);
            case "registered" -> ring(comm, MPI::newByteBuffer);
            case "direct" -> ring(comm, ByteBuffer::allocateDirect);
            case "global" -> ring(comm, bytes -> Arena.global().allocate(bytes).asByteBuffer());
            case "arena" -> ring(comm, bytes -> Arena.ofAuto().allocate(bytes));
            case "many" -> many(comm);
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.printf(Locale.ROOT, "rank %d: %.9f%n", comm.getRank(), MPI.wtime());
        MPI.Finalize();
    }

    /** Messages of many sizes in a ring, half of them in new memory. */
    private static void ring(Intracomm comm, IntFunction<Object> allocator) {
        int next = (comm.getRank() + 1) % comm.getSize();
        int before = (comm.getRank() + comm.getSize() - 1) % comm.getSize();
        Object in = null;
        Object out = null;
        for (int round = 0; round < ROUNDS; round++) {
            if (round % 2 == 0) {
                disturb(round);
                in = allocator.apply(LARGEST);
                out = allocator.apply(LARGEST);
            }
            int bytes = LARGEST * (round + 1) / ROUNDS;
            comm.sendRecv(out, bytes, MPI.BYTE, next, round, in, bytes, MPI.BYTE, before, round);
        }
    }

    /** Receives from anybody, and collectives. */
    private static void many(Intracomm comm) {
        int me = comm.getRank();
        int ranks = comm.getSize();
        for (int round = 1; round <= 3; round++) {
            disturb(round);
            int count = round * round * round * 200;
            double[] mine = new double[count];
            if (me == 0) {
                for (int i = 1; i < ranks; i++) {
                    Status status = comm.recv(mine, count, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG);
                    System.out.println("from " + status.getSource());
                }
            } else {
                comm.send(mine, count, MPI.DOUBLE, 0, me);
            }
            comm.allReduce(mine, count, MPI.DOUBLE, MPI.SUM);
            comm.bcast(mine, count, MPI.DOUBLE, round);
            comm.allToAll(new double[ranks * count], count, MPI.DOUBLE, new double[ranks * count], count, MPI.DOUBLE);
            comm.barrier();
        }
    }

    /** The interface below MPI, with queues of several sizes. */
    private static void bip() {
        Bip.Setup setup = Bip.setup();
        for (int tag = 1; tag <= ROUNDS; tag++) {
            setup.tagInit(tag, 2 + tag % 3, Bip.BIPSMALLSIZE);
        }
        try (Bip bip = setup.init()) {
            int next = (bip.myNode() + 1) % bip.numNodes();
            for (int tag = 1; tag <= ROUNDS; tag++) {
                disturb(tag);
                bip.tsend(next, tag, new int[tag], tag);
                bip.trecv(tag, new int[tag], tag);
                System.out.println("rank " + bip.myNode() + ": tag " + tag);
            }
        }
    }

    private static void disturb(int round) {
        long process = ProcessHandle.current().pid();
        long bytes = 16 + (process * 7919 + round * 104_729L) % 5_000;
        KEPT.add(Arena.global().allocate(bytes));
        KEPT.add(ByteBuffer.allocateDirect((int) bytes));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment freed = arena.allocate(bytes);
            KEPT.add(freed.address());
        }
        if ((process + round) % 3 == 0) {
            System.gc();
        }
    }
}
