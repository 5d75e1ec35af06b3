package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each program of a job has of its own, in each mode. */
class SettingsTest extends JobTest {
    private static final List<String> LINES = List.of(
            "a 1; zero 7 x; A A; [zero A, zero, zero]; 0 of 3; A 0; changed by 0 changed by 0",
            "b c 1; one null x; null null; [one null, one, one]; 1 of 3; 1; changed by 1 changed by 1",
            "b c 1; one null x; null null; [one null, one, one]; 2 of 3; 2; changed by 2 changed by 2");

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim"})
    void argumentsPropertiesAndVariablesAreTheProgramsOwn(String mode) {
        String actor = SettingsActor.class.getName();
        Mpirun.Result result = here().run(("--mode " + mode + " -n 1 -x TEST_OWN=A java -cp " + Mpirun.programs()
                        + " -Dtest.own=zero -Dtest.number=7 -Dtest.all=x " + actor
                        + " a : -n 2 java -Dtest.all=x -cp " + Mpirun.programs() + " -Dtest.own=one "
                        + actor + " b c")
                .split(" "));
        assertEquals(0, result.code(), result.err());
        assertEquals(LINES, result.lines().stream().sorted().toList());
        assertTrue(!result.err().contains("only some"), result.err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "java -Xmx64m => java => -Xmx64m (program 1)",
                "java => java --add-opens java.base/java.lang=ALL-UNNAMED => --add-opens java.base/java.lang=ALL-UNNAMED (program 2)",
                "java -ea -Xmx64m => java -ea -Xmx96m => -Xmx64m (program 1), -Xmx96m (program 2)",
                "java -Djava.io.tmpdir=/var => java => -Djava.io.tmpdir=/var (program 1)",
                "-x TZ=UTC java => java => -x TZ (program 1)",
            })
    void whatOneJvmCannotGiveEachProgramIsSaid(String one, String other, String said) {
        List<String> words = new ArrayList<>(List.of("--mode", "thread", "-n", "1"));
        for (String command : List.of(one, other)) {
            words.addAll(List.of(command.split(" ")));
            words.addAll(List.of("-cp", Mpirun.programs(), SettingsActor.class.getName()));
            words.addAll(command.equals(one) ? List.of(":", "-n", "1") : List.of());
        }
        Mpirun.Result result = here().run(words.toArray(String[]::new));
        assertEquals(0, result.code(), result.err());
        assertEquals(
                "mpirun: --mode thread: the programs share one JVM, which has these options of only some of them: "
                        + said,
                result.err().strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "--wdir /tmp java => --wdir / java => the programs share one JVM: expected the same java and the same --wdir for each",
                "-x TZ=UTC java => -x TZ=CET java => the programs share one environment: expected one value for -x TZ",
            })
    void whatWouldBeWrongForOneOfThemIsRefused(String one, String other, String said) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "-n", "1"));
        words.addAll(List.of(one.split(" ")));
        words.addAll(List.of("-cp", Mpirun.programs(), SettingsActor.class.getName(), ":", "-n", "1"));
        words.addAll(List.of(other.split(" ")));
        words.addAll(List.of("-cp", Mpirun.programs(), SettingsActor.class.getName()));
        Mpirun.Result result = here().run(words.toArray(String[]::new));
        assertEquals(1, result.code(), result.err());
        assertEquals("mpirun: --mode sim: " + said, result.err().strip());
    }

    @Test
    void aConstantThatNothingHasReadIsSaidAfterTheRun() {
        Mpirun.Result result = here().run(
                        "--mode",
                        "sim",
                        "--set",
                        "host.clock=5 MHz",
                        "-n",
                        "1",
                        "java",
                        "-cp",
                        Mpirun.programs(),
                        SettingsActor.class.getName());
        assertEquals(0, result.code(), result.err());
        assertTrue(
                result.err()
                        .lines()
                        .toList()
                        .contains("mpirun: host.clock had no effect in this run: nothing has read it"),
                result.err());
    }
}
