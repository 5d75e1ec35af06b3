package org.bipj.samples;

import java.util.List;
import java.util.stream.Collectors;

/** The list of samples: {@code ./bipj sample} prints it, {@code ./bipj sample NAME} finds the main class in it. */
public final class Samples {

    /**
     * One sample.
     *
     * @param name what users type
     * @param main the name of the class to run, below the package of this one; the list compiles without the programs
     * @param arguments the arguments the program takes, all optional
     * @param summary one line that says what it shows
     * @param option an option of the JVM that it runs best with; empty: none
     * @param launch an option of {@code mpirun} for it, before those of the user; empty: none
     */
    public record Sample(String name, String main, String arguments, String summary, String option, String launch) {
        Sample(String name, String main, String arguments, String summary) {
            this(name, main, arguments, summary, "", "");
        }

        Sample(String name, String main, String arguments, String summary, String option) {
            this(name, main, arguments, summary, option, "");
        }

        /** The full name of the class to run. */
        public String className() {
            return Samples.class.getPackageName() + "." + main;
        }

        /** What follows {@code java} to run it: its option, where it has one, and the name of its main class. */
        public String command() {
            return (option + " " + className()).strip();
        }
    }

    /** The option of programs that use sockets. */
    private static final String IP = "--ip";

    /** For programs that are not made for any number of ranks, where the user names none. */
    private static final String FOUR = "-n 4";

    /** For programs whose ranks die. */
    private static final String SURVIVING = "--with-ft -n 4";

    /** The option of programs that use the Vector API where it is there. */
    private static final String VECTORS = "--add-modules=jdk.incubator.vector";

    private static final List<Sample> ALL = List.of(
            new Sample("hello", "Hello", "", "every rank says who it is"),
            new Sample("squares", "Squares", "", "a word for each node: the BIP API, as in docs/SAMPLES.md"),
            new Sample("ring", "Ring", "", "a token goes round all nodes: the BIP API"),
            new Sample(
                    "am-hello", "AmHello", "", "each rank asks the next one: Active Messages, as in docs/SAMPLES.md"),
            new Sample("lci-hello", "LciHello", "", "a multicast, answers and a counter: LCI, as in docs/SAMPLES.md"),
            new Sample(
                    "splitc-em3d",
                    "SplitCEm3d",
                    "[VERSION [NODES [REMOTE [STEPS]]]]",
                    "waves on a graph: Split-C's reads, gets and stores"),
            new Sample("splitc-radix", "SplitCRadix", "[KEYS]", "radix sort: Split-C's one-way stores"),
            new Sample(
                    "puzzle",
                    "PuzzleSolver",
                    "[INSTANCE [JOBS [POSITIONS]]]",
                    "the 15-puzzle by IDA*: Multigame searches any game"),
            new Sample(
                    "awari",
                    "awari.Awari",
                    "[STONES [BATCH [interrupts]]]",
                    "an endgame database: Orca, shared objects"),
            new Sample(
                    "leq",
                    "Leq",
                    "[EQUATIONS [ITERATIONS [interrupts]]]",
                    "linear equations by Jacobi: Orca, guards and a decision"),
            new Sample("pi", "Pi", "[INTERVALS]", "pi by numerical integration: bcast and reduce"),
            new Sample("pingpong", "PingPong", "[MAX_BYTES]", "latency and bandwidth between two ranks"),
            new Sample(
                    "partitions",
                    "Partitions",
                    "[KILOBYTES]",
                    "computing overlaps with sending: pSendInit, pReady, pArrived"),
            new Sample(
                    "spawn-workers",
                    "SpawnWorkers",
                    "[WORKERS [INTERVALS]]",
                    "a job that grows: spawn, getParent, operations between two groups"),
            new Sample(
                    "heat2d",
                    "Heat2d",
                    "[SIZE [STEPS]]",
                    "heat equation on a grid of ranks: Cartesian communicator, vector type"),
            new Sample("cannon", "Cannon", "[SIZE]", "product of matrices: Cartesian torus, sendRecvReplace", "", FOUR),
            new Sample("samplesort", "SampleSort", "[KEYS]", "parallel sort: allToAll and allToAllv"),
            new Sample(
                    "life",
                    "Life",
                    "[SIZE [STEPS [FILE]]]",
                    "Game of Life with a picture: halos by derived datatypes, waitAll"),
            new Sample("nbody", "NBody", "[BODIES [STEPS]]", "gravity: a ring with iSend and iRecv, allGatherv"),
            new Sample(
                    "montecarlo", "MonteCarlo", "[BLOCKS]", "random sampling: reduce with an operation of one's own"),
            new Sample("qr", "Qr", "[SIZE]", "QR factorisation: reduction with a struct, a root that changes"),
            new Sample("sor", "Sor", "[SIZE [ITERATIONS]]", "Laplace by red-black SOR: borders, a maximum"),
            new Sample(
                    "barnes",
                    "crl.Barnes",
                    "[BODIES [STEPS [ANGLE [phases]]]]",
                    "a galaxy by Barnes and Hut: CRL's shared regions, a shared tree"),
            new Sample(
                    "radix",
                    "crl.Radix",
                    "[KEYS [BITS [KEY_BITS]]] [flush] [phases]",
                    "radix sort: CRL's shared regions as lines of a cache"),
            new Sample("crl-miss", "crl.WriteMiss", "[BYTES]", "the time of a write miss of CRL"),
            new Sample("workers", "Workers", "[LIMIT [PIECES]]", "master and workers: ANY_SOURCE, tags, Status"),
            new Sample(
                    "ft-workers",
                    "FtWorkers",
                    "[LIMIT [PIECES [DEATHS]]]",
                    "workers die, and the sum is right: getFailed, ackFailed",
                    "",
                    SURVIVING),
            new Sample(
                    "ft-heat",
                    "FtHeat",
                    "[POINTS [STEPS [DEATHS]]] [spare]",
                    "heat in a rod that survives deaths: revoke, agree, shrink, spawn",
                    "",
                    SURVIVING),
            new Sample(
                    "executor",
                    "Queens",
                    "[QUEENS]",
                    "queens on a board: tasks that submit tasks, on ranks that serve"),
            new Sample(
                    "race-order",
                    "race.Order",
                    "",
                    "wrong: a master that assumes an order; for bipj explore",
                    "",
                    FOUR),
            new Sample("race-end", "race.End", "", "wrong: a task that is lost at the end; for bipj explore", "", FOUR),
            new Sample(
                    "race-probe", "race.Probe", "", "wrong: a probe, and another message; for bipj explore", "", FOUR),
            new Sample(
                    "race-window", "race.Tickets", "", "wrong: an update lost in a window; for bipj explore", "", FOUR),
            new Sample("race-both", "race.Both", "", "wrong: a deadlock by two matches; for bipj explore", "", FOUR),
            new Sample(
                    "ip-http", "ip.Http", "[REQUESTS [SERVER]]", "a web server and clients: java.net, no MPI", "", IP),
            new Sample(
                    "ip-counter",
                    "ip.Counter",
                    "[ADDS [early]]",
                    "a counter that survives a host, or loses an update: java.net, no MPI",
                    "",
                    IP),
            new Sample("ip-chat", "ip.Chat", "[LINES [ROOM]]", "a chat of many threads: java.net, no MPI", "", IP),
            new Sample("is", "nas.is.IntegerSort", "[CLASS]", "NAS IS: integer sort (allToAllv)"),
            new Sample("ep", "nas.ep.EmbarrassinglyParallel", "[CLASS]", "NAS EP: random numbers, one reduction"),
            new Sample("cg", "nas.cg.ConjugateGradient", "[CLASS]", "NAS CG: conjugate gradients on a sparse matrix"),
            new Sample("mg", "nas.mg.MultiGrid", "[CLASS]", "NAS MG: multigrid, exchanges of faces", VECTORS),
            new Sample(
                    "ft",
                    "nas.ft.FourierTransform",
                    "[CLASS] [--grid CxR]",
                    "NAS FT: Fourier transforms (allToAll)",
                    VECTORS),
            new Sample("lu", "nas.lu.LowerUpper", "[CLASS]", "NAS LU: gas flow, a pipeline of small messages", VECTORS),
            new Sample(
                    "sp",
                    "nas.sp.ScalarPentadiagonal",
                    "[CLASS]",
                    "NAS SP: gas flow, multi-partitioning",
                    VECTORS,
                    FOUR),
            new Sample(
                    "bt",
                    "nas.bt.BlockTridiagonal",
                    "[CLASS]",
                    "NAS BT: gas flow, multi-partitioning, more work",
                    VECTORS,
                    FOUR));

    private Samples() {}

    /** Returns all samples, in the order in which they are listed. */
    public static List<Sample> all() {
        return ALL;
    }

    /**
     * The sample of a name.
     *
     * @param name what users type
     * @throws IllegalArgumentException if there is no such sample; the message lists those there are
     */
    public static Sample find(String name) {
        return ALL.stream()
                .filter(sample -> sample.name.equals(name))
                .findFirst()
                .orElseThrow(() -> {
                    String known = ALL.stream().map(Sample::name).collect(Collectors.joining(", "));
                    return new IllegalArgumentException("no sample is named " + name + "; there are: " + known);
                });
    }

    /**
     * Prints the list; with a sample's name, a line with what follows {@code java} to run it, and one with what follows {@code mpirun}.
     * Exits with 2 where there is no such sample.
     */
    public static void main(String[] args) {
        if (args.length == 0) {
            for (Sample sample : ALL) {
                System.out.printf("%-12s %-34s %s%n", sample.name, sample.arguments, sample.summary);
            }
            return;
        }
        try {
            Sample sample = find(args[0]);
            System.out.println(sample.command());
            System.out.println(sample.launch);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(Usage.EXIT_CODE);
        }
    }
}
