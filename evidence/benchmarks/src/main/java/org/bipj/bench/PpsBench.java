package org.bipj.bench;

import java.util.Locale;
import java.util.Set;
import mpi.Comm;
import mpi.MPI;
import org.bipj.crl.Crl;
import org.bipj.crl.Region;
import org.bipj.orca.Codec;
import org.bipj.orca.Orca;
import org.bipj.orca.Read;
import org.bipj.orca.SharedObject;
import org.bipj.orca.Update;
import org.bipj.panda.Gather;
import org.bipj.panda.Messages;
import org.bipj.panda.OrderedBroadcast;
import org.bipj.panda.Panda;
import org.bipj.panda.Rpc;

/**
 * Panda, Orca and CRL beside MPI, in one job of two ranks: batches in turn, the median of each. All but reads are compared with MPI's
 * round trip of 8 bytes.
 *
 * <pre>
 *   message   0 ──8 B──&gt; 1, and back
 *   RPC       0 ──8 B──&gt; 1 procedure ──8 B──&gt; 0
 *   ordered   0 and 1 by turns: a broadcast of 8 bytes that the other one has received and this one too
 *   invoke    0: an update of an object on 1, long to long
 *   update    0 and 1 by turns: an update of a replicated object that both have executed
 *   miss      0: a write section of a region of 1; a request, and the reply with 1 KB
 *   read      of a replicated object
 * </pre>
 */
public final class PpsBench {
    private static final String USAGE = """
            usage: bipj bench pps [MPIRUN OPTIONS] [--csv]
              --csv   print quantity,unit,time,round trips of MPI
              --help  print this
                   bipj bench pps --apps [awari|barnes|puzzle]...
              the share of two independent runs of an application that two processes reach together""";

    private static final int SERVICE = 1;
    private static final int BATCHES = 40;
    private static final int WARM_UPS = 60;
    private static final int CALLS = 1000;
    private static final int READS = 100_000;

    /** Regions, each of which is missed once in a batch. */
    private static final int REGIONS = 500;

    private static final int REGION_BYTES = 1024;

    private static final Update<long[], Long, Long> ADD =
            Update.of("add", Codec.LONG, Codec.LONG, (sum, n) -> sum[0] += n);
    private static final Read<long[], Void, Long> GET = Read.of("get", Codec.NONE, Codec.LONG, (sum, none) -> sum[0]);

    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final boolean csv;
    private final byte[] out = new byte[8];
    private final byte[] in = new byte[8];
    private final Gather message = new Gather();
    private Orca orca;
    private Panda panda;
    private long received;
    private long sum;

    private PpsBench(CommandLine arguments) {
        Program.requireRanks(2);
        csv = arguments.has(Program.CSV);
    }

    /** Runs the benchmark. */
    public static void main(String[] args) {
        Program.run(args, USAGE, Set.of(), Set.of(), arguments -> new PpsBench(arguments)::run);
    }

    private void run() {
        try (Orca opened = Orca.init();
                Crl crl = Crl.init()) {
            orca = opened;
            panda = orca.panda();
            Messages messages = panda.messages(SERVICE, got -> received = got.getLong());
            Rpc rpc = panda.rpc(
                    SERVICE + 1, (request, reply) -> reply.send(message.clear().putLong(request.getLong() + 1)));
            OrderedBroadcast ordered =
                    panda.orderedBroadcast(SERVICE + 2, panda.group(), got -> received = got.getLong());
            SharedObject<long[]> remote = orca.onRank(1, "remote", () -> new long[1], ADD, GET);
            SharedObject<long[]> replicated = orca.replicated("replicated", () -> new long[1], ADD, GET);
            Region[] regions = regions(crl);
            double[] seconds = new InTurn(comm, BATCHES, WARM_UPS)
                    .medians(
                            () -> MpiRoundTrip.seconds(comm, rank, out, in, CALLS),
                            () -> messages(messages),
                            () -> calls(rpc),
                            () -> ordered(ordered),
                            () -> invocations(remote),
                            () -> updates(replicated),
                            () -> writeMisses(crl, regions),
                            () -> reads(replicated));
            if (rank == 0) {
                print(seconds);
            }
            orca.barrier();
        }
        if (sum == Long.MIN_VALUE) {
            System.out.println("never, but the reads are needed");
        }
    }

    private void print(double[] seconds) {
        String quantity = csv ? "quantity" : String.format("%34s", "quantity");
        Table table = Table.open(csv, "Panda, Orca and CRL beside MPI", quantity, "unit", "time", "MPI round trips");
        String[] names = {
            "MPI round trip 8 B",
            "Panda message 8 B and back",
            "Panda RPC 8 B",
            "Panda ordered broadcast 8 B",
            "Orca update of a remote object",
            "Orca update of a replicated object",
            "CRL write miss of 1 KB"
        };
        for (int i = 0; i < names.length; i++) {
            table.row(
                    names[i],
                    "us",
                    Table.decimal(1e6 * seconds[i], 3),
                    String.format(Locale.ROOT, "%.2f", seconds[i] / seconds[0]));
        }
        table.row("Orca read of a replicated object", "ns", Table.decimal(1e9 * seconds[names.length], 1), "");
    }

    private void await(long number) {
        while (received < number) {
            panda.pollOrIdle();
        }
    }

    private double messages(Messages messages) {
        begin();
        double start = MPI.wtime();
        for (int i = 1; i <= CALLS; i++) {
            if (rank == 0) {
                messages.send(1, message.clear().putLong(i));
                await(i);
            } else {
                await(i);
                messages.send(0, message.clear().putLong(i));
            }
        }
        return (MPI.wtime() - start) / CALLS;
    }

    /** No message of the batch before is on its way. */
    private void begin() {
        received = 0;
        comm.barrier();
    }

    private double calls(Rpc rpc) {
        double start = MPI.wtime();
        if (rank == 0) {
            Gather request = new Gather();
            for (int i = 1; i <= CALLS; i++) {
                rpc.call(1, request.clear().putLong(i), reply -> received = reply.getLong());
            }
        }
        return serve(start);
    }

    /** Ends a batch in which rank 0 calls and rank 1 serves. */
    private double serve(double start) {
        double seconds = (MPI.wtime() - start) / CALLS;
        panda.barrier();
        return seconds;
    }

    private double ordered(OrderedBroadcast ordered) {
        begin();
        double start = MPI.wtime();
        for (int i = 1; i <= CALLS; i++) {
            if (rank == i % 2) {
                ordered.send(message.clear().putLong(i));
            }
            await(i);
        }
        return (MPI.wtime() - start) / CALLS;
    }

    private double invocations(SharedObject<long[]> remote) {
        double start = MPI.wtime();
        for (int i = 0; i < CALLS && rank == 0; i++) {
            sum += remote.update(ADD, 1L);
        }
        return serve(start);
    }

    private double updates(SharedObject<long[]> replicated) {
        long before = replicated.read(GET);
        comm.barrier();
        double start = MPI.wtime();
        for (int i = 1; i <= CALLS; i++) {
            if (rank == i % 2) {
                sum += replicated.update(ADD, 1L);
            } else {
                while (replicated.read(GET) < before + i) {
                    orca.poll();
                }
            }
        }
        return (MPI.wtime() - start) / CALLS;
    }

    private double reads(SharedObject<long[]> replicated) {
        double start = MPI.wtime();
        for (int i = 0; i < READS; i++) {
            sum += replicated.read(GET);
        }
        return (MPI.wtime() - start) / READS;
    }

    /** Regions of rank 1, which both ranks have mapped when both return. */
    private Region[] regions(Crl crl) {
        Region[] regions = new Region[REGIONS];
        long[] id = new long[1];
        for (int i = 0; i < REGIONS; i++) {
            Region created = rank == 1 ? crl.create(REGION_BYTES) : null;
            id[0] = created == null ? Crl.NONE : created.id();
            crl.broadcast(1, id);
            regions[i] = created == null ? crl.map(id[0]) : created;
        }
        crl.barrier();
        return regions;
    }

    /** Rank 0 misses each region, and gives them back behind the timed part; rank 1 serves in the barrier. */
    private double writeMisses(Crl crl, Region[] regions) {
        double start = MPI.wtime();
        for (int i = 0; i < REGIONS && rank == 0; i++) {
            regions[i].startWrite().putLong(0, i);
            regions[i].endWrite();
        }
        double seconds = (MPI.wtime() - start) / REGIONS;
        for (int i = 0; i < REGIONS && rank == 0; i++) {
            regions[i].flush();
        }
        crl.barrier();
        return seconds;
    }
}
