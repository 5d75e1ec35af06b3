package org.bipj.launch.hosted.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The static fields of the JDK's modules that may change after the initialiser of their class, from the class files: those that are not final, arrays into which a method
 * stores that reads the field, collections and atomics that such a method changes, and objects whose class has fields of these kinds. Constants of enumerations are none.
 */
final class StaticFields {
    private static final Pattern CHANGES = Pattern.compile(
            "(add|clear|compute|compareAndSet|decrement|get[aA]nd|increment|insert|load|merge|offer|poll|pop|push|put|remove|replace|retain|set|update).*");
    private static final Pattern CHANGEABLE =
            Pattern.compile(".*(Map|Set|List|Collection|Queue|Deque|Atomic|Hashtable|Vector|Properties|Adder).*");
    /** Made by the compiler. */
    private static final Pattern MADE = Pattern.compile("\\$(assertionsDisabled|VALUES|SwitchMap\\$.*)");
    /** Types whose objects show no change to programs: what they have that is not final is computed when it is first asked for. */
    private static final Set<String> VALUES = Set.of(
            "java/lang/Class",
            "java/lang/ClassLoader",
            "java/lang/Enum",
            "java/lang/Module",
            "java/lang/Object",
            "java/lang/String",
            "java/lang/Thread",
            "java/lang/invoke/LambdaForm",
            "java/lang/invoke/MethodHandle",
            "java/lang/invoke/MethodType",
            "java/lang/invoke/VarForm",
            "java/lang/invoke/VarHandle",
            "java/lang/reflect/Constructor",
            "java/lang/reflect/Field",
            "java/lang/reflect/Method",
            "java/math/BigDecimal",
            "java/math/BigInteger",
            "java/nio/charset/Charset",
            "java/util/Locale",
            "java/util/concurrent/TimeUnit",
            "java/util/regex/Pattern",
            "java/util/regex/Pattern$Node",
            "sun/security/util/Debug",
            "sun/security/util/ObjectIdentifier");

    private final Map<String, ClassModel> types = new HashMap<>();
    private final Set<String> stored = new HashSet<>();
    private final Set<String> changed = new HashSet<>();
    /** By field the classes of the objects that initialisers make for it. */
    private final Map<String, Set<String>> made = new HashMap<>();

    /** Classes whose objects may change. */
    private final Set<String> mutable = new HashSet<>();

    private StaticFields() {}

    /** By class the names of its fields. */
    static Map<String, Set<String>> of(Predicate<String> modules) {
        StaticFields scan = new StaticFields();
        ModuleFinder.ofSystem().findAll().stream()
                .filter(module -> modules.test(module.descriptor().name()))
                .forEach(scan::read);
        scan.types.values().forEach(type -> type.methods().forEach(method -> scan.look(type, method)));
        scan.findMutable();
        Map<String, Set<String>> all = new TreeMap<>();
        for (ClassModel type : scan.types.values()) {
            String name = type.thisClass().asInternalName();
            for (FieldModel field : type.fields()) {
                if (scan.mayChange(name, field)) {
                    all.computeIfAbsent(name.replace('/', '.'), key -> new TreeSet<>())
                            .add(field.fieldName().stringValue());
                }
            }
        }
        return all;
    }

    private void read(ModuleReference module) {
        try (ModuleReader reader = module.open()) {
            for (String path :
                    reader.list().filter(each -> each.endsWith(".class")).toList()) {
                ClassModel type =
                        ClassFile.of().parse(reader.open(path).orElseThrow().readAllBytes());
                types.put(type.thisClass().asInternalName(), type);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- what methods do ---------------------------------------------------------------------------------------

    private void look(ClassModel type, MethodModel method) {
        if (method.code().isEmpty()) {
            return;
        }
        String self = type.thisClass().asInternalName();
        boolean initialises = method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME);
        boolean constructs = method.methodName().equalsString(ConstantDescs.INIT_NAME);
        Set<String> read = new HashSet<>();
        // Initialisers and constructors fill what they have made.
        Opcode filled = initialises ? Opcode.GETSTATIC : constructs ? Opcode.GETFIELD : null;
        boolean stores = false;
        boolean changes = false;
        Instruction last = null;
        for (CodeElement element : method.code().get()) {
            switch (element) {
                case FieldInstruction access -> {
                    String key = access.owner().asInternalName() + "." + access.name();
                    boolean isOwn = access.owner().asInternalName().equals(self);
                    if (access.opcode() == Opcode.PUTSTATIC && last instanceof InvokeInstruction call) {
                        made.computeIfAbsent(key, field -> new HashSet<>())
                                .add(
                                        call.name().equalsString(ConstantDescs.INIT_NAME)
                                                ? call.owner().asInternalName()
                                                : "");
                    }
                    if (access.opcode() == Opcode.PUTFIELD && !(constructs && isOwn)) {
                        stored.add(key);
                    } else if ((access.opcode() == Opcode.GETSTATIC || access.opcode() == Opcode.GETFIELD)
                            && !(access.opcode() == filled && isOwn)) {
                        read.add(key);
                    }
                }
                case ArrayStoreInstruction store -> stores = true;
                case InvokeInstruction call ->
                    changes |= call.owner().asInternalName().startsWith("java/util/")
                            && CHANGES.matcher(call.name()).matches();
                default -> {}
            }
            last = element instanceof Instruction instruction ? instruction : last;
        }
        if (stores) {
            stored.addAll(read);
        }
        if (changes) {
            changed.addAll(read);
        }
    }

    // ---- what that means for a field ---------------------------------------------------------------------------

    private boolean mayChange(String owner, FieldModel field) {
        String name = field.fieldName().stringValue();
        if (!field.flags().has(AccessFlag.STATIC)
                || field.flags().has(AccessFlag.ENUM)
                || MADE.matcher(name).matches()) {
            return false;
        }
        return !field.flags().has(AccessFlag.FINAL)
                || valueMayChange(owner + "." + name, field.fieldType().stringValue());
    }

    private boolean valueMayChange(String key, String type) {
        if (type.startsWith("[")) {
            return stored.contains(key);
        }
        if (!type.startsWith("L")) {
            return false;
        }
        String named = type.substring(1, type.length() - 1);
        if (named.startsWith("java/util/") && CHANGEABLE.matcher(named).matches()) {
            return changed.contains(key);
        }
        Set<String> classes = new HashSet<>(made.getOrDefault(key, Set.of("")));
        if (classes.remove("")) {
            classes.add(named);
        }
        return classes.stream().anyMatch(mutable::contains);
    }

    private void findMutable() {
        int before;
        do {
            before = mutable.size();
            types.forEach((name, type) -> {
                if (!VALUES.contains(name)
                        && (type.superclass()
                                        .map(parent -> mutable.contains(parent.asInternalName()))
                                        .orElse(false)
                                || type.fields().stream().anyMatch(field -> changesObject(name, field)))) {
                    mutable.add(name);
                }
            });
        } while (mutable.size() > before);
    }

    private boolean changesObject(String owner, FieldModel field) {
        String key = owner + "." + field.fieldName();
        String type = field.fieldType().stringValue();
        return !field.flags().has(AccessFlag.STATIC)
                && (stored.contains(key)
                        || type.startsWith("Ljava/util/") && changed.contains(key)
                        || type.startsWith("L") && mutable.contains(type.substring(1, type.length() - 1)));
    }
}
