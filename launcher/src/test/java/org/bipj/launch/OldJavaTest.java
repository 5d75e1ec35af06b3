package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import mpi.MPI;
import mpi.MPIException;
import org.bipj.core.machine.RequiredJava;
import org.bipj.launch.hosts.supervisor.SupervisorMain;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that another launcher starts with a Java that is too old. Those that start one are skipped where none is installed. */
class OldJavaTest {
    private static final int FORMAT_OF_JAVA_8 = 52;

    private static final String SOURCE = """
            public class Old {
                public static void main(String[] args) throws mpi.MPIException {
                    mpi.MPI.Init(args);
                    System.out.println(String.join(" ", args) + " on " + mpi.MPI.COMM_WORLD.getSize());
                    mpi.MPI.Finalize();
                }
            }
            """;

    @ParameterizedTest
    @ValueSource(
            classes = {
                RequiredJava.class,
                MPI.class,
                MPIException.class,
                Program.class,
                Start.class,
                SupervisorMain.class
            })
    void whatMustLoadThereHasItsFormat(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class");
                DataInputStream data = new DataInputStream(in)) {
            data.readInt();
            data.readUnsignedShort();
            assertEquals(FORMAT_OF_JAVA_8, data.readUnsignedShort());
        }
    }

    private record Ended(int code, String out, String err) {}

    private static Ended run(String java, String classPath, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(java));
        if (java.equals(Mpirun.JAVA.toString())) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", classPath));
        command.addAll(List.of(words));
        Path err = Files.createTempFile("bipj-old", ".err");
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(err.toFile()).start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), out, Files.readString(err));
        } finally {
            Files.delete(err);
        }
    }

    /** A class path with the program, compiled for some release of Java. */
    private static String compiled(Path place, String release) throws IOException {
        Path source = Files.writeString(place.resolve("Old.java"), SOURCE);
        String library = Mpirun.INSTALLATION.classPath();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", release, "-Xlint:none", "-cp", library, source.toString());
        assertEquals(0, code);
        return library + File.pathSeparator + place;
    }

    /** The java of an old JDK or JRE, and its feature release. */
    private static Map.Entry<String, String> oldJava() throws IOException {
        Path installed = Path.of("/usr/lib/jvm");
        assumeTrue(Files.isDirectory(installed), "no " + installed);
        try (Stream<Path> all = Files.list(installed)) {
            Optional<Map.Entry<String, String>> found = all.flatMap(OldJavaTest::releaseOf)
                    .filter(java -> Integer.parseInt(java.getValue()) < 25)
                    .findAny();
            assumeTrue(found.isPresent(), "no old Java in " + installed);
            return found.get();
        }
    }

    private static Stream<Map.Entry<String, String>> releaseOf(Path home) {
        try {
            return Files.readString(home.resolve("release"))
                    .lines()
                    .filter(line -> line.startsWith("JAVA_VERSION=\""))
                    .map(line -> line.replaceFirst("JAVA_VERSION=\"(?:1\\.)?(\\d+).*", "$1"))
                    .map(release -> Map.entry(home.resolve("bin/java").toString(), release));
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static String sentence(Map.Entry<String, String> old, String home) {
        return "BIPJ needs Java 25 or newer, and this is Java " + old.getValue() + " from " + home
                + ": name the java of a newer JDK by its whole path\n";
    }

    private static String home(Map.Entry<String, String> old) throws IOException {
        return Path.of(old.getKey()).toRealPath().getParent().getParent().toString();
    }

    @Test
    void aProgramThatWouldRunThereSaysSo(@TempDir Path place) throws Exception {
        Map.Entry<String, String> old = oldJava();
        Ended ended = run(old.getKey(), compiled(place, "8"), "Old");
        assertEquals(1, ended.code());
        assertEquals(
                "Exception in thread \"main\" java.lang.UnsupportedClassVersionError: " + sentence(old, home(old)),
                ended.err());
    }

    @Test
    void aProgramThatWouldNotLoadThereSaysSoBehindProgram(@TempDir Path place) throws Exception {
        Map.Entry<String, String> old = oldJava();
        Ended ended = run(old.getKey(), compiled(place, "25"), Program.class.getName(), "Old");
        assertEquals(1, ended.code());
        assertEquals(sentence(old, home(old)), ended.err());
    }

    @Test
    void theJarOfMpirunSaysSo() throws Exception {
        Map.Entry<String, String> old = oldJava();
        Ended ended = run(old.getKey(), Mpirun.INSTALLATION.classPath(), Start.class.getName(), "-n", "2", "java", "X");
        assertEquals(1, ended.code());
        assertEquals(sentence(old, home(old)), ended.err());
    }

    /** Its host has the old one where the JDK is here. */
    @Test
    void aSupervisorSaysSo(@TempDir Path place) throws Exception {
        Map.Entry<String, String> old = oldJava();
        Path agent = HostAgent.script(
                place.resolve("agent"),
                "shift; exec sh -c \"exec $(echo \"$*\" | sed 's#" + Mpirun.JAVA + "#" + old.getKey() + "#')\"");
        Mpirun.Result result = new MpirunHere(place).run("--launch-agent", agent.toString(), "--host", "ann", "true");
        List<String> lines = result.err().lines().toList();
        assertEquals(
                "mpirun: host ann: Java " + old.getValue() + " from "
                        + home(old) + " is too old: mpirun runs on Java "
                        + Runtime.version().feature() + ", and needs 25 or newer on each host",
                lines.getFirst());
        assertEquals(2, lines.size(), result.err());
        assertEquals(1, result.code());
    }

    @Tag("tier2")
    @Test
    void programRunsAMainClassWithItsArguments(@TempDir Path place) throws Exception {
        String java = Mpirun.JAVA.toString();
        String classPath = compiled(place, "25");
        String program = Program.class.getName();
        assertEquals(new Ended(0, "a b on 1\n", ""), run(java, classPath, program, "Old", "a", "b"));
        assertEquals(
                new Ended(1, "", "bipj: class Young is not on the class path\n"),
                run(java, classPath, program, "Young"));
        assertEquals(2, run(java, classPath, program).code());
    }
}
