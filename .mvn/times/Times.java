import java.io.IOException;
import java.io.PrintWriter;
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
 * Prints what the tests of a build have cost: the dearest classes, each module beside its budget, and the whole beside its own. All
 * classes are in the file {@code target/costs.txt}; in {@code target/costs-rest.txt} are those of a build that has run what tier 2 has
 * beside tier 1. Only tells: a slow machine breaks no build. {@code .ci/house} holds the number of jobs to its limit.
 *
 * <p>Processor time and started JVMs are what the listener {@code org.bipj.testkit.Costs} wrote beside Surefire's reports. A job is a
 * JVM that a test started itself: that of {@code mpirun}, mostly.
 *
 * <p>Arguments: the root of the project, when the build began, the profile (tier1, tier2, rest or deep).
 */
class Times {
    /** Shown are classes that take so many seconds of processor time or more. */
    private static final double SHOWN_S = 3;

    private static final int TICKS_PER_SECOND = 100;

    /** What has been used. */
    record Cost(double processor, int jobs, int jvms) {
        static final Cost NONE = new Cost(0, 0, 0);

        Cost plus(Cost other) {
            return new Cost(processor + other.processor, jobs + other.jobs, jvms + other.jvms);
        }

        /** Reads a line of the listener. */
        static Cost of(Path file) throws IOException {
            String[] words = Files.readString(file).strip().split(" ");
            return new Cost(Double.parseDouble(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
        }
    }

    /** A class, or what a JVM of tests used outside of its classes: then without time and tests. */
    record TestClass(String module, String name, Cost cost, double seconds, int tests) {}

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        Instant begin = Instant.parse(args[1]);
        Properties budget = new Properties();
        try (var in = Files.newBufferedReader(root.resolve(".mvn/times/budget.properties"))) {
            budget.load(in);
        }
        List<TestClass> all = classes(root, begin);
        all.sort(Comparator.comparingDouble((TestClass one) -> one.cost.processor).reversed());
        String name = args[2].equals("rest") ? "costs-rest.txt" : "costs.txt";
        Path target = Files.createDirectories(root.resolve("target"));
        try (PrintWriter file = new PrintWriter(Files.newBufferedWriter(target.resolve(name)))) {
            // .ci/house reads the file: the profile says which of its limits of jobs is meant.
            file.println(heading() + "  " + args[2]);
            all.forEach(one -> file.println(line(one)));
        }
        System.out.printf(
                "Test classes that take %.0f s of processor time or more (all %d: target/%s)%n%s%n",
                SHOWN_S, all.size(), name, heading());
        all.stream().filter(one -> one.cost.processor >= SHOWN_S).forEach(one -> System.out.println(line(one)));
        if (!args[2].equals("deep")) {
            // Tier 1 has budgets of its modules, the others of the whole.
            printSums(all, begin, budget, args[2].equals("tier1") ? "" : args[2] + ".");
        }
    }

    private static void printSums(List<TestClass> all, Instant begin, Properties budget, String tier) throws IOException {
        System.out.println("Tests of each module, and their budget of processor time (.mvn/times/budget.properties)");
        Map<String, Cost> modules = new TreeMap<>();
        all.forEach(one -> modules.merge(one.module, one.cost, Cost::plus));
        modules.forEach((module, cost) -> System.out.println(
                line(cost, module) + ", " + over(cost.processor, "s", budget.getProperty(tier + module))));
        Cost tests = modules.values().stream().reduce(Cost.NONE, Cost::plus);
        System.out.println(line(tests, "all tests"));
        double minutes = ofMaven() / 60;
        double whole = Duration.between(begin, Instant.now()).toMillis() / 1e3;
        System.out.printf(
                Locale.ROOT,
                "The whole build: %.1f minutes of processor time, %s; %.0f s, %s%n",
                minutes,
                over(minutes, "minutes", budget.getProperty(tier + "processor.minutes")),
                whole,
                over(whole, "s", budget.getProperty(tier + "whole")));
    }

    private static String heading() {
        return "processor s   jobs   JVMs";
    }

    private static String line(TestClass one) {
        String what = one.module + " " + one.name;
        return line(one.cost, one.tests == 0 ? what : String.format(Locale.ROOT, "%s, %d tests, %.1f s", what, one.tests, one.seconds));
    }

    private static String line(Cost cost, String what) {
        return String.format(Locale.ROOT, "%11.1f%7d%7d  %s", cost.processor, cost.jobs, cost.jvms, what);
    }

    private static String over(double used, String unit, String budget) {
        return budget == null
                ? "no budget"
                : "of " + (budget + " " + unit).strip() + (used > Double.parseDouble(budget) ? ": OVER ITS BUDGET" : "");
    }

    /** Seconds of processor time that Maven, which has started us, and all that it has started and waited for have used. */
    private static double ofMaven() throws IOException {
        long maven = ProcessHandle.current().parent().orElseThrow().pid();
        String stat = Files.readString(Path.of("/proc", Long.toString(maven), "stat"));
        // The second field, the name, may contain anything; the 14th to 17th are times of the process and of its children.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = 0;
        for (int field = 14; field <= 17; field++) {
            ticks += Long.parseLong(fields[field - 3]);
        }
        return (double) ticks / TICKS_PER_SECOND;
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
                if (name.endsWith(".cost") && isSince(file, begin)) {
                    all.add(testClass(module, name.substring(0, name.length() - ".cost".length()), file));
                }
            }
        }
    }

    private static TestClass testClass(String module, String name, Path cost) throws Exception {
        Path report = cost.resolveSibling("TEST-" + name + ".xml");
        if (!Files.exists(report)) {
            return new TestClass(module, name, Cost.of(cost), 0, 0);
        }
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report.toFile())
                .getDocumentElement();
        double seconds = Double.parseDouble(suite.getAttribute("time").replace(",", ""));
        return new TestClass(module, name, Cost.of(cost), seconds, Integer.parseInt(suite.getAttribute("tests")));
    }

    private static boolean isSince(Path file, FileTime begin) throws IOException {
        return Files.getLastModifiedTime(file).compareTo(begin) >= 0;
    }
}
