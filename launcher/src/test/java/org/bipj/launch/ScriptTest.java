package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the scripts check before they start the launcher. */
class ScriptTest {
    /** Commands of {@code bipj} whose programs print their own help. */
    private static final List<String> OWN_HELP = List.of("reproduce", "platform");

    @Test
    void aClosedStandardInputIsEmpty() throws IOException, InterruptedException {
        String source = "exec <&-; . src/main/sh/common.sh; readlink /proc/$$/fd/0";
        assertEquals("/dev/null\n", output(source));
        // An open one is left alone: here a pipe.
        assertTrue(output(source.replace("exec <&-; ", "")).startsWith("pipe:"));
    }

    /** {@code bipj COMMAND} or {@code bipj bench NAME} at the beginnings of lines. */
    private static List<String> words(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .sorted()
                .toList();
    }

    private static List<String> sorted(String words) {
        return Stream.of(words.strip().split("( or |,|\\s)+")).sorted().toList();
    }

    /** Each command has help; those of which the program itself prints it are asked where all of them run (.ci/installed). */
    @Test
    void commandsHaveHelp() throws IOException, InterruptedException {
        String usage = output("../bipj --help");
        List<String> commands = words(usage, "^(?:Usage:)? +bipj (\\w+)");
        List<String> benches = words(usage, "^ +bipj bench (\\w+)");
        for (String command : commands) {
            if (!OWN_HELP.contains(command)) {
                String help = output("../bipj " + command + " --help && echo ends with 0");
                assertTrue(help.startsWith("Usage: bipj " + command + " "), help);
                assertTrue(help.endsWith("\nends with 0\n"), help);
                assertEquals(help, output("../bipj " + command + " -h && echo ends with 0"));
            }
        }
        // Who mistypes a command is told all, and so is who presses Tab.
        assertEquals(commands, sorted(output("../bipj nothing 2>&1; :").replaceAll("(?s).*; expected", "")));
        assertEquals(benches, sorted(output("../bipj bench 2>&1; :").replaceAll("(?s).*: expected", "")));
        String completion = Files.readString(Path.of("../packaging/distribution/src/main/completion/bipj"));
        assertEquals(
                commands,
                sorted(words(completion, "words='(.*) --help --version'").getFirst()));
        assertEquals(
                benches, sorted(words(completion, "bench:2\\) words='(.*)'").getFirst()));
    }

    /** A folder that the scripts take for a JDK. */
    private static Path jdk(Path parent, String release, String java) throws IOException {
        Path jdk = Files.createDirectories(parent.resolve("jdk-" + release));
        Files.createDirectories(jdk.resolve("bin"));
        for (String tool : List.of("java", "javac")) {
            Path file = Files.writeString(jdk.resolve("bin").resolve(tool), "#!/bin/sh\n" + java + "\n");
            assertTrue(file.toFile().setExecutable(true));
        }
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + release + "\"\n");
        return jdk;
    }

    @ParameterizedTest
    @CsvSource({
        // Named by JAVA_HOME, installed, used for programs, used for the build.
        "26, 25.0.3 27, 26, 25.0.3",
        "25.0.1, 25.0.3, 25.0.1, 25.0.1",
        "17, 27 25.0.3 26, 25.0.3, 25.0.3",
        "'', 27 26.0.1 17, 26.0.1, ''",
        "1.8.0_402, 21.0.2, '', ''"
    })
    void aNamedJdkThen25ThenTheLowestNewerOne(
            String named, String installed, String forPrograms, String forBuild, @TempDir Path place)
            throws IOException, InterruptedException {
        StringBuilder all = new StringBuilder();
        for (String release : installed.split(" ")) {
            all.append(' ').append(jdk(place, release, "exit 1"));
        }
        String home = named.isEmpty() ? "" : jdk(place, named, "exit 1").toString();
        String find = "unset JAVA25_HOME; JAVA_HOME=" + home + "; . ../.mvn/jdk.sh;"
                + " bipj_each_jdk() { for bipj_jdk in" + all
                + "; do ! \"$1\" \"$bipj_jdk\" || return 0; done; return 1; };"
                + " echo \"$(bipj_find_jdk || bipj_no_jdk '25 or newer' 2>&1 | grep Found)\"; bipj_find_jdk25";
        List<String> found = output(find)
                .lines()
                .map(line -> line.replace(place + "/jdk-", ""))
                .toList();
        String refused = "Found and refused: 1.8.0_402 (1), 21.0.2 (21)";
        assertEquals(forPrograms.isEmpty() ? refused : forPrograms, found.getFirst());
        assertEquals(forBuild.isEmpty() ? List.of() : List.of(forBuild), found.subList(1, found.size()));
    }

    /** Its handler is installed later: until then the signal would end mpirun. */
    @Test
    void mpirunIsNotEndedBySigusr1WhileItStarts(@TempDir Path place) throws IOException, InterruptedException {
        Path jdk = jdk(place, "25", "grep SigIgn /proc/self/status");
        String ignored = output(". src/main/sh/common.sh; . src/main/sh/launch.sh; BIPJ_JDK=" + jdk
                + " BIPJ_AOT=off bipj_exec_mpirun -n 1 java Main");
        long mask = Long.parseUnsignedLong(ignored.replaceFirst("SigIgn:", "").strip(), 16);
        assertEquals(1, mask >> 10 - 1 & 1, ignored);
    }

    /** As {@code mpirun} does for programs that run; package mpi is that of the dialect. */
    @Test
    void javacKnowsTheWholeLibrary(@TempDir Path place) throws IOException, InterruptedException {
        Path jdk = jdk(place, "25", "echo \"$@\"");
        Files.createDirectories(place.resolve("lib"));
        for (String jar : List.of("am2", "mpi-bip", "pps")) {
            Files.createFile(place.resolve("lib").resolve(jar + ".jar"));
        }
        String compile = ". src/main/sh/common.sh; . src/main/sh/mpj.sh; BIPJ_LIB=" + place + "/lib BIPJ_PARTS=" + place
                + " BIPJ_JDK=" + jdk + "; bipj_javac ";
        String path = "-cp %1$s/lib/am2.jar:%1$s/lib/mpi-bip.jar:%1$s/lib/pps.jar:".formatted(place);
        assertEquals(path + "x.jar -d out A.java\n", output(compile + "-d out -cp x.jar A.java"));
        String mpj = path.replace("lib/mpi-bip.jar", "mpj/mpi-1.2.jar");
        assertEquals(mpj + ". A.java\n", output("unset CLASSPATH; " + compile + "--dialect mpj A.java"));
    }

    /** macOS has bash 3.2, where an array without elements is an error under {@code set -u}, and BSD's tools. */
    @Test
    void scriptsSuitMacOs() throws IOException {
        Pattern tooNew =
                Pattern.compile("mapfile|readarray|(declare|local) -[An]|\\$\\{\\w+(,,|\\^\\^)|wait -n|&>>|\\|&"
                        + "|-quit|sort -V|sed -(i|r)|stat -c|xargs -r|realpath|head -n -|grep -P|/\"\\$\\w+\"\\}");
        Pattern elements = Pattern.compile("(\\$\\{(\\w+)\\[@\\]\\+)?\"\\$\\{(\\w+)\\[@\\]\\}\"");
        Set<String> neverEmpty = Set.of("BIPJ_MODULES", "flags", "inputs", "jars", "program", "words");
        List<String> found = new ArrayList<>();
        for (Path script : scripts("sh")) {
            String text = Files.readString(script).replaceAll("(?m)^ *#.*$", "");
            tooNew.matcher(text).results().forEach(each -> found.add(script + ": " + each.group()));
            elements.matcher(text)
                    .results()
                    .filter(each -> each.group(1) == null && !neverEmpty.contains(each.group(3)))
                    .forEach(each -> found.add(script + ": " + each.group()));
        }
        assertEquals(List.of(), found);
    }

    /** They were not tried on Windows; what they name is there. */
    @Test
    void scriptsOfWindowsNameWhatIsThere() throws IOException {
        String stage = Files.readString(Path.of("../packaging/distribution/src/main/sh/stage.sh"));
        String parts = words(stage, "^for part in (.*); do$").getFirst();
        List<String> classes = new ArrayList<>();
        for (Path script : scripts("cmd")) {
            String text = Files.readString(script);
            classes.addAll(words(text, "\\b(org\\.bipj(?:\\.\\w+)+)"));
            for (String part : words(text, "(?:libexec|%BIPJ_PARTS%)\\\\(\\w+)")) {
                assertTrue(List.of(parts.split(" ")).contains(part), script + ": " + part);
            }
        }
        assertEquals(5, classes.size(), "classes: " + classes);
        for (String name : classes) {
            String source = "src/main/java/" + name.replace('.', '/') + ".java";
            assertTrue(
                    Stream.of("..", "../evidence/reproduce", "../transport-sim", "../samples", "../launcher")
                            .anyMatch(module -> Files.exists(Path.of(module, source))),
                    name);
        }
    }

    /** The commands at the top, and their parts; {@code cmd}: those of Windows. */
    private static List<Path> scripts(String kind) throws IOException {
        List<Path> all = new ArrayList<>();
        if (kind.equals("sh")) {
            Stream.of("../mpirun", "../bipj", "../mpjrun.sh", "../.mvn/jdk.sh")
                    .map(Path::of)
                    .forEach(all::add);
        }
        try (Stream<Path> files = Files.list(Path.of("src/main", kind))) {
            files.forEach(all::add);
        }
        return all;
    }

    private static String output(String script) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder("bash", "-c", script).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return text;
        } catch (IOException e) {
            return assumeBash();
        }
    }

    private static String assumeBash() {
        assumeTrue(false, "no bash");
        return null;
    }

    @ParameterizedTest
    @CsvSource({
        "C, plain, 0, ''",
        "C, caf\u00e9, 2, 'mpirun: caf\u00e9 has other characters than those of ASCII, which are all that Java has with"
                + " LC_ALL=C: set LC_ALL=C.UTF-8\n'",
        "C.UTF-8, caf\u00e9, 0, ''",
        "xx_YY.UTF-8, caf\u00e9, 2, 'mpirun: caf\u00e9 has other characters than those of ASCII, which are all that Java"
                + " has with LC_ALL=xx_YY.UTF-8: set LC_ALL=C.UTF-8\n'"
    })
    void namesThatTheLocaleLacksAreRefused(String locale, String word, int code, String said)
            throws IOException, InterruptedException {
        // By an escape: this JVM itself may lack the character, too.
        String odd = word.replace("\u00e9", "\\xc3\\xa9");
        String check = ". src/main/sh/common.sh; . src/main/sh/launch.sh; bipj_check_locale java $'" + odd + "'";
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", check);
        Map<String, String> environment = builder.environment();
        environment.put("LC_ALL", locale);
        Process script;
        try {
            script = builder.start();
        } catch (IOException e) {
            assumeBash();
            return;
        }
        String text = new String(script.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(code, script.waitFor());
        List<String> own =
                text.lines().filter(line -> line.startsWith("mpirun: ")).toList();
        assertEquals(said, String.join("", own.stream().map(line -> line + "\n").toList()));
    }
}
