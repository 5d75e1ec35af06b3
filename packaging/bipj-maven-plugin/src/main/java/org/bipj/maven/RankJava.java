package org.bipj.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java that ranks run on.
 *
 * @param executable its {@code java}
 * @param version its feature release
 * @param from where it was found: the toolchain, a variable
 */
record RankJava(Path executable, int version, String from) {
    private static final int OLDEST = 25;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    /**
     * The first that is new enough: of the toolchain, JAVA25_HOME, JAVA_HOME, PATH.
     *
     * @param toolchain the {@code java} of the project's toolchain; null: it has none
     * @param variables values of environment variables; null for those that are not set
     * @throws IllegalStateException if there is none; the message says what was found instead
     */
    static RankJava find(String toolchain, UnaryOperator<String> variables) {
        List<RankJava> found = new ArrayList<>();
        add(found, toolchain == null ? null : Path.of(toolchain), "the toolchain");
        for (String name : List.of("JAVA25_HOME", "JAVA_HOME")) {
            String home = variables.apply(name);
            add(found, home == null || home.isEmpty() ? null : Path.of(home, "bin", "java"), name);
        }
        add(found, onPath(variables.apply("PATH")), "PATH");
        return found.stream()
                .filter(java -> java.version >= OLDEST)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("ranks need Java " + OLDEST
                        + " or newer, from the toolchain, JAVA25_HOME, JAVA_HOME or PATH; found: "
                        + (found.isEmpty()
                                ? "none"
                                : String.join(
                                        ", ",
                                        found.stream().map(RankJava::toString).toList()))));
    }

    private static void add(List<RankJava> found, Path executable, String from) {
        int version = executable == null ? 0 : version(executable);
        if (version > 0) {
            found.add(new RankJava(executable, version, from));
        }
    }

    private static Path onPath(String path) {
        for (String folder : path == null ? new String[0] : path.split(File.pathSeparator)) {
            Path java = Path.of(folder, "java");
            if (Files.isExecutable(java)) {
                return java;
            }
        }
        return null;
    }

    /** Feature release by the file {@code release} of a JDK; 0 where there is none. */
    private static int version(Path executable) {
        try {
            Path home = executable.toRealPath().getParent().getParent();
            Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
            return version.find() ? Integer.parseInt(version.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public String toString() {
        return "Java " + version + " of " + from + ": " + executable;
    }
}
