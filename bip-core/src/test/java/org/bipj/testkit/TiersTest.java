package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    /** Sources of tests of the modules that the root's pom names. */
    private static List<Path> sources() throws IOException {
        List<Path> all = new ArrayList<>();
        Matcher module = Pattern.compile("<module>([^<]+)</module>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        while (module.find()) {
            Path tests = ROOT.resolve(module.group(1)).resolve("src/test/java");
            if (Files.isDirectory(tests)) {
                try (Stream<Path> files = Files.walk(tests)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
                }
            }
        }
        return all;
    }

    @Test
    void theSourcesAreThere() throws IOException {
        assertTrue(sources().size() > 500, () -> "found at " + ROOT);
    }

    @Test
    void eachTagIsOfATier() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (Path file : sources()) {
            Matcher tag = TAG.matcher(Files.readString(file));
            while (tag.find()) {
                if (!TAGS.contains(tag.group(1))) {
                    unknown.add(ROOT.relativize(file) + ": " + tag.group().strip());
                }
            }
        }
        assertEquals(List.of(), unknown, () -> "expected one of " + TAGS);
    }

    @Test
    void eachTagIsOneThatTheEngineReads() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path file : sources()) {
            String text = Files.readString(file);
            Matcher members = ANNOTATED.matcher(text);
            while (members.find()) {
                String annotations = members.group();
                if (TAG.matcher(annotations).find()) {
                    boolean isProperty = PROPERTY.matcher(annotations).find();
                    boolean isTest = TEST.matcher(annotations).find();
                    if (isProperty && !text.contains("import " + JQWIK)
                            || isTest && !text.contains("import " + JUPITER)) {
                        wrong.add(ROOT.relativize(file) + ": " + annotations.strip());
                    }
                    boolean isOfClass = TYPE.matcher(text)
                            .region(members.end(), text.length())
                            .lookingAt();
                    if (isOfClass
                            && PROPERTY.matcher(text).find()
                            && TEST.matcher(text).find()) {
                        wrong.add(ROOT.relativize(file) + ": a tag of the class, whose tests are of two engines");
                    }
                }
            }
        }
        assertEquals(List.of(), wrong, () -> "properties need " + JQWIK + ", tests " + JUPITER);
    }

    @Test
    void eachClassOfTestsHasANameThatIsRun() throws IOException {
        List<String> passedOver = new ArrayList<>();
        Set<String> others = new HashSet<>();
        for (Path file : sources()) {
            String text = Files.readString(file);
            String name = file.getFileName().toString().replace(".java", "");
            boolean isAbstract =
                    text.contains("abstract class " + name + " ") || text.contains("interface " + name + " ");
            if (hasTests(text) && !isAbstract && !name.matches(".*(Test|Props)")) {
                if (RUN_BY_OTHERS.contains(name)) {
                    others.add(name);
                } else {
                    passedOver.add(ROOT.relativize(file).toString());
                }
            }
            // A class within a file is not found by its file's name.
            Matcher types = TYPE.matcher(text);
            while (hasTests(text) && types.find()) {
                if (!types.group(1).equals(name)) {
                    passedOver.add(ROOT.relativize(file) + ": class " + types.group(1));
                }
            }
        }
        assertEquals(List.of(), passedOver, "expected names that end with Test or Props");
        assertEquals(RUN_BY_OTHERS, others, "these run by others");
    }

    private static boolean hasTests(String text) {
        Matcher members = ANNOTATED.matcher(text);
        while (members.find()) {
            if (TEST.matcher(members.group()).find()
                    || PROPERTY.matcher(members.group()).find()) {
                return true;
            }
        }
        return false;
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
        assertTrue(plain.contains("<include>**/*Test.java</include>")
                && plain.contains("<include>**/*Props.java</include>"));
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
