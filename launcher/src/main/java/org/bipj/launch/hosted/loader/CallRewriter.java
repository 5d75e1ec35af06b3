package org.bipj.launch.hosted.loader;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bipj.launch.hosted.copies.ClassWords;

/**
 * Rewrites calls of some of the JDK's methods, such as {@code System.exit}, and method references to them into calls of
 * the library's own: a rank that shares its JVM with others must neither end it nor delay the others.
 */
public final class CallRewriter {
    private static final String THREAD = "java/lang/Thread";
    /** How the names of methods begin that a class gets. */
    private static final String MADE = "bipj$";

    private final ClassLoader loader;
    private final ThreadRules threads;
    private final boolean watchesLoads;
    private final ClassFile classFile;
    private final Map<String, CallRule> rules = new HashMap<>();
    /** Names of methods with their types, for which there are rules. */
    private final Set<String> signatures = new HashSet<>();
    /** The superclass of each class, by internal names. */
    private final Map<String, Optional<String>> parents = new ConcurrentHashMap<>();
    /** The words by which calls of methods show, and the names of classes with constructors. */
    private final Set<String> marks;

    /**
     * A rewriter.
     *
     * @param loader finds the classes that the rewritten ones refer to
     * @param rules what becomes of calls
     * @param threads what becomes of threads; null: nothing
     * @param watchesLoads classes say which elements of arrays they read
     */
    CallRewriter(ClassLoader loader, List<CallRule> rules, ThreadRules threads, boolean watchesLoads) {
        this.watchesLoads = watchesLoads;
        this.loader = loader;
        this.threads = threads;
        classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(type -> open(ClassWords.nameOf(type)))
                        .orElse(ClassHierarchyResolver.defaultResolver())));
        for (CallRule rule : rules) {
            this.rules.put(key(rule.owner(), rule.name(), rule.type()), rule);
            signatures.add(rule.name() + rule.type());
        }
        marks = rules.stream().map(CallRule::mark).collect(Collectors.toUnmodifiableSet());
    }

    /** The class file of a class, as the JDK or the program has it; null if there is none. */
    private InputStream open(String name) {
        if (threads != null && threads.relocation().isMoved(name)) {
            return new ByteArrayInputStream(moved(name, false));
        }
        return threads != null && threads.copies().isCopy(name)
                ? threads.copies().resource(name)
                : loader.getResourceAsStream(name + ".class");
    }

    private static String key(String owner, String name, String type) {
        return owner + '.' + name + type;
    }

    /** A class of the JDK that the rank defines for itself, by its new internal name. */
    byte[] moved(String name) {
        return moved(name, true);
    }

    private byte[] moved(String name, boolean rewrites) {
        byte[] guarded = threads.relocation().guarded(name, threads.monitors());
        if (guarded != null) {
            return guarded;
        }
        byte[] moved = threads.relocation().moved(name);
        return rewrites ? rewrite(moved) : moved;
    }

    /** The class with its calls rewritten, and its loads; the same array if it has none. */
    byte[] rewrite(byte[] bytes) {
        byte[] called = withCalls(bytes);
        if (threads != null) {
            // Last: rules name the JDK's classes.
            called = ClassWords.renamed(called, threads.renamed());
        }
        return watchesLoads
                ? classFile.transformClass(
                        classFile.parse(called), ClassTransform.transformingMethodBodies(new LoadRewriter()))
                : called;
    }

    private byte[] withCalls(byte[] bytes) {
        // With threads, nearly each class contains such a name.
        return threads != null || ClassWords.any(bytes, marks::contains)
                ? rewrite(classFile.parse(bytes), bytes)
                : bytes;
    }

    private byte[] rewrite(ClassModel model, byte[] bytes) {
        // Of most methods nothing changes: they are copied with their stack maps, which takes much less than to write
        // them anew.
        Set<MethodModel> same = new HashSet<>(model.methods());
        Calls calls = new Calls(model, same::contains);
        if (threads == null) {
            CodeScan scan = new CodeScan(model.constantPool(), calls::changes);
            same.removeIf(method -> finds(scan, method));
            return same.size() == model.methods().size() ? bytes : classFile.transformClass(model, calls);
        }
        String self = model.thisClass().asInternalName();
        String parent = model.superclass().map(ClassEntry::asInternalName).orElse(null);
        ThreadRewriter rewriter = new ThreadRewriter(
                threads, self, name -> name.equals(self) ? isThread(parent) : isThread(name), same::contains);
        CodeScan scan = new CodeScan(
                model.constantPool(),
                (opcode, entry) -> calls.changes(opcode, entry) || rewriter.changes(opcode, entry));
        same.removeIf(method -> rewriter.changesHead(method) || finds(scan, method));
        return same.size() == model.methods().size() && !threads.classes().containsKey(parent)
                ? bytes
                : classFile.transformClass(model, calls.andThen(rewriter));
    }

    private static boolean finds(CodeScan scan, MethodModel method) {
        return method.code().isPresent() && scan.finds(method.code().get());
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
                    try (InputStream in = open(key)) {
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

    private CallRule find(Opcode opcode, MemberRefEntry called) {
        String owner = called.owner().asInternalName();
        String name = called.name().stringValue();
        String type = called.type().stringValue();
        if (opcode == Opcode.INVOKESPECIAL) {
            return name.equals(ConstantDescs.INIT_NAME) ? rules.get(key(owner, name, type)) : null;
        }
        return find(owner, name, type, opcode == Opcode.INVOKESTATIC);
    }

    private CallRule find(DirectMethodHandleDesc handle) {
        String descriptor = handle.owner().descriptorString();
        String owner = descriptor.substring(1, descriptor.length() - 1);
        return switch (handle.kind()) {
            case SPECIAL, INTERFACE_SPECIAL -> null;
            case CONSTRUCTOR -> rules.get(key(owner, ConstantDescs.INIT_NAME, handle.lookupDescriptor()));
            default ->
                find(
                        owner,
                        handle.methodName(),
                        handle.lookupDescriptor(),
                        handle.kind() == DirectMethodHandleDesc.Kind.STATIC);
        };
    }

    /** The rule for the calls of a method; null if there is none. */
    private CallRule find(String owner, String name, String type, boolean isStatic) {
        CallRule rule = rules.get(key(owner, name, type));
        if (rule == null && !isStatic) {
            rule = rules.get(key(ReplacedMethod.ANY, name, type));
        }
        if (rule != null || owner.startsWith("[") || owner.startsWith("java/") || !signatures.contains(name + type)) {
            return rule;
        }
        // A method may be named by a class that inherits it: sleep in a class that extends Thread.
        String parent = parentThatHas(owner, name, type);
        return parent == null ? null : find(parent, name, type, isStatic);
    }

    /** The superclass of a class that does not declare a method; null if it declares it, or cannot be read. */
    private String parentThatHas(String owner, String name, String type) {
        try (InputStream in = open(owner)) {
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

    /** Rewrites the calls of one class. */
    private final class Calls implements ClassTransform {
        private final ClassDesc self;
        private final boolean isInterface;
        /** The names of methods that make the calls of references, where these become more than another call. */
        private final Map<Reference, String> made = new LinkedHashMap<>();

        private final Predicate<MethodModel> stays;

        /**
         * The rewriter of one class.
         *
         * @param stays true for methods in which there is nothing to rewrite
         */
        Calls(ClassModel model, Predicate<MethodModel> stays) {
            this.stays = stays;
            self = model.thisClass().asSymbol();
            isInterface = model.flags().has(AccessFlag.INTERFACE);
        }

        /** True for an instruction that this writes anew. */
        boolean changes(Opcode opcode, PoolEntry entry) {
            return switch (entry) {
                case MemberRefEntry called -> find(opcode, called) != null;
                case InvokeDynamicEntry call ->
                    DynamicCalls.any(
                            call, argument -> argument instanceof DirectMethodHandleDesc of && find(of) != null);
                case null, default -> false;
            };
        }

        @Override
        public void accept(ClassBuilder builder, ClassElement element) {
            if (element instanceof MethodModel method && !stays.test(method)) {
                builder.transformMethod(method, MethodTransform.transformingCode(this::rewrite));
            } else {
                builder.with(element);
            }
        }

        private void rewrite(CodeBuilder code, CodeElement element) {
            switch (element) {
                case InvokeInstruction call -> {
                    CallRule rule = find(call.opcode(), call.method());
                    if (rule == null) {
                        code.with(call);
                    } else {
                        rule.write(code, to -> to.with(call));
                    }
                }
                case InvokeDynamicInstruction call ->
                    DynamicCalls.rewrite(code, call, argument -> replace(call, argument));
                default -> code.with(element);
            }
        }

        /** The argument of a bootstrap method, which may be a method reference such as {@code System::exit}. */
        private ConstantDesc replace(InvokeDynamicInstruction call, ConstantDesc argument) {
            CallRule rule = argument instanceof DirectMethodHandleDesc handle ? find(handle) : null;
            if (rule == null) {
                return argument;
            }
            Reference reference = Reference.of(call, (DirectMethodHandleDesc) argument);
            if (rule.reference() != null
                    && reference.type.equals(rule.reference().invocationType())) {
                return rule.reference();
            }
            return MethodHandleDesc.ofMethod(
                    isInterface ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC : DirectMethodHandleDesc.Kind.STATIC,
                    self,
                    made.computeIfAbsent(reference, key -> MADE + made.size()),
                    reference.type);
        }

        @Override
        public void atEnd(ClassBuilder builder) {
            made.forEach((reference, name) -> builder.withMethodBody(
                    name,
                    reference.type,
                    ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                    code -> call(code, reference)));
        }

        /** The body of a method that makes the call of a reference. */
        private void call(CodeBuilder code, Reference reference) {
            DirectMethodHandleDesc handle = reference.handle;
            boolean isNew = handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR;
            if (isNew) {
                code.new_(handle.owner()).dup();
            }
            MethodTypeDesc type = reference.type;
            for (int i = 0; i < type.parameterCount(); i++) {
                code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
            }
            Opcode opcode = switch (handle.kind()) {
                case CONSTRUCTOR -> Opcode.INVOKESPECIAL;
                case STATIC, INTERFACE_STATIC -> Opcode.INVOKESTATIC;
                case INTERFACE_VIRTUAL -> Opcode.INVOKEINTERFACE;
                default -> Opcode.INVOKEVIRTUAL;
            };
            String name = isNew ? ConstantDescs.INIT_NAME : handle.methodName();
            MethodTypeDesc called = MethodTypeDesc.ofDescriptor(handle.lookupDescriptor());
            find(handle).write(code, to -> to.invoke(opcode, handle.owner(), name, called, handle.isOwnerInterface()));
            code.return_(TypeKind.from(type.returnType()));
        }
    }

    /**
     * A reference to a method.
     *
     * @param type of a static method that makes the call
     */
    private record Reference(DirectMethodHandleDesc handle, MethodTypeDesc type) {
        private static final String METAFACTORY = "Ljava/lang/invoke/LambdaMetafactory;";

        /** For a static method, an object that is known beforehand has to have the very type of the parameter. */
        static Reference of(InvokeDynamicInstruction call, DirectMethodHandleDesc handle) {
            MethodTypeDesc type = handle.invocationType();
            MethodTypeDesc known = call.typeSymbol();
            boolean isBound = known.parameterCount() > 0
                    && call.bootstrapMethod().owner().descriptorString().equals(METAFACTORY);
            return new Reference(handle, isBound ? type.changeParameterType(0, known.parameterType(0)) : type);
        }
    }
}
