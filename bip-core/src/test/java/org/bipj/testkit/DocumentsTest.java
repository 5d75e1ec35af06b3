package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project's documents, and the comments in its sources: names that they use, links, and the map of packages. */
class DocumentsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern IN_MAP = Pattern.compile("org\\.bipj(?:\\.\\w+)+");

    /** Modules whose packages the map lists one by one. */
    private static final List<String> MAPPED =
            List.of("mpi-bip", "am2", "bip-core", "systems/splitc", "systems/pps", "systems/lci", "systems/ssam");

    /** A property, not a class. */
    private static final Set<String> NO_NAMES = Set.of("org.bipj.shm.NAME");

    private static List<Path> sources;
    private static SourceNames names;

    @BeforeAll
    static void readSources() throws IOException {
        // Modules lie at the root, or in a folder of modules there.
        try (Stream<Path> modules = Files.find(ROOT, 2, (path, is) -> Files.exists(path.resolve("pom.xml")))) {
            sources = modules.flatMap(module ->
                            Stream.of("src/main/java", "src/main/forms").map(module::resolve))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
        names = SourceNames.of(sources);
    }

    /** But for the changelog, which is history. */
    private static List<Path> documents() {
        List<Path> all = new ArrayList<>(DocumentLinks.below(ROOT.resolve("docs")));
        for (String name : List.of("README.md", "CONTRIBUTING.md", "SECURITY.md")) {
            all.add(ROOT.resolve(name));
        }
        return all;
    }

    /** Records of decisions and of measurements are history too. */
    @Test
    void documentsNameWhatTheSourcesHave() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (Path document : documents()) {
            if (!document.toString().matches(".*/docs/(decisions|lab)/.*")) {
                names.unknownIn(Files.readString(document))
                        .forEach(name -> unknown.add(ROOT.relativize(document) + ": " + name));
            }
        }
        assertEquals(List.of(), unknown);
    }

    @Test
    void commentsNameWhatTheSourcesHave() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (Path root : sources) {
            for (Path file : javaFiles(root)) {
                names.unknownIn(comments(Files.readString(file))).stream()
                        .filter(name -> !NO_NAMES.contains(name))
                        .forEach(name -> unknown.add(ROOT.relativize(file) + ": " + name));
            }
        }
        assertEquals(List.of(), unknown);
    }

    private static List<Path> javaFiles(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    /** Those for Javadoc, each on one line. */
    private static String comments(String source) {
        return COMMENT.matcher(source)
                .results()
                .map(comment -> comment.group().replaceAll("\\n\\s*\\*", " "))
                .collect(Collectors.joining("\n"));
    }

    /** Operations of collectives have a package each; the map has one line for all. */
    @Test
    void theMapHasEachPackage() throws IOException {
        String map = Files.readString(ROOT.resolve("docs/ARCHITECTURE.md")).split("```")[1];
        Set<String> drawn = new TreeSet<>();
        Matcher name = IN_MAP.matcher(map);
        while (name.find()) {
            drawn.add(name.group());
        }
        Set<String> there = new TreeSet<>();
        for (String module : MAPPED) {
            there.addAll(SourceNames.of(List.of(ROOT.resolve(module).resolve("src/main/java")))
                    .packages());
        }
        there.removeIf(one -> one.isEmpty() || !one.startsWith("org.bipj."));
        there.removeIf(one -> one.startsWith("org.bipj.mpi.coll.") && !one.equals("org.bipj.mpi.coll.port"));
        assertEquals(Set.of(), minus(there, drawn), "packages that the map lacks");
        // A room of several packages has one line.
        drawn.removeIf(room -> names.packages().stream().anyMatch(one -> one.startsWith(room + ".")));
        assertEquals(Set.of(), minus(drawn, names.packages()), "names in the map that are no packages");
    }

    private static Set<String> minus(Set<String> all, Set<String> without) {
        Set<String> rest = new TreeSet<>(all);
        rest.removeAll(without);
        return rest;
    }

    @Test
    void linksLeadSomewhere() {
        List<Path> all = new ArrayList<>(documents());
        all.add(ROOT.resolve("CHANGELOG.md"));
        assertEquals(List.of(), DocumentLinks.dead(all));
    }

    // ---- the checks themselves ---------------------------------------------------------------------------------

    private static SourceNames samples(Path folder) throws IOException {
        Path core = Files.createDirectories(folder.resolve("org/bipj/core"));
        Files.writeString(core.resolve("Root.java"), "package org.bipj.core; class Root {}");
        Path file = Files.createDirectories(core.resolve("x")).resolve("Port.java");
        Files.writeString(file, """
                package org.bipj.core.x;
                public interface Port extends Base, AutoCloseable {
                    int SIZE = 1;
                    void claim();
                    enum Kind { FIRST, LAST }
                    record Place(int row) {}
                }
                interface Base { int rank(); }
                """);
        return SourceNames.of(List.of(folder));
    }

    @Test
    void membersThatATypeLacksAreFound(@TempDir Path folder) throws IOException {
        SourceNames sample = samples(folder);
        assertEquals(
                List.of("Port.post", "Port.Kind.MIDDLE", "Place.column", "Port.LENGTH", "core.x.Missing"),
                sample.unknownIn(
                        "`Port.post` {@code Port.Kind.MIDDLE} `Place.column()` `Port.LENGTH` `core.x.Missing`"));
    }

    @Test
    void membersOfParentsAndOfOthersTypesAreNone(@TempDir Path folder) throws IOException {
        SourceNames sample = samples(folder);
        assertEquals(
                List.of(),
                sample.unknownIn("`Port.claim` `Port.rank()` `Port.close` `Port.SIZE` `Port.Kind.FIRST` `Place.row`"
                        + " `core.x.Port` `org.bipj.core.x.Base` `String.length` `Foreign.any` `Port.java` Port.post"
                        + " `java.util.List`"));
    }

    @Test
    void deadLinksAreFound(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("other.md"), "# A heading: two words\n\n## `code` and more\n## Twice\n## Twice\n");
        Path file = folder.resolve("one.md");
        Files.writeString(file, """
                [a](other.md) [b](other.md#a-heading-two-words) [c](other.md#code-and-more) [d](other.md#twice-1) [e](https://x.org)
                [f](missing.md) [g](other.md#none) ![h](missing.svg) [i](#here) `[j](code.md)`
                ```
                [k](in-a-block.md)
                ```
                """);
        assertEquals(
                List.of("missing.md", "other.md#none", "missing.svg", "#here"),
                DocumentLinks.dead(List.of(file)).stream()
                        .map(line -> line.substring(line.indexOf(' ') + 1))
                        .toList());
    }
}
