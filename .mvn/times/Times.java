import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/**
 * Prints where the time of a build's tests has gone, from Surefire's reports: the ten slowest classes, each module beside its
 * budget, and the time of the whole beside its own. Only tells: a slow machine breaks no build.
 *
 * <p>Arguments: the root of the project, when the build began, the profile (verify or deep). Seconds of several JVMs at once add up.
 */
class Times {
    private static final int SHOWN = 10;

    record TestClass(String module, String name, double seconds, int tests) {}

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        Instant begin = Instant.parse(args[1]);
        Properties budget = new Properties();
        try (var in = Files.newBufferedReader(root.resolve(".mvn/times/budget.properties"))) {
            budget.load(in);
        }
        List<TestClass> all = classes(root, begin);
        all.sort(Comparator.comparingDouble(TestClass::seconds).reversed());
        System.out.printf("The slowest of %d test classes, in seconds:%n", all.size());
        all.stream().limit(SHOWN).forEach(one -> print(one.seconds, one.module + " " + one.name, one.tests + " tests"));
        if (args[2].equals("verify")) {
            System.out.println("Tests of each module, in seconds, and their budget (.mvn/times/budget.properties):");
            Map<String, Double> modules = new TreeMap<>();
            all.forEach(one -> modules.merge(one.module, one.seconds, Double::sum));
            modules.forEach((module, seconds) -> print(seconds, module, over(seconds, budget.getProperty(module))));
            double whole = Duration.between(begin, Instant.now()).toMillis() / 1e3;
            print(whole, "the whole build", over(whole, budget.getProperty("whole")));
        }
    }

    private static void print(double seconds, String what, String more) {
        System.out.printf(Locale.ROOT, "%7.1f  %s, %s%n", seconds, what, more);
    }

    private static String over(double seconds, String budget) {
        return budget == null
                ? "no budget"
                : "of " + budget + (seconds > Double.parseDouble(budget) ? ": OVER ITS BUDGET" : "");
    }

    private static List<TestClass> classes(Path root, Instant begin) throws Exception {
        List<TestClass> all = new ArrayList<>();
        // Modules lie at the root, or in a folder of modules there.
        try (Stream<Path> modules = Files.find(root, 2, (path, is) -> Files.exists(path.resolve("pom.xml")))) {
            for (Path module : modules.toList()) {
                Path reports = module.resolve("target/surefire-reports");
                if (Files.isDirectory(reports)) {
                    addReports(module.getFileName().toString(), reports, FileTime.from(begin), all);
                }
            }
        }
        return all;
    }

    private static void addReports(String module, Path reports, FileTime begin, List<TestClass> all) throws Exception {
        try (Stream<Path> files = Files.list(reports)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                // Reports of earlier builds stay.
                if (name.startsWith("TEST-") && name.endsWith(".xml") && isSince(file, begin)) {
                    Element suite = DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(file.toFile())
                            .getDocumentElement();
                    double seconds = Double.parseDouble(suite.getAttribute("time").replace(",", ""));
                    int tests = Integer.parseInt(suite.getAttribute("tests"));
                    all.add(new TestClass(module, suite.getAttribute("name"), seconds, tests));
                }
            }
        }
    }

    private static boolean isSince(Path file, FileTime begin) throws IOException {
        return Files.getLastModifiedTime(file).compareTo(begin) >= 0;
    }
}
