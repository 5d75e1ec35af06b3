package org.bipj.launch.seeing.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.launch.seeing.timeline.RecordedRuns;
import org.bipj.launch.support.FileTree;
import waits.Planted;

/** Random programs in which one rank is late at one place: the first sentence names both, and nothing else is said of any rank. */
class PlantedWaitsTest {
    private static final int DEEP = 20_000 / 300;
    private static final int MILLIS = 40;
    private static final double NS_PER_MS = 1e6;
    /** What ranks of these programs may make each other wait besides. */
    private static final double OTHERS_MS = 4;

    @Property(tries = 300, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void theLateRankAndItsPlaceAreNamed(@ForAll long seed) throws ReflectiveOperationException, IOException {
        check(seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP; i++) {
            check(seed + i);
        }
    }

    private static void check(long seed) throws ReflectiveOperationException, IOException {
        Random draw = new Random(seed);
        int ranks = 2 + draw.nextInt(4);
        int late = draw.nextInt(ranks);
        int step = draw.nextInt(8);
        int call = draw.nextInt(Planted.NAMES.length);
        Path folder = Files.createTempDirectory("planted");
        try {
            WaitTimes waits = WaitTimes.of(RecordedRuns.run(
                    folder, ranks, Planted.class, "" + seed, "" + late, "" + step, "" + call, "" + MILLIS));
            String what = "seed " + seed + ": rank " + late + " of " + ranks + " before " + Planted.NAMES[call];
            WaitTimes.Charge first = waits.charges().getFirst();
            assertEquals(late, first.rank, what);
            assertTrue(first.site().startsWith(Planted.NAMES[call] + ", Planted.java:"), what + ": " + first.site());
            double expected = (ranks - 1) * MILLIS;
            assertEquals(expected, first.total / NS_PER_MS, OTHERS_MS, what);
            String sentence = LateRanks.of(waits, RankTimes.of(waits.recording(), waits))
                    .getFirst()
                    .text();
            assertTrue(sentence.startsWith("rank " + late + " made "), sentence);
            assertTrue(sentence.contains("most of it in " + first.site()), sentence);
            CriticalPath path = CriticalPath.of(waits);
            assertEquals(waits.recording().end() - waits.recording().begin(), path.length(), what);
            CriticalPath.Share most = path.shares().getFirst();
            String line = first.site().substring(first.site().indexOf(", Planted.java:"));
            assertTrue(
                    most.place().words().matches("rank " + late + " computing before \\S+" + line),
                    what + ": " + most.place().words());
            assertEquals(MILLIS, most.time() / NS_PER_MS, OTHERS_MS, what);
            double charged =
                    waits.charges().stream().mapToLong(charge -> charge.total).sum();
            double waited =
                    waits.all().stream().mapToLong(WaitTimes.Wait::length).sum();
            double transfer =
                    waits.sites().stream().mapToLong(site -> site.transfer).sum();
            assertEquals(waited, charged + transfer, 100, what);
        } finally {
            FileTree.remove(folder);
        }
    }
}
