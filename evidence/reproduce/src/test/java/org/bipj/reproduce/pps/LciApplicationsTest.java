package org.bipj.reproduce.pps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.multigame.Multigame;
import org.bipj.multigame.Position;
import org.bipj.panda.Panda;
import org.bipj.reproduce.TestClusters;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.bipj.reproduce.pps.LciApplication.Choice;
import org.bipj.reproduce.report.Published;
import org.bipj.samples.FifteenPuzzle;
import org.bipj.samples.PuzzleSolver;
import org.bipj.testkit.Ahead;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** The LCI paper's applications, small: each experiment with few ranks and little work, and what must hold at any size. */
class LciApplicationsTest {
    private static final Lab LAB = new Lab(TestClusters::of, List.of(), 1);

    /** Less than this is above 1, where placements do not differ. */
    private static final double ROUNDING = 1e-3;

    private static Map<String, Double> values(Results results) {
        return results.values().stream().collect(Collectors.toMap(Results.Measured::quantity, Results.Measured::value));
    }

    /** Positions on the way to the solution of an instance: by the number of moves that are left. */
    private static IntFunction<PuzzleSolver.Instance> onTheWay() {
        PuzzleSolver.Instance instance = PuzzleSolver.instance(79);
        List<Position> line;
        try (Panda _ = Panda.init();
                Multigame multigame = Multigame.setup().init(new FifteenPuzzle())) {
            line = multigame.solve(instance.start()).line();
        }
        return left -> new PuzzleSolver.Instance(line.get(instance.length() - left), left);
    }

    private static List<LciApplication> small() {
        IntFunction<PuzzleSolver.Instance> instances = onTheWay();
        Choice jobs = new Choice("jobs", 34, 32, 36);
        return List.of(
                LciApplications.awari(4, 5, new Choice("updates in a message", 60, 30, 120)),
                LciApplications.barnes(4, 100, 2, new Choice("steps", 3, 1, 4)),
                LciApplications.leq(8, 128, 5, new Choice("iterations", 20, 10, 40)),
                LciApplications.puzzle(4, 8, jobs, 1 << 16, instances),
                LciApplications.puzzle(64, 8, jobs, 1 << 16, instances),
                LciApplications.qr(8, 96, true),
                LciApplications.radix(4, 6000),
                LciApplications.sor(8, 130, new Choice("iterations", 4, 2, 8), true));
    }

    @TestFactory
    Stream<DynamicTest> smallVersions() {
        return runs(List.of(small().getFirst(), new LciRows(4)));
    }

    @Tag("deep")
    @TestFactory
    Stream<DynamicTest> otherSmallVersions() {
        List<Experiment> all = new ArrayList<>(small().subList(1, small().size()));
        all.add(new LciTraffic(small()));
        all.add(new LciSystems(8));
        return runs(all);
    }

    private static Stream<DynamicTest> runs(List<Experiment> all) {
        Ahead ahead = new Ahead();
        return all.stream()
                .map(experiment -> {
                    Ahead.Piece<Results> run = ahead.add(() -> experiment.run(LAB));
                    return DynamicTest.dynamicTest(experiment.name(), () -> check(experiment, run.result()));
                })
                .toList()
                .stream()
                .onClose(ahead::close);
    }

    private static void check(Experiment experiment, Results results) {
        Map<String, Double> values = values(results);
        assertEquals(
                Published.load().of(experiment.name()).stream()
                        .map(Published.Quantity::name)
                        .toList(),
                results.values().stream().map(Results.Measured::quantity).toList());
        values.forEach((name, value) -> assertTrue(Double.isFinite(value) && value > 0, name + ": " + value));
        if (experiment instanceof LciApplication) {
            assertTrue(values.get("S64, 1 KB packets") < 8, values::toString);
            assertTrue(values.get("share of computation") < 1, values::toString);
            assertTrue(values.get("the slowest over none+ni") > 1 - ROUNDING, values::toString);
            assertTrue(values.get("data packets at 2 KB over those at 1 KB") < 1.05, values::toString);
            assertEquals(1, results.barFigures().size());
            values.keySet().stream()
                    .filter(name -> name.startsWith("S64 by twice the simulated"))
                    .forEach(name -> assertEquals(1, values.get(name) / values.get("S64, 1 KB packets"), 0.05, name));
        } else if (experiment instanceof LciRows) {
            // Windows of 8 packets delay the exchange of 12 more than windows of 16, with any number of ranks.
            double delayed = values.get("host+host over none+ni");
            assertTrue(delayed > 1.05, values::toString);
            assertTrue(values.get("the same with windows of 16") < delayed, values::toString);
        }
    }
}
