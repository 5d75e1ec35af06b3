import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExportsTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attribute;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Figures of the whole house, each beside the largest value that {@code .ci/house.properties} allows: how long the
 * sources are, how many internal methods have too many parameters, how large circles of classes are, how many names several classes
 * have, how many entries a visitor meets, what documents name, what the tests cost. Fails above a limit.
 *
 * <p>Arguments: the root of the project, built; {@code costs} for what the tests cost and nothing else. Run by {@code .ci/house}.
 */
class House {
    /** A method of that many parameters is counted. */
    private static final int MANY_PARAMETERS = 8;

    /** Smaller circles are not listed. */
    private static final int SMALL_CIRCLE = 5;

    /** Top-level folders whose classes may have names that others have. */
    private static final Set<String> OWN_SUBJECTS = Set.of("samples", "evidence");

    private final Path root;
    private final Properties limits = new Properties();
    private final Set<String> measured = new HashSet<>();
    private final List<String> over = new ArrayList<>();

    private House(Path root) throws IOException {
        this.root = root;
        try (var in = Files.newBufferedReader(root.resolve(".ci/house.properties"))) {
            limits.load(in);
        }
    }

    public static void main(String[] args) throws Exception {
        House house = new House(Path.of(args[0]));
        if (args.length > 1 && args[1].equals("costs")) {
            house.costOfTests();
            house.end();
        }
        house.lines();
        house.parameters();
        house.circles();
        house.sameNames();
        house.entries();
        house.documents();
        house.costOfTests();
        house.limitsOfNothing();
        house.end();
    }

    private void end() {
        over.forEach(why -> System.err.println("Above .ci/house.properties: " + why));
        System.exit(over.isEmpty() ? 0 : 1);
    }

    // ---- figures and limits -----------------------------------------------------------------------------------

    private void figure(String key, long value, String what) {
        print(Long.toString(value), key, key, what);
        compare(key, key, value);
    }

    private void notMeasured(String key, String what) {
        print("not measured", key, key, what);
        measured.add(key);
    }

    private void print(String value, String name, String limitKey, String what) {
        String limit = limits.getProperty(limitKey, "any number");
        System.out.printf("%12s  %-28s %s, %s at most%n", value, name, what, limit);
    }

    private void compare(String name, String limitKey, long value) {
        measured.add(limitKey);
        String limit = limits.getProperty(limitKey);
        if (limit != null && value > Long.parseLong(limit.strip())) {
            over.add(name + " is " + value + ", " + limit + " at most");
        }
    }

    /** A limit of something that is no more would be taken for a check. */
    private void limitsOfNothing() {
        for (String key : new TreeSet<>(limits.stringPropertyNames())) {
            if (!measured.contains(key)) {
                over.add(key + " limits nothing");
            }
        }
    }

    // ---- lines of main sources --------------------------------------------------------------------------------

    private void lines() throws IOException {
        long all = 0;
        for (Path module : modules()) {
            long lines = 0;
            for (Path file : files(module.resolve("src/main"), ".java")) {
                try (Stream<String> text = Files.lines(file)) {
                    lines += text.count();
                }
            }
            if (lines > 0) {
                figure("lines." + module.getFileName(), lines, "lines of main sources");
            }
            all += lines;
        }
        figure("lines", all, "lines of main sources of all modules");
    }

    // ---- names ----------------------------------------------------------------------------------------------------

    /** Two classes of one name are taken for each other. Types of MPI, samples and what shows results have names of their own subjects. */
    private void sameNames() throws IOException {
        Map<String, Set<String>> packages = new TreeMap<>();
        for (Path module : modules()) {
            Path sources = module.resolve("src/main/java");
            for (Path file : files(sources, ".java")) {
                String name = file.getFileName().toString().replace(".java", "");
                String of = sources.relativize(file.getParent()).toString().replace('/', '.');
                if (!name.endsWith("-info") && !of.equals("mpi") && !OWN_SUBJECTS.contains(topOf(module))) {
                    packages.computeIfAbsent(name, one -> new TreeSet<>()).add(of);
                }
            }
        }
        packages.values().removeIf(of -> of.size() < 2);
        figure("same-names", packages.size(), "names that several classes of main sources have");
        if (over.stream().anyMatch(why -> why.startsWith("same-names "))) {
            packages.forEach((name, of) -> System.err.println(name + ": " + String.join(", ", of)));
        }
    }

    private String topOf(Path module) {
        return root.relativize(module).getName(0).toString();
    }

    private void documents() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path module : modules()) {
            sources.addAll(files(module.resolve("src"), ".java"));
        }
        Path platforms = root.resolve("transport-sim/src/main/resources");
        List<Path> constants = new ArrayList<>(files(platforms, ".platform"));
        constants.addAll(files(platforms, ".constants"));
        List<String> unknown = new DocumentNames(root, sources, constants).unknown();
        unknown.forEach(line -> System.err.println("No such class, package or file: " + line));
        figure("unknown-names", unknown.size(), "names in documents of which there is nothing");
    }

    // ---- internal methods with many parameters ------------------------------------------------------------------

    private void parameters() throws IOException {
        Parameters parameters = new Parameters();
        List<Path> sources = new ArrayList<>(files(root.resolve("mpi-bip/src/main/java"), ".java"));
        sources.addAll(files(root.resolve("mpi-bip/src/main/forms/mpi"), ".java"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of(), null, manager.getJavaFileObjectsFromPaths(sources));
            List<CompilationUnitTree> units = new ArrayList<>();
            task.parse().forEach(units::add);
            for (CompilationUnitTree unit : units) {
                if (unit.getModule() != null) {
                    parameters.exports(unit.getModule().getDirectives());
                }
            }
            units.forEach(parameters::count);
        }
        figure(
                "parameters.mpi-bip",
                parameters.internal,
                "internal methods with " + MANY_PARAMETERS + " and more parameters, beside " + parameters.visible
                        + " of the API");
    }

    /** Counts methods and constructors. Those that a user can call or override are the API, all others are internal. */
    private static final class Parameters extends TreeScanner<Void, Boolean> {
        long internal;
        long visible;
        private final Set<String> exported = new HashSet<>();

        void exports(List<? extends Tree> directives) {
            for (Tree directive : directives) {
                if (directive instanceof ExportsTree exports && exports.getModuleNames() == null) {
                    exported.add(exports.getPackageName().toString());
                }
            }
        }

        void count(CompilationUnitTree unit) {
            if (unit.getPackageName() != null) {
                scan(unit, exported.contains(unit.getPackageName().toString()));
            }
        }

        @Override
        public Void visitClass(ClassTree type, Boolean open) {
            boolean ofInterface = type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
            boolean isOpen = open && isOpen(type.getModifiers().getFlags(), false);
            for (Tree member : type.getMembers()) {
                if (member instanceof MethodTree method) {
                    boolean callable = isOpen && isOpen(method.getModifiers().getFlags(), ofInterface);
                    if (method.getParameters().size() >= MANY_PARAMETERS) {
                        if (callable) {
                            visible++;
                        } else {
                            internal++;
                        }
                    }
                    scan(method, false);
                } else if (member instanceof ClassTree nested && ofInterface) {
                    // Members of an interface are public.
                    visitClass(nested, isOpen);
                } else {
                    scan(member, isOpen);
                }
            }
            return null;
        }

        private static boolean isOpen(Set<Modifier> flags, boolean ofInterface) {
            return flags.contains(Modifier.PUBLIC)
                    || flags.contains(Modifier.PROTECTED)
                    || ofInterface && !flags.contains(Modifier.PRIVATE);
        }
    }

    // ---- circles of classes -------------------------------------------------------------------------------------

    /**
     * Circles are those of the test kit's {@code Floors}, and so are arrows between classes: nested classes count as
     * their outermost one, and a class depends on the classes that its declarations name, whose members it calls or
     * reads, and that it tests for, catches or takes as constants.
     */
    private void circles() throws IOException {
        Map<String, Integer> largest = new TreeMap<>();
        for (Path module : modules()) {
            // The dialect's stubs are classes of package mpi for the compiler alone.
            Path classes = module.resolve("target/classes");
            if (module.getFileName().toString().equals("mpj") || !Files.isDirectory(classes)) {
                continue;
            }
            Map<String, Set<String>> arrows = new TreeMap<>();
            for (Path file : files(classes, ".class")) {
                if (!file.endsWith("module-info.class")) {
                    ClassModel model = ClassFile.of().parse(file);
                    arrows.computeIfAbsent(top(model.thisClass().asInternalName()), name -> new TreeSet<>())
                            .addAll(new Names(model).found);
                }
            }
            arrows.values().forEach(names -> names.retainAll(arrows.keySet()));
            for (Set<String> circle : new Components(arrows).found()) {
                String packages = circle.stream()
                        .map(name -> name.substring(0, name.lastIndexOf('/')).replace('/', '.'))
                        .distinct()
                        .collect(Collectors.joining("+"));
                largest.merge(packages, circle.size(), Math::max);
            }
        }
        largest.forEach((name, size) -> compare("circle." + name, limitOfCircle(name), size));
        if (largest.isEmpty()) {
            throw new IllegalStateException("no classes below " + root + ": build it first");
        }
        largest.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .filter(one -> one.getValue() >= SMALL_CIRCLE)
                .forEach(one -> print(
                        one.getValue().toString(),
                        "circle." + one.getKey(),
                        limitOfCircle(one.getKey()),
                        "classes in a circle"));
        long small =
                largest.values().stream().filter(size -> size < SMALL_CIRCLE).count();
        System.out.println(
                "              and circles of less than " + SMALL_CIRCLE + " classes in " + small + " packages");
    }

    /** A package's own limit, or that of all others. */
    private String limitOfCircle(String ofPackage) {
        String own = "circle." + ofPackage;
        return limits.containsKey(own) ? own : "circle";
    }

    private static String top(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** The classes that one class depends on. */
    private static final class Names {
        private static final Pattern IN_DESCRIPTOR = Pattern.compile("L([\\w/$]+)");

        final Set<String> found = new TreeSet<>();

        Names(ClassModel model) {
            model.superclass().ifPresent(this::add);
            model.interfaces().forEach(this::add);
            addAttributes(model);
            for (FieldModel field : model.fields()) {
                if (!field.flags().has(AccessFlag.SYNTHETIC)) {
                    addDescriptor(field.fieldType().stringValue());
                    addAttributes(field);
                }
            }
            for (MethodModel method : model.methods()) {
                // A lambda's body belongs to the method around it; its parameters are no declaration.
                if (isDeclared(method.flags())) {
                    addDescriptor(method.methodType().stringValue());
                    addAttributes(method);
                }
                method.code().ifPresent(code -> {
                    code.exceptionHandlers()
                            .forEach(handler -> handler.catchType().ifPresent(this::add));
                    code.forEach(this::addInstruction);
                });
            }
        }

        private static boolean isDeclared(AccessFlags flags) {
            return !flags.has(AccessFlag.SYNTHETIC) || flags.has(AccessFlag.BRIDGE);
        }

        private void addInstruction(CodeElement element) {
            switch (element) {
                case InvokeInstruction call -> add(call.owner());
                case FieldInstruction access -> add(access.owner());
                case TypeCheckInstruction check when check.opcode() == Opcode.INSTANCEOF -> add(check.type());
                case LoadConstantInstruction load when load.constantEntry() instanceof ClassEntry type -> add(type);
                case InvokeDynamicInstruction call -> {
                    for (Object argument : call.bootstrapArgs()) {
                        if (argument instanceof DirectMethodHandleDesc handle) {
                            addDescriptor(handle.owner().descriptorString());
                        }
                    }
                }
                default -> {}
            }
        }

        private void addAttributes(AttributedElement element) {
            for (Attribute<?> attribute : element.attributes()) {
                switch (attribute) {
                    case SignatureAttribute generic ->
                        addDescriptor(generic.signature().stringValue());
                    case ExceptionsAttribute thrown -> thrown.exceptions().forEach(this::add);
                    case RuntimeVisibleAnnotationsAttribute visible -> addAnnotations(visible.annotations());
                    case RuntimeInvisibleAnnotationsAttribute invisible -> addAnnotations(invisible.annotations());
                    default -> {}
                }
            }
        }

        private void addAnnotations(List<Annotation> annotations) {
            for (Annotation one : annotations) {
                addDescriptor(one.className().stringValue());
                one.elements().forEach(element -> addValue(element.value()));
            }
        }

        private void addValue(AnnotationValue value) {
            switch (value) {
                case AnnotationValue.OfClass type ->
                    addDescriptor(type.className().stringValue());
                case AnnotationValue.OfEnum constant ->
                    addDescriptor(constant.className().stringValue());
                case AnnotationValue.OfAnnotation nested -> addAnnotations(List.of(nested.annotation()));
                case AnnotationValue.OfArray array -> array.values().forEach(this::addValue);
                default -> {}
            }
        }

        private void add(ClassEntry entry) {
            String name = entry.asInternalName();
            if (name.startsWith("[")) {
                addDescriptor(name);
            } else {
                found.add(top(name));
            }
        }

        private void addDescriptor(String descriptor) {
            Matcher names = IN_DESCRIPTOR.matcher(descriptor);
            while (names.find()) {
                found.add(top(names.group(1)));
            }
        }
    }

    /** Strongly connected components of more than one class, by Tarjan's algorithm. */
    private static final class Components {
        private final Map<String, Set<String>> arrows;
        private final Map<String, Integer> number = new HashMap<>();
        private final List<String> path = new ArrayList<>();
        private final List<Set<String>> found = new ArrayList<>();

        Components(Map<String, Set<String>> arrows) {
            this.arrows = arrows;
            arrows.keySet().forEach(this::visit);
        }

        List<Set<String>> found() {
            return found;
        }

        /** The lowest number on the path that is reached from here; larger than all where what is here is done with. */
        private int visit(String one) {
            Integer known = number.get(one);
            if (known != null) {
                return path.contains(one) ? known : Integer.MAX_VALUE;
            }
            int own = number.size();
            number.put(one, own);
            path.add(one);
            int lowest = own;
            for (String other : arrows.get(one)) {
                lowest = Math.min(lowest, visit(other));
            }
            if (lowest < own) {
                return lowest;
            }
            List<String> circle = path.subList(path.indexOf(one), path.size());
            if (circle.size() > 1) {
                found.add(new TreeSet<>(circle));
            }
            circle.clear();
            return Integer.MAX_VALUE;
        }
    }

    // ---- entries at the top -------------------------------------------------------------------------------------

    private void entries() throws Exception {
        Process git = new ProcessBuilder("git", "-C", root.toString(), "ls-files")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long entries;
        try (Stream<String> files = git.inputReader().lines()) {
            entries = files.map(file -> file.split("/", 2)[0])
                    .filter(entry -> !entry.startsWith("."))
                    .distinct()
                    .count();
        }
        String what = "entries at the top of the repository, those with a dot apart";
        if (git.waitFor() == 0) {
            figure("top", entries, what);
        } else {
            notMeasured("top", what);
        }
    }

    // ---- what the tests cost --------------------------------------------------------------------------------------

    /**
     * Sums of {@code target/costs.txt} and {@code target/costs-rest.txt}, which {@code .mvn/times/Times.java} writes at the end of a build:
     * behind a heading that ends with the build's profile a line for each test class, which begins with seconds of processor time and the
     * jobs that it started.
     *
     * <p>Jobs have a limit, because their number is nearly the same everywhere (the limits say how nearly). Processor time depends on the
     * machine and on what else it runs.
     */
    private void costOfTests() throws IOException {
        Costs plain = costs("costs.txt");
        Costs rest = costs("costs-rest.txt");
        boolean isTier1 = plain.tier.equals("tier1");
        jobs("job-starts", "jobs that the tests of tier 1 started", isTier1 ? plain : Costs.NONE);
        boolean hasBoth = isTier1 && rest.tier.equals("rest") && rest.when.compareTo(plain.when) > 0;
        Costs all = plain.tier.equals("tier2") ? plain : hasBoth ? plain.plus(rest) : Costs.NONE;
        jobs("job-starts.tier2", "jobs that the tests of tiers 1 and 2 started", all);
        if (plain == Costs.NONE) {
            System.out.println("What tests cost is not known: ./mvnw verify writes target/costs.txt.");
        }
    }

    private void jobs(String key, String what, Costs costs) {
        if (costs == Costs.NONE) {
            notMeasured(key, what);
        } else {
            System.out.printf(
                    Locale.ROOT,
                    "%12.1f  %-28s minutes of processor time of these tests%n",
                    costs.seconds / 60,
                    key.replace("job-starts", "processor-minutes"));
            figure(key, costs.jobs, what);
        }
    }

    /** Sums of a file. */
    private record Costs(String tier, FileTime when, double seconds, long jobs) {
        static final Costs NONE = new Costs("", FileTime.fromMillis(0), 0, 0);

        Costs plus(Costs other) {
            return new Costs(tier + other.tier, when, seconds + other.seconds, jobs + other.jobs);
        }
    }

    private Costs costs(String name) throws IOException {
        Path file = root.resolve("target").resolve(name);
        if (!Files.exists(file)) {
            return Costs.NONE;
        }
        List<String> lines = Files.readAllLines(file);
        double seconds = 0;
        long jobs = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] words = line.strip().split(" +", 3);
            seconds += Double.parseDouble(words[0]);
            jobs += Long.parseLong(words[1]);
        }
        String[] heading = lines.getFirst().split(" +");
        return new Costs(heading[heading.length - 1], Files.getLastModifiedTime(file), seconds, jobs);
    }

    // ---- files ----------------------------------------------------------------------------------------------------

    /** The folders that the root's pom lists as modules. */
    private List<Path> modules() throws IOException {
        List<Path> modules = new ArrayList<>();
        Matcher module = Pattern.compile("<module>([^<]+)</module>").matcher(Files.readString(root.resolve("pom.xml")));
        while (module.find()) {
            modules.add(root.resolve(module.group(1)));
        }
        return modules;
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
