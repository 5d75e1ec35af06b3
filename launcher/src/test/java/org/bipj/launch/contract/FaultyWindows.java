package org.bipj.launch.contract;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;

/** The faults of {@link Faulty} that are about windows. */
final class FaultyWindows {
    private static final int TAG = 7;
    private static final int WORDS = 8;

    private FaultyWindows() {}

    private static Win over(IntBuffer memory, Intracomm comm) {
        return new Win(memory, WORDS, 1, MPI.INFO_NULL, comm);
    }

    private static Win make(Intracomm comm) {
        return over(MPI.newIntBuffer(WORDS), comm);
    }

    private static void put(Win win, int target) {
        win.put(new int[1], 1, MPI.INT, target, 0, 1, MPI.INT);
    }

    private static void accumulate(Win win, int target) {
        win.accumulate(new int[2], 2, MPI.INT, target, 1, 2, MPI.INT, MPI.SUM);
    }

    // ---- a fence is missing --------------------------------------------------------------------------------------

    static void unclosedPut(Intracomm comm, int rank, int peer) {
        Win win = make(comm);
        win.fence(0);
        put(win, rank);
        win.free();
    }

    static void unclosedAccumulate(Intracomm comm, int rank, int peer) {
        try (Win win = make(comm)) {
            win.fence(MPI.MODE_NOPRECEDE);
            put(win, peer);
            win.fence(0);
            if (rank == 1) {
                accumulate(win, peer);
            }
        }
    }

    static void unclosedGet(Intracomm comm, int rank, int peer) {
        Win win = make(comm);
        win.fence(0);
        if (rank == 0) {
            win.get(new int[1], 1, MPI.INT, peer, 0, 1, MPI.INT);
        }
    }

    static void missingLastFence(Intracomm comm, int rank, int peer) {
        try (Win win = make(comm)) {
            win.fence(0);
            if (rank == 0) {
                win.fence(0);
            }
        }
    }

    static void missingOnlyFence(Intracomm comm, int rank, int peer) {
        Win win = make(comm);
        if (rank == 1) {
            win.fence(MPI.MODE_NOPRECEDE);
        }
        win.free();
    }

    /** Another window is fenced by all. */
    static void missingFenceOfTwo(Intracomm comm, int rank, int peer) {
        Win one = make(comm);
        Win other = make(comm);
        one.fence(0);
        other.fence(0);
        if (rank == 0) {
            other.fence(MPI.MODE_NOSUCCEED);
        }
        other.free();
        one.free();
    }

    // ---- the same memory twice -----------------------------------------------------------------------------------

    private interface Epoch {
        void act(Win win, IntBuffer memory);
    }

    private static void fenced(Intracomm comm, Epoch epoch) {
        IntBuffer memory = MPI.newIntBuffer(WORDS);
        try (Win win = over(memory, comm)) {
            win.fence(0);
            epoch.act(win, memory);
            win.fence(0);
        }
    }

    static void accumulateAndGet(Intracomm comm, int rank, int peer) {
        fenced(comm, (win, memory) -> {
            if (rank == 0) {
                accumulate(win, 1);
            } else {
                win.get(new int[2], 2, MPI.INT, 1, 0, 2, MPI.INT);
            }
        });
    }

    static void accumulateAndPut(Intracomm comm, int rank, int peer) {
        fenced(comm, (win, memory) -> {
            if (rank == 0) {
                win.getAccumulate(new int[4], 4, MPI.INT, new int[4], 4, MPI.INT, 1, 0, 4, MPI.INT, MPI.SUM);
            } else {
                put(win, 1);
            }
        });
    }

    /** One rank does both, in an epoch that a lock has begun. */
    static void getAndAccumulate(Intracomm comm, int rank, int peer) {
        try (Win win = make(comm)) {
            win.lockAll(0);
            if (rank == 0) {
                win.get(new int[WORDS], WORDS, MPI.INT, 1, 0, WORDS, MPI.INT);
                win.fetchAndOp(new int[1], new int[1], MPI.INT, 1, WORDS - 1, MPI.SUM);
            }
            win.unlockAll();
        }
    }

    static void mixedAccumulates(Intracomm comm, int rank, int peer) {
        fenced(comm, (win, memory) -> {
            if (rank == 0) {
                accumulate(win, 1);
            } else {
                win.accumulate(new int[1], 1, MPI.INT, 1, 1, 1, MPI.INT, MPI.MAX);
            }
        });
    }

    static void mixedTypes(Intracomm comm, int rank, int peer) {
        try (Win win = new Win(MPI.newByteBuffer(Long.BYTES), Long.BYTES, 1, MPI.INFO_NULL, comm)) {
            win.fence(0);
            if (rank == 0) {
                win.accumulate(new int[1], 1, MPI.INT, 1, 0, 1, MPI.INT, MPI.SUM);
            } else {
                win.fetchAndOp(new float[1], new float[1], MPI.FLOAT, 1, 0, MPI.SUM);
            }
            win.fence(0);
        }
    }

    static void otherElements(Intracomm comm, int rank, int peer) {
        try (Win win = new Win(new float[WORDS], WORDS, 1, MPI.INFO_NULL, comm)) {
            win.fence(0);
            if (rank == 0) {
                put(win, 1);
            }
            win.fence(0);
        }
    }

    // ---- stores of the program --------------------------------------------------------------------------------

    static void storeBesideGet(Intracomm comm, int rank, int peer) {
        fenced(comm, (win, memory) -> {
            if (rank == 0) {
                memory.put(1, 5);
            } else {
                win.get(new int[WORDS], WORDS, MPI.INT, 0, 0, WORDS, MPI.INT);
            }
        });
    }

    static void storeBesideLockedGet(Intracomm comm, int rank, int peer) {
        int[] memory = new int[WORDS];
        try (Win win = new Win(memory, WORDS, 1, MPI.INFO_NULL, comm)) {
            win.lockAll(0);
            if (rank == 0) {
                memory[3] = 5;
            } else {
                win.get(new int[1], 1, MPI.INT, 0, 3, 1, MPI.INT);
            }
            win.unlockAll();
        }
    }

    static void storeIntoGet(Intracomm comm, int rank, int peer) {
        int[] got = new int[WORDS];
        try (Win win = make(comm)) {
            win.fence(0);
            win.get(got, WORDS, MPI.INT, peer, 0, WORDS, MPI.INT);
            got[1]++;
            win.fence(0);
        }
    }

    // ---- a receive into the memory of a window -------------------------------------------------------------------

    static void putIntoReceive(Intracomm comm, int rank, int peer) {
        fenced(comm, (win, memory) -> {
            if (rank == 0) {
                put(win, 1);
                comm.send(new int[2], 2, MPI.INT, 1, TAG);
            } else {
                comm.recv(memory, 2, MPI.INT, 0, TAG);
            }
        });
    }

    /** The receive begins before the epoch and ends behind it. */
    static void accumulateIntoReceive(Intracomm comm, int rank, int peer) {
        IntBuffer memory = MPI.newIntBuffer(WORDS);
        try (Win win = over(memory, comm);
                Prequest receive = comm.recvInit(memory, WORDS, MPI.INT, peer, TAG)) {
            if (rank == 1) {
                receive.start();
            }
            win.fence(0);
            if (rank == 0) {
                accumulate(win, 1);
            }
            win.fence(0);
            if (rank == 0) {
                comm.send(new int[WORDS], WORDS, MPI.INT, 1, TAG);
            }
            if (rank == 1) {
                receive.waitFor();
            }
        }
    }

    static void putIntoBcast(Intracomm comm, int rank, int peer) {
        fenced(comm, (win, memory) -> {
            if (rank == 0) {
                put(win, 1);
            }
            Request bcast = comm.iBcast(memory, 1, MPI.INT, 0);
            bcast.waitFor();
        });
    }
}
