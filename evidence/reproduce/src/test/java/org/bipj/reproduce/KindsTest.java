package org.bipj.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bipj.reproduce.report.Published;
import org.bipj.reproduce.report.Published.Kind;
import org.bipj.reproduce.report.Published.Quantity;
import org.bipj.sim.constants.Constant;
import org.bipj.sim.constants.Mark;
import org.bipj.sim.platform.Platform;
import org.junit.jupiter.api.Test;

/**
 * A result is called predicted only if no constant was fitted to it, and fitted only if one was. A constant is fitted
 * to a result if its mark says so, or if it is part of a sum of which its source says that only the total is published. A
 * step or an order of a program that was chosen with a row in view counts as a constant: the row's remark says so.
 */
class KindsTest {
    /** Rows of the published results that report each result that a constant may name. */
    private static final Map<String, List<String>> ROWS = Map.ofEntries(
            entry("BIP latency", "bip-latency: latency of an empty message", "table-1: BIP latency"),
            entry("BIP peak", "bip-throughput: peak", "table-1: BIP bandwidth"),
            entry("BIP unpinned throughput", "bip-unpinned: throughput with no page pinned before"),
            entry("MPI-BIP latency", "mpi-bip: latency", "table-1: MPI-BIP latency"),
            entry("MPI-BIP N1/2", "mpi-bip: N1/2", "table-1: MPI-BIP N1/2"),
            entry("IP-BIP throughput", "ip-stream: 64 KB"),
            entry("NAS IS Mop/s", "nas-is: Mop/s per node"),
            entry("NAS SP Mop/s", "nas-sp: Mop/s per node"),
            entry("NAS LU Mop/s", "nas-lu: Mop/s per node"),
            entry("AM-II latency", "am-logp: latency", "am-logp: round trip"),
            entry("AM-II gap", "am-logp: gap", "am-clients: rate of one client"),
            entry("AM-II send overhead", "am-logp: send overhead"),
            entry("AM-II receive overhead", "am-logp: receive overhead"),
            entry("AM-II 4 KB", "am-bandwidth: 4 KB, streaming DMA"),
            entry("AM-II 8 KB, consistent", "am-bandwidth: 8 KB, consistent DMA"),
            entry("AM-II round trip of 8 KB", "am-bandwidth: round trip of 8 KB and four words"),
            entry(
                    "AM-II latency without parts",
                    "am-logp: without protection: latency",
                    "am-logp: without protection: round trip",
                    "am-logp: without reliability: latency",
                    "am-logp: without reliability: round trip",
                    "am-logp: without both: latency",
                    "am-logp: without both: round trip"),
            entry(
                    "AM-II rate of many endpoints",
                    "am-paging: threads: rate of 84 networks, over that of 7",
                    "am-paging: threads: lowest rate over the highest"),
            entry("AM-II server with threads", "am-paging: threads: rate of 7 networks"),
            entry("GAM send overhead", "gam-logp: send overhead"),
            entry("GAM receive overhead", "gam-logp: receive overhead"),
            entry(
                    "GAM latency",
                    "gam-logp: latency",
                    "gam-logp: round trip",
                    "gam-logp: round trip, beside the paper's 2 (Os + Or + L)"),
            entry("LCI send overhead", "lci-logp: none: send overhead", "lci-logp: ni: send overhead"),
            entry("LCI receive overhead", "lci-logp: none: receive overhead", "lci-logp: ni: receive overhead"),
            entry("LCI gap", "lci-logp: none: gap"),
            entry(
                    "LCI latency",
                    "lci-logp: none: latency",
                    "lci-logp: none: end-to-end latency",
                    "lci-systems: LCI: message"),
            entry("LCI gap, ni", "lci-logp: ni: gap"),
            entry("LCI latency, ni", "lci-logp: ni: latency", "lci-logp: ni: end-to-end latency"),
            entry("LCI send overhead, host", "lci-logp: host: send overhead"),
            entry("LCI receive overhead, host", "lci-logp: host: receive overhead"),
            entry("LCI fetch-and-add", "lci-logp: none: fetch-and-add"),
            entry("LCI latency, host", "lci-logp: host: latency", "lci-logp: host: end-to-end latency"),
            entry("LCI fetch-and-add, host", "lci-logp: host: fetch-and-add"),
            entry(
                    "LCI broadcast latency",
                    "lci-broadcast: none+ni: latency, empty",
                    "lci-broadcast: none+host: latency, empty",
                    "lci-broadcast: ni+ni: latency, empty",
                    "lci-broadcast: ni+host: latency, empty",
                    "lci-broadcast: host+host: latency, empty",
                    "lci-systems: LCI: broadcast"),
            entry(
                    "LCI throughput with copy",
                    "lci-throughput: none: 1 KB packets, with copy",
                    "lci-systems: LCI: messages"),
            entry(
                    "LCI broadcast throughput",
                    "lci-broadcast: none+ni: 1 KB packets",
                    "lci-broadcast: none+ni: mapping for rank 0",
                    "lci-systems: LCI: broadcasts",
                    "lci-systems: Panda-ST: broadcasts",
                    "lci-systems: Panda-MT: ordered broadcasts"),
            entry("Panda-ST latency", "lci-systems: Panda-ST: message"),
            entry("Panda-ST broadcast latency", "lci-systems: Panda-ST: broadcast"),
            entry("MPI over LCI latency", "lci-systems: MPI: message"),
            entry("Panda-MT RPC latency", "lci-systems: Panda-MT: call"),
            entry("Panda-MT broadcast latency", "lci-systems: Panda-MT: ordered broadcast"),
            entry("Orca RPC latency", "lci-systems: Orca: operation on a remote object"),
            entry("Orca broadcast latency", "lci-systems: Orca: operation on a replicated object"),
            entry("CRL write miss", "lci-systems: CRL: clean write miss"),
            entry("LCI T1, Awari", "lci-awari: T1"),
            entry("LCI T1, LEQ", "lci-leq: T1"),
            entry("LCI T1, Barnes", "lci-barnes: T1"),
            entry("LCI T1, Radix", "lci-radix: T1"),
            entry("LCI T1, Puzzle", "lci-puzzle-4: T1", "lci-puzzle-64: T1"),
            entry("LCI T1, QR", "lci-qr: T1"),
            entry("LCI T1, SOR", "lci-sor: T1"),
            entry("SSAM send request", "ssam-operations: send request, SS-20"),
            entry(
                    "SSAM handle request",
                    "ssam-operations: handle request, no reply, SS-20",
                    "ssam-operations: handle request, reply sent, SS-20"),
            entry("SSAM handle reply", "ssam-operations: handle reply, SS-20"),
            entry("SSAM handle acknowledgement", "ssam-operations: handle acknowledgement, SS-20"),
            entry("SSAM send request, SS-1+", "ssam-operations: send request, SS-1+"),
            entry("SSAM handle request, SS-1+", "ssam-operations: handle request, no reply, SS-1+"),
            entry("SSAM handle reply, SS-1+", "ssam-operations: handle reply, SS-1+"),
            entry("SSAM handle acknowledgement, SS-1+", "ssam-operations: handle acknowledgement, SS-1+"),
            entry("SSAM remote read", "ssam-remote: remote read, SS-20", "ssam-comparison: SSAM: read, round trip"),
            entry(
                    "SSAM bandwidth, one cell at a time",
                    "ssam-remote: one cell at a time",
                    "ssam-comparison: SSAM: bandwidth"));

    private static Map.Entry<String, List<String>> entry(String result, String... rows) {
        return Map.entry(result, List.of(rows));
    }

    /** Totals whose parts are constants. */
    private static final Map<String, String> TOTALS =
            Map.of("4.3 us", "BIP latency", "12.60 us", "AM-II latency", "6.2 us", "LCI latency");

    /**
     * Rows that say what another one says: N1/2 as a rate, the same for another size, the unit of time, a difference.
     */
    private static final List<String> AGAIN = List.of(
            "bip-throughput: throughput of 4096 B",
            "bip-packets: stair width of fixed 4096",
            "bip-alignment: the same of a message of 4096 B",
            "bip-two-senders: end of the first message",
            "bip-switches: bandwidth lost to four more switches",
            "mpi-bip: loss of throughput, mean of 1 KB to 4 MB",
            "mpi-bip: peak below BIP's",
            "am-clients: rate of 92 clients, over that of one");

    /** In the remark on a row for whose sake a step or an order of a program was changed. It counts as fitted. */
    private static final String CHOSEN = "chosen with this row in view";

    private static final Pattern SPLIT = Pattern.compile("split ours, total published (\\S+ \\S+?)(?=[;,]|$)");
    private static final Published PUBLISHED = Published.load();

    private static Collection<Constant> constants() {
        return Stream.of("bip-ppro200", "das64", "now100", "ss20-atm", "ss1plus-atm")
                .flatMap(platform -> Platform.constantsOf(platform).all().stream())
                .distinct()
                .toList();
    }

    private static List<Quantity> quantities() {
        return Experiments.ALL.stream()
                .flatMap(experiment -> PUBLISHED.of(experiment.name()).stream())
                .toList();
    }

    private static String row(Quantity quantity) {
        return quantity.experiment() + ": " + quantity.name();
    }

    /** The result that a constant was fitted to; null if none. */
    private static String fittedTo(Constant constant) {
        if (constant.mark() == Mark.FITTED) {
            return constant.result();
        }
        Matcher split = SPLIT.matcher(constant.source());
        return split.find() ? TOTALS.getOrDefault(split.group(1), "a total of " + split.group(1)) : null;
    }

    private static void check(Collection<Constant> constants, List<Quantity> quantities) {
        List<String> expected = new ArrayList<>();
        for (Constant constant : constants) {
            String result = fittedTo(constant);
            if (result != null) {
                assertTrue(
                        ROWS.containsKey(result),
                        () -> constant.key() + " is fitted to '" + result + "', which no row reports");
                expected.addAll(ROWS.get(result));
            }
        }
        quantities.stream()
                .filter(quantity -> quantity.remark().contains(CHOSEN))
                .map(KindsTest::row)
                .forEach(expected::add);
        List<String> fitted = quantities.stream()
                .filter(quantity -> quantity.kind() == Kind.FITTED)
                .map(KindsTest::row)
                .sorted()
                .toList();
        assertEquals(expected.stream().distinct().sorted().toList(), fitted);
    }

    @Test
    void theRowsThatConstantsWereFittedToAreTheFittedOnes() {
        check(constants(), quantities());
    }

    /** What is published bounds it, and does not fix it: then its value is assumed. */
    @Test
    void aConstantWithABoundForItsSourceIsAssumed() {
        List<String> bounds = constants().stream()
                .filter(constant -> constant.mark() != Mark.ASSUMED)
                .filter(constant -> constant.source().contains("at least"))
                .map(Constant::key)
                .toList();
        assertEquals(List.of(), bounds);
    }

    /** The column of the paper has its own numbers only. */
    @Test
    void whatIsWorkedOutByArithmeticIsNoNumberOfThePaper() {
        List<String> claimed = quantities().stream()
                .filter(quantity ->
                        quantity.paper() != null && quantity.source().contains("by arithmetic"))
                .map(KindsTest::row)
                .toList();
        assertEquals(List.of(), claimed);
    }

    /** A single value can be met exactly only if it counts something. */
    @Test
    void whatIsComparedWithASingleValueHasATolerance() {
        List<String> without = quantities().stream()
                .filter(quantity -> quantity.reference() != null && quantity.tolerance() == 0)
                .filter(quantity ->
                        quantity.reference().low() == quantity.reference().high())
                .filter(quantity -> !Set.of("B", "edges", "hosts", "switches").contains(quantity.unit()))
                .map(KindsTest::row)
                .toList();
        assertEquals(List.of(), without);
    }

    private static String paper(Quantity quantity) {
        return quantity.source().split("[, ]", 2)[0];
    }

    /** The same value of the same paper under another name is the same result; but many ratios are 1, or above it. */
    @Test
    void noPredictedRowHasTheValueOfAFittedOne() {
        List<Quantity> fitted = quantities().stream()
                .filter(quantity -> quantity.kind() == Kind.FITTED)
                .toList();
        List<String> again = quantities().stream()
                .filter(quantity -> quantity.kind() == Kind.PREDICTED)
                .filter(quantity -> !quantity.unit().equals("ratio"))
                .filter(quantity -> fitted.stream()
                        .anyMatch(one -> one.unit().equals(quantity.unit())
                                && paper(one).equals(paper(quantity))
                                && one.reference() != null
                                && one.reference().equals(quantity.reference())))
                .map(KindsTest::row)
                .toList();
        assertEquals(List.of(), again);
    }

    @Test
    void aConstantFittedToAPredictedResultIsRefused() {
        List<Quantity> claimed = quantities().stream()
                .map(quantity -> row(quantity).equals("bip-throughput: peak") ? as(quantity, Kind.PREDICTED) : quantity)
                .toList();
        assertThrows(AssertionError.class, () -> check(constants(), claimed));
        List<Constant> without = constants().stream()
                .filter(constant -> !constant.result().equals("BIP peak"))
                .toList();
        assertThrows(AssertionError.class, () -> check(without, quantities()));
        check(
                without,
                claimed.stream()
                        .map(quantity -> row(quantity).equals("table-1: BIP bandwidth")
                                ? as(quantity, Kind.PREDICTED)
                                : quantity)
                        .toList());
    }

    private static Quantity as(Quantity q, Kind kind) {
        return new Quantity(
                q.experiment(),
                q.name(),
                q.unit(),
                q.paper(),
                q.expected(),
                q.tolerance(),
                kind,
                q.source(),
                q.note(),
                q.remark());
    }

    private static boolean servesOneRow(Constant constant) {
        if (!constant.key().startsWith("host.compute")) {
            return false;
        }
        String row = ROWS.get(constant.result()).getFirst();
        String experiment = row.substring(0, row.indexOf(':'));
        return PUBLISHED.of(experiment).stream()
                .filter(quantity -> quantity.reference() != null)
                .map(KindsTest::row)
                .toList()
                .equals(List.of(row));
    }

    /**
     * A split counts once: its total fixes one of its parts, and the others are assumptions that serve nothing else. So
     * does a value that two constants share. The rate of a kernel's own computation does not count: it serves that
     * kernel's fitted row alone, and no other row of its experiment is compared with anything. A result counts only if the paper states it, in numbers or in words (not
     * our arithmetic), if it agrees with that, and only once: not again in table 1, nor in other words.
     */
    @Test
    void fewerConstantsAreFittedThanResultsPredicted() {
        long fitted = constants().stream()
                .filter(constant -> constant.mark() == Mark.FITTED)
                .filter(constant -> !constant.source().startsWith("as "))
                .filter(constant -> !servesOneRow(constant))
                .count();
        long totals = constants().stream()
                .filter(constant -> constant.mark() != Mark.FITTED)
                .map(KindsTest::fittedTo)
                .filter(result -> result != null)
                .distinct()
                .count();
        List<String> predicted = quantities().stream()
                .filter(quantity -> quantity.reference() != null && quantity.kind() == Kind.PREDICTED)
                .filter(quantity -> !quantity.source().contains("by arithmetic"))
                .filter(quantity -> quantity.note().isEmpty())
                .map(KindsTest::row)
                .filter(row ->
                        !row.startsWith("table-1: ") && !row.startsWith("ssam-comparison: ") && !AGAIN.contains(row))
                .toList();
        assertTrue(fitted > 0 && totals > 0, () -> fitted + " constants, " + totals + " totals");
        assertTrue(
                fitted + totals < predicted.size(),
                () -> fitted + " constants and " + totals + " totals fitted, against " + predicted);
    }
}
