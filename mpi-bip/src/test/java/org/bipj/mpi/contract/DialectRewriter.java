package org.bipj.mpi.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Translates the contract suites into the second dialect: where a class calls a method of package {@code mpi} that {@link
 * InSecondDialect} has, it calls that one instead. The translated classes have the names of the suites, and go before them on a
 * class path.
 */
public final class DialectRewriter {
    private static final ClassDesc SECOND =
            InSecondDialect.class.describeConstable().orElseThrow();

    /** The methods of the second dialect, by name. */
    private final Map<String, List<Method>> methods = new HashMap<>();

    private final Set<String> used = new TreeSet<>();

    private DialectRewriter() {
        for (Method method : InSecondDialect.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())) {
                methods.merge(
                        method.getName(),
                        List.of(method),
                        (one, other) ->
                                Stream.concat(one.stream(), other.stream()).toList());
            }
        }
    }

    /**
     * Translates all suites.
     *
     * @param folder where the classes are put
     * @return the methods of {@link InSecondDialect} that they call, in words
     */
    public static Set<String> translate(Path folder) {
        DialectRewriter rewriter = new DialectRewriter();
        String name = DialectRewriter.class.getPackageName().replace('.', '/');
        try {
            Path to = Files.createDirectories(folder.resolve(name));
            try (Stream<Path> files = Files.list(place().resolve(name))) {
                for (Path file : files.filter(DialectRewriter::isTranslated).toList()) {
                    Files.write(
                            to.resolve(file.getFileName().toString()), rewriter.translated(Files.readAllBytes(file)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rewriter.used;
    }

    /** The folder or jar with the suites. */
    private static Path place() throws IOException {
        try {
            URI place = DialectRewriter.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            Path path = Path.of(place);
            return Files.isDirectory(path)
                    ? path
                    : FileSystems.newFileSystem(path).getPath("/");
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static boolean isTranslated(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".class")
                && !name.startsWith("InSecondDialect")
                && !name.startsWith("DialectRewriter")
                && !name.equals("Check.class");
    }

    private byte[] translated(byte[] bytes) {
        ClassFile file = ClassFile.of();
        return file.transformClass(file.parse(bytes), ClassTransform.transformingMethodBodies(this::accept));
    }

    private void accept(CodeBuilder code, CodeElement element) {
        switch (element) {
            case InvokeInstruction call -> {
                Method method = find(
                        call.owner().asSymbol(),
                        call.name().stringValue(),
                        call.typeSymbol(),
                        call.opcode() == Opcode.INVOKESTATIC);
                if (method == null) {
                    code.with(call);
                } else {
                    code.invokestatic(SECOND, method.getName(), typeOf(method));
                }
            }
            case InvokeDynamicInstruction call -> code.invokedynamic(translated(call));
            default -> code.with(element);
        }
    }

    private DynamicCallSiteDesc translated(InvokeDynamicInstruction call) {
        List<ClassDesc> captured = call.typeSymbol().parameterList();
        ConstantDesc[] arguments = call.bootstrapArgs().stream()
                .map(argument ->
                        argument instanceof DirectMethodHandleDesc handle ? translated(handle, captured) : argument)
                .toArray(ConstantDesc[]::new);
        return DynamicCallSiteDesc.of(call.bootstrapMethod(), call.name().stringValue(), call.typeSymbol(), arguments);
    }

    /** A method that a lambda stands for; an object that it captures must be of the first parameter's very type. */
    private MethodHandleDesc translated(DirectMethodHandleDesc handle, List<ClassDesc> captured) {
        boolean isMethod = handle.lookupDescriptor().startsWith("(");
        Method method = isMethod
                ? find(
                        handle.owner(),
                        handle.methodName(),
                        MethodTypeDesc.ofDescriptor(handle.lookupDescriptor()),
                        handle.kind() == DirectMethodHandleDesc.Kind.STATIC)
                : null;
        boolean fits = method != null
                && (captured.isEmpty()
                        || captured.getFirst().equals(typeOf(method).parameterType(0)));
        return !fits
                ? handle
                : MethodHandleDesc.ofMethod(
                        DirectMethodHandleDesc.Kind.STATIC, SECOND, method.getName(), typeOf(method));
    }

    private static MethodTypeDesc typeOf(Method method) {
        return MethodTypeDesc.of(
                method.getReturnType().describeConstable().orElseThrow(),
                Arrays.stream(method.getParameterTypes())
                        .map(type -> type.describeConstable().orElseThrow())
                        .toList());
    }

    /** The method of the second dialect that a call means; null if there is none. */
    private Method find(ClassDesc owner, String name, MethodTypeDesc type, boolean isStatic) {
        boolean isCheck = owner.equals(Check.class.describeConstable().orElseThrow()) && name.equals("error");
        if (!isCheck && !owner.packageName().equals("mpi")) {
            return null;
        }
        for (Method method : methods.getOrDefault(name, List.of())) {
            MethodTypeDesc own = typeOf(method);
            boolean matches = isStatic
                    ? own.equals(type)
                    : own.parameterCount() > 0
                            && own.dropParameterTypes(0, 1).equals(type)
                            && method.getParameterTypes()[0].isAssignableFrom(classOf(owner));
            if (matches) {
                used.add(method.toString());
                return method;
            }
        }
        return null;
    }

    private static Class<?> classOf(ClassDesc type) {
        try {
            return Class.forName(
                    type.packageName() + "." + type.displayName(), false, DialectRewriter.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return Object.class;
        }
    }
}
