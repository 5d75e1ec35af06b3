package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bipj.launch.contract.InThisJvm;
import org.bipj.testkit.Ahead;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs of the second dialect compile and run without an edit: on threads of this JVM or, if they want more of {@code mpirun}, in a
 * job of it; in the deep profile each in a job of every mode.
 */
class MpjProgramsTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");

    @TempDir
    static Path place;

    private static Path classes;
    private static Ahead ahead;

    @BeforeAll
    static void compile() throws IOException {
        classes = Files.createDirectory(place.resolve("classes"));
        MpjPrograms.compile(classes);
        ahead = new Ahead();
    }

    @AfterAll
    static void close() {
        ahead.close();
    }

    @Test
    void thereAreManyOfThem() {
        assertTrue(MpjPrograms.all().size() >= 20);
    }

    @TestFactory
    Stream<DynamicNode> programs() {
        return nodes(MpjPrograms.Program::isPlain);
    }

    /** Those that want more of {@code mpirun} than ranks. */
    @Tag("tier2")
    @TestFactory
    Stream<DynamicNode> programsOfJobs() {
        return nodes(program -> !program.isPlain());
    }

    private static Stream<DynamicNode> nodes(Predicate<MpjPrograms.Program> which) {
        List<DynamicNode> all = new ArrayList<>();
        for (String mode : DEEP ? List.of("thread", "process", "sim") : List.of("thread")) {
            all.add(DynamicContainer.dynamicContainer(
                    mode,
                    MpjPrograms.all().stream()
                            .filter(which)
                            .map(program -> test(program, mode))
                            .toList()));
        }
        return all.stream();
    }

    private static DynamicNode test(MpjPrograms.Program program, String mode) {
        if (!DEEP && program.isPlain()) {
            return DynamicTest.dynamicTest(program.name(), () -> isRightInThisJvm(program));
        }
        Ahead.Piece<Mpirun.Result> job = ahead.add(() -> run(program, mode));
        return DynamicTest.dynamicTest(program.name(), () -> {
            Mpirun.Result result = job.result();
            String said = result.out() + result.err();
            assertEquals(program.output(), result.lines(), said);
            assertEquals(program.code(), result.code(), said);
            program.errors().forEach(error -> assertTrue(error.matcher(said).find(), () -> error + " in: " + said));
        });
    }

    private static void isRightInThisJvm(MpjPrograms.Program program) throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try (URLClassLoader programs =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, MpjProgramsTest.class.getClassLoader())) {
            InThisJvm.End end = InThisJvm.run(program.ranks(), programs, name -> name.indexOf('.') < 0, program.name());
            assertEquals(0, end.code(), end::text);
        } finally {
            System.setOut(before);
        }
        assertEquals(
                program.output(),
                said.toString(StandardCharsets.UTF_8).lines().sorted().toList());
    }

    private static Mpirun.Result run(MpjPrograms.Program program, String mode) throws IOException {
        Mpirun mpirun = new Mpirun(Files.createDirectory(place.resolve(program.name() + "-" + mode)));
        List<String> words = new ArrayList<>();
        if (program.isForScript()) {
            words.addAll(script(
                    "-np", "" + program.ranks(), "--mode=" + mode, "-cp", classes.toString(), program.name(), "100"));
        } else {
            words.addAll(List.of("--mode", mode, "-n", "" + program.ranks()));
            words.addAll(program.options());
            words.addAll(List.of(Mpirun.JAVA.toString(), "-ea", "-cp", classes.toString(), program.name()));
        }
        Mpirun.Result result = mpirun.run(words.toArray(String[]::new));
        mpirun.assertClean();
        return result;
    }

    @Tag("tier2")
    @Test
    void theScriptStartsRanksOnSeveralHosts() throws IOException {
        Mpirun mpirun = new Mpirun(Files.createDirectory(place.resolve("hosts")));
        Path agent = Files.writeString(place.resolve("agent"), "#!/bin/sh\nshift; exec sh -c \"exec $*\"\n");
        assertTrue(agent.toFile().setExecutable(true));
        Path hosts = Files.writeString(place.resolve("machines"), "ann\nben\n");
        List<String> words = script(
                "-np",
                "2",
                "-dev",
                "niodev",
                "-machinesfile",
                hosts.toString(),
                "--launch-agent=" + agent,
                "-cp",
                classes.toString(),
                "Hello");
        Mpirun.Result result = mpirun.run(words.toArray(String[]::new));
        String said = result.out() + result.err();
        assertEquals(0, result.code(), said);
        assertEquals(2, result.lines().size(), said);
    }

    /** What {@code mpjrun.sh} passes to {@code mpirun}. */
    static List<String> script(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                ". src/main/sh/common.sh; . src/main/sh/launch.sh; . src/main/sh/mpj.sh; BIPJ_JDK=\"$0\";"
                        + " bipj_exec_mpirun() { printf '%s\\n' \"$@\"; }; bipj_mpjrun \"$@\"",
                System.getProperty("java.home")));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return process.inputReader().lines().toList();
    }
}
