package org.bipj.bench;

import java.util.List;
import java.util.Set;
import mpi.MPI;
import mpi.MPIException;
import org.bipj.am2.ActiveMessages;
import org.bipj.bip.Bip;

/**
 * The parameters of the LogP model of Active Messages, BIP and MPI between ranks 0 and 1 of one job: overheads of sending
 * and receiving, gap, latency and round trip of four words (see {@link LogP}). Each layer is measured when it has been
 * initialised beside the ones before it. Boards whose firmware keeps endpoints carry Active Messages only.
 */
public final class LogpBench {
    private static final String USAGE = """
            usage: bipj bench logp [MPIRUN OPTIONS] [--layers am,bip,mpi] [--window N] [--csv]
              --layers LIST   what is measured: am, bip, mpi; all of them, or am where the boards carry nothing else
              --window N      requests outstanding at most, 1 to 64; 4
              --csv           print layer,send_us,receive_us,gap_us,latency_us,roundtrip_us
              --help          print this""";

    private static final String LAYERS = "--layers";
    private static final String WINDOW = "--window";
    private static final List<String> NAMES = List.of("am", "bip", "mpi");
    private static final int WINDOW_MAX = 64;
    private static final int BAD_USAGE = 2;
    private static final double US = 1e6;

    private final ActiveMessages am;
    private final boolean csv;
    private final int window;
    private final Set<String> layers;
    /** Whether the caller has named the layers to measure. */
    private final boolean named;

    private Table table;

    private LogpBench(ActiveMessages am, CommandLine arguments) {
        this.am = am;
        csv = arguments.has(Program.CSV);
        window = arguments.numbers(WINDOW, WINDOW_MAX, LogpLayer.WINDOW)[0];
        named = arguments.has(LAYERS);
        layers = Set.of(arguments.text(LAYERS, String.join(",", NAMES)).split(","));
        if (window < 1) {
            throw new IllegalArgumentException(WINDOW + ": 0 requests outstanding; expected 1 to " + WINDOW_MAX);
        }
        if (!NAMES.containsAll(layers)) {
            throw new IllegalArgumentException(
                    LAYERS + ": " + String.join(",", layers) + "; expected some of " + String.join(",", NAMES));
        }
        if (am.size() < 2) {
            throw new IllegalArgumentException("needs 2 ranks or more, was started with " + am.size());
        }
    }

    /** Runs the benchmark. */
    public static void main(String[] args) throws MPIException {
        ActiveMessages am = ActiveMessages.init();
        int code = run(am, args);
        am.close();
        if (code != 0) {
            System.exit(code);
        }
    }

    private static int run(ActiveMessages am, String[] args) throws MPIException {
        boolean first = am.rank() == 0;
        try {
            CommandLine arguments = new CommandLine(args, Set.of(Program.CSV, "--help", "-h"), Set.of(LAYERS, WINDOW));
            if (!arguments.has("--help") && !arguments.has("-h")) {
                new LogpBench(am, arguments).run();
            } else if (first) {
                System.out.println(USAGE);
            }
            return 0;
        } catch (IllegalArgumentException wrong) {
            if (first) {
                System.err.println(wrong.getMessage() + System.lineSeparator() + USAGE);
            }
            return BAD_USAGE;
        }
    }

    private void run() throws MPIException {
        if (am.rank() == 0) {
            table = Table.open(
                    csv,
                    am.size(),
                    "LogP of four words between ranks 0 and 1, " + window + " requests outstanding",
                    "layer",
                    "send_us",
                    "receive_us",
                    "gap_us",
                    "latency_us",
                    "roundtrip_us");
        }
        if (layers.contains("am")) {
            measure(new AmLogpLayer(am, window));
        }
        if (layers.size() == 1 && layers.contains("am")) {
            return;
        }
        try (Bip bip = carriesPackets()) {
            if (bip != null) {
                measurePackets(bip);
            }
        }
    }

    /** BIP; null if the boards do not carry it, and it was not asked for by name. */
    private Bip carriesPackets() {
        try {
            return Bip.init();
        } catch (RuntimeException e) {
            if (named) {
                throw e;
            }
            if (am.rank() == 0) {
                System.err.println("BIP and MPI are not measured: " + e.getMessage());
            }
            return null;
        }
    }

    private void measurePackets(Bip bip) throws MPIException {
        if (layers.contains("bip")) {
            measure(new BipLogpLayer(bip, am::time, window));
        }
        if (layers.contains("mpi")) {
            MPI.Init(new String[0]);
            measure(new MpiLogpLayer(window));
            MPI.Finalize();
        }
    }

    private void measure(LogpLayer layer) {
        if (am.rank() == 1) {
            layer.serve();
        } else if (am.rank() == 0) {
            LogP result = LogP.of(layer);
            layer.stop();
            table.row(
                    layer.name(),
                    micros(result.sendOverhead()),
                    micros(result.receiveOverhead()),
                    micros(result.gap()),
                    micros(result.latency()),
                    micros(result.roundTrip()));
        }
    }

    private static String micros(double seconds) {
        return Table.decimal(US * seconds, 3);
    }
}
