package org.bipj.launch.contract;

import java.util.Arrays;
import mpi.Cores;
import mpi.MPI;
import org.bipj.mpi.coll.SharedMemory;

/** Collective operations over shared memory where there is some; rank 0 says of how many bytes they were. */
final class Sharing {
    private Sharing() {}

    /** With an argument the last rank dies in the midst of them, as by a signal of the system. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        SharedMemory.force(Cores.of(MPI.COMM_WORLD));
        int me = MPI.COMM_WORLD.getRank();
        int n = MPI.COMM_WORLD.getSize();
        for (int round = 0; round < (args.length > 0 ? Integer.MAX_VALUE : 10); round++) {
            if (round == 20 && me == n - 1) {
                new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid())
                        .start()
                        .waitFor();
            }
            for (int count : new int[] {3, 30_000}) {
                int[] out = new int[count];
                int[] in = new int[count];
                Arrays.fill(in, me + round);
                MPI.COMM_WORLD.allReduce(in, out, count, MPI.INT, MPI.SUM);
                MPI.COMM_WORLD.bcast(in, count, MPI.INT, round % n);
                for (int i = 0; i < count; i++) {
                    if (out[i] != n * (n - 1) / 2 + n * round || in[i] != round % n + round) {
                        throw new AssertionError("rank " + me + ": " + out[i] + ", " + in[i] + " in round " + round);
                    }
                }
            }
        }
        boolean shortTurns = SharedMemory.turns(Cores.of(MPI.COMM_WORLD)) > 0;
        boolean longTurns = SharedMemory.hasRoom(Cores.of(MPI.COMM_WORLD));
        if (me == 0) {
            System.out.println("short turns: " + shortTurns + ", long turns: " + longTurns);
        }
        MPI.Finalize();
    }
}
