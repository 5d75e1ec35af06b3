package org.bipj.samples.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.samples.Samples;
import org.bipj.samples.project.NewProject;
import org.junit.jupiter.api.Test;

/** The list of samples, here because it names programs of this module, too. */
class SampleListTest {

    @Test
    void everyNameLeadsToAProgram() throws ReflectiveOperationException {
        Set<String> names = new HashSet<>();
        for (Samples.Sample sample : Samples.all()) {
            assertTrue(names.add(sample.name()), sample.name());
            List<String> words = List.of(sample.command().split(" "));
            assertTrue(words.size() == 1 || words.getFirst().startsWith("--"), words::toString);
            Class<?> main = Class.forName(words.getLast());
            assertTrue(Modifier.isStatic(main.getMethod("main", String[].class).getModifiers()));
            assertTrue(!sample.summary().contains("\n") && sample.summary().length() < 90);
        }
    }

    /** Programs are the classes below the package whose main method is public, but for those that are not run by their name. */
    @Test
    void everyProgramIsListed() throws IOException {
        Set<String> programs = new TreeSet<>();
        for (String module : List.of("../../samples", ".")) {
            Path sources = Path.of(module, "src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (Files.readString(file).contains("    public static void main(String[]")) {
                        programs.add(sources.relativize(file)
                                .toString()
                                .replaceAll("\\.java$", "")
                                .replace('/', '.'));
                    }
                }
            }
        }
        programs.removeAll(Set.of(Samples.class.getName(), NewProject.class.getName()));
        assertEquals(
                programs,
                Samples.all().stream().map(Samples.Sample::className).collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void thePageOfSamplesHasThemAllWithTheirSources() throws IOException {
        String page = Files.readString(Path.of("../../docs/SAMPLES.md"));
        for (Samples.Sample sample : Samples.all()) {
            String source = "/src/main/java/" + sample.className().replace('.', '/') + ".java";
            source = (Files.exists(Path.of("../../samples", source)) ? "samples" : "evidence/nas") + source;
            assertTrue(Files.exists(Path.of("../..", source)), source);
            assertTrue(page.contains("[`" + sample.name() + "`](../" + source + ")"), sample::name);
        }
    }
}
