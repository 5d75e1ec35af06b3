package org.bipj.bench;

import java.lang.foreign.Arena;
import java.util.Set;
import mpi.MPI;
import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;

/**
 * Active Messages beside MPI, between ranks 0 and 1 of one job. MPI pays for Active Messages being there, and the other way
 * round; what MPI does alone is measured first.
 *
 * <pre>
 *   round trip   0 ──request──&gt; 1     0 ──send 8 B──&gt; 1
 *                0 &lt;───reply─── 1     0 &lt;──send 8 B── 1
 *   one way      0 ══requests═&gt; 1     0 ══iSend, windows of 64══&gt; 1
 * </pre>
 */
public final class AmBench extends BesideMpi {
    private static final String USAGE = """
            usage: bipj bench am [MPIRUN OPTIONS] [--csv]
              --csv   print quantity,unit,mpi,am,ratio
              --help  print this""";

    private static final int ASK = 1;
    private static final int ANSWER = 2;
    private static final int COUNT = 3;
    private static final int STOP = 4;
    private static final long TAG = 5;
    private static final int LARGE = 1 << 20;
    private static final int CROWD = 1000;

    private final boolean csv;
    private Bundle bundle;
    private AmEndpoint endpoint;
    private int answers;
    private boolean stopped;

    private AmBench(CommandLine arguments) {
        super(LARGE, 15, 2);
        Program.requireRanks(2);
        csv = arguments.has(Program.CSV);
    }

    /** Runs the benchmark. */
    public static void main(String[] args) {
        Program.run(args, USAGE, Set.of(), Set.of(), arguments -> new AmBench(arguments)::run);
    }

    private void run() {
        double alone = fastest(() -> MpiRoundTrip.seconds(comm, rank, out, in, 1000))[0];
        try (ActiveMessages am = ActiveMessages.init()) {
            open(am);
            comm.barrier();
            Table table = rank == 0
                    ? Table.open(csv, "Active Messages beside MPI", "quantity", "unit", "mpi", "am", "ratio")
                    : null;
            double[] trip = fastest(() -> MpiRoundTrip.seconds(comm, rank, out, in, 1000), () -> roundTrip(1000));
            row(table, "round trip", "us", 1e6, trip, false);
            row(table, "MPI alone", "us", 1e6, new double[] {trip[0], alone}, false);
            for (int window : new int[] {64, 4}) {
                double[] rate = fastest(() -> mpiOneWay(8, 50, WINDOW), () -> oneWay(window, 3200));
                row(table, "rate, K=" + window, "M/s", 1e-6, rate, true);
            }
            int medium = am.maxMedium();
            double[] bandwidth = fastest(() -> mpiOneWay(medium, 50, WINDOW), () -> medium(medium, 3200));
            row(table, "medium " + medium, "MB/s", 1e-6 * medium, bandwidth, true);
            double[] bulk = fastest(() -> mpiOneWay(LARGE, 1, 16), () -> bulk(16), () -> bulkInTurn(16));
            row(table, "bulk 1 MiB", "MB/s", 1e-6 * LARGE, bulk, true);
            row(table, "the same, one by one", "MB/s", 1e-6 * LARGE, new double[] {bulk[0], bulk[2]}, true);
            double one = fastest(() -> roundTrip(1000))[0];
            for (int i = 1; i < CROWD; i++) {
                bundle.allocateEndpoint().setTag(TAG);
            }
            double crowd = fastest(() -> roundTrip(1000))[0];
            row(table, "one of " + CROWD, "us", 1e6, new double[] {one, crowd}, false);
            comm.barrier();
        }
    }

    private void open(ActiveMessages am) {
        bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
        endpoint = bundle.allocateEndpoint();
        endpoint.setTag(TAG);
        endpoint.setSegment(Arena.ofAuto().allocate(LARGE));
        endpoint.setHandler(ASK, message -> message.reply(ANSWER, message.argument(0), message.argument(1)));
        endpoint.setHandler(ANSWER, message -> answers++);
        endpoint.setHandler(COUNT, message -> answers++);
        endpoint.setHandler(STOP, message -> stopped = true);
        endpoint.map(0, 1 - Math.min(rank, 1), TAG);
    }

    // ---- Active Messages ---------------------------------------------------------------------------------------

    private double serve() {
        stopped = false;
        while (!stopped) {
            bundle.pollOrIdle();
        }
        return 0;
    }

    private void settle() {
        while (endpoint.outstanding() > 0) {
            bundle.pollOrIdle();
        }
    }

    private double stop(double start, int times) {
        settle();
        double seconds = (MPI.wtime() - start) / times;
        endpoint.request(0, STOP);
        settle();
        return seconds;
    }

    private double roundTrip(int times) {
        if (rank == 1) {
            return serve();
        }
        answers = 0;
        double start = MPI.wtime();
        for (int i = 1; i <= times; i++) {
            endpoint.request(0, ASK, i, -i);
            while (answers < i) {
                bundle.pollOrIdle();
            }
        }
        return stop(start, times);
    }

    private double oneWay(int window, int times) {
        if (rank == 1) {
            return serve();
        }
        endpoint.setExpectedResources(window);
        double start = MPI.wtime();
        for (int i = 0; i < times; i++) {
            endpoint.request(0, COUNT, i, -i);
        }
        return stop(start, times);
    }

    private double medium(int bytes, int times) {
        if (rank == 1) {
            return serve();
        }
        endpoint.setExpectedResources(WINDOW);
        double start = MPI.wtime();
        for (int i = 0; i < times; i++) {
            endpoint.requestMedium(0, COUNT, out, 0, bytes);
        }
        return stop(start, times);
    }

    /** As many under way at a time as the endpoint takes, as MPI's sends are. */
    private double bulk(int times) {
        if (rank == 1) {
            return serve();
        }
        double start = MPI.wtime();
        for (int i = 0; i < times; i++) {
            while (!endpoint.requestTransferAsync(0, COUNT, 0, out, 0, LARGE)) {
                bundle.pollOrIdle();
            }
        }
        return stop(start, times);
    }

    /** Each one begins when the source of the one before may be changed. */
    private double bulkInTurn(int times) {
        if (rank == 1) {
            return serve();
        }
        double start = MPI.wtime();
        for (int i = 0; i < times; i++) {
            endpoint.requestTransfer(0, COUNT, 0, out, 0, LARGE);
        }
        return stop(start, times);
    }
}
