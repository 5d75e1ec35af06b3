package org.bipj.samples.nas;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bipj.samples.Samples;
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
        assertTrue(
                names.containsAll(Set.of(
                        "hello",
                        "squares",
                        "ring",
                        "am-hello",
                        "lci-hello",
                        "splitc-em3d",
                        "splitc-radix",
                        "puzzle",
                        "barnes",
                        "radix",
                        "crl-miss",
                        "awari",
                        "leq",
                        "pi",
                        "pingpong",
                        "heat2d",
                        "cannon",
                        "samplesort",
                        "life",
                        "nbody",
                        "montecarlo",
                        "qr",
                        "sor",
                        "workers",
                        "is",
                        "ep",
                        "cg",
                        "mg",
                        "ft",
                        "lu",
                        "sp",
                        "bt")),
                names::toString);
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
