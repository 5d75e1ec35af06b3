package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionParserTest {
    private static Options parse(String line) {
        return OptionParser.parse(List.of(line.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 3 java A", "-np 3 java A", "-c 3 java A", "--np 3 java A", "-n=3 java A"})
    void numberOfRanks(String line) {
        Options options = parse(line);
        assertEquals(3, options.ranks);
        assertEquals(List.of("java", "A"), options.command);
    }

    @Test
    void whatFollowsTheProgramIsTheProgramsOwn() {
        Options options = parse("-n 2 java -cp x Main -n 9 --timeout 1 --");
        assertEquals(2, options.ranks);
        assertEquals(0, options.timeoutMillis);
        assertEquals(List.of("java", "-cp", "x", "Main", "-n", "9", "--timeout", "1", "--"), options.command);
    }

    @Test
    void twoDashesEndTheOptions() {
        assertEquals(List.of("-odd"), parse("-n 1 -- -odd").command);
    }

    @Test
    void allOptions() {
        Options options = parse("--mode thread -x A=1 -x B=2=3 -x C --tag-output --output-filename d --timeout 1.5"
                + " --deadlock report --bind-to core --oversubscribe --allow-run-as-root java A");
        assertEquals(Options.Mode.THREAD, options.mode);
        assertEquals(Map.of("A", "1", "B", "2=3"), options.environment);
        assertTrue(options.tagOutput);
        assertEquals("d", options.outputDirectory);
        assertTrue(options.showOutput);
        assertEquals(1500, options.timeoutMillis);
        assertEquals(Options.Binding.CORE, options.binding);
        assertEquals(DeadlockPlan.Action.REPORT, options.deadlock.action());
        assertEquals(0, options.ranks);
    }

    @Test
    void optionsOfTheSimulation() {
        Options options =
                parse("--mode sim --platform das64 --seed -7 --faults f --trace t.json --set a=1 --set=b=2 java A");
        assertEquals(new SimOptions("das64", -7, "f", "t.json", List.of("a=1", "b=2")), options.simOptions());
        assertEquals(SimOptions.of("lab"), parse("--mode sim java A").simOptions());
        assertNull(parse("java A").simOptions());
    }

    @Test
    void ranksAreBoundOnRequestOnly() {
        assertEquals(Options.Binding.NONE, parse("java A").binding);
    }

    @Test
    void aDeadlockEndsTheJobAfterFiveSecondsUnlessToldOtherwise() {
        assertEquals(new DeadlockPlan(DeadlockPlan.Action.ABORT, 5000), parse("java A").deadlock);
        assertEquals(
                DeadlockPlan.Action.OFF, parse("--deadlock=off java A").deadlock.action());
    }

    @Test
    void outputFilesWithoutACopy() {
        Options options = parse("-output-filename d:nocopy java A");
        assertEquals("d", options.outputDirectory);
        assertFalse(options.showOutput);
    }

    @ParameterizedTest
    @CsvSource({"core:overload-allowed, CORE", "hwthread, HWTHREAD", "none, NONE", "socket, NONE", "CORE, CORE"})
    void bindings(String value, Options.Binding expected) {
        assertEquals(expected, parse("--bind-to " + value + " java A").binding);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-n 0 java A | -n 0: expected a number of ranks from 1 to 4096",
                "-n two java A | -n two: expected a number of ranks from 1 to 4096",
                "-n | -n needs a value",
                "-n 2 | no program given; expected: mpirun [OPTIONS] java ... Main [ARGS...]",
                "--frobnicate java A | unknown option --frobnicate",
                "--tag-output=yes java A | --tag-output takes no value",
                "--timeout 0 java A | --timeout 0: expected a positive number of seconds",
                "--timeout soon java A | --timeout soon: expected a positive number of seconds",
                "--deadlock on java A | --deadlock on: expected abort, report or off",
                "--mode cloud java A | --mode cloud: expected process, thread or sim",
                "--mode sim --seed x java A | --seed x: expected a whole number",
                "--mode sim --trace= java A | --trace \"\": expected the name of a file",
                "--seed 1 java A | --seed belongs to --mode sim",
                "-x =1 java A | -x =1: expected NAME or NAME=VALUE",
                "--bind-to moon java A | --bind-to moon: expected core, hwthread, none (or slot, l3cache, socket, numa)"
            })
    void wrongCommandLines(String line, String message) {
        assertEquals(
                message, assertThrows(UsageException.class, () -> parse(line)).getMessage());
    }

    @Test
    void helpNeedsNoProgram() {
        assertTrue(parse("--help").help);
        assertTrue(parse("--version").version);
    }
}
