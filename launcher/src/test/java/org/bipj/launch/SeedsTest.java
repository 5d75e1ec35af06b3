package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.support.LauncherVariables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A simulated job that is run with one seed after the other. */
class SeedsTest extends JobTest {
    private Mpirun.Result run(String program, String... options) {
        return run(here(), program, options);
    }

    private static Mpirun.Result run(MpirunHere here, String program, String... options) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "--jitter", "-q"));
        words.addAll(List.of(options));
        words.addAll(List.of("-n", "4", "java", "-cp", Mpirun.programs(), ExploreActor.class.getName()));
        words.addAll(List.of(program.split(" ")));
        return here.run(words.toArray(String[]::new));
    }

    @Test
    void aSeedPrintsTheSameAloneAndAmongOthers() {
        StringBuilder alone = new StringBuilder();
        for (int seed = 1; seed <= 5; seed++) {
            alone.append(run("order", "--seed", Integer.toString(seed)).out());
        }
        Mpirun.Result all = run("order", "--seeds", "1..5");
        assertEquals(alone.toString(), all.out());
        assertEquals("", all.err());
        assertEquals(0, all.code());
        assertTrue(alone.toString().lines().distinct().count() > 2, "seeds make orders: " + alone);
    }

    /** Standard output may be a file meanwhile. */
    @Test
    void howFarItIsIsShownWhereErrorsGoToATerminal() {
        System.setProperty(LauncherVariables.ERRORS_TERMINAL, "true");
        try {
            MpirunHere here = here();
            Mpirun.Result all = run(here, "order", "--seeds", "1..2");
            assertTrue(here.sharedCommand().contains("-D" + LauncherVariables.ERRORS_TERMINAL + "=true"));
            assertTrue(all.err().startsWith("\r\033[Kseed 1 of 1..2\r\033[K"), all.err());
            assertEquals(0, all.code());
        } finally {
            System.clearProperty(LauncherVariables.ERRORS_TERMINAL);
        }
    }

    @Test
    void theFirstSeedThatFailsIsToldAndRepeated() {
        Mpirun.Result all = run("fails", "--seeds", "1..100");
        List<String> lines = all.err().lines().toList();
        String begin = "mpirun: seed ";
        assertTrue(lines.getFirst().startsWith(begin), all.err());
        String seed = lines.getFirst().substring(begin.length()).split(" ")[0];
        assertEquals(
                begin + seed + " fails; again: ./mpirun --mode sim --seed " + seed + " --jitter -q -n 4 java -cp "
                        + Mpirun.programs() + " " + ExploreActor.class.getName() + " fails",
                lines.getFirst());
        Mpirun.Result again = run("fails", "--seed", seed);
        assertEquals(again.err().lines().toList(), lines.subList(1, lines.size()));
        assertTrue(all.out().endsWith(again.out()), all.out());
        assertEquals(again.code(), all.code());
        assertEquals(1, all.code());
    }

    @Test
    void aSeedThatEndsInADeadlockFails() {
        Mpirun.Result all = run("deadlock", "--seeds", "1..100");
        assertEquals(123, all.code(), all.err());
        assertTrue(all.err().contains("a message from rank 1 with tag 5"), all.err());
    }

    @ParameterizedTest
    @CsvSource({
        "5, 'mpirun: --seeds 5: expected the first and the last seed, such as 1..1000'",
        "3..1, 'mpirun: --seeds 3..1: expected the first and the last seed, such as 1..1000'",
    })
    void wrongRangesAreRefused(String range, String message) {
        Mpirun.Result result = run("order", "--seeds", range);
        assertEquals(2, result.code());
        assertEquals(message, result.err().lines().findFirst().orElseThrow());
    }

    @Test
    void whatRunsAJobInAnotherWayIsRefusedBesideSeeds() {
        Mpirun.Result result = run("order", "--seeds", "1..2", "--twice");
        assertEquals(2, result.code());
        assertEquals(
                "mpirun: --seeds with --twice, --explore, --choices, --record or --replay: expected none of these",
                result.err().lines().findFirst().orElseThrow());
    }
}
