package org.bipj.launch.mpirun.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Argument files, and words that name them, beside what {@code java} itself makes of them. */
class ArgumentFileTest {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    /** It prints the version before a JVM is made: as fast as a command in C. */
    private static final String ENDS_AT_ONCE = "-fullversion";

    @TempDir
    private Path directory;

    /** The words that the JDK's launcher passes to the JVM, as it prints them when it is debugged. */
    private String javaSees(String options, List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(JAVA.toString(), ENDS_AT_ONCE));
        command.addAll(words);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeAll(Environment.OF_JVM);
        builder.environment().put("_JAVA_LAUNCHER_DEBUG", "1");
        if (options != null) {
            builder.environment().put(EnvironmentOptions.OF_COMMAND, options);
        }
        Process process = builder.start();
        byte[] said = process.getInputStream().readAllBytes();
        process.waitFor();
        // Byte by byte: a word may have half a character.
        String text = new String(said, StandardCharsets.ISO_8859_1);
        int from = text.indexOf("argv[0] = ");
        int to = text.indexOf("Attempt to get JDK installation root");
        return from < 0 || to < 0 ? text : text.substring(from, to);
    }

    private static String printed(List<String> words) {
        StringBuilder text = new StringBuilder("argv[0] = " + JAVA + "\n");
        for (int i = 0; i < words.size(); i++) {
            text.append("argv[")
                    .append(i + 1)
                    .append("] = ")
                    .append(words.get(i))
                    .append('\n');
        }
        return new String(text.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private List<String> ours(String options, List<String> words) {
        List<String> all = new ArrayList<>();
        EnvironmentOptions environment = EnvironmentOptions.of(
                name -> name.equals(EnvironmentOptions.OF_COMMAND) ? options : null, directory::resolve);
        all.addAll(environment.words());
        List<String> given = new ArrayList<>(List.of(ENDS_AT_ONCE));
        given.addAll(words);
        all.addAll(environment.expansion().of(given));
        return all;
    }

    private void assertSameAsJava(String options, String... words) throws IOException, InterruptedException {
        List<String> given = List.of(words);
        assertEquals(javaSees(options, given), printed(ours(options, given)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b\tc\fd\ne\rf\r\ng",
                "'a b' \"c d\" x\"y z\"w'v u'",
                "\"mix 'single' in double\" 'mix \"double\" in single'",
                "a # comment\nb\n# all\n#\nc#",
                "abc#dropped\nd x\"y\"z#half\nw",
                "'a#b' \"#c\" '#'",
                "\"a\\tb\\nc\\rd\\fe\\\\f\\\"g\\'h\\qi\" a\\tb C:\\dir\\\\x",
                "\"a\\\n   b\" 'c\\\r\n\t d' e\\\n f \"g\\\n\n  h\"",
                "\"open to the line's end\nnext 'open to the end",
                "'' a \"\" b ''",
                "''\n",
                "x''",
                "\"a\\",
                "\"a\\\n",
                "\"a\\\n  ",
                "# only a comment",
                "#\n'",
                "  \n\t",
                "",
                "@other @@more @",
                "caf\u00e9 '\u00fc \u20ac' \ud83d\ude00",
                "--module-path x --add-modules=y -cp 'z w' --class-path=v",
                "a\u00a0b\u2003c\u000bd"
            })
    void aFileMeansTheSameAsToJava(String text) throws IOException, InterruptedException {
        Files.writeString(directory.resolve("file"), text);
        assertSameAsJava(null, "-Dfirst", "@file", "-Dlast");
    }

    /** What a piece of 4096 bytes ends with makes a difference where a word is dropped. */
    @ParameterizedTest
    @ValueSource(ints = {4090, 4093, 4094, 4095, 4096, 4097, 8191})
    void piecesOfALongFile(int before) throws IOException, InterruptedException {
        for (String end : List.of("abcd#e\nf", "'ab cd' ''", "\"a\\\n  b\\nc\"", "a # bc\n d")) {
            Files.writeString(directory.resolve("file"), "x".repeat(before - 1) + " " + end);
            assertSameAsJava(null, "@file");
        }
    }

    @Test
    void whatIsNoTextAtAll() throws IOException, InterruptedException {
        Files.write(directory.resolve("file"), new byte[] {'a', 0, 'b', ' ', 0, ' ', '"', 'c', 0, '\\', 'n', 'd', '"'});
        assertSameAsJava(null, "@file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@one Main @one",
                "@one @two Main",
                "@main @one",
                "-cp @path Main @one",
                "-jar @one @two",
                "-p @path -m @one @two",
                "--module=m @one",
                "-ea --disable-@files @one @@two",
                "Main --disable-@files @one",
                "-Dx=@one @@one @@@two @ @",
                "- @one",
                "-d @path @one @main",
                "--source 25 Main @one",
                "--add-opens @path --disable-@files -cp @path @one"
            })
    void wordsMeanTheSameAsToJava(String line) throws IOException, InterruptedException {
        write();
        assertSameAsJava(null, line.split(" "));
    }

    private void write() throws IOException {
        Files.writeString(directory.resolve("one"), "-Done=1 '-Da b=c'");
        Files.writeString(directory.resolve("two"), "-Dtwo @one @@one");
        Files.writeString(directory.resolve("main"), "-ea Main @one '' -cp");
        Files.writeString(directory.resolve("path"), "x:y");
    }

    @Test
    void aScriptsOptionsAreOneWord() throws IOException, InterruptedException {
        write();
        assertSameAsJava(null, "--source 25  -ea\t@one", "Script", "@one");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Da=1  \t-Db='x y'\"z'\"  '-Dc \\n'",
                "@one -Dx='@two'",
                "--disable-@files -cp @one -Dx",
                "-cp @@one",
                "'@one' -cp \"\" -ea"
            })
    void theVariableMeansTheSameAsToJava(String options) throws IOException, InterruptedException {
        write();
        assertSameAsJava(options, "@one", "Main", "@two");
        String without = EnvironmentOptions.of(name -> options, directory::resolve)
                .changed()
                .getOrDefault(EnvironmentOptions.OF_COMMAND, options);
        Files.delete(directory.resolve("one"));
        Files.delete(directory.resolve("two"));
        List<String> same = new ArrayList<>(ArgumentExpansion.wordsOf(without));
        same.removeAll(List.of(ArgumentExpansion.DISABLED));
        List<String> words = new ArrayList<>(List.of(ENDS_AT_ONCE));
        words.addAll(0, new ArgumentExpansion(directory::resolve).of(same));
        assertEquals(javaSees(without, List.of()), printed(words));
    }

    /** Files of the characters that matter, and what is written for words that have them. */
    @Test
    void generatedFiles() throws IOException, InterruptedException {
        Random random = new Random(43);
        String characters = "ab'\"\\#@-n \t\n\r\f\u00e9";
        int rounds = Boolean.getBoolean("bipj.deep") ? 3000 : 60;
        for (int round = 0; round < rounds; round++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                text.append(characters.charAt(random.nextInt(characters.length())));
            }
            Files.writeString(directory.resolve("file"), text);
            assertSameAsJava(null, "@file", "-x");
            List<String> words = List.of(text.toString(), "", text.reverse().toString());
            Files.write(directory.resolve("written"), ArgumentFile.text(words));
            assertEquals(words, ArgumentFile.parse(ArgumentFile.text(words)));
            List<String> seen = new ArrayList<>(List.of(ENDS_AT_ONCE));
            seen.addAll(words);
            assertEquals(printed(seen), javaSees(null, List.of("@written")), text::toString);
        }
    }

    @Test
    void bytesOfWordsThatAreLongAreKept() {
        List<String> words = List.of("x".repeat(300_000), "\\\"\n\r\t'#@ ".repeat(5_000));
        assertEquals(words, ArgumentFile.parse(ArgumentFile.text(words)));
        assertArrayEquals("\"\"\n".getBytes(StandardCharsets.UTF_8), ArgumentFile.text(List.of("")));
    }
}
