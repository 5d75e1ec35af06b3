package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that {@code java} takes, in argument files or not, and that the system would refuse from a launcher. */
class LongCommandTest extends JobTest {
    private static final String MAIN = WordsProgram.class.getName();
    /** A variable as the script {@code mpirun} puts it aside. */
    private static final String OPTIONS = "BIPJ_KEPT_JDK_JAVA_OPTIONS";

    /** Many words, each with something that a file has to quote. */
    private static List<String> many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> i % 7 == 0 ? "" : "@" + i + " '\"\\#\n\t\u00e9".substring(i % 5))
                .toList();
    }

    /** The words as a file has them. */
    private static String quoted(List<String> words) {
        return words.stream()
                .map(word ->
                        '"' + word.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"\n")
                .collect(Collectors.joining());
    }

    /** 158 KB, most of them for jars that are not there, as build tools write it. */
    private static String classPath() {
        return Mpirun.programs()
                + IntStream.range(0, 3000)
                        .mapToObj(i -> ":/home/ann/.gradle/caches/modules-2/files/lib" + i + ".jar")
                        .collect(Collectors.joining());
    }

    private void assertWords(Mpirun.Result result, List<String> words, String from, String by) {
        String text = ": " + WordsProgram.text(words) + ", from " + from + ", by " + by;
        assertEquals(List.of("0" + text, "1" + text), result.lines(), result.err());
        assertEquals(0, result.code(), result.err());
    }

    private List<String> hosts(String delete) throws IOException {
        Path agent = Files.writeString(
                directory.resolve("agent"), "#!/bin/sh\nshift; rm -f " + delete + "; exec sh -c \"exec $*\"\n");
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
        return List.of("--launch-agent", agent.toString(), "--host", "ann,ben");
    }

    private static String[] joined(List<String> options, String... words) {
        return Stream.concat(options.stream(), Stream.of(words)).toArray(String[]::new);
    }

    private Mpirun.Result run(List<String> options, String... words) {
        return mpirun.run(joined(options, words));
    }

    /** The files are relative to the ranks' directory; on other hosts there are none any more when ranks start. */
    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void filesOfAnyLength(String mode) throws IOException {
        filesOf(mode, 30_000);
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread", "hosts"})
    void filesOfAnyLengthElsewhere(String mode) throws IOException {
        filesOfAnyLength(mode);
    }

    @Tag("deep")
    @ParameterizedTest
    @ValueSource(strings = {"process", "thread", "sim", "hosts"})
    void longFiles(String mode) throws IOException {
        filesOf(mode, 300_000);
    }

    private void filesOf(String mode, int count) throws IOException {
        Path ranks = Files.createDirectory(directory.resolve("ranks"));
        List<String> words = many(count);
        Files.writeString(ranks.resolve("classes"), "# of the build\n-cp \"" + classPath() + "\" -Dby=file");
        Files.writeString(ranks.resolve("program"), MAIN + "\n" + quoted(words));
        Files.writeString(ranks.resolve("options"), "-Dfrom='a variable'");
        mpirun.environment().put(OPTIONS, "@options");
        List<String> options =
                new ArrayList<>(mode.equals("hosts") ? hosts(ranks + "/*") : List.of("-n", "2", "--mode", mode));
        options.addAll(List.of("--wdir", ranks.toString()));
        List<String> all = new ArrayList<>(words);
        all.add("@last");
        assertWords(run(options, "java", "@classes", "@program", "@last"), all, "a variable", "file");
    }

    /** A pipe can be read once; and words behind the main class name no files. */
    @Tag("tier2")
    @Test
    void aFileThatIsAPipe() {
        mpirun.prefix(
                "bash",
                "-c",
                "exec \"${@/FILE/@/dev/fd/8}\" 8< <(printf '%s\\n' '-Dby=\"a pipe\" -cp' \"$0\")",
                Mpirun.programs());
        assertWords(mpirun.run("-n", "2", "java", "FILE", MAIN, "@x"), List.of("@x"), "null", "a pipe");
    }

    @ParameterizedTest
    @CsvSource({"process, -jar @missing", "thread, @missing", "sim, -cp @. Main", "process, @x/../.. Main"})
    void aFileThatCannotBeReadIsNamed(String mode, String line) {
        Mpirun.Result result = Mpirun.answer(joined(List.of("-n", "2", "--mode", mode, "java"), line.split(" ")));
        assertEquals(1, result.code());
        String name = Arrays.stream(line.split(" "))
                .filter(word -> word.startsWith("@"))
                .findFirst()
                .orElseThrow();
        assertTrue(
                result.err()
                        .matches("mpirun: cannot read the argument file \\Q" + name.substring(1)
                                + "\\E: (no such file or directory|Is a directory)\n"),
                result.err());
    }

    /** The environment alone is allowed, and takes most of what the system allows. */
    @Tag("tier2")
    @Test
    void aLongEnvironment() throws IOException {
        withALongEnvironment("process");
    }

    @Tag("deep")
    @Test
    void aLongEnvironmentOfThreads() throws IOException {
        withALongEnvironment("thread");
    }

    private void withALongEnvironment(String mode) throws IOException {
        List<String> words = many(40_000);
        Files.writeString(directory.resolve("words"), quoted(words));
        for (int i = 0; i < 15; i++) {
            mpirun.environment().put("LONG_" + i, "x".repeat(120_000));
        }
        String[] program = {"java", "-cp", Mpirun.programs(), "-Dby=x", "@main"};
        Files.writeString(directory.resolve("main"), MAIN + "\n" + quoted(words));
        assertWords(run(List.of("-n", "2", "--mode", mode), program), words, "null", "x");
    }

    /** Behind the first of these options {@code java} takes no file, not even one that a launcher makes. */
    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"thread, java", "process, ./run.sh"})
    void variablesWithLongOptions(String mode, String command) throws IOException {
        longOptions(mode, command);
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"process, java", "hosts, java"})
    void variablesWithLongOptionsOfProcesses(String mode, String command) throws IOException {
        longOptions(mode, command);
    }

    private void longOptions(String mode, String command) throws IOException {
        Path script = Files.writeString(directory.resolve("run.sh"), "#!/bin/sh\nexec java \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        mpirun.environment().put(OPTIONS, "--disable-@files -Dfrom='@one \"variable\"' -Dlong=" + "y".repeat(125_000));
        List<String> options = mode.equals("hosts") ? hosts("none") : List.of("-n", "2", "--mode", mode);
        List<String> words = command.equals("java") ? many(2000) : List.of("a", "@b");
        List<String> all = new ArrayList<>(List.of(command, "-Dby=@x", "-cp", Mpirun.programs(), MAIN));
        all.addAll(words);
        assertWords(run(options, all.toArray(String[]::new)), words, "@one \"variable\"", "@x");
    }

    @ParameterizedTest
    @CsvSource({
        "process, java, 'java: no program; expected a class, -jar FILE, -m MODULE or a source file'",
        "thread, java -cp x, 'java -cp x: no program; expected a class, -jar FILE, -m MODULE or a source file'",
        "sim, java -jar, 'java -jar: no program; expected a class, -jar FILE, -m MODULE or a source file'",
        "process, java -Xmx1g -cp, java: -cp needs a value",
        "thread, java -version, '--mode thread: expected a class, -jar or -m; compile source files first'"
    })
    void aJavaWithoutProgramIsOneSentence(String mode, String command, String said) {
        Mpirun.Result result = Mpirun.answer(joined(List.of("-n", "2", "--mode", mode), command.split(" ")));
        assertEquals(1, result.code());
        assertEquals("mpirun: " + said + "\n", result.err());
        assertEquals(Collections.emptyList(), result.lines());
    }
}
