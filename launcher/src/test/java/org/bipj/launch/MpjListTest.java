package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import mpi.MPI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The signatures are those of the document "mpiJava 1.2: API Specification", and of what programs use beyond it; the library has
 * them all; and the programs of {@link MpjPrograms}, which run in all modes, call each. The lists are made after the document and
 * its implementations, not after our classes.
 */
class MpjListTest {
    private static final ClassLoader SIGNATURES = signatures();

    /**
     * A member of a list.
     *
     * @param kind constructor, instance, static, field or constant
     * @param name of the class for a constructor
     * @param parameters names of their types
     */
    private record Listed(String owner, String kind, String type, String name, List<String> parameters) {
        static Listed of(String line) {
            String[] words = line.split(" ");
            int open = words[3].indexOf('(');
            String name = open < 0 ? words[3] : words[3].substring(0, open);
            String inside = open < 0 ? "" : words[3].substring(open + 1, words[3].length() - 1);
            return new Listed(
                    words[0],
                    words[1],
                    words[2],
                    name.isEmpty() ? "<init>" : name,
                    inside.isEmpty() ? List.of() : List.of(inside.split(",")));
        }

        static Listed of(Member member) {
            String owner = member.getDeclaringClass().getName();
            boolean isStatic = Modifier.isStatic(member.getModifiers());
            return switch (member) {
                case Field field ->
                    new Listed(
                            owner,
                            isStatic ? "constant" : "field",
                            field.getType().getTypeName(),
                            field.getName(),
                            List.of());
                case Method method ->
                    new Listed(
                            owner,
                            isStatic ? "static" : "instance",
                            method.getReturnType().getTypeName(),
                            method.getName(),
                            names(method));
                default -> new Listed(owner, "constructor", owner, "<init>", names((Constructor<?>) member));
            };
        }

        private static List<String> names(Executable member) {
            return Arrays.stream(member.getParameterTypes())
                    .map(Class::getTypeName)
                    .toList();
        }

        boolean isMethod() {
            return !kind.equals("field") && !kind.equals("constant");
        }

        /** As the signatures have it: an attribute is an Integer there, so that programs that expect an Object compile too. */
        Listed inJava() {
            return name.equals("Attr_get") ? new Listed(owner, kind, Integer.class.getName(), name, parameters) : this;
        }

        @Override
        public String toString() {
            return owner + "." + name + (isMethod() ? "(" + String.join(",", parameters) + ")" : "") + " " + kind + " "
                    + type;
        }
    }

    private static ClassLoader signatures() {
        try {
            return new URLClassLoader(
                    new URL[] {MpjPrograms.SIGNATURES.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Listed> read(String list) throws IOException {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(MPI.class.getResourceAsStream("/mpi/" + list), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Listed.of(line).inJava())
                    .toList();
        }
    }

    private static List<Listed> document() throws IOException {
        return read("mpi-1.2.txt");
    }

    private static List<Listed> all() throws IOException {
        return Stream.concat(document().stream(), read("mpi-1.2-more.txt").stream())
                .toList();
    }

    private static List<Class<?>> classes() throws Exception {
        List<Class<?>> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(MpjPrograms.SIGNATURES.resolve("mpi"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                Class<?> type = Class.forName("mpi." + name, false, SIGNATURES);
                if (Modifier.isPublic(type.getModifiers())) {
                    all.add(type);
                }
            }
        }
        return all;
    }

    private static Stream<Member> members(Class<?> type) {
        return Stream.of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                .flatMap(Stream::of)
                .map(Member.class::cast)
                .filter(member -> Modifier.isPublic(member.getModifiers()));
    }

    private static List<String> sorted(Collection<Listed> members) {
        return members.stream().map(Listed::toString).sorted().toList();
    }

    @Test
    void theDocumentIsRead() throws IOException {
        assertEquals(183, document().size());
        assertEquals(17, document().stream().map(Listed::owner).distinct().count());
    }

    @Test
    void theSignaturesAreThoseOfTheLists() throws Exception {
        Set<Listed> there = new HashSet<>();
        for (Class<?> type : classes()) {
            members(type).map(Listed::of).forEach(there::add);
        }
        // A constructor that subclasses call.
        there.removeIf(member ->
                member.owner().equals("mpi.User_function") && member.name().equals("<init>"));
        assertEquals(sorted(all()), sorted(there));
    }

    /** A class that is compiled against the signatures links: the same names and types, in the class or above it. */
    @Test
    void theLibraryHasThem() throws Exception {
        List<String> missing = new ArrayList<>();
        for (Class<?> type : classes()) {
            Class<?> ours = Class.forName(type.getName(), false, MPI.class.getClassLoader());
            assertTrue(Modifier.isPublic(ours.getModifiers()), ours.getName());
            if (!superclass(type).equals("java.lang.Object")) {
                assertTrue(isA(ours, superclass(type)), ours + " extends " + superclass(type));
            }
            members(type)
                    .filter(member -> !has(ours, member))
                    .map(member -> Listed.of(member).toString())
                    .forEach(missing::add);
        }
        assertEquals(List.of(), missing);
    }

    private static String superclass(Class<?> type) {
        return type.getSuperclass() == null
                ? "java.lang.Object"
                : type.getSuperclass().getName();
    }

    private static boolean isA(Class<?> type, String name) {
        return Stream.<Class<?>>iterate(type, each -> each != null, Class::getSuperclass)
                .anyMatch(each -> each.getName().equals(name));
    }

    private static boolean has(Class<?> type, Member wanted) {
        Listed listed = Listed.of(wanted);
        Stream<? extends Member> ours = switch (wanted) {
            case Field field -> Stream.of(type.getFields());
            case Method method -> Stream.of(type.getMethods());
            default -> Stream.of(type.getConstructors());
        };
        return ours.anyMatch(member -> {
            Listed found = Listed.of(member);
            return found.kind().equals(listed.kind())
                    && found.type().equals(listed.name().equals("<init>") ? found.type() : listed.type())
                    && found.name().equals(listed.name())
                    && found.parameters().equals(listed.parameters());
        });
    }

    /**
     * The compiler accepts and refuses the same programs: what a program may assign, subclass or make is what it may of the library's.
     * Methods count where a program can override them.
     */
    @Test
    void whatIsFinalIsFinalInBoth() throws Exception {
        List<String> different = new ArrayList<>();
        int seen = 0;
        for (Class<?> type : classes()) {
            Class<?> ours = Class.forName(type.getName(), false, MPI.class.getClassLoader());
            boolean isExtended = members(type).anyMatch(Constructor.class::isInstance);
            different(type.getName(), isFinal(type.getModifiers()) || !isExtended, isClosed(ours), different);
            for (Member member : members(type).toList()) {
                if (member instanceof Field field) {
                    seen++;
                    Field theirs = ours.getField(field.getName());
                    different(
                            Listed.of(member).toString(),
                            isFinal(field.getModifiers()),
                            isFinal(theirs.getModifiers()),
                            different);
                } else if (member instanceof Method method && isExtended) {
                    Method theirs = ours.getMethod(method.getName(), inLibrary(method.getParameterTypes()));
                    different(
                            Listed.of(member).toString(),
                            isFinal(method.getModifiers()),
                            isFinal(theirs.getModifiers()),
                            different);
                }
            }
        }
        assertEquals(List.of(), different);
        assertTrue(seen > 50, "fields");
    }

    private static void different(String what, boolean isFinal, boolean isFinalInLibrary, List<String> different) {
        if (isFinal != isFinalInLibrary) {
            different.add(what + (isFinal ? " is final in the signatures only" : " is final in the library only"));
        }
    }

    private static boolean isFinal(int modifiers) {
        return Modifier.isFinal(modifiers);
    }

    /** True if a program cannot subclass it. */
    private static boolean isClosed(Class<?> type) {
        return isFinal(type.getModifiers())
                || Stream.of(type.getDeclaredConstructors())
                        .noneMatch(each ->
                                Modifier.isPublic(each.getModifiers()) || Modifier.isProtected(each.getModifiers()));
    }

    private static Class<?>[] inLibrary(Class<?>[] types) throws ClassNotFoundException {
        Class<?>[] all = new Class<?>[types.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = types[i].isPrimitive()
                    ? types[i]
                    : Class.forName(types[i].getName(), false, MPI.class.getClassLoader());
        }
        return all;
    }

    /** The lower packages of MPJ Express can be imported, and have nothing that a program could use. */
    @Test
    void theLowerPackagesAreEmpty() throws Exception {
        for (String name : List.of("mpjdev", "mpjbuf")) {
            int seen = 0;
            try (Stream<Path> files = Files.list(MpjPrograms.SIGNATURES.resolve(name))) {
                for (Path file : files.toList()) {
                    seen++;
                    String simple = file.getFileName().toString().replace(".class", "");
                    Class<?> type = Class.forName(name + "." + simple, false, SIGNATURES);
                    assertFalse(Modifier.isPublic(type.getModifiers()), type.getName());
                }
            }
            assertTrue(seen > 0, name);
        }
    }

    /** Assignments that the library refuses, the compiler refuses: each of these lines, and no other. */
    @Test
    void whatIsFinalIsNotAssigned(@TempDir Path place) throws IOException {
        List<String> refused = List.of(
                "status.index",
                "status.count",
                "grid.dims",
                "grid.periods",
                "grid.coords",
                "graph.index",
                "graph.edges",
                "shift.rank_source",
                "shift.rank_dest",
                "MPI.ANY_TAG",
                "MPI.NUM_OF_PROCESSORS");
        String program = """
                import mpi.*;
                import mpjbuf.*;
                import mpjdev.*;
                class P {
                    void run(Status status, CartParms grid, GraphParms graph, ShiftParms shift) {
                        int read = status.count + MPI.NUM_OF_PROCESSORS;
                %s
                    }
                }
                """.formatted(
                        refused.stream().map(each -> each + " = " + each + ";").collect(Collectors.joining("\n")));
        List<Long> lines = MpjPrograms.errorLines(Files.writeString(place.resolve("P.java"), program));
        assertEquals(LongStream.range(0, refused.size()).map(i -> 7 + i).boxed().toList(), lines);
    }

    /** The compiler copies constants into programs. */
    @Test
    void constantsHaveTheLibrarysValues() throws Exception {
        Class<?> signatures = Class.forName("mpi.MPI", true, SIGNATURES);
        int seen = 0;
        for (Field field : signatures.getFields()) {
            if (field.getType() == int.class) {
                seen++;
                assertEquals(MPI.class.getField(field.getName()).getInt(null), field.getInt(null), field.getName());
            }
        }
        assertTrue(seen > 10, "constants that are numbers");
    }

    @Test
    void theProgramsUseThemAll(@TempDir Path classes) throws Exception {
        MpjPrograms.compile(classes);
        Set<String> used = new TreeSet<>();
        try (Stream<Path> files = Files.list(classes)) {
            for (Path file : files.toList()) {
                scan(ClassFile.of().parse(file), used);
            }
        }
        String sources =
                MpjPrograms.all().stream().map(MpjPrograms.Program::source).collect(Collectors.joining());
        List<String> unused = all().stream()
                // A number leaves no trace in a class file.
                .filter(member -> member.kind().equals("constant")
                        ? !sources.matches("(?s).*\\bMPI\\." + member.name() + "\\b.*")
                        : !used.contains(trace(member.owner(), member.name(), member.parameters())))
                .map(Listed::toString)
                .toList();
        assertEquals(List.of(), unused);
        assertFalse(used.contains(trace("mpi.Comm", "Sendrecv", List.of())), "a member that nobody uses is found");
    }

    private static String trace(String owner, String name, List<String> parameters) {
        return owner + "." + name + parameters;
    }

    private static void scan(ClassModel model, Set<String> used) throws ReflectiveOperationException {
        model.superclass()
                .map(type -> type.asInternalName().replace('/', '.'))
                .filter("mpi.User_function"::equals)
                .ifPresent(type -> model.methods().stream()
                        .filter(method -> method.methodName().equalsString("Call"))
                        .forEach(method -> used.add(
                                trace(type, "Call", types(method.methodType().stringValue())))));
        for (CodeElement element : model.methods().stream()
                .flatMap(method -> method.code().stream())
                .flatMap(CodeModel::elementStream)
                .toList()) {
            if (element instanceof InvokeInstruction call
                    && call.owner().asInternalName().startsWith("mpi/")) {
                add(
                        used,
                        call.owner().asInternalName(),
                        call.name().stringValue(),
                        types(call.type().stringValue()));
            } else if (element instanceof FieldInstruction field
                    && field.owner().asInternalName().startsWith("mpi/")) {
                add(used, field.owner().asInternalName(), field.name().stringValue(), List.of());
            }
        }
    }

    private static List<String> types(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, SIGNATURES).parameterList().stream()
                .map(Class::getTypeName)
                .toList();
    }

    /** Notes a use of a member where it is declared. */
    private static void add(Set<String> used, String internalName, String name, List<String> parameters)
            throws ReflectiveOperationException {
        for (Class<?> c = Class.forName(internalName.replace('/', '.'), false, SIGNATURES);
                c != null;
                c = c.getSuperclass()) {
            boolean declares = members(c)
                    .map(Listed::of)
                    .anyMatch(member ->
                            member.name().equals(name) && member.parameters().equals(parameters));
            if (declares) {
                used.add(trace(c.getName(), name, parameters));
                return;
            }
        }
    }
}
