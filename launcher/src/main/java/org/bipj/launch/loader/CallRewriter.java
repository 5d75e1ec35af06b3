package org.bipj.launch.loader;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Rewrites calls of some of the JDK's methods, such as {@code System.exit}, and method references to them into calls of
 * the library's own: a rank that shares its JVM with others must neither end it nor delay the others.
 */
public final class CallRewriter {
    private static final String THREAD = "java/lang/Thread";
    private static final MethodTypeDesc OF_ARGUMENT = MethodTypeDesc.of(ConstantDescs.CD_long);
    private static final MethodTypeDesc OF_FILLED = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long);

    private final ClassLoader loader;
    private final ThreadRules threads;
    private final ClassFile classFile;
    private final Map<String, ReplacedMethod> replaced = new HashMap<>();
    /** By the internal name of the class. */
    private final Map<String, FilledConstructor> constructors = new HashMap<>();
    /** The superclass of each class, by internal names. */
    private final Map<String, Optional<String>> parents = new ConcurrentHashMap<>();
    /** The words by which calls of methods show, and the names of classes with constructors, encoded as in a class file. */
    private final byte[][] names;

    /**
     * A rewriter.
     *
     * @param loader finds the classes that the rewritten ones refer to
     * @param methods what is to be replaced
     * @param filled constructors that are to be replaced
     * @param threads what becomes of threads; null: nothing
     */
    CallRewriter(
            ClassLoader loader, List<ReplacedMethod> methods, List<FilledConstructor> filled, ThreadRules threads) {
        this.loader = loader;
        this.threads = threads;
        classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver())));
        methods.forEach(method -> replaced.put(key(method.owner(), method.name(), method.type()), method));
        filled.forEach(constructor -> constructors.put(constructor.owner(), constructor));
        names = Stream.concat(methods.stream().map(ReplacedMethod::mark), constructors.keySet().stream())
                .distinct()
                .map(name -> name.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    private static String key(String owner, String name, String type) {
        return owner + '.' + name + type;
    }

    /** The class with its calls rewritten; the same array if it has none. */
    byte[] rewrite(byte[] bytes) {
        // Most classes contain no such name.
        boolean isNamed = Arrays.stream(names).anyMatch(name -> contains(bytes, name));
        if (!isNamed && threads == null) {
            return bytes;
        }
        CodeTransform calls = this::rewrite;
        ClassTransform all = ClassTransform.transformingMethodBodies(calls);
        ClassModel model = classFile.parse(bytes);
        if (threads != null) {
            String self = model.thisClass().asInternalName();
            String parent = model.superclass().map(ClassEntry::asInternalName).orElse(null);
            if (!isNamed
                    && !synchronises(model)
                    && !threads.classes().containsKey(parent)
                    && !isThread(parent)
                    && threads.classes().keySet().stream().noneMatch(name -> refersTo(model, name))) {
                return bytes;
            }
            all = all.andThen(
                    new ThreadRewriter(threads, self, name -> name.equals(self) ? isThread(parent) : isThread(name)));
        }
        return classFile.transformClass(model, all);
    }

    private static boolean refersTo(ClassModel model, String name) {
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry type && type.asInternalName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** True if a class has synchronised methods or blocks. */
    private static boolean synchronises(ClassModel model) {
        return model.methods().stream()
                .anyMatch(method -> method.flags().has(AccessFlag.SYNCHRONIZED)
                        || method.code().isPresent()
                                && method.code().get().elementStream().anyMatch(MonitorInstruction.class::isInstance));
    }

    /** True for the internal names of Thread and its subclasses. */
    private boolean isThread(String name) {
        for (String at = name; at != null && !at.startsWith("java/"); at = parentOf(at)) {
            if (THREAD.equals(parentOf(at))) {
                return true;
            }
        }
        return THREAD.equals(name);
    }

    /** The superclass of a class, which is the one in its source; null if it cannot be read. */
    private String parentOf(String name) {
        return parents.computeIfAbsent(name, key -> {
                    try (InputStream in = loader.getResourceAsStream(key + ".class")) {
                        return in == null
                                ? Optional.<String>empty()
                                : classFile
                                        .parse(in.readAllBytes())
                                        .superclass()
                                        .map(ClassEntry::asInternalName);
                    } catch (IOException e) {
                        return Optional.empty();
                    }
                })
                .orElse(null);
    }

    private static boolean contains(byte[] bytes, byte[] word) {
        for (int i = 0; i + word.length <= bytes.length; i++) {
            if (bytes[i] == word[0] && Arrays.equals(bytes, i, i + word.length, word, 0, word.length)) {
                return true;
            }
        }
        return false;
    }

    private void rewrite(CodeBuilder code, CodeElement element) {
        switch (element) {
            case InvokeInstruction call -> {
                ReplacedMethod method = find(call);
                FilledConstructor constructor = constructor(call);
                if (method != null) {
                    code.invokestatic(method.by(), method.newName(), method.newType());
                } else if (constructor != null) {
                    code.invokestatic(constructor.by(), constructor.argument(), OF_ARGUMENT);
                    code.invokespecial(call.owner().asSymbol(), call.name().stringValue(), OF_FILLED);
                } else {
                    code.with(call);
                }
            }
            case InvokeDynamicInstruction call -> DynamicCalls.rewrite(code, call, this::replace);
            default -> code.with(element);
        }
    }

    /** What replaces the call of a constructor without arguments; null if nothing does. */
    private FilledConstructor constructor(InvokeInstruction call) {
        return call.opcode() == Opcode.INVOKESPECIAL
                        && call.name().equalsString(ConstantDescs.INIT_NAME)
                        && call.type().equalsString(FilledConstructor.TYPE)
                ? constructors.get(call.owner().asInternalName())
                : null;
    }

    private ReplacedMethod find(InvokeInstruction call) {
        if (call.opcode() == Opcode.INVOKESPECIAL) {
            return null;
        }
        return find(
                call.owner().asInternalName(),
                call.name().stringValue(),
                call.type().stringValue(),
                call.opcode() == Opcode.INVOKESTATIC);
    }

    /** The method that replaces another one; null if none does. */
    private ReplacedMethod find(String owner, String name, String type, boolean isStatic) {
        ReplacedMethod method = replaced.get(key(owner, name, type));
        if (method == null && !isStatic) {
            method = replaced.get(key(ReplacedMethod.ANY, name, type));
        }
        if (method != null
                || owner.startsWith("[")
                || owner.startsWith("java/")
                || replaced.values().stream().noneMatch(one -> one.isNamedAs(name, type))) {
            return method;
        }
        // A method may be named by a class that inherits it: sleep in a class that extends Thread.
        String parent = parentThatHas(owner, name, type);
        return parent == null ? null : find(parent, name, type, isStatic);
    }

    /** The superclass of a class that does not declare a method; null if it declares it, or cannot be read. */
    private String parentThatHas(String owner, String name, String type) {
        try (InputStream in = loader.getResourceAsStream(owner + ".class")) {
            if (in == null) {
                return null;
            }
            ClassModel model = classFile.parse(in.readAllBytes());
            boolean has = model.methods().stream()
                    .anyMatch(method -> method.methodName().equalsString(name)
                            && method.methodType().equalsString(type));
            return has
                    ? null
                    : model.superclass().map(parent -> parent.asInternalName()).orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    /** The argument of a bootstrap method, which may be a method reference such as {@code System::exit}. */
    private ConstantDesc replace(ConstantDesc argument) {
        if (!(argument instanceof DirectMethodHandleDesc handle)) {
            return argument;
        }
        String descriptor = handle.owner().descriptorString();
        String owner = descriptor.substring(1, descriptor.length() - 1);
        if (handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR) {
            FilledConstructor constructor =
                    handle.lookupDescriptor().equals(FilledConstructor.TYPE) ? constructors.get(owner) : null;
            return constructor == null
                    ? argument
                    : MethodHandleDesc.ofMethod(
                            DirectMethodHandleDesc.Kind.STATIC,
                            constructor.by(),
                            constructor.factory(),
                            MethodTypeDesc.of(handle.owner()));
        }
        ReplacedMethod method = find(
                owner,
                handle.methodName(),
                handle.lookupDescriptor(),
                handle.kind() == DirectMethodHandleDesc.Kind.STATIC);
        if (handle.kind() == DirectMethodHandleDesc.Kind.SPECIAL) {
            return argument;
        }
        return method == null
                ? argument
                : MethodHandleDesc.ofMethod(
                        DirectMethodHandleDesc.Kind.STATIC, method.by(), method.newName(), method.newType());
    }
}
