package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which a command can name a Java program. All programs use the library without naming it. */
class CommandsTest extends JobTest {
    private static final String PROGRAM = """
            import org.bipj.core.job.*;
            import org.bipj.core.runtime.Client;
            public class Hello {
                public static void main(String[] args) {
                    Job job = Jobs.of(Hello.class);
                    job.started(Client.MPI.ordinal());
                    System.out.println(String.join(" ", args) + " " + job.rank() + " of " + job.size());
                    job.finished();
                }
            }
            """;

    private void assertGreets(Mpirun.Result result) {
        assertEquals(List.of("hi 0 of 2", "hi 1 of 2"), result.lines(), result.err());
        assertEquals(0, result.code(), result.err());
        assertEquals("", result.err());
    }

    /** Compiles the program into a folder, whose name has a blank. */
    private Path compiled() throws IOException {
        Path source = Files.writeString(directory.resolve("Hello.java"), PROGRAM);
        Path classes = Files.createDirectories(directory.resolve("my classes"));
        compile("-cp", Mpirun.library(), "-d", classes.toString(), source.toString());
        Files.delete(source);
        return classes;
    }

    private static void compile(String... words) {
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words));
    }

    private Path jar() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Hello");
        Path jar = directory.resolve("hello.jar");
        Path classes = compiled();
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new JarEntry("Hello.class"));
            Files.copy(classes.resolve("Hello.class"), out);
        }
        return jar;
    }

    /** Each way, without the program's argument, as it is given in the folder of the job. */
    private List<List<String>> ways() throws IOException {
        jar();
        Files.writeString(directory.resolve("arguments"), "# all of it\n-cp \"my classes\"\nHello\n");
        Files.writeString(directory.resolve("Hello.java"), PROGRAM);
        return List.of(
                List.of("java", "-cp", "my classes", "Hello"),
                List.of(Mpirun.JAVA.toString(), "-cp", "my classes", "Hello"),
                List.of("java", "@arguments"),
                List.of("java", "-jar", "hello.jar"),
                List.of("java", "Hello.java"),
                List.of("java", "-p", modules(), "-m", "hello/hello.Hello"),
                List.of(script("exec.sh", "exec java -cp 'my classes' Hello \"$@\"")),
                List.of(script(
                        "home.sh", "exec \"$JAVA_HOME/bin/java\" -XX:+UseParallelGC -cp 'my classes' Hello \"$@\"")),
                List.of(script("child.sh", "java -cp 'my classes' Hello \"$@\"")));
    }

    /** They are programs of one job. */
    @Test
    void eachWayStartsTheProgram() throws IOException {
        List<String> words = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        List<List<String>> ways = ways();
        for (List<String> way : ways) {
            words.addAll(List.of("-n", "1"));
            words.addAll(way);
            expected.add("hi " + expected.size() + " of " + ways.size());
            words.addAll(expected.size() == ways.size() ? List.of("hi") : List.of("hi", ":"));
        }
        Mpirun.Result result = mpirun.run(words.toArray(String[]::new));
        assertEquals(expected, result.lines(), result.err());
        assertEquals(0, result.code(), result.err());
        assertEquals("", result.err());
    }

    @Tag("deep")
    @Test
    void eachWayStartsTheRanksOfAJob() throws IOException {
        for (List<String> way : ways()) {
            List<String> words = new ArrayList<>(List.of("-n", "2"));
            words.addAll(way);
            words.add("hi");
            assertGreets(mpirun.run(words.toArray(String[]::new)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-classpath", "--class-path"})
    void otherNamesOfItsOptionStartTheSameCommand(String option) {
        List<List<String>> expected = here().commands("-n", "2", "java", "-cp", "my classes", "Hello", "hi");
        assertEquals(2, expected.size());
        assertEquals(expected, here().commands("-n", "2", "java", option, "my classes", "Hello", "hi"));
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"-classpath", "--class-path"})
    void otherNamesOfItsOption(String option) throws IOException {
        compiled();
        assertGreets(mpirun.run("-n", "2", "java", option, "my classes", "Hello", "hi"));
    }

    @Test
    void aClassPathOutOfTheEnvironmentStartsTheSameCommand() {
        List<List<String>> expected = here().commands("-n", "2", "java", "-cp", "my classes", "Hello", "hi");
        MpirunHere here = here().with("CLASSPATH", "my classes");
        assertEquals(expected, here.commands("-n", "2", "java", "Hello", "hi"));
    }

    @Tag("deep")
    @Test
    void aClassPathOutOfTheEnvironment() throws IOException {
        mpirun.environment().put("CLASSPATH", compiled().toString());
        assertGreets(mpirun.run("-n", "2", "java", "Hello", "hi"));
    }

    @Test
    void aJarOfThreads() throws IOException {
        jar();
        String jar = directory.resolve("hello.jar").toString();
        assertGreets(here().run("-n", "2", "--mode", "thread", "java", "-jar", jar, "hi"));
    }

    @Test
    void aModuleOfThreads() throws IOException {
        assertGreets(
                here().run("-n", "2", "--mode", "thread", "java", "-p", modules(), "-m", "hello/hello.Hello", "hi"));
    }

    /** Compiles the program into a module, and returns the folder of modules. */
    private String modules() throws IOException {
        Path source = Files.createDirectories(directory.resolve("source/hello"));
        Files.writeString(source.resolve("Hello.java"), "package hello;\n" + PROGRAM);
        Files.writeString(source.resolveSibling("module-info.java"), "module hello { requires org.bipj.core; }\n");
        Path modules = directory.resolve("modules");
        compile(
                "-p",
                Mpirun.library(),
                "-d",
                modules.resolve("hello").toString(),
                source.resolve("Hello.java").toString(),
                source.resolveSibling("module-info.java").toString());
        return modules.toString();
    }

    /** A module with a service that it provides itself, in a package that it does not export. */
    private void compileService() throws IOException {
        Path source = Files.createDirectories(directory.resolve("source/hidden"));
        Files.writeString(source.resolve("Greeter.java"), """
                package hidden;
                import java.util.ServiceLoader;
                import mpi.MPI;
                public class Greeter implements Runnable {
                    static int calls;
                    public void run() {
                        calls++;
                    }
                    public static void main(String[] args) throws Exception {
                        MPI.Init(args);
                        ServiceLoader.load(Runnable.class).forEach(Runnable::run);
                        MPI.COMM_WORLD.barrier();
                        String text = new String(
                                Greeter.class.getResourceAsStream("text").readAllBytes());
                        System.out.println(MPI.COMM_WORLD.getRank() + " " + Greeter.class.getModule().getName()
                                + " " + calls + " " + text);
                        MPI.Finalize();
                    }
                }
                """);
        Path info = Files.writeString(source.resolveSibling("module-info.java"), """
                module greeter {
                    requires org.bipj.mpi;
                    uses Runnable;
                    provides Runnable with hidden.Greeter;
                }
                """);
        Path module = directory.resolve("modules/greeter");
        compile(
                "-p",
                Mpirun.library(),
                "-d",
                module.toString(),
                source.resolve("Greeter.java").toString(),
                info.toString());
        Files.writeString(module.resolve("hidden/text"), "text");
    }

    /** The service's main class, said to be in a module. */
    private Mpirun.Result runModule(String mode, String module) throws IOException {
        compileService();
        String modules = directory.resolve("modules").toString();
        String[] words = {"-n", "2", "--mode", mode, "java", "-p", modules, "-m", module + "/hidden.Greeter"};
        return mode.equals("process") ? mpirun.run(words) : here().run(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void modulesStayModules(String mode) throws IOException {
        Mpirun.Result result = runModule(mode, "greeter");
        assertEquals(List.of("0 greeter 1 text", "1 greeter 1 text"), result.lines(), result.err());
        assertEquals(0, result.code(), result.err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void modulesStayModulesOfRanksInOneJvm(String mode) throws IOException {
        modulesStayModules(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread"})
    void aMissingModuleIsNamed(String mode) throws IOException {
        Mpirun.Result result = runModule(mode, "missing");
        assertEquals(1, result.code());
        assertTrue((result.out() + result.err()).contains("missing"), result.err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"process", "sim"})
    void aMissingModuleIsNamedInOtherModes(String mode) throws IOException {
        aMissingModuleIsNamed(mode);
    }

    /** Makes a script, and returns its name as a command. */
    private String script(String name, String text) throws IOException {
        Path script = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + text + "\n");
        assertTrue(script.toFile().setExecutable(true));
        return "./" + name;
    }

    @Tag("deep")
    @Test
    void aScriptThatStartsAJar() throws IOException {
        jar();
        assertGreets(mpirun.run("-n", "2", script("run.sh", "exec java -jar hello.jar \"$@\""), "hi"));
    }

    @Test
    void ranksOfAScriptAreNamedByTheJvm() throws IOException {
        String actor = Actor.class.getName();
        String script = script(
                "run.sh",
                "java -cp " + Mpirun.programs() + " " + actor + " init exit:9@1 hang\necho not reached by rank 0");
        Mpirun.Result result = mpirun.run("-n", "2", script);
        // The script of rank 1 goes on behind its JVM, and so its end is that of a program without MPI.Finalize.
        assertEquals(1, result.code());
        assertTrue(result.err().contains("mpirun: rank 1 (pid "), result.err());
    }

    /** The second program gives none. */
    @Test
    void optionsThatUsersGiveWinAndRanksShareTheMachineByDefault() {
        String[] actor = {"-cp", Mpirun.programs(), Actor.class.getName(), "collectors", "heap", "jvm"};
        List<String> words =
                new ArrayList<>(List.of("--tag-output", "-n", "1", "java", "-XX:+UseParallelGC", "-Xmx100m"));
        words.addAll(List.of(actor));
        words.addAll(List.of(":", "-n", "1", "java"));
        words.addAll(List.of(actor));
        Mpirun.Result result = mpirun.run(words.toArray(String[]::new));
        assertEquals(0, result.code(), result.err());
        String given = ofRank(0, result);
        assertTrue(given.contains("collector PS MarkSweep"), given);
        assertTrue(given.matches("(?s).*heap (9\\d|100)\n.*"), given);
        assertTrue(Stream.of("UseSerialGC", "MaxRAMPercentage").noneMatch(given::contains), given);
        String byDefault = ofRank(1, result);
        // The serial collector's young and old generation.
        assertTrue(byDefault.contains("collector Copy\ncollector MarkSweepCompact\n"), byDefault);
        long heapMiB = Long.parseLong(byDefault.replaceAll("(?s).*heap (\\d+)\n.*", "$1"));
        var machine = (com.sun.management.OperatingSystemMXBean)
                java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        assertTrue(2 * heapMiB * (1L << 20) < 0.81 * machine.getTotalMemorySize(), byDefault);
    }

    private static String ofRank(int rank, Mpirun.Result result) {
        String tag = "[1," + rank + "]<stdout>:";
        return result.out()
                .lines()
                .filter(line -> line.startsWith(tag))
                .map(line -> line.substring(tag.length()) + "\n")
                .collect(Collectors.joining());
    }

    @Tag("tier2")
    @Test
    void optionsInTheEnvironmentWinToo() {
        mpirun.environment().put("BIPJ_KEPT_JAVA_TOOL_OPTIONS", "-XX:+UseParallelGC");
        Mpirun.Result result = mpirun.run(
                "-n",
                "1",
                "java",
                "-cp",
                Mpirun.programs(),
                Actor.class.getName(),
                "collectors",
                "env:JAVA_TOOL_OPTIONS");
        assertEquals(0, result.code(), result.err());
        assertTrue(result.out().contains("collector PS MarkSweep"), result.out());
        assertTrue(result.out().contains("JAVA_TOOL_OPTIONS=-XX:+UseParallelGC"), result.out());
    }

    @Test
    void aJavaThatIsNoProgramIsLeftAlone() {
        Mpirun.Result result = here().run("-n", "1", "java", "-version");
        assertEquals(0, result.code());
        assertTrue(result.err().contains("25"), result.err());
    }

    /** The inner mpirun gets what the outer one has set for a script. */
    @Test
    void ranksOfAnMpirunThatIsARankGetWhatTheirUserHasSet() {
        String tells = "echo \"$JDK_JAVA_OPTIONS\"; echo \"$BIPJ_ADDED_JDK_JAVA_OPTIONS\"";
        List<String> outer = here().with("JDK_JAVA_OPTIONS", "-Dmine=1")
                .run("-n", "1", "sh", "-c", tells)
                .out()
                .lines()
                .toList();
        assertEquals(outer.getLast() + " -Dmine=1", outer.getFirst());
        assertTrue(outer.getLast().contains("-Xbootclasspath/a:"), outer.getLast());
        Mpirun.Result inner = here().with("JDK_JAVA_OPTIONS", outer.getFirst())
                .with("BIPJ_ADDED_JDK_JAVA_OPTIONS", outer.getLast())
                .run("-n", "1", "sh", "-c", tells);
        assertEquals(outer, inner.out().lines().toList());
    }
}
