package org.bipj.launch.contract;

import java.util.Arrays;
import mpi.MPI;
import mpi.Status;
import org.bipj.core.nic.PortException;
import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Group;
import org.bipj.lci.Lci;
import org.bipj.lci.SendPacket;

/**
 * MPI and LCI in one program: packets that arrive while MPI waits stay for LCI's next poll, messages that arrive while LCI
 * waits stay for MPI's next receive. With an argument, both for several threads, and interrupts.
 */
public final class LciBesideMpi {
    private static final int ROUNDS = 200;
    private static final int BROADCAST_EVERY = 20;

    private LciBesideMpi() {}

    /** Runs the program. */
    public static void main(String[] args) {
        boolean interrupts = args.length > 0;
        if (interrupts) {
            MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        } else {
            MPI.Init(args);
        }
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        if (!interrupts) {
            refuseInterrupts();
        }
        try (Lci lci = interrupts ? Lci.setup().interrupts().init() : Lci.init()) {
            int[] got = new int[1];
            Channel channel = lci.open(3, packet -> {
                got[0] += packet.getInt(0);
                return Disposal.RELEASE;
            });
            int[] all = new int[size];
            Arrays.setAll(all, i -> i);
            Group group = lci.group(all);
            int next = (rank + 1) % size;
            int previous = (rank + size - 1) % size;
            int[] out = {rank};
            int[] in = new int[1];
            int sum = 0;
            for (int i = 0; i < ROUNDS; i++) {
                SendPacket packet = channel.allocate();
                packet.putInt(0, i);
                sum += i;
                channel.unicast(next, packet, Integer.BYTES);
                int before = got[0];
                Status status = MPI.COMM_WORLD.sendRecv(out, 1, MPI.INT, next, i, in, 1, MPI.INT, previous, i);
                check(status.getSource() == previous && in[0] == previous, "MPI, round " + i);
                check(interrupts || got[0] == before, "no upcall runs in MPI");
                if (i % BROADCAST_EVERY == 0) {
                    int root = i / BROADCAST_EVERY % size;
                    int[] word = {rank == root ? i : -1};
                    MPI.COMM_WORLD.bcast(word, 1, MPI.INT, root);
                    check(word[0] == i, "a broadcast of MPI, round " + i);
                    int[] ranks = new int[1];
                    MPI.COMM_WORLD.allReduce(out, ranks, 1, MPI.INT, MPI.SUM);
                    check(ranks[0] == size * (size - 1) / 2, "a reduction of MPI, round " + i);
                    if (rank == root) {
                        SendPacket wide = channel.allocate();
                        wide.putInt(0, i);
                        channel.multicast(group, wide, Integer.BYTES);
                    } else {
                        sum += i;
                    }
                }
                if (i % 3 == rank % 3) {
                    lci.pollOrIdle();
                }
            }
            while (got[0] < sum) {
                lci.pollOrIdle();
            }
            check(got[0] == sum, "all packets");
            lci.barrier();
            check(lci.counter(0, 0).getAndAdd(1) < size, "a counter");
            MPI.COMM_WORLD.barrier();
        }
        MPI.Finalize();
        if (rank == 0) {
            System.out.println("both");
        }
    }

    private static void refuseInterrupts() {
        try {
            Lci.setup().interrupts().init().close();
        } catch (PortException e) {
            check(e.getMessage().contains("MPI was initialised for one at a time"), e.getMessage());
            return;
        }
        throw new AssertionError("interrupts beside MPI for one thread");
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
