import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names in the documents: each class, package and path that stands there between back quotes is one. A word with a capital is a class of the
 * tree or of the JDK, or a method or constant that some source declares; behind packages it is a class there, and {@code core.channel}
 * is a package if its first word begins one, unless it is a constant of a simulated platform. What is made by a build, in {@code target}, is not looked for.
 */
final class DocumentNames {
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern CLASS = Pattern.compile("[A-Z][a-z]\\w*(\\.[A-Z][a-z]\\w*)*");
    private static final Pattern QUALIFIED = Pattern.compile("((?:[a-z]\\w*\\.)+)([A-Z][a-z]\\w*)(\\.\\w+)*");
    private static final Pattern PACKAGE = Pattern.compile("[a-z][a-z0-9]*(\\.[a-z][a-z0-9]*)+");
    private static final Pattern PATH = Pattern.compile("[\\w.-]+(/[\\w.-]+)+/?");

    private static final Pattern DECLARED = Pattern.compile(
            "\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)|\\b([A-Z]\\w*)\\s*\\(|@Name\\(\"([\\w.]+)\"\\)");
    private static final Pattern CONSTANT = Pattern.compile("^#?\\s*([a-z][\\w.]*) *[=:]", Pattern.MULTILINE);
    private static final Pattern OF_PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);

    /** Words that look like names of ours and are others', each with whose. */
    private static final Set<String> OTHERS = Set.of(
            // Decisions tell why these are not used.
            "UnsafeBuffer",
            "Long2ObjectHashMap",
            // An option of ssh.
            "BatchMode",
            // What the second dialect does not have.
            "Attr_put",
            // A number's value.
            "NaN");

    private final Path root;
    private final Set<String> classes = new HashSet<>();
    private final Set<String> packages = new HashSet<>();
    /** By their packages. */
    private final Set<String> qualified = new HashSet<>();

    private final Set<String> folders = new HashSet<>();
    private final Set<String> constants = new HashSet<>();

    /**
     * What there is.
     *
     * @param sources of all modules
     * @param platforms files of constants
     */
    DocumentNames(Path root, List<Path> sources, List<Path> platforms) throws IOException {
        this.root = root;
        for (Path source : sources) {
            read(Files.readString(source));
        }
        for (Path platform : platforms) {
            CONSTANT.matcher(Files.readString(platform)).results().forEach(found -> constants.add(found.group(1)));
        }
        FileSystem runtime = FileSystems.getFileSystem(URI.create("jrt:/"));
        try (Stream<Path> all = Files.walk(runtime.getPath("/modules"))) {
            all.map(Path::toString)
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(name.lastIndexOf('/') + 1, name.length() - ".class".length()))
                    .forEach(name -> classes.addAll(List.of(name.split("\\$"))));
        }
        try (Stream<Path> top = Files.list(root)) {
            top.filter(Files::isDirectory).forEach(folder -> folders.add(folder.getFileName().toString()));
        }
    }

    private void read(String source) {
        Matcher of = OF_PACKAGE.matcher(source);
        String own = of.find() ? of.group(1) : "";
        packages.add(own);
        Matcher declared = DECLARED.matcher(source);
        while (declared.find()) {
            if (declared.group(1) != null) {
                qualified.add(own + "." + declared.group(1));
                classes.add(declared.group(1));
            } else if (declared.group(2) != null) {
                classes.add(declared.group(2));
            } else {
                qualified.add(declared.group(3));
            }
        }
    }

    /** The lines with names that are none, such as {@code docs/MPI.md:3: `Comn`}. */
    List<String> unknown() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path document : documents()) {
            boolean isCode = false;
            int number = 0;
            for (String line : Files.readAllLines(document)) {
                number++;
                isCode ^= line.startsWith("```");
                Matcher quoted = QUOTED.matcher(isCode ? "" : line);
                while (quoted.find()) {
                    if (!isKnown(quoted.group(1))) {
                        lines.add(root.relativize(document) + ":" + number + ": `" + quoted.group(1) + "`");
                    }
                }
            }
        }
        return lines;
    }

    /** Those that say how it is, not how it was: neither the list of changes nor the laboratory's pages. */
    private Set<Path> documents() throws IOException {
        Set<Path> documents = new TreeSet<>(Set.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md")));
        try (Stream<Path> all = Files.walk(root.resolve("docs"))) {
            all.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.startsWith(root.resolve("docs/lab")))
                    .forEach(documents::add);
        }
        return documents;
    }

    private boolean isKnown(String word) {
        Matcher name = QUALIFIED.matcher(word);
        if (CLASS.matcher(word).matches()) {
            return Stream.of(word.split("\\.")).allMatch(part -> classes.contains(part) || OTHERS.contains(part));
        }
        if (name.matches()) {
            return isQualified(name.group(1), name.group(2));
        }
        if (PACKAGE.matcher(word).matches()) {
            return !beginsOne(word) || isPackage(word) || constants.stream().anyMatch(key -> (key + ".").startsWith(word + "."));
        }
        if (PATH.matcher(word).matches() && folders.contains(word.substring(0, word.indexOf('/')))) {
            return word.contains("/target/") || word.startsWith("target/") || Files.exists(root.resolve(word));
        }
        return true;
    }

    /** A name behind packages, of which the first may be left out: those of the JDK and of other libraries are not looked at. */
    private boolean isQualified(String of, String name) {
        String whole = of + name;
        return !beginsOne(of.substring(0, of.length() - 1))
                || qualified.stream().anyMatch(known -> known.equals(whole) || known.endsWith("." + whole));
    }

    private boolean isPackage(String word) {
        return packages.stream().anyMatch(known -> ("." + known + ".").contains("." + word + "."));
    }

    /** True if packages of the tree begin with the first word, with or without the part that all have in common. */
    private boolean beginsOne(String word) {
        int point = word.indexOf('.');
        String first = point < 0 ? word : word.substring(0, point);
        return first.equals("mpi")
                || word.startsWith("org.bipj")
                || packages.stream().anyMatch(known -> known.startsWith("org.bipj." + first + "."));
    }
}
