package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * No test of any module falls out of all tiers. A test is of tier 1 unless a tag puts it into tier 2 or among the deep ones, and what a
 * build takes is said by the tags that it leaves out: so a test without a tag runs everywhere. What is left are tags that no build
 * knows, classes whose names Surefire passes over, and tags that the engine of the test does not read.
 */
class TiersTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Set<String> TAGS = Set.of("\"tier2\"", "\"deep\"");

    private static final String JUPITER = "org.junit.jupiter.api.Tag";
    private static final String JQWIK = "net.jqwik.api.Tag";

    /** Classes of tests that other classes run, each in its own way. */
    private static final Set<String> RUN_BY_OTHERS = Set.of(
            "Cases",
            "RecordedCases",
            "LitmusContract",
            "MessagesContract",
            "MultigameContract",
            "ObjectsContract",
            "OrcaInterruptContract",
            "OrderedContract",
            "PandaInterruptContract",
            "RpcContract");

    private static final Pattern TAG = Pattern.compile("^ *@Tag\\(([^)]*)\\)", Pattern.MULTILINE);
    private static final Pattern TYPE = Pattern.compile("^(?:[a-z]+ )*class (\\w+)", Pattern.MULTILINE);

    /** Annotations in front of a member or class, one a line. */
    private static final Pattern ANNOTATED = Pattern.compile("(?:^ *@[A-Z][^\\n]*\\n)+", Pattern.MULTILINE);

    private static final Pattern TEST =
            Pattern.compile("@(?:Test|TestFactory|ParameterizedTest|RepeatedTest|TestTemplate|ArchTest)\\b");

    private static final Pattern PROPERTY = Pattern.compile("@(?:Property|Example)\\b");

    /**
     * A source of tests.
     *
     * @param annotated annotations in front of members and classes, with what follows them
     */
    private record Source(Path file, String text, List<Annotated> annotated) {
        static Source of(Path file) {
            try {
                String text = Files.readString(file);
                List<Annotated> all = new ArrayList<>();
                Matcher members = ANNOTATED.matcher(text);
                while (members.find()) {
                    boolean isOfClass = TYPE.matcher(text)
                            .region(members.end(), text.length())
                            .lookingAt();
                    all.add(new Annotated(members.group(), isOfClass));
                }
                return new Source(file, text, all);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String name() {
            return file.getFileName().toString().replace(".java", "");
        }

        boolean hasTests() {
            return annotated.stream().anyMatch(one -> one.isTest() || one.isProperty());
        }

        boolean isOfTwoEngines() {
            return annotated.stream().anyMatch(Annotated::isTest)
                    && annotated.stream().anyMatch(Annotated::isProperty);
        }
    }

    /** Annotations of a member or class. */
    private record Annotated(String words, boolean isOfClass) {
        boolean isTest() {
            return TEST.matcher(words).find();
        }

        boolean isProperty() {
            return PROPERTY.matcher(words).find();
        }

        List<String> tags() {
            return TAG.matcher(words).results().map(tag -> tag.group(1)).toList();
        }
    }

    private static List<Source> sources;

    /** Of the modules that the root's pom names. */
    @BeforeAll
    static void readSources() throws IOException {
        sources = new ArrayList<>();
        Matcher module = Pattern.compile("<module>([^<]+)</module>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        while (module.find()) {
            Path tests = ROOT.resolve(module.group(1)).resolve("src/test/java");
            if (Files.isDirectory(tests)) {
                try (Stream<Path> files = Files.walk(tests)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .map(Source::of)
                            .forEach(sources::add);
                }
            }
        }
    }

    @Test
    void theSourcesAreThere() {
        assertTrue(sources.size() > 500, () -> sources.size() + " found at " + ROOT);
    }

    @Test
    void eachTagIsOfATier() {
        List<String> unknown = new ArrayList<>();
        for (Source source : sources) {
            source.annotated.stream()
                    .flatMap(one -> one.tags().stream())
                    .filter(tag -> !TAGS.contains(tag))
                    .forEach(tag -> unknown.add(ROOT.relativize(source.file) + ": " + tag));
        }
        assertEquals(List.of(), unknown, () -> "expected one of " + TAGS);
    }

    @Test
    void eachTagIsOneThatTheEngineReads() {
        List<String> wrong = new ArrayList<>();
        for (Source source : sources) {
            for (Annotated one : source.annotated) {
                boolean isPassedOver = one.isProperty() && !source.text.contains("import " + JQWIK)
                        || one.isTest() && !source.text.contains("import " + JUPITER)
                        || one.isOfClass && source.isOfTwoEngines();
                if (!one.tags().isEmpty() && isPassedOver) {
                    wrong.add(ROOT.relativize(source.file) + ": " + one.words.strip());
                }
            }
        }
        assertEquals(
                List.of(),
                wrong,
                () -> "properties need " + JQWIK + ", tests " + JUPITER + ", classes with both neither");
    }

    @Test
    void eachClassOfTestsHasANameThatIsRun() {
        List<String> passedOver = new ArrayList<>();
        Set<String> others = new HashSet<>();
        for (Source source : sources) {
            String name = source.name();
            boolean isAbstract = source.text.contains("abstract class " + name + " ");
            if (source.hasTests() && !isAbstract && !name.matches(".*(Test|Props)")) {
                if (RUN_BY_OTHERS.contains(name)) {
                    others.add(name);
                } else {
                    passedOver.add(ROOT.relativize(source.file).toString());
                }
            }
        }
        assertEquals(List.of(), passedOver, "expected names that end with Test or Props");
        assertEquals(RUN_BY_OTHERS, others, "these are run by others");
    }

    /** What one build leaves out another one takes: tier 1 and the rest are tier 2, and with what is tagged "deep" they are all. */
    @Test
    void buildsTakeAllTests() throws IOException {
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        String plain = pom.substring(0, pom.indexOf("<profiles>"));
        assertEquals("", said(plain, "groups"));
        assertEquals("tier2 | deep", said(plain, "excludedGroups"));
        assertEquals("deep", said(profile(pom, "tier2"), "excludedGroups"));
        assertEquals("tier2", said(profile(pom, "rest"), "groups"));
        assertEquals("deep", said(profile(pom, "rest"), "excludedGroups"));
        assertEquals("", said(profile(pom, "deep"), "excludedGroups"));
        for (String names : List.of("Test", "Props")) {
            assertTrue(plain.contains("<include>**/*" + names + ".java</include>"), names);
        }
        try (Stream<Path> poms = Files.find(ROOT, 3, (path, is) -> path.endsWith("pom.xml"))) {
            for (Path other :
                    poms.filter(path -> !path.getParent().equals(ROOT)).toList()) {
                String text = Files.readString(other);
                assertTrue(
                        !text.contains("bipj.test.groups") && !text.contains("xcludedGroups"),
                        () -> other + " chooses tests");
            }
        }
    }

    private static String profile(String pom, String name) {
        int begin = pom.indexOf("<id>" + name + "</id>", pom.indexOf("<profiles>"));
        return pom.substring(begin, pom.indexOf("</profile>", begin));
    }

    private static String said(String pom, String property) {
        Matcher value = Pattern.compile("<bipj\\.test\\." + property + "(?: />|>([^<]*)<)")
                .matcher(pom);
        assertTrue(value.find(), property);
        return value.group(1) == null ? "" : value.group(1);
    }
}
