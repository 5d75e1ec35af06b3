package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults that seeds draw, by {@code --chaos}. */
class ChaosTest extends JobTest {
    private static final String KILLS = "kill=10,restart=20ms,until=120ms";
    private static final int MOST_SEEDS = 200;
    private static final int FOUND = 5;
    private static final int MANY_SEEDS = 1000;
    private static final int PART = 100;

    private Mpirun.Result elect(String program, String... options) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "--ip", "--jitter", "-q"));
        words.addAll(List.of(options));
        words.addAll(List.of("-n", "3", "java", "-cp", Mpirun.programs(), ElectionActor.class.getName(), program));
        return here().run(words.toArray(String[]::new));
    }

    /** The faults of the line that says what a seed has drawn. */
    private static String drawn(String line) {
        return line.replaceFirst("mpirun: seed -?\\d+: --faults ", "");
    }

    private void eachSeedPrintsTheSameAloneAndAmongOthers(int from, int to) {
        String chaos = KILLS + ",partition=5,pause=5";
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        for (int seed = from; seed <= to; seed++) {
            Mpirun.Result one = elect("fixed", "--chaos", chaos, "--seed", Integer.toString(seed));
            assertEquals(0, one.code(), one.err());
            out.append(one.out());
            err.append(one.err());
        }
        Mpirun.Result all = elect("fixed", "--chaos", chaos, "--seeds", from + ".." + to);
        assertEquals(out.toString(), all.out());
        assertEquals(err.toString(), all.err());
        assertTrue(out.toString().contains(": pool-1-thread-"), out.toString());
        assertTrue(err.toString().contains("pause@host"), err.toString());
    }

    @Test
    void eachSeedPrintsTheSameAloneAndAmongOthers() {
        eachSeedPrintsTheSameAloneAndAmongOthers(1, 5);
    }

    @Test
    @Tag("tier2")
    void eachOfTwentySeedsPrintsTheSameAloneAndAmongOthers() {
        eachSeedPrintsTheSameAloneAndAmongOthers(1, 20);
    }

    @Test
    @Tag("deep")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void eachOfManySeedsPrintsTheSameAloneAndAmongOthers() {
        // In parts, because a job has a limit of time; one JVM has all of them.
        for (int from = 1; from < MANY_SEEDS; from += PART) {
            eachSeedPrintsTheSameAloneAndAmongOthers(from, from + PART - 1);
        }
    }

    @Test
    void theFirstLineRepeatsTheRun() {
        Mpirun.Result chaos = elect("fixed", "--chaos", KILLS + ",partition=5,pause=5", "--seed", "7");
        String first = chaos.err().lines().findFirst().orElseThrow();
        assertTrue(first.startsWith("mpirun: seed 7: --faults kill@host"), first);
        Mpirun.Result given = elect("fixed", "--faults", drawn(first), "--seed", "7");
        assertEquals(chaos.out(), given.out());
        assertEquals(chaos.err().lines().skip(1).toList(), given.err().lines().toList());
    }

    /** Looks for a seed from one on that fails; returns what the search has printed. */
    private Mpirun.Result search(String program, int from) {
        return elect(program, "--chaos", KILLS, "--seeds", from + ".." + MOST_SEEDS);
    }

    private static int failed(Mpirun.Result search) {
        String line = search.err()
                .lines()
                .filter(each -> each.contains(" fails"))
                .findFirst()
                .orElseThrow();
        return Integer.parseInt(line.split(" ")[2]);
    }

    @Test
    void theFirstFailureIsToldWithTheFaultsThatItNeeds() {
        Mpirun.Result search = search("broken", 1);
        assertEquals(1, search.code(), search.err());
        assertTrue(search.out().contains("two leaders in term "), search.out());
        String again = search.err()
                .lines()
                .filter(line -> line.contains("; again: "))
                .findFirst()
                .orElseThrow();
        String command = again.substring(again.indexOf("./mpirun"));
        int seed = failed(search);
        String faults = command.split(" ")[6];
        assertEquals(
                "./mpirun --mode sim --seed " + seed + " --faults " + faults + " --ip --jitter -q -n 3 java -cp "
                        + Mpirun.programs() + " " + ElectionActor.class.getName() + " broken",
                command);
        Mpirun.Result repeated = elect("broken", "--seed", Integer.toString(seed), "--faults", faults);
        assertEquals(1, repeated.code());
        assertTrue(search.out().endsWith(repeated.out()), search.out());
        for (String without : faults.split(",(?=kill)")) {
            String fewer = String.join(
                    ",",
                    List.of(faults.split(",(?=kill)")).stream()
                            .filter(one -> !one.equals(without))
                            .toList());
            String[] options = fewer.isEmpty()
                    ? new String[] {"--seed", Integer.toString(seed)}
                    : new String[] {"--seed", Integer.toString(seed), "--faults", fewer};
            assertEquals(0, elect("broken", options).code(), without);
        }
    }

    @Test
    @Tag("deep")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void manySeedsFindTwoLeadersAndNoneInTheCorrectedProgram() {
        int found = 0;
        for (int from = 1; from <= MOST_SEEDS; found++) {
            Mpirun.Result search = search("broken", from);
            if (search.code() == 0) {
                break;
            }
            from = failed(search) + 1;
        }
        assertTrue(found >= FOUND, "found by " + found + " seeds");
        Mpirun.Result fixed = search("fixed", 1);
        assertEquals(0, fixed.code(), fixed.err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kill=0|--chaos kill=0: expected a rate above 0 and at most 1000, for each host and second of virtual time, such as 0.5; found 'kill=0'",
                "kill=1,hosts=3|--chaos: no rank runs on host 3; expected hosts of [0, 1, 2]",
            })
    void wrongTextsAreRefused(String chaos, String message) {
        for (String seeds : List.of("--seed=1", "--seeds=1..2")) {
            Mpirun.Result result = elect("fixed", "--chaos", chaos, seeds);
            assertEquals(2, result.code());
            assertEquals("mpirun: " + message, result.err().lines().findFirst().orElseThrow());
        }
    }

    @Test
    void itNeedsIp() {
        Mpirun.Result result =
                here().run("--mode", "sim", "--chaos", "kill=1", "-n", "2", "java", ElectionActor.class.getName());
        assertEquals(2, result.code());
        assertEquals(
                "mpirun: --chaos needs --ip", result.err().lines().findFirst().orElseThrow());
    }
}
