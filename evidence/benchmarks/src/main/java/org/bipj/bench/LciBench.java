package org.bipj.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import mpi.MPI;
import mpi.Win;
import org.bipj.lci.Channel;
import org.bipj.lci.Counter;
import org.bipj.lci.Disposal;
import org.bipj.lci.Group;
import org.bipj.lci.Lci;
import org.bipj.lci.ReceivedPacket;
import org.bipj.lci.SendPacket;

/**
 * LCI beside MPI. With two ranks all quantities; with more only the multicast, from rank 0 to all others. In virtual time
 * instead how fast packets are simulated ({@link LciTraffic}).
 *
 * <pre>
 *   round trip   0 ──packet──&gt; 1      0 ──send 8 B──&gt; 1
 *                0 &lt;──packet── 1      0 &lt;──send 8 B── 1
 *   one way      0 ══packets═&gt; 1      0 ══iSend, windows of 64══&gt; 1
 *   multicast    0 ──packet──&gt; all    bcast
 *                0 &lt;──packet── each   barrier
 *   counter      0: getAndAdd         0: fetchAndOp, flush      1 waits in a barrier
 * </pre>
 */
public final class LciBench extends BesideMpi {
    private static final String USAGE = """
            usage: bipj bench lci [MPIRUN OPTIONS] [--csv]
              --csv   print quantity,unit,mpi,lci,ratio
              --help  print this""";

    private static final int CHANNEL = 1;
    private static final int WINDOWS = 50;

    private final int size = comm.getSize();
    private final boolean csv;
    private final long[] operand = {1};
    private final long[] result = {0};
    private Lci lci;
    private Channel channel;
    private Group all;
    private int arrived;
    private long sum;

    private LciBench(CommandLine arguments) {
        super(Lci.DEFAULT_PAYLOAD, 60, Integer.MAX_VALUE);
        Program.requireRanks(2);
        csv = arguments.has(Program.CSV);
    }

    /** Runs the benchmark. */
    public static void main(String[] args) {
        if (BenchVariables.isSimulated()) {
            // Boards that run LCI carry no messages of MPI; and virtual times of the two are for the experiments.
            LciTraffic.run(List.of(args).contains(Program.CSV));
            return;
        }
        Program.run(args, USAGE, Set.of(), Set.of(), arguments -> new LciBench(arguments)::run);
    }

    private void run() {
        try (Lci opened = Lci.init()) {
            lci = opened;
            channel = lci.open(CHANNEL, this::onPacket);
            int[] members = new int[size];
            Arrays.setAll(members, member -> member);
            all = lci.group(members);
            Table table =
                    rank == 0 ? Table.open(csv, "LCI beside MPI", "quantity", "unit", "mpi", "lci", "ratio") : null;
            if (size == 2) {
                row(
                        table,
                        "round trip 8 B",
                        "us",
                        1e6,
                        fastest(() -> MpiRoundTrip.seconds(comm, rank, out, in, 1000), () -> roundTrip(1000)),
                        false);
                for (int bytes : new int[] {8, Lci.DEFAULT_PAYLOAD}) {
                    double[] rate = fastest(() -> mpiOneWay(bytes, WINDOWS, WINDOW), () -> oneWay(bytes));
                    row(table, "rate " + bytes + " B", "M/s", 1e-6, rate, true);
                }
                counters(table);
            }
            for (int bytes : new int[] {8, Lci.DEFAULT_PAYLOAD}) {
                double[] multicast = fastest(() -> mpiMulticast(bytes, 200), () -> multicast(bytes, 200));
                row(table, "multicast " + bytes + " B to " + (size - 1), "us", 1e6, multicast, false);
            }
            lci.barrier();
        }
    }

    private Disposal onPacket(ReceivedPacket packet) {
        arrived++;
        // The payload is read, as MPI's receives copy it.
        sum += packet.getLong(0);
        return Disposal.RELEASE;
    }

    // ---- MPI ---------------------------------------------------------------------------------------------------

    private double mpiMulticast(int bytes, int times) {
        double start = MPI.wtime();
        for (int i = 0; i < times; i++) {
            comm.bcast(out, bytes, MPI.BYTE, 0);
            comm.barrier();
        }
        return (MPI.wtime() - start) / times;
    }

    private void counters(Table table) {
        try (Win win = Win.allocate(64, 8, MPI.INFO_NULL, comm)) {
            Counter counter = lci.counter(1, 0);
            win.lockAll(0);
            double[] add = fastest(() -> mpiAdd(win, 2000), () -> add(counter, 2000));
            row(table, "getAndAdd", "us", 1e6, add, false);
            win.unlockAll();
        }
    }

    private double mpiAdd(Win win, int times) {
        double start = MPI.wtime();
        for (int i = 0; i < times && rank == 0; i++) {
            win.fetchAndOp(operand, result, MPI.LONG, 1, 1, MPI.SUM);
            win.flush(1);
        }
        double seconds = (MPI.wtime() - start) / times;
        comm.barrier();
        return seconds;
    }

    // ---- LCI ---------------------------------------------------------------------------------------------------

    private void await(int packets) {
        while (arrived < packets) {
            lci.pollOrIdle();
        }
    }

    private void send(int destination, int bytes) {
        SendPacket packet = channel.allocate();
        packet.put(0, out, 0, bytes);
        channel.unicast(destination, packet, bytes);
    }

    private double roundTrip(int times) {
        arrived = 0;
        comm.barrier();
        double start = MPI.wtime();
        for (int i = 1; i <= times; i++) {
            if (rank == 0) {
                send(1, 8);
                await(i);
            } else {
                await(i);
                send(0, 8);
            }
        }
        return (MPI.wtime() - start) / times;
    }

    private double oneWay(int bytes) {
        arrived = 0;
        comm.barrier();
        double start = MPI.wtime();
        if (rank == 0) {
            for (int i = 0; i < WINDOWS * WINDOW; i++) {
                send(1, bytes);
            }
            await(1);
        } else {
            await(WINDOWS * WINDOW);
            send(0, 8);
        }
        return (MPI.wtime() - start) / WINDOWS / WINDOW;
    }

    /** Each receiver answers, so that the root knows that all have the packet. */
    private double multicast(int bytes, int times) {
        arrived = 0;
        comm.barrier();
        double start = MPI.wtime();
        for (int i = 1; i <= times; i++) {
            if (rank == 0) {
                SendPacket packet = channel.allocate();
                packet.put(0, out, 0, bytes);
                channel.multicast(all, packet, bytes);
                await(i * (size - 1));
            } else {
                await(i);
                send(0, 8);
            }
        }
        return (MPI.wtime() - start) / times;
    }

    private double add(Counter counter, int times) {
        double start = MPI.wtime();
        for (int i = 0; i < times && rank == 0; i++) {
            sum += counter.getAndAdd(1);
        }
        double seconds = (MPI.wtime() - start) / times;
        comm.barrier();
        return seconds;
    }
}
