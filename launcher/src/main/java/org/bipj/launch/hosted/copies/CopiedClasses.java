package org.bipj.launch.hosted.copies;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Interfaces;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.Superclass;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Classes of the JDK under other names, which run its own code and wait in virtual time: calls by which they would wait, read a clock or
 * reach what is not theirs go to a class of ours. They have no state that ranks could share, so that all ranks use the same ones.
 *
 * <p>A copy of a class that programs make extends that class, or one between, and has its public methods: it is one of the JDK's for
 * everybody else. Its superclass is not used. Final methods, which it cannot have, have other names in it. A public method of a copy is an
 * operation by which threads synchronise: another thread may run before it, unless a copy calls it.
 */
public final class CopiedClasses extends ClassLoader {
    private static final String FINAL = "bipj$";
    private static final String WITHOUT_CHOICE = "$bipj";

    private static final MethodTypeDesc IDENTITY = MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_Object);

    /** Public methods that are no operations by which threads synchronise. */
    private static final Set<String> NO_OPERATIONS = Set.of("toString", "unlock");

    static {
        registerAsParallelCapable();
    }

    private final Plan plan;
    private final ClassDesc calls;
    private final String prefix;
    /** By internal name of each class of the JDK, without nested ones, the copy's. */
    private final Map<String, String> copies;
    /** The same, and what stands for others in the code of copies. */
    private final Map<String, String> names;

    private final Set<String> finals;
    // By copy: what is looked at again while others are written.
    private final Map<String, byte[]> renamed = new ConcurrentHashMap<>();
    private final Map<String, byte[]> shown = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> operations = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> inherited = new ConcurrentHashMap<>();
    private final ClassFile classFile;

    /**
     * What is copied.
     *
     * @param made by class that programs make the one that its copy extends: itself, or a subclass with a constructor without parameters
     * @param extended classes that programs extend: their copies stand for them everywhere
     * @param parts internal names of classes that copies need
     * @param substitutes internal names of classes of the JDK for which {@code calls} stands in the code of copies
     * @param calls has their methods, {@code choice}, and {@code identity} for {@code Object.toString}
     * @param answers an interface with the final methods, named as copies have them
     */
    public record Plan(
            Map<Class<?>, Class<?>> made,
            List<Class<?>> extended,
            Set<String> parts,
            Set<String> substitutes,
            Class<?> calls,
            Class<?> answers) {}

    /** Copies, in the package {@code jdk} below that of the plan's calls. */
    public CopiedClasses(Plan plan) {
        super("copies of the JDK's classes", plan.calls.getClassLoader());
        this.plan = plan;
        calls = plan.calls.describeConstable().orElseThrow();
        prefix = ClassWords.nameOf(plan.calls).replaceFirst("\\w+$", "jdk/");
        copies = Stream.of(
                        plan.made.keySet().stream()
                                .filter(type -> !type.isMemberClass())
                                .map(ClassWords::nameOf),
                        plan.extended.stream().map(ClassWords::nameOf),
                        plan.parts.stream())
                .flatMap(all -> all)
                .collect(Collectors.toMap(name -> name, name -> prefix + name.substring(name.lastIndexOf('/') + 1)));
        finals = Stream.of(plan.answers.getMethods())
                .map(Method::getName)
                .filter(name -> name.startsWith(FINAL))
                .map(name -> name.substring(FINAL.length()))
                .collect(Collectors.toSet());
        names = new HashMap<>(copies);
        plan.substitutes.forEach(name -> names.put(name, ClassWords.nameOf(plan.calls)));
        classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(type -> resource(ClassWords.nameOf(type)))
                        .orElse(ClassHierarchyResolver.defaultResolver())));
    }

    // ---- for the rules of ranks ------------------------------------------------------------------------------------

    /** By internal name of a class that programs make its copy. */
    public Map<String, ClassDesc> made() {
        return plan.made.keySet().stream()
                .map(ClassWords::nameOf)
                .collect(Collectors.toMap(name -> name, name -> ClassDesc.ofInternalName(copyOf(name))));
    }

    /** By internal name of a class that programs extend the name of its copy. */
    public Map<String, String> extended() {
        return plan.extended.stream().map(ClassWords::nameOf).collect(Collectors.toMap(name -> name, this::copyOf));
    }

    /** True for the internal name of a copy. */
    public boolean isCopy(String name) {
        return name.startsWith(prefix);
    }

    /** A file that has the superclass and the interfaces of a copy, for who looks at these; null if it is none. */
    public InputStream resource(String name) {
        return isCopy(name) ? new ByteArrayInputStream(shown.computeIfAbsent(name, this::outline)) : null;
    }

    private byte[] outline(String copy) {
        ClassModel model = ClassFile.of().parse(renamed(copy));
        Class<?> base = baseOf(copy);
        ClassDesc parent = base != null
                ? base.describeConstable().orElseThrow()
                : model.superclass().orElseThrow().asSymbol();
        return ClassFile.of()
                .build(
                        model.thisClass().asSymbol(),
                        builder -> builder.withFlags(model.flags().flagsMask())
                                .withSuperclass(parent)
                                .withInterfaces(model.interfaces()));
    }

    /** A new object of a copy. */
    public <T> T make(Class<T> ofJdk) {
        try {
            Class<?> copy = loadClass(copyOf(ClassWords.nameOf(ofJdk)).replace('/', '.'));
            return ofJdk.cast(copy.getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- names -----------------------------------------------------------------------------------------------------

    /** The copy of a class of the JDK, which may be nested in one that is copied. */
    public String copyOf(String ofJdk) {
        return ClassWords.renamed(ofJdk, copies);
    }

    /** True if a class of the JDK is copied, by its internal name. */
    public boolean isCopied(String ofJdk) {
        return !copyOf(ofJdk).equals(ofJdk);
    }

    private String originalOf(String copy) {
        int nested = copy.indexOf('$');
        String root = nested < 0 ? copy : copy.substring(0, nested);
        return copies.entrySet().stream()
                .filter(each -> each.getValue().equals(root))
                .map(each -> each.getKey() + copy.substring(root.length()))
                .findFirst()
                .orElseThrow();
    }

    /** The JDK's class under the name of the copy, with those of what it uses. */
    private byte[] renamed(String copy) {
        return renamed.computeIfAbsent(copy, this::read);
    }

    private byte[] read(String copy) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(originalOf(copy) + ".class")) {
            UnaryOperator<String> change =
                    word -> finals.contains(word) ? FINAL + word : ClassWords.renamed(word, names);
            return ClassWords.with(in.readAllBytes(), change);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- classes ---------------------------------------------------------------------------------------------------

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String internal = name.replace('.', '/');
        if (!isCopy(internal)) {
            throw new ClassNotFoundException(name);
        }
        byte[] bytes = file(internal);
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** The file of a copy. */
    public byte[] file(String copy) {
        ClassModel model = classFile.parse(renamed(copy));
        return classFile.transformClass(model, new Copy(model));
    }

    /** The class that the copy of one which programs make extends; null for others. */
    private Class<?> baseOf(String copy) {
        return plan.made.entrySet().stream()
                .filter(each -> copyOf(ClassWords.nameOf(each.getKey())).equals(copy))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** Names with types of a copy's methods by which threads synchronise. */
    private Set<String> operations(String copy) {
        return operations.computeIfAbsent(copy, name -> {
            boolean isUsed = baseOf(name) != null || extended().containsValue(name);
            return !isUsed
                    ? Set.of()
                    : classFile.parse(renamed(name)).methods().stream()
                            .filter(CopiedClasses::isOperation)
                            .map(method -> method.methodName().stringValue()
                                    + method.methodType().stringValue())
                            .collect(Collectors.toSet());
        });
    }

    /** Those of a copy, and of copies that it extends. */
    private Set<String> inherited(String owner) {
        Set<String> known = inherited.get(owner);
        if (known == null) {
            known = new HashSet<>();
            for (String at = owner; isCopy(at); at = parentOf(at)) {
                known.addAll(operations(at));
            }
            inherited.put(owner, known);
        }
        return known;
    }

    private String parentOf(String copy) {
        return classFile
                .parse(renamed(copy))
                .superclass()
                .map(ClassEntry::asInternalName)
                .orElse("");
    }

    private static boolean isOperation(MethodModel method) {
        String name = method.methodName().stringValue();
        return method.flags().has(AccessFlag.PUBLIC)
                && !method.flags().has(AccessFlag.STATIC)
                && !method.flags().has(AccessFlag.SYNTHETIC)
                && !name.startsWith("<")
                && !name.startsWith(FINAL)
                && !NO_OPERATIONS.contains(name);
    }

    /** Writes one copy. */
    private final class Copy implements ClassTransform {
        private final ClassDesc self;
        private final String name;
        private final String parent;
        /** Null: the copy keeps its superclass. */
        private final ClassDesc base;
        /** Its text is that of Object, which names the class. */
        private final boolean hasNoText;

        Copy(ClassModel model) {
            self = model.thisClass().asSymbol();
            name = model.thisClass().asInternalName();
            parent = model.superclass().map(ClassEntry::asInternalName).orElse("");
            Class<?> extended = baseOf(name);
            base = extended == null ? null : extended.describeConstable().orElseThrow();
            hasNoText = extended != null
                    && Stream.of(extended.getMethods())
                            .anyMatch(method ->
                                    method.getName().equals("toString") && method.getDeclaringClass() == Object.class);
        }

        @Override
        public void accept(ClassBuilder builder, ClassElement element) {
            switch (element) {
                case Superclass _ when base != null -> builder.withSuperclass(base);
                case Interfaces all
                when base != null ->
                    builder.withInterfaceSymbols(Stream.concat(
                                    all.interfaces().stream().map(ClassEntry::asSymbol),
                                    Stream.of(plan.answers.describeConstable().orElseThrow()))
                            .toList());
                case MethodModel method -> add(builder, method);
                default -> builder.with(element);
            }
        }

        @Override
        public void atEnd(ClassBuilder builder) {
            if (hasNoText) {
                builder.withMethodBody(
                        "toString", MethodTypeDesc.of(ConstantDescs.CD_String), ClassFile.ACC_PUBLIC, code -> {
                            code.aload(0).invokestatic(calls, "identity", IDENTITY);
                            code.areturn();
                        });
            }
        }

        private void add(ClassBuilder builder, MethodModel method) {
            String called = method.methodName().stringValue();
            CodeTransform code = CodeTransform.ofStateful(() -> new Code(this));
            if (!operations(name).contains(called + method.methodType().stringValue())) {
                builder.transformMethod(method, MethodTransform.transformingCode(code));
            } else {
                int flags = method.flags().flagsMask();
                builder.withMethod(
                        called + WITHOUT_CHOICE,
                        method.methodTypeSymbol(),
                        flags | ClassFile.ACC_SYNTHETIC,
                        made -> method.code().ifPresent(body -> made.transformCode(body, code)));
                builder.withMethodBody(called, method.methodTypeSymbol(), flags, made -> {
                    made.invokestatic(calls, "choice", ConstantDescs.MTD_void);
                    call(made, called + WITHOUT_CHOICE, method.methodTypeSymbol(), method.methodTypeSymbol());
                });
            }
            if (called.startsWith(FINAL) && extended().containsValue(name)) {
                String known = called.substring(FINAL.length());
                builder.withMethodBody(
                        known,
                        method.methodTypeSymbol(),
                        method.flags().flagsMask(),
                        made -> call(made, called, method.methodTypeSymbol(), method.methodTypeSymbol()));
            }
            if (base != null
                    && method.flags().has(AccessFlag.PUBLIC)
                    && !method.flags().has(AccessFlag.STATIC)) {
                bridge(builder, method);
            }
        }

        /** A method or constructor whose type names a copy: others call it by the class of the JDK. */
        private void bridge(ClassBuilder builder, MethodModel method) {
            String type = method.methodType().stringValue();
            String ofJdk = type;
            for (Map.Entry<String, String> one : copies.entrySet()) {
                ofJdk = ClassWords.renamed(ofJdk, one.getValue(), one.getKey());
            }
            if (!ofJdk.equals(type)) {
                MethodTypeDesc from = MethodTypeDesc.ofDescriptor(ofJdk);
                String called = method.methodName().stringValue();
                builder.withMethodBody(
                        called,
                        from,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_SYNTHETIC,
                        code -> call(code, called, from, method.methodTypeSymbol()));
            }
        }

        /** Calls another method of the copy with the same arguments, and returns what it does. */
        private void call(CodeBuilder code, String called, MethodTypeDesc from, MethodTypeDesc to) {
            code.aload(0);
            for (int i = 0; i < to.parameterCount(); i++) {
                code.loadLocal(TypeKind.from(from.parameterType(i)), code.parameterSlot(i));
                if (!to.parameterType(i).equals(from.parameterType(i))) {
                    code.checkcast(to.parameterType(i));
                }
            }
            if (called.equals(ConstantDescs.INIT_NAME)) {
                code.invokespecial(self, called, to);
            } else {
                code.invokevirtual(self, called, to);
            }
            code.return_(TypeKind.from(to.returnType()));
        }
    }

    /** Writes the code of one method. */
    private final class Code implements CodeTransform {
        private final Copy copy;
        /** Objects of the former superclass that are allocated and not yet constructed. */
        private int allocated;

        Code(Copy copy) {
            this.copy = copy;
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            switch (element) {
                case NewObjectInstruction made -> {
                    allocated += made.className().asInternalName().equals(copy.parent) ? 1 : 0;
                    code.with(made);
                }
                case InvokeInstruction call when call.opcode() == Opcode.INVOKESPECIAL -> rewriteSpecial(code, call);
                case InvokeInstruction call when call.opcode() == Opcode.INVOKEVIRTUAL -> rewriteVirtual(code, call);
                default -> code.with(element);
            }
        }

        private void rewriteSpecial(CodeBuilder code, InvokeInstruction call) {
            boolean isOfParent =
                    copy.base != null && call.owner().asInternalName().equals(copy.parent);
            String name = call.name().stringValue();
            if (isOfParent && name.equals(ConstantDescs.INIT_NAME) && allocated == 0) {
                code.invokespecial(copy.base, name, call.typeSymbol());
            } else if (isOfParent && name.equals("toString")) {
                code.invokestatic(calls, "identity", IDENTITY);
            } else {
                allocated -= isOfParent && name.equals(ConstantDescs.INIT_NAME) ? 1 : 0;
                code.with(call);
            }
        }

        private void rewriteVirtual(CodeBuilder code, InvokeInstruction call) {
            String owner = call.owner().asInternalName();
            String method = call.name().stringValue();
            if (!owner.equals(copy.name)
                    && inherited(owner).contains(method + call.type().stringValue())) {
                code.invokevirtual(call.owner().asSymbol(), method + WITHOUT_CHOICE, call.typeSymbol());
            } else {
                code.with(call);
            }
        }
    }
}
