package org.bipj.testkit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * The names of the project's packages, types and members, read from its sources, and which names in a text are none of
 * them: {@code Type.member} in backquotes or {@code @code} tags, where the project has the type, and {@code
 * package.Type} with at least two parts of a package of the project. Documents leave the prefix {@code org.bipj} out.
 */
public final class SourceNames {
    private static final String PREFIX = "org.bipj.";

    /** In Markdown, and in a comment. */
    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`|\\{@code ([^}]+)\\}");

    private static final Pattern MEMBER =
            Pattern.compile("(?<![\\w./$-])([A-Z]\\w*(?:\\.[A-Z]\\w*)*)\\.([a-z_]\\w*|[A-Z][A-Z0-9_]+)(?![\\w/-])");
    private static final Pattern QUALIFIED =
            Pattern.compile("(?<![\\w./$-])((?:[a-z][a-z0-9]*\\.)+[a-z][a-z0-9]*)\\.([A-Z]\\w*)(?![\\w/-])");
    /** A method of which a generator writes other forms, which have names of their own. */
    private static final Pattern FORMS =
            Pattern.compile("// Forms: (.*)\\.\\R(?:.*\\R)*?    public final \\w+ (\\w)(\\w+)\\(");

    /** What looks like a member and is the end of a file's name. */
    private static final Set<String> SUFFIXES =
            Set.of("java", "class", "jar", "md", "txt", "sh", "platform", "c", "f90");

    /** A type: names of its members, and of the types that it extends or implements. */
    private record Type(Set<String> members, Set<String> parents) {}

    /** Packages of the JDK whose types sources and documents name. */
    private static final List<String> JDK = List.of(
            "java.io",
            "java.lang",
            "java.lang.foreign",
            "java.lang.invoke",
            "java.nio",
            "java.nio.channels",
            "java.nio.file",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "java.util.concurrent.locks",
            "java.util.function");

    private final Map<String, List<Class<?>>> jdk = new HashMap<>();
    private final Map<String, List<Type>> types = new HashMap<>();
    private final Set<String> packages = new HashSet<>();
    private final Set<String> qualified = new HashSet<>();

    private SourceNames() {}

    /** The names in source trees. */
    public static SourceNames of(List<Path> roots) {
        SourceNames names = new SourceNames();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                names.read(
                        files.filter(file -> file.toString().endsWith(".java")).toList());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return names;
    }

    private void read(List<Path> files) throws IOException {
        if (files.isEmpty()) {
            return;
        }
        for (Path file : files) {
            readForms(file);
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var units = manager.getJavaFileObjectsFromPaths(files);
            var task = (JavacTask) compiler.getTask(null, manager, ignored -> {}, List.of("-proc:none"), null, units);
            for (CompilationUnitTree unit : task.parse()) {
                String name = unit.getPackageName() == null
                        ? ""
                        : unit.getPackageName().toString();
                packages.add(name);
                unit.getTypeDecls().forEach(type -> type.accept(new Reader(name), null));
            }
        }
    }

    private void readForms(Path file) throws IOException {
        Set<String> members = new HashSet<>();
        Matcher form = FORMS.matcher(Files.readString(file));
        while (form.find()) {
            if (form.group(1).contains("i")) {
                members.add("i" + form.group(2).toUpperCase(Locale.ROOT) + form.group(3));
            }
            if (form.group(1).contains("Init")) {
                members.add(form.group(2) + form.group(3) + "Init");
            }
        }
        String type = file.getFileName().toString().replace(".java", "");
        types.computeIfAbsent(type, key -> new ArrayList<>()).add(new Type(members, Set.of()));
    }

    /** Adds a type and what it holds. */
    private final class Reader extends TreeScanner<Void, Void> {
        private final String in;

        Reader(String in) {
            this.in = in;
        }

        @Override
        public Void visitClass(ClassTree type, Void ignored) {
            String name = type.getSimpleName().toString();
            if (name.isEmpty()) {
                return null;
            }
            qualified.add(in + "." + name);
            Set<String> members = new HashSet<>();
            for (Tree member : type.getMembers()) {
                switch (member) {
                    case MethodTree method -> members.add(method.getName().toString());
                    case VariableTree field -> members.add(field.getName().toString());
                    case ClassTree inner -> members.add(inner.getSimpleName().toString());
                    default -> {}
                }
            }
            Set<String> parents = new HashSet<>();
            if (type.getExtendsClause() != null) {
                parents.add(simple(type.getExtendsClause()));
            }
            type.getImplementsClause().forEach(parent -> parents.add(simple(parent)));
            if (type.getKind() == Tree.Kind.ENUM) {
                members.addAll(List.of("values", "valueOf", "ordinal", "name"));
            }
            members.addAll(List.of("class", "length", "equals", "hashCode", "toString"));
            types.computeIfAbsent(name, key -> new ArrayList<>()).add(new Type(members, parents));
            return super.visitClass(type, ignored);
        }

        private static String simple(Tree type) {
            String name = type.toString().replaceAll("<.*", "");
            return name.substring(name.lastIndexOf('.') + 1);
        }
    }

    /** True if some type of that name has the member. One that neither the project nor the JDK has may have any. */
    private boolean has(String type, String member, Set<String> seen) {
        seen.add(type);
        List<Class<?>> ofJdk = ofJdk(type);
        boolean inJdk = ofJdk.stream().anyMatch(one -> has(one, member));
        if (inJdk || !types.containsKey(type)) {
            return inJdk || ofJdk.isEmpty();
        }
        return types.get(type).stream()
                .anyMatch(one -> one.members.contains(member)
                        || one.parents.stream()
                                .anyMatch(parent -> !seen.contains(parent) && has(parent, member, seen)));
    }

    private static boolean has(Class<?> type, String member) {
        return Arrays.stream(type.getMethods())
                        .anyMatch(method -> method.getName().equals(member))
                || Arrays.stream(type.getFields())
                        .anyMatch(field -> field.getName().equals(member))
                || Arrays.stream(type.getClasses())
                        .anyMatch(inner -> inner.getSimpleName().equals(member));
    }

    private List<Class<?>> ofJdk(String type) {
        return jdk.computeIfAbsent(type, name -> {
            List<Class<?>> found = new ArrayList<>();
            for (String in : JDK) {
                try {
                    found.add(Class.forName(in + "." + name, false, null));
                } catch (ClassNotFoundException e) {
                    // It is in another package, or none of the JDK's.
                }
            }
            return found;
        });
    }

    /** Names in the code of a text that the sources do not have. */
    public List<String> unknownIn(String text) {
        List<String> unknown = new ArrayList<>();
        Matcher code = CODE.matcher(text);
        while (code.find()) {
            String piece = code.group(1) != null ? code.group(1) : code.group(2);
            Matcher member = MEMBER.matcher(piece);
            while (member.find()) {
                String type = member.group(1).substring(member.group(1).lastIndexOf('.') + 1);
                if (!SUFFIXES.contains(member.group(2)) && !has(type, member.group(2), new HashSet<>())) {
                    unknown.add(member.group());
                }
            }
            Matcher name = QUALIFIED.matcher(piece);
            while (name.find()) {
                if (isOurs(name.group(1)) && !isKnown(name.group())) {
                    unknown.add(name.group());
                }
            }
        }
        return unknown;
    }

    private boolean isOurs(String name) {
        String first = name.replaceFirst("^org\\.bipj\\.", "").split("\\.")[0];
        return name.startsWith(PREFIX) || packages.contains(PREFIX + first) && !packages.contains(first);
    }

    private boolean isKnown(String name) {
        return qualified.contains(name) || qualified.contains(PREFIX + name);
    }

    /** The packages. */
    public Set<String> packages() {
        return Set.copyOf(packages);
    }
}
