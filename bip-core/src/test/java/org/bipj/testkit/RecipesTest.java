package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recipes for containers and clusters ({@code samples/deploy}, {@code .devcontainer}): what they name is there, and their form is right. */
class RecipesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path DEPLOY = ROOT.resolve("samples/deploy");

    private static final Set<String> INSTRUCTIONS =
            Set.of("ADD", "ARG", "CMD", "COPY", "ENV", "FROM", "RUN", "USER", "WORKDIR");

    private static String text(Path file) throws IOException {
        return Files.readString(file);
    }

    private static Set<String> all(String pattern, String text) {
        Set<String> found = new HashSet<>();
        Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /** What the archive has under {@code bin} and {@code libexec}, by the script that lays it out. */
    private static Set<String> installed() throws IOException {
        String stage = text(ROOT.resolve("packaging/distribution/src/main/sh/stage.sh"));
        Set<String> places = new HashSet<>(Set.of("bin", "bin/bipjrun", "runtime/bin"));
        for (String script :
                all("^for script in (.*); do$", stage).iterator().next().split(" ")) {
            places.add("bin/" + script);
        }
        for (String part :
                all("^for part in (.*); do$", stage).iterator().next().split(" ")) {
            places.add("libexec/" + part);
        }
        assertTrue(stage.contains("cp \"$stage/bin/mpirun\" \"$stage/bin/bipjrun\""));
        return places;
    }

    @Test
    void theImageTakesTheArchiveThatIsMade() throws IOException {
        String lines =
                text(DEPLOY.resolve("Dockerfile")).replaceAll("(?m)^#.*\n", "").replace("\\\n", " ");
        for (String line : lines.lines().toList()) {
            assertTrue(INSTRUCTIONS.contains(line.split(" ")[0]), line);
        }
        String pom = text(ROOT.resolve("packaging/distribution/pom.xml"));
        String version = all("^ARG VERSION=(.*)$", lines).iterator().next();
        assertTrue(pom.contains("<version>" + version + "</version>"), version);
        assertEquals(Set.of("bipj-${VERSION}-linux-amd64.tar.gz"), all("^(?:ADD|COPY) (\\S+)", lines));
        assertTrue(pom.contains("<finalName>bipj-${project.version}-${bipj.platform}</finalName>"));
        assertTrue(
                installed()
                        .containsAll(all(
                                "/opt/bipj/([a-z/]+)", all("^ENV (.*)$", lines).toString())),
                lines);
        assertTrue(
                installed()
                        .contains("bin/"
                                + all("^CMD \\[\"(\\w+)\"", lines).iterator().next()),
                lines);
    }

    /** Words of commands: a command of the archive or of the image, jars and classes that are there. */
    @ParameterizedTest
    @ValueSource(strings = {"job.yaml", "mpijob.yaml"})
    void podsRunWhatTheImageHas(String name) throws IOException {
        String text = text(DEPLOY.resolve(name));
        String image = text(DEPLOY.resolve("Dockerfile"));
        checkYaml(name, text);
        Set<String> commands = all("command: \\[(.*)]$", text);
        assertEquals(name.equals("job.yaml") ? 1 : 2, commands.size());
        for (String command : commands) {
            List<String> words = List.of(command.replace("\"", "").split(", "));
            String first = words.getFirst();
            assertTrue(
                    first.equals("/usr/sbin/sshd") && image.contains("openssh-server")
                            || installed().contains("bin/" + first),
                    command);
            for (String word : words) {
                if (word.startsWith("/home/")) {
                    assertTrue(image.contains(">" + word + " "), word);
                } else if (word.startsWith("/opt/bipj/")) {
                    assertTrue(installed().contains(word.replaceAll("/opt/bipj/|/[^/]*$", "")), word);
                } else if (word.startsWith("org.bipj.")) {
                    assertTrue(
                            Files.exists(ROOT.resolve("samples/src/main/java/" + word.replace('.', '/') + ".java")),
                            word);
                }
            }
        }
        Set<String> keys = all("sshAuthMountPath: (.*)$", text);
        assertTrue(
                image.contains(
                        "HostKey " + (keys.isEmpty() ? "" : keys.iterator().next() + "/id_rsa")),
                text);
    }

    /** Of YAML what the recipes use: blocks by two spaces, flow collections on one line, no key twice in a block. */
    private static void checkYaml(String name, String text) {
        Deque<Integer> indents = new ArrayDeque<>(List.of(0));
        Deque<Set<String>> keys = new ArrayDeque<>(List.of(new HashSet<>()));
        boolean opens = false;
        for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
            String where = name + ": " + line;
            Matcher form =
                    Pattern.compile("( *)(- )?(?:(\\w+):(?: (.+))?|(\\{.*}))").matcher(line);
            assertTrue(form.matches(), where);
            int indent = form.group(1).length() + (form.group(2) == null ? 0 : 2);
            assertTrue(indent % 2 == 0 && (indent <= indents.peek() || opens && indent <= indents.peek() + 4), where);
            while (indent < indents.peek()) {
                indents.pop();
                keys.pop();
            }
            if (indent > indents.peek()) {
                indents.push(indent);
                keys.push(new HashSet<>());
            } else if (form.group(2) != null) {
                keys.peek().clear();
            }
            assertTrue(form.group(3) == null || keys.peek().add(form.group(3)), where);
            String value = String.valueOf(form.group(4));
            assertEquals(value.startsWith("{"), value.endsWith("}"), where);
            assertEquals(value.startsWith("["), value.endsWith("]"), where);
            opens = form.group(4) == null;
        }
    }

    @Test
    void theSlurmScriptIsAShells() throws IOException, InterruptedException {
        Path script = DEPLOY.resolve("bipj.sbatch");
        assertEquals(0, Command.run("sh", "-n", script.toString()));
        String text = text(script);
        assertTrue(text.startsWith("#!/bin/sh\n"));
        assertTrue(
                installed()
                        .contains("bin/" + all("^(\\w+) java ", text).iterator().next()),
                text);
        // Slurm reads its lines up to the first command only.
        assertTrue(text.lastIndexOf("#SBATCH") < text.indexOf("PATH="), text);
    }

    @Test
    void theDevelopersContainerRunsTheClone() throws IOException {
        String text = text(ROOT.resolve(".devcontainer/devcontainer.json"));
        String member = "\"\\w+\": (?:\"[^\"]*\"|\\[\"[^\"]*\"]|\\{\"\\w+\": \"[^\"]*\"})";
        assertTrue(text.matches("\\{\n(?:  " + member + ",\n)*  " + member + "\n}\n"), text);
        String command =
                all("\"postCreateCommand\": \"\\./(\\w+) ", text).iterator().next();
        assertTrue(Files.isExecutable(ROOT.resolve(command)), command);
        assertTrue(text.contains("temurin:25-jdk"), text);
    }
}
