package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import example.Who;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bipj.core.machine.ThisHost;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.ProcessGroup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that were written for Open MPI's mpirun. */
class OpenMpiOptionsTest extends JobTest {
    private MpirunHere here;

    @BeforeEach
    void openHere() {
        here = here();
    }

    private static List<String> java(Class<?> program, String... arguments) {
        return Stream.concat(Stream.of("java", "-cp", Mpirun.programs(), program.getName()), Stream.of(arguments))
                .toList();
    }

    private Mpirun.Result run(Object... words) {
        List<String> all = new ArrayList<>();
        for (Object word : words) {
            if (word instanceof List<?> list) {
                list.forEach(each -> all.add((String) each));
            } else {
                all.addAll(List.of(((String) word).split(" ")));
            }
        }
        String[] array = all.toArray(String[]::new);
        // Ranks share this JVM where they share one; and shells are no JVMs.
        boolean isHere = !Collections.disjoint(all, Set.of("thread", "sim")) || !all.contains("java");
        return isHere && !all.contains("--wdir") ? here.run(array) : mpirun.run(array);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void severalProgramsAreOneJob(String mode) {
        Mpirun.Result result = run(
                "-q --mode " + mode + " -n 1", java(Who.class, "first"), ": -n 2", java(Who.class, "second", "one"));
        assertEquals(
                List.of(
                        "rank 0 is first, program 0 of 1 java MPI_THREAD_FUNNELED",
                        "rank 1 is second one, program 1 of 2 java MPI_THREAD_FUNNELED",
                        "rank 2 is second one, program 1 of 2 java MPI_THREAD_FUNNELED",
                        "sum of programs 2"),
                result.lines(),
                result.err());
        assertEquals(0, result.code());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void severalProgramsAreOneJobInOtherModes(String mode) {
        severalProgramsAreOneJob(mode);
    }

    @Tag("tier2")
    @Test
    void aJobOfOneProgramIsProgramZero() throws IOException {
        assertEquals(
                "rank 0 is alone, program 0 of 1 java MPI_THREAD_FUNNELED\nsum of programs 0\n",
                mpirun.java(List.of("-cp", Mpirun.library() + ":" + Mpirun.programs(), Who.class.getName(), "alone"))
                        .out());
    }

    @Tag("tier2")
    @Test
    void eachProgramHasItsOwnVariables() {
        Mpirun.Result result = run(
                "-n 1 -x COLOUR=red",
                java(Actor.class, "env:COLOUR"),
                ": -n 1 -x COLOUR=blue sh -c",
                List.of("echo shell $COLOUR"));
        assertEquals(List.of("COLOUR=red", "shell blue"), result.lines(), result.err());
    }

    @Tag("tier2")
    @Test
    void programsOfOneJvmHaveOneDirectory() {
        Mpirun.Result result = run("--mode thread -n 1", java(Actor.class), ": -n 1 --wdir /", java(Actor.class));
        assertEquals(1, result.code());
        assertTrue(result.err().startsWith("mpirun: --mode thread: the programs share one "), result.err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void aWorkingDirectory(String mode) throws IOException {
        Path place = Files.createDirectories(directory.resolve("some/where"));
        Files.createSymbolicLink(place.resolve("programs"), Path.of(Mpirun.programs()));
        Files.writeString(place.resolve("arguments"), "-cp programs");
        Mpirun.Result result = run(
                "-n 2 --wdir some/where --output-filename files --mode " + mode + " java @arguments",
                List.of(Actor.class.getName(), "property:user.dir"));
        assertEquals(List.of("user.dir=" + place, "user.dir=" + place), result.lines(), result.err());
        assertTrue(Files.exists(directory.resolve("files/1/rank.0/stdout")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void standardErrorAsPartOfStandardOutput(String mode) {
        String[] words =
                ("-n 1 --tag-output --merge-stderr-to-stdout --mode " + mode + " -- print:a err:b print:c").split(" ");
        Mpirun.Result result = mode.equals("process") ? here.actByShells(words) : here.act(words);
        assertEquals("[1,0]<stdout>:a\n[1,0]<stdout>:b\n[1,0]<stdout>:c\n", result.out());
        assertEquals("", result.err());
    }

    @Tag("tier2")
    @Test
    void optionsWithoutEffectAreNamedInOneLine() {
        String options = "-n 1 --mca btl self,vader --map-by socket";
        Mpirun.Result result = run(options, "true");
        assertEquals(0, result.code());
        assertEquals(
                "mpirun: without effect here: --mca btl self,vader (a setting of Open MPI's components);"
                        + " --map-by socket (ranks are not bound: --bind-to core); -q silences this line\n",
                result.err());
        assertEquals("", run(options + " -q", "true").err());
    }

    @Tag("tier2")
    @Test
    void whereRanksRunCanBeShown() {
        Mpirun.Result result = run(
                "-n 1 --display-map --report-bindings --bind-to core -v",
                java(Actor.class, "print:ready"),
                ": -n 1 true");
        assertTrue(result.out().contains(" ========================   JOB MAP   ==="), result.out());
        assertTrue(
                result.out().matches("(?s).*Process OMPI jobid: \\[1,1] App: 1 Process rank: 1 Bound: hwt \\d+\n.*"),
                result.out());
        assertTrue(result.out().endsWith("\nready\n"), result.out());
        assertTrue(result.err().matches("(?s).*MCW rank 0 bound to hwt \\d+\n.*"), result.err());
        assertTrue(
                result.err().matches("(?s).*mpirun: rank 0: /.*/java .* org.bipj.launch.Actor print:ready\n.*"),
                result.err());
    }

    private Path tool(String text) throws IOException {
        Path tool = Files.createDirectories(directory.resolve("tools")).resolve("tool");
        Files.writeString(tool, "#!/bin/sh\n" + text + "\n");
        assertTrue(tool.toFile().setExecutable(true));
        return tool.getParent();
    }

    @Test
    void lessUsualOptionsWork() throws IOException {
        Path input = Files.writeString(directory.resolve("input"), "text\n");
        Path tools = tool("echo $BIPJ_RANK $(cat) $(grep Cpus_allowed_list /proc/self/status)");
        String cpu = Integer.toString(Cores.OF_PROCESS.threads().getLast());
        here.input(input);
        Mpirun.Result result = run("-n 2 --cpu-set " + cpu + " --report-bindings --stdin 1 --timestamp-output"
                + " --display-allocation --report-pid " + directory + "/pid --path /nowhere:" + tools + " tool");
        assertEquals(0, result.code(), result.err());
        String time = "[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{4}<stdout>:";
        String allowed = " Cpus_allowed_list: " + cpu + "\n";
        String ranks = result.out().substring(result.out().lastIndexOf("=\n") + 2);
        assertEquals(
                List.of("0" + allowed.strip().replaceFirst("^", " "), "1 text" + allowed.stripTrailing()),
                ranks.lines()
                        .map(line -> line.replaceFirst("^" + time, ""))
                        .sorted()
                        .toList(),
                result.out());
        assertTrue(
                result.out()
                        .startsWith("\n======================   ALLOCATED NODES   ======================\n\t"
                                + ThisHost.NAME + ": flags=0x11 slots="
                                + Cores.OF_PROCESS.cores().size() + " max_slots=0"),
                result.out());
        assertTrue(result.err().contains(" MCW rank 1 bound to hwt " + cpu + "\n"), result.err());
        assertTrue(Files.readString(directory.resolve("pid")).matches("\\d+\n"));
    }

    @Tag("tier2")
    @Test
    void allRanksMayReadStandardInput() throws IOException {
        Path input = Files.writeString(directory.resolve("input"), "text\n".repeat(50_000));
        here.input(input);
        // The last one reads nothing.
        Mpirun.Result result = run(
                "-n 3 --stdin all --path", tool("[ $BIPJ_RANK = 2 ] || wc -l").toString(), "tool");
        assertEquals(List.of("50000", "50000"), result.lines(), result.err());
        here.input(input);
        assertEquals(List.of("0", "0"), run("-n 2 --stdin none wc -l").lines());
    }

    /**
     * Ranks that outnumber the processors are in the background of the terminal, which must neither stop nor end them. A locale that the
     * system lacks is no matter of the command that starts them.
     */
    @Tag("tier2")
    @Test
    void aRankOfManyReadsTheTerminal() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "makes a terminal");
        int ranks = Runtime.getRuntime().availableProcessors() + 1;
        mpirun.prefix("bash", "-c", "exec script -qec \"${*@Q}\" /dev/null", "script");
        mpirun.input(Files.writeString(directory.resolve("input"), "typed\n"));
        Path tools = tool("[ $BIPJ_RANK != 0 ] || read line\n"
                + "set -- $BIPJ_RANK $(cat /proc/self/stat)\necho rank $1 has read \"$line\", group $6, session $7");
        Mpirun.Result result = mpirun.run(
                "-n", Integer.toString(ranks), "-x", "LC_ALL=aa_BB.UTF-8", "--path", tools.toString(), "tool");
        assertEquals(0, result.code(), result.out());
        assertFalse(result.out().contains("perl"), result.out());
        List<String> said = result.lines().stream()
                .map(String::strip)
                .filter(line -> line.startsWith("rank "))
                .sorted()
                .toList();
        assertEquals(ranks, said.size(), result.out());
        assertTrue(said.getFirst().startsWith("rank 0 has read typed, "), said::toString);
        assertEquals(
                ranks,
                said.stream().map(line -> line.split("group ")[1]).distinct().count(),
                said::toString);
        assertEquals(
                ProcessGroup.isInSession(ranks) ? 1 : ranks,
                said.stream().map(line -> line.split("session ")[1]).distinct().count(),
                said::toString);
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void oneThreadReadsStandardInput(String mode) throws IOException {
        here.input(Files.writeString(directory.resolve("input"), "text\n"));
        Mpirun.Result result = run("-n 2 --stdin 1 --timestamp-output --mode " + mode, java(Actor.class, "cat"));
        List<String> lines = result.lines().stream()
                .map(line -> line.replaceFirst(".*<stdout>:", ""))
                .sorted()
                .toList();
        assertEquals(List.of("0 end of input", "1 end of input", "1 read text"), lines, result.err());
        assertTrue(result.lines().getFirst().matches("... ... .. ..:..:.. \\d{4}<stdout>:.*"), result.out());
    }

    @Test
    void aJobMayBeDescribedOnly() {
        Mpirun.Result result = Mpirun.answer("-n", "2", "--do-not-launch", "--display-map", "no-such-program");
        assertEquals(0, result.code(), result.err());
        assertTrue(result.out().contains(" Process rank: 1 "), result.out());
    }
}
