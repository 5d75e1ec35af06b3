package org.bipj.reproduce.pps;

import static org.bipj.reproduce.lci.Placement.HOST_HOST;
import static org.bipj.reproduce.lci.Placement.NI_HOST;
import static org.bipj.reproduce.lci.Placement.NI_NI;
import static org.bipj.reproduce.lci.Placement.NONE_HOST;
import static org.bipj.reproduce.lci.Placement.NONE_NI;

import java.util.List;
import java.util.function.IntFunction;
import org.bipj.reproduce.lci.Placement;
import org.bipj.reproduce.pps.LciApplication.Choice;
import org.bipj.reproduce.pps.LciApplication.Words;
import org.bipj.samples.PuzzleSolver;

/** The LCI paper's applications, with its problems, and smaller ones for tests. */
public final class LciApplications {
    private static final int RANKS = 64;
    private static final int POSITIONS = 1 << 24;

    private static final List<Placement> BOARDS_RETRANSMIT = List.of(NI_NI, NI_HOST);
    private static final List<Placement> NOBODY_RETRANSMITS = List.of(NONE_NI, NONE_HOST);
    private static final List<Placement> ALL_BUT_HOSTS = List.of(NONE_NI, NONE_HOST, NI_NI, NI_HOST);

    /** The order of the gaps (table 4). */
    private static final Statement[] BY_GAP = {
        new Statement.Slower("retransmission by boards over that by hosts", BOARDS_RETRANSMIT, List.of(HOST_HOST)),
        new Statement.Slower("retransmission by hosts over none", List.of(HOST_HOST), NOBODY_RETRANSMITS)
    };

    private static final Statement HOSTS_WORST =
            new Statement.Slower("host+host over the others", List.of(HOST_HOST), ALL_BUT_HOSTS);

    private LciApplications() {}

    /** All of them, in the order of table 6. */
    public static List<LciApplication> all() {
        // Korf's instances with 13.4, 7.2 and 24 million jobs.
        Choice jobs = new Choice("jobs", 44, 23, 51);
        return List.of(
                awari(RANKS, 13, new Choice("updates in a message", 240, 120, 480)),
                barnes(RANKS, 16_384, 4, new Choice("steps", 18, 9, 36)),
                leq(RANKS, 1000, 30, new Choice("iterations", 10_880, 5_440, 21_760)),
                puzzle(4, RANKS, jobs, POSITIONS, PuzzleSolver::instance),
                puzzle(64, RANKS, jobs, POSITIONS, PuzzleSolver::instance),
                qr(RANKS, 1024, false),
                radix(RANKS, 3_000_000),
                sor(RANKS, 1536, new Choice("iterations", 45, 22, 90), false));
    }

    static LciApplication awari(int ranks, int stones, Choice batch) {
        return new LciApplication(
                new Words(
                        "lci-awari",
                        "Awari",
                        "LCI: an endgame database of awari over Orca",
                        "LCI, section 6.1",
                        "The sample awari, 13 stones. Updates for a rank are collected, and sent when there are 240, a packet of 1 KB,"
                                + " or when no local work is left."),
                Applications.awari(stones),
                ranks,
                batch,
                BY_GAP);
    }

    static LciApplication leq(int ranks, int equations, int simulated, Choice iterations) {
        return new LciApplication(
                        new Words(
                                "lci-leq",
                                "LEQ",
                                "LCI: linear equations over Orca",
                                "LCI, section 6.3",
                                "The sample leq: each rank broadcasts its part of 128 bytes in the common order, with the largest"
                                        + " change; when all parts are there, each knows whether to go on. The number of"
                                        + " iterations makes 34 Mop/s of T1, LU's rate on these hosts; 30 stand for all."),
                        Applications.leq(equations, simulated),
                        ranks,
                        iterations,
                        BY_GAP)
                .checkedBy(Applications.leq(equations, 2 * simulated));
    }

    static LciApplication barnes(int ranks, int bodies, int simulated, Choice steps) {
        return new LciApplication(
                        new Words(
                                "lci-barnes",
                                "Barnes",
                                "LCI: Barnes-Hut over CRL",
                                "LCI, section 6.2",
                                "The sample barnes: bodies and tree are regions of 96 to 104 bytes, opening angle 1. The number of steps"
                                        + " makes 35 Mop/s of T1, near LU's 34 on these hosts; the first stands for itself, and"
                                        + " three more for all others."),
                        Applications.barnes(bodies, simulated),
                        ranks,
                        steps,
                        BY_GAP)
                .checkedBy(Applications.barnes(bodies, 2 * simulated));
    }

    static LciApplication puzzle(
            int jobsPerMessage,
            int ranks,
            Choice instance,
            int tablePositions,
            IntFunction<PuzzleSolver.Instance> instances) {
        return new LciApplication(
                new Words(
                        "lci-puzzle-" + jobsPerMessage,
                        "Puzzle-" + jobsPerMessage,
                        "LCI: the 15-puzzle over Multigame, at most " + jobsPerMessage + " jobs a message",
                        "LCI, section 6.4",
                        "The sample puzzle: IDA* by transposition-driven scheduling. Korf's instance 44 has 13.4 million jobs, 23"
                                + " and 51 have half and almost twice as many."),
                Applications.puzzle(jobsPerMessage, tablePositions, instances),
                ranks,
                instance,
                HOSTS_WORST);
    }

    static LciApplication qr(int ranks, int rows, boolean checked) {
        return new LciApplication(
                new Words(
                        "lci-qr",
                        "QR",
                        "LCI: QR factorisation over MPI",
                        "LCI, section 6.5",
                        "The sample qr: Householder with column pivoting, columns dealt out cyclically; a reduce-to-all of two ints"
                                + " and two doubles, and a broadcast, for each of 1024 columns."),
                Applications.qr(checked),
                ranks,
                Choice.none(rows),
                new Statement.Slower(
                        "forwarding by hosts over that by boards, none", List.of(NONE_HOST), List.of(NONE_NI)),
                new Statement.Slower("forwarding by hosts over that by boards, ni", List.of(NI_HOST), List.of(NI_NI)));
    }

    static LciApplication radix(int ranks, int keys) {
        return new LciApplication(
                new Words(
                        "lci-radix",
                        "Radix",
                        "LCI: radix sort over CRL",
                        "LCI, section 6.6",
                        "The sample radix: 3,000,000 keys of 32 bits, 7 a pass, in regions of 1 KB."),
                Applications.radix(),
                ranks,
                Choice.none(keys),
                BY_GAP[0],
                BY_GAP[1],
                new Statement.GainsMore(
                        "gain by 2 KB with ni over that of the others",
                        BOARDS_RETRANSMIT,
                        List.of(NONE_NI, NONE_HOST, HOST_HOST)));
    }

    static LciApplication sor(int ranks, int points, Choice iterations, boolean checked) {
        return new LciApplication(
                new Words(
                        "lci-sor",
                        "SOR",
                        "LCI: successive over-relaxation over MPI",
                        "LCI, section 6.7",
                        "The sample sor: neighbours exchange a row of 12 KB after each colour, and a reduction of one element"
                                + " decides on convergence. The number of iterations makes 34 Mop/s of T1, LU's rate on these"
                                + " hosts."),
                Applications.sor(points, checked),
                ranks,
                iterations,
                HOSTS_WORST);
    }
}
