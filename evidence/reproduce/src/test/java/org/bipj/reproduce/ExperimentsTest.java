package org.bipj.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.bipj.reproduce.report.Outcome;
import org.bipj.reproduce.report.Published;
import org.bipj.reproduce.report.Published.Quantity;
import org.bipj.reproduce.report.ResultRow;
import org.bipj.testkit.Ahead;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The experiments on the simulated cluster. What they have to measure is tested where the cluster is; here, that they
 * do.
 */
class ExperimentsTest {
    private static final Published PUBLISHED = Published.load();
    private static final Lab LAB = new Lab(SimulatedCluster::of, List.of(), 1);

    /**
     * All results that are not what the paper, or arithmetic, says: whatever else is one, or is none any more, shows
     * here.
     */
    private static final Set<String> MISSES = Set.of(
            "gam-logp: round trip",
            "gam-bandwidth: 4 KB",
            "am-permutations: cshift: bandwidth of a host",
            "am-permutations: cshift: bandwidth of all",
            "am-permutations: cshift: round trip",
            "am-permutations: neighbour: bandwidth of a host",
            "am-permutations: neighbour: bandwidth of all",
            "am-permutations: bisection: bandwidth of a host",
            "am-permutations: bisection: bandwidth of all",
            "am-permutations: bisection: round trip",
            "bip-packets: adaptive beyond the better fixed size",
            "bip-alignment: the same of a message of 4096 B",
            "bip-request-go: N1/2",
            "bip-sensitivity: request and go: N1/2",
            "ip-sensitivity: TCP with bit errors of 1e-6",
            "am-networks: highest rate of one to seven networks",
            "am-networks: least share of a client",
            "am-shares: least share of 84 clients",
            "am-shares: largest share of 84 clients",
            "am-sensitivity: SBus reads twice as fast: 4 KB",
            "lci-broadcast: host+host: 1 MB over 128 KB",
            "lci-systems: LCI: requests of 8 KB",
            "lci-systems: Panda-MT: calls of 8 KB",
            "lci-systems: Orca: operations with 8 KB",
            "lci-awari: the next best over none+ni",
            "lci-awari: retransmission by boards over that by hosts",
            "lci-barnes: the next best over none+ni",
            "lci-barnes: packets a second and processor",
            "lci-barnes: the slowest over none+ni",
            "lci-leq: S64, 1 KB packets",
            "lci-leq: S64, 2 KB packets",
            "lci-leq: retransmission by boards over that by hosts",
            "lci-puzzle-4: S64, 1 KB packets",
            "lci-puzzle-4: S64, 2 KB packets",
            "lci-puzzle-64: S64, 1 KB packets",
            "lci-puzzle-64: S64, 2 KB packets",
            "lci-qr: S64, 1 KB packets",
            "lci-qr: S64, 2 KB packets",
            "lci-radix: S64, 1 KB packets",
            "lci-radix: S64, 2 KB packets",
            "lci-radix: retransmission by boards over that by hosts",
            "lci-traffic: Puzzle-64: data packets at 2 KB over those at 1 KB");

    static List<Experiment> all() {
        return Experiments.ALL;
    }

    private static Experiment named(String name) {
        return Experiments.ALL.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A run in virtual time uses one core. Those that take longer run in the deep profile. */
    @TestFactory
    Stream<DynamicTest> whatIsMeasuredIsWhatTheDataFileDescribes() {
        return runs("bip-latency", "mpi-bip", "ip-request", "am-logp", "gam-logp", "lci-logp", "ssam-traps");
    }

    @Tag("tier2")
    @TestFactory
    Stream<DynamicTest> whatFurtherExperimentsMeasureIsWhatTheDataFileDescribes() {
        return runs(
                "bip-packets",
                "bip-unpinned",
                "bip-alignment",
                "bip-two-senders",
                "bip-switches",
                "bip-request-go",
                "ip-stream",
                "am-bandwidth",
                "am-clients",
                "am-networks",
                "am-sensitivity",
                "gam-bandwidth",
                "lci-forwarding",
                "ssam-operations",
                "ssam-remote",
                "ssam-windows");
    }

    private static Stream<DynamicTest> runs(String... names) {
        Ahead ahead = new Ahead();
        List<DynamicTest> tests = Stream.of(names)
                .map(name -> {
                    Ahead.Piece<Results> run = ahead.add(() -> named(name).run(LAB));
                    return DynamicTest.dynamicTest(name, () -> complete(named(name), run.result()));
                })
                .toList();
        return tests.stream().onClose(ahead::close);
    }

    /** Those that run only where they are named simulate up to 64 ranks for minutes. */
    @Tag("deep")
    @ParameterizedTest
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    @MethodSource("all")
    void allRun(Experiment experiment) {
        complete(experiment, experiment.run(LAB));
    }

    private static void complete(Experiment experiment, Results results) {
        assertEquals(
                PUBLISHED.of(experiment.name()).stream().map(Quantity::name).toList(),
                results.values().stream().map(Results.Measured::quantity).toList());
        results.values().forEach(value -> assertTrue(Double.isFinite(value.value()), value::toString));
        for (ResultRow row :
                Outcome.of(experiment, List.of(), results, PUBLISHED).rows()) {
            assertEquals(
                    MISSES.contains(experiment.name() + ": " + row.quantity().name()), row.isMissed(), row::toString);
            assertTrue(!row.isMissed() || !row.quantity().note().isEmpty(), () -> row + " is a miss without its note");
        }
        Set<String> figures = results.figures().stream().map(Figure::key).collect(Collectors.toSet());
        assertEquals(results.figures().size(), figures.size(), "keys of figures");
    }

    @Test
    void anExperimentMeasuresTheSameEachTime() {
        assertEquals(
                named("bip-two-senders").run(LAB).values(),
                named("bip-two-senders").run(LAB).values());
    }

    /** Measured alike, what lies above BIP is not faster. */
    @Test
    void noPeakOfMpiStandsAboveBips() {
        Map<String, Double> values = values(named("table-1").run(LAB));
        assertTrue(values.get("MPI-BIP bandwidth") <= values.get("BIP bandwidth"), values::toString);
    }

    /** The threshold's constant is an input, and so is where the curve steps. */
    @Tag("deep")
    @ParameterizedTest
    @ValueSource(ints = 128)
    void theStepIsFoundWhereThePlatformPutsIt(int words) {
        Lab other = new Lab(SimulatedCluster::of, List.of("bip.short=" + words), 1);
        assertEquals(4 * words, values(named("bip-throughput").run(other)).get("last short message"));
    }

    private static Map<String, Double> values(Results results) {
        return results.values().stream().collect(Collectors.toMap(Results.Measured::quantity, Results.Measured::value));
    }

    private static Results changed(String name, String set) {
        Experiment experiment = named(name);
        Overrides overrides = Overrides.of(List.of(set), List.of(experiment), Experiments.ALL);
        return experiment.run(new Lab(overrides.clusters(experiment, SimulatedCluster::of), List.of(), 1));
    }

    /** A result that a changed constant makes another one has another name, and no reference. */
    @Test
    void namesOfResultsFollowTheConstants() {
        namesFollow(2, "two");
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"4, four", "5, five"})
    void namesOfResultsFollowOtherConstants(int frames, String word) {
        namesFollow(frames, word);
    }

    private static void namesFollow(int frames, String word) {
        Results results = changed("am-networks", "am.frames=" + frames);
        List<String> names =
                results.values().stream().map(Results.Measured::label).toList();
        assertEquals(
                List.of(
                        "lowest rate of one to " + word + " networks",
                        "highest rate of one to " + word + " networks",
                        "rate of " + word + " networks",
                        "least share of a client, one to " + word + " networks",
                        "largest share of a client, one to " + word + " networks"),
                names);
        Outcome outcome = Outcome.of(named("am-networks"), List.of(), results, PUBLISHED);
        outcome.rows().forEach(row -> assertEquals("", row.paper() + row.expected(), row::toString));
        assertEquals(
                names, outcome.rows().stream().map(row -> row.quantity().name()).toList());
    }

    /** An overhead is that of requests that wait for nothing. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void overheadsAreThoseOfRequestsThatNeedNotWait(int credits) {
        Map<String, Double> values = values(changed("gam-logp", "gam.depth=" + credits));
        assertEquals(1.9, values.get("send overhead"), 0.01);
        assertEquals(4.0, values.get("receive overhead"), 0.01);
        assertEquals(5.5, values.get("latency"), 0.05);
    }

    @Tag("deep")
    @Test
    void aCrossingThatIsNotThereIsToldSo() {
        isToldInstead("am-bandwidth", "bus.dma.consistent.rate=60.8", "streaming DMA is faster from");
    }

    /** What has lost its meaning is told instead of measured. */
    @ParameterizedTest
    @CsvSource({
        "gam-logp, gam.send=10000, latency",
        "gam-logp, gam.send=10000, receive overhead",
        "ssam-comparison, ss20-atm:atm.fibre.rate=280, remote memory on the SS-20: block write",
        "ssam-comparison, atm.input=150, remote memory on the SS-20: block write",
    })
    void whatIsOutsideItsMeaningIsToldSo(String experiment, String set, String quantity) {
        isToldInstead(experiment, set, quantity);
    }

    private static void isToldInstead(String experiment, String set, String quantity) {
        Results.Measured value = changed(experiment, set).values().stream()
                .filter(one -> one.quantity().equals(quantity))
                .findFirst()
                .orElseThrow();
        assertTrue(Double.isNaN(value.value()), value::toString);
        assertFalse(value.remark().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"atm.fibre.rate=90", "atm.fibre.rate=35Mbit/s", "atm.cell=110", "ss20-atm:ssam.read.sixteen=2"})
    void aReceiverTakesNoMoreCellsThanComes(String set) {
        Results.Measured received = changed("ssam-traps", set).values().getLast();
        assertEquals(1, received.value());
        assertTrue(received.remark().startsWith("the receiver empties its FIFO"), received::toString);
    }

    @Test
    void aChangedConstantChangesWhatComesOut() {
        Lab slow = new Lab(SimulatedCluster::of, List.of("bus.rate=66 MB/s"), 1);
        double before = named("bip-unpinned").run(LAB).values().get(1).value();
        double after = named("bip-unpinned").run(slow).values().get(1).value();
        assertEquals(0.5, after / before, 0.05);
    }
}
