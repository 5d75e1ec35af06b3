package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bipj.mpi.contract.Suites;
import org.junit.jupiter.api.Test;

/**
 * The contract suites, which run in all modes, call every method and constructor of the Open MPI Java bindings. Found by the calls in the suites' class files. The table of all signatures, with the classes that call
 * each, is written to {@code target/mpi-signatures.md}.
 *
 * <p>A call alone proves that the method is there and comes back; that its results are checked is for the reader of the suite.
 */
class ApiCoverageTest {
    private static final Path TABLE = Path.of("target", "mpi-signatures.md");

    /** By method the classes that call it. */
    private final Map<Executable, TreeSet<String>> callers = new HashMap<>();

    @Test
    void everyMethodIsCalledByAContractSuite() throws Exception {
        scan(suites());
        List<String> uncalled = new ArrayList<>();
        List<String> table = new ArrayList<>(List.of("| class | signature | called by |", "|---|---|---|"));
        for (Listed member : Listed.built()) {
            if (!member.isConstant()) {
                TreeSet<String> by = callers.getOrDefault(member.find().orElseThrow(), new TreeSet<>());
                table.add(row(member, String.join(", ", by)));
                if (by.isEmpty()) {
                    uncalled.add(member.toString());
                }
            }
        }
        Files.write(TABLE, table);
        assertEquals(2 + 522, table.size(), "all signatures are in the table");
        assertEquals(List.of(), uncalled, "methods that no contract suite calls");
    }

    private static String row(Listed member, String by) {
        return "| " + member.owner() + " | " + member.kind() + " " + member.type() + " " + member.signature() + " | "
                + by + " |";
    }

    /** The check can fail: a method that no suite calls has no callers. */
    @Test
    void whatIsNotCalledIsFound() throws Exception {
        scan(suites());
        assertFalse(callers.containsKey(Listed.class.getDeclaredMethod("built")), "no suite calls it");
        assertEquals(Set.of("ContractMain"), callers.get(MPI.class.getMethod("Finalize")), "one class calls it");
    }

    private static Path suites() throws URISyntaxException {
        return Path.of(
                Suites.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private void scan(Path classes) throws IOException {
        Path suites = classes.resolve(Suites.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(suites)) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".class")).toList()) {
                scan(ClassFile.of().parse(file));
            }
        }
    }

    private void scan(ClassModel model) {
        String name = model.thisClass().asInternalName();
        String caller = name.substring(name.lastIndexOf('/') + 1).replaceFirst("\\$.*", "");
        model.methods().stream()
                .flatMap(method -> method.code().stream())
                .flatMap(CodeModel::elementStream)
                .forEach(element -> scan(element, caller));
    }

    private void scan(CodeElement element, String caller) {
        if (element instanceof InvokeInstruction call) {
            add(
                    call.owner().asInternalName().replace('/', '.'),
                    call.name().stringValue(),
                    call.type().stringValue(),
                    caller);
        } else if (element instanceof InvokeDynamicInstruction call) {
            call.bootstrapArgs().stream()
                    .filter(DirectMethodHandleDesc.class::isInstance)
                    .map(DirectMethodHandleDesc.class::cast)
                    // Records refer to their fields.
                    .filter(handle -> handle.lookupDescriptor().startsWith("("))
                    .forEach(handle -> add(
                            className(handle.owner().descriptorString()),
                            handle.methodName(),
                            handle.lookupDescriptor(),
                            caller));
        }
    }

    private static String className(String descriptor) {
        return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    }

    private void add(String owner, String name, String descriptor, String caller) {
        boolean mayBeOurs = owner.startsWith("mpi.") || owner.startsWith(Suites.class.getPackageName());
        Executable called = mayBeOurs ? find(owner, name, descriptor) : null;
        if (called != null && called.getDeclaringClass().getPackageName().equals("mpi")) {
            callers.computeIfAbsent(called, key -> new TreeSet<>()).add(caller);
        }
    }

    /** The method that a call resolves to; null where that is of no interest. */
    private static Executable find(String owner, String name, String descriptor) {
        try {
            Class<?> type = Class.forName(owner, false, ApiCoverageTest.class.getClassLoader());
            MethodType arguments =
                    MethodType.fromMethodDescriptorString(descriptor, ApiCoverageTest.class.getClassLoader());
            if (name.equals("<init>")) {
                return type.getDeclaredConstructor(arguments.parameterArray());
            }
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (Method method : c.getDeclaredMethods()) {
                    if (method.getName().equals(name)
                            && MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                                    .equals(arguments)) {
                        return method;
                    }
                }
            }
            return Stream.of(type.getInterfaces())
                    .flatMap(each -> Stream.of(each.getMethods()))
                    .filter(method -> method.getName().equals(name))
                    .findFirst()
                    .orElse(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(owner + "." + name + descriptor, e);
        }
    }
}
