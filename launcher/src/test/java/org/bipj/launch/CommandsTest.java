package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
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

    @Test
    void aClassPath() throws IOException {
        compiled();
        assertGreets(mpirun.run("-n", "2", "java", "-cp", "my classes", "Hello", "hi"));
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
    void thePathOfAnExecutable() throws IOException {
        compiled();
        assertGreets(mpirun.run("-n", "2", Mpirun.JAVA.toString(), "-cp", "my classes", "Hello", "hi"));
    }

    @Test
    void anArgumentFile() throws IOException {
        compiled();
        Files.writeString(directory.resolve("arguments"), "# all of it\n-cp \"my classes\"\nHello\n");
        assertGreets(mpirun.run("-n", "2", "java", "@arguments", "hi"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void aJar(String mode) throws IOException {
        jar();
        if (mode.equals("process")) {
            assertGreets(mpirun.run("-n", "2", "java", "-jar", "hello.jar", "hi"));
        } else {
            String jar = directory.resolve("hello.jar").toString();
            assertGreets(here().run("-n", "2", "--mode", mode, "java", "-jar", jar, "hi"));
        }
    }

    @Test
    void aSourceFile() throws IOException {
        Files.writeString(directory.resolve("Hello.java"), PROGRAM);
        assertGreets(mpirun.run("-n", "2", "java", "Hello.java", "hi"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread"})
    void aModule(String mode) throws IOException {
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
        String[] words = {"-n", "2", "--mode", mode, "java", "-p", modules.toString(), "-m", "hello/hello.Hello", "hi"};
        assertGreets(mode.equals("process") ? mpirun.run(words) : here().run(words));
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
    @ValueSource(strings = {"process", "thread", "sim"})
    void modulesStayModules(String mode) throws IOException {
        Mpirun.Result result = runModule(mode, "greeter");
        assertEquals(List.of("0 greeter 1 text", "1 greeter 1 text"), result.lines(), result.err());
        assertEquals(0, result.code(), result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim"})
    void aMissingModuleIsNamed(String mode) throws IOException {
        Mpirun.Result result = runModule(mode, "missing");
        assertEquals(1, result.code());
        assertTrue((result.out() + result.err()).contains("missing"), result.err());
    }

    private Path script(String text) throws IOException {
        Path script = Files.writeString(directory.resolve("run.sh"), "#!/bin/sh\n" + text);
        assertTrue(script.toFile().setExecutable(true));
        return script;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exec java -cp 'my classes' Hello \"$@\"",
                "exec \"$JAVA_HOME/bin/java\" -XX:+UseParallelGC -cp 'my classes' Hello \"$@\""
            })
    void aScript(String text) throws IOException {
        greetsByScript(text);
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"java -cp 'my classes' Hello \"$@\"", "exec java -jar hello.jar \"$@\""})
    void otherScripts(String text) throws IOException {
        greetsByScript(text);
    }

    private void greetsByScript(String text) throws IOException {
        jar();
        script(text + "\n");
        assertGreets(mpirun.run("-n", "2", "./run.sh", "hi"));
    }

    @Test
    void ranksOfAScriptAreNamedByTheJvm() throws IOException {
        String actor = Actor.class.getName();
        script("java -cp " + Mpirun.programs() + " " + actor + " init exit:9@1 hang\necho not reached by rank 0\n");
        Mpirun.Result result = mpirun.run("-n", "2", "./run.sh");
        // The script of rank 1 goes on behind its JVM, and so its end is that of a program without MPI.Finalize.
        assertEquals(1, result.code());
        assertTrue(result.err().contains("mpirun: rank 1 (pid "), result.err());
    }

    @Test
    void optionsThatUsersGiveWin() {
        Mpirun.Result result = mpirun.run(
                "-n",
                "1",
                "java",
                "-XX:+UseParallelGC",
                "-Xmx100m",
                "-cp",
                Mpirun.programs(),
                Actor.class.getName(),
                "collectors",
                "heap",
                "jvm");
        assertEquals(0, result.code(), result.err());
        assertTrue(result.out().contains("collector PS MarkSweep"), result.out());
        assertTrue(result.out().matches("(?s).*heap (9\\d|100)\n.*"), result.out());
        assertTrue(Stream.of("UseSerialGC", "MaxRAMPercentage").noneMatch(result.out()::contains), result.out());
    }

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
    void ranksShareTheMachineByDefault() {
        Mpirun.Result result = mpirun.run(
                "-n", "2", "java", "-cp", Mpirun.programs(), Actor.class.getName(), "collectors@0", "heap@0");
        // The serial collector's young and old generation.
        assertTrue(result.out().contains("collector Copy\ncollector MarkSweepCompact\n"), result.out());
        long heapMiB = Long.parseLong(result.out().strip().replaceAll("(?s).*heap ", ""));
        var machine = (com.sun.management.OperatingSystemMXBean)
                java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        assertTrue(2 * heapMiB * (1L << 20) < 0.81 * machine.getTotalMemorySize(), result.out());
    }

    @Test
    void aJavaThatIsNoProgramIsLeftAlone() {
        Mpirun.Result result = mpirun.run("-n", "1", "java", "-version");
        assertEquals(0, result.code());
        assertTrue(result.err().contains("25"), result.err());
    }
}
