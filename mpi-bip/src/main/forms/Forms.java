import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes classes of package {@code mpi} whose methods have many forms: MPI has a collective operation as a blocking, a non-blocking and a
 * persistent method, each with counts of type int and of type Count, the persistent ones also with an Info. In the files beside this one a
 * method is written once, its first form; a comment in front of it says which others there are:
 *
 * <ul>
 *   <li>{@code Count}: parameters that count are of type Count;
 *   <li>{@code i}: a request comes back; {@code bcast} becomes {@code iBcast};
 *   <li>{@code Init}: a persistent request comes back, and there is a form with an Info; {@code bcast} becomes {@code bcastInit}.
 * </ul>
 *
 * <p>The Javadoc of a form names the first form, and the function of MPI that is named there.
 *
 * <p>Arguments: the folder of the files, and where classes are written to. One that would be the same is left alone.
 */
class Forms {
    private static final String MARK = "    // Forms: ";
    private static final Set<String> FORMS = Set.of("Count", "i", "Init");
    private static final int WIDTH = 120;
    /** Parameters of type int that do not count elements. */
    private static final Set<String> NO_COUNTS =
            Set.of("dest", "source", "root", "tag", "sendtag", "recvtag", "offset", "target");

    private static final Pattern DECLARATION =
            Pattern.compile("public final (\\S+) (\\w+)\\((.*)\\)\\s+throws MPIException \\{", Pattern.DOTALL);
    private static final Pattern FUNCTION = Pattern.compile("\\(MPI_([A-Z][a-z]\\w+)");

    /** The functions of MPI that methods are, by the methods' names: forms with fewer buffers do not name them again. */
    private final Map<String, String> functions = new HashMap<>();

    public static void main(String[] args) throws IOException {
        Path from = Path.of(args[0]);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(each -> each.getNameCount() > from.getNameCount() + 1)
                    .toList()) {
                Path to = Path.of(args[1]).resolve(from.relativize(file));
                String made = new Forms()
                        .expand(Files.readAllLines(file), file.getFileName().toString());
                if (!Files.exists(to) || !Files.readString(to).equals(made)) {
                    Files.createDirectories(to.getParent());
                    Files.writeString(to, made);
                }
            }
        }
    }

    private String expand(List<String> lines, String file) {
        StringBuilder made =
                new StringBuilder("// Written by Forms.java out of src/main/forms: changes belong there.\n");
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).startsWith(MARK)) {
                made.append(lines.get(i)).append('\n');
                continue;
            }
            List<String> words = List.of(lines.get(i).substring(MARK.length()).split("[ ,.]+"));
            int end = i + lines.subList(i, lines.size()).indexOf("    }");
            try {
                if (!FORMS.containsAll(words) || end < i) {
                    throw new IllegalStateException("expected some of " + FORMS + ", and a method");
                }
                made.append(forms(String.join("\n", lines.subList(i + 1, end + 1)), words).stream()
                        .map(Method::text)
                        .collect(Collectors.joining("\n\n", "", "\n")));
            } catch (IllegalStateException e) {
                throw new IllegalStateException(file + ":" + (i + 1) + ": no method with forms", e);
            }
            i = end;
        }
        return made.toString();
    }

    /** The method and all its other forms. */
    private List<Method> forms(String text, List<String> words) {
        Method first = Method.of(text);
        Matcher function = FUNCTION.matcher(first.doc);
        boolean isNamed = function.find();
        if (isNamed) {
            functions.put(first.name, function.group(1));
        }
        String name = functions.get(first.name);
        List<Method> all = new ArrayList<>(List.of(first));
        boolean counts = words.contains("Count");
        if (counts) {
            all.add(first.counting(isNamed ? name : null));
        }
        if (words.contains("i")) {
            String of = "I" + Character.toLowerCase(name.charAt(0)) + name.substring(1);
            String started = "i" + Character.toUpperCase(first.name.charAt(0)) + first.name.substring(1);
            String verb = "aeiou".indexOf(first.name.charAt(0)) < 0 ? "Starts a " : "Starts an ";
            Method form = first.as("Request", started, ".start();");
            addBoth(all, form.documented(verb + first.link() + " (MPI_" + of + ")."), counts, of, false);
        }
        if (words.contains("Init")) {
            String of = name + "_init";
            Method form = first.as("Prequest", first.name + "Init", ".prepare();");
            addBoth(all, form.documented("A persistent " + first.link() + " (MPI_" + of + ")."), counts, of, true);
        }
        return all;
    }

    private static void addBoth(List<Method> all, Method form, boolean counts, String function, boolean hasInfo) {
        List<Method> both = counts ? List.of(form, form.counting(function)) : List.of(form);
        for (Method each : both) {
            all.add(each);
            if (hasInfo) {
                all.add(each.withInfo());
            }
        }
    }

    /** A parameter: its type with annotations, and its name. */
    record Parameter(String type, String name) {
        static Parameter of(String text) {
            int space = text.lastIndexOf(' ');
            return new Parameter(text.substring(0, space), text.substring(space + 1));
        }

        /** What it is where counts are of type Count. */
        Parameter counting() {
            boolean counts = type.startsWith("int") && !NO_COUNTS.contains(name);
            return counts ? new Parameter("Count" + type.substring("int".length()), name) : this;
        }

        /** The type without annotations, as Javadoc has it. */
        String plain() {
            return type.replace("@Nullable ", "").replace(" []", "[]");
        }
    }

    /** A method; its body begins behind the brace, and has the one of its end. */
    record Method(String doc, String result, String name, List<Parameter> parameters, String body) {
        static Method of(String text) {
            Matcher found = DECLARATION.matcher(text);
            if (!found.find()) {
                throw new IllegalStateException(text);
            }
            String list = found.group(3).replaceAll("\\s+", " ").strip();
            List<Parameter> parameters = list.isEmpty()
                    ? List.of()
                    : Arrays.stream(list.split(", ")).map(Parameter::of).toList();
            String doc = text.substring(0, found.start()).stripTrailing();
            return new Method(doc, found.group(1), found.group(2), parameters, text.substring(found.end()));
        }

        Method documented(String words) {
            return new Method("    /** " + words + " */", result, name, parameters, body);
        }

        Method counting(String function) {
            List<Parameter> counting =
                    parameters.stream().map(Parameter::counting).toList();
            return new Method(doc, result, name, counting, body)
                    .documented("The same for any number of elements"
                            + (function == null ? "." : " (MPI_" + function + "_c)."));
        }

        /** The method that returns something else, by the last call of its only statement. */
        Method as(String otherResult, String otherName, String lastCall) {
            String statement = body.strip().replaceFirst("^return ", "");
            String other = statement.replaceFirst("\\.\\w+\\(\\);\\s*\\}$", lastCall);
            if (other.equals(statement) || other.indexOf(';') < other.length() - 1) {
                throw new IllegalStateException("more than one statement: " + body);
            }
            return new Method(doc, otherResult, otherName, parameters, "\n        return " + other + "\n    }");
        }

        Method withInfo() {
            List<Parameter> more = new ArrayList<>(parameters);
            more.add(new Parameter("Info", "info"));
            String names = parameters.stream().map(Parameter::name).collect(Collectors.joining(", "));
            String code =
                    "\n        checkInfo(\"" + name + "\", info);\n        return " + name + "(" + names + ");\n    }";
            return new Method(doc, result, name, more, code)
                    .documented("As {@link #" + signature() + "}; no hint is known.");
        }

        String link() {
            return "{@link #" + signature() + " " + name + "}";
        }

        private String signature() {
            return parameters.stream().map(Parameter::plain).collect(Collectors.joining(", ", name + "(", ")"));
        }

        String text() {
            String head = "    public final " + result + " " + name + "(";
            List<String> list =
                    parameters.stream().map(each -> each.type + " " + each.name).toList();
            String line = head + String.join(", ", list) + ") throws MPIException {";
            String wrapped = head + "\n            " + String.join(",\n            ", list)
                    + ")\n            throws MPIException {";
            return doc + "\n" + (line.length() <= WIDTH ? line : wrapped) + body;
        }
    }
}
