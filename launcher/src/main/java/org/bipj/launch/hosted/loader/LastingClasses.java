package org.bipj.launch.hosted.loader;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.Set;

/**
 * Which classes of a program are the same after a run as before it, so that the next run may use them again: those without static
 * fields that change, without objects in them that change, and without initialisers that do anything else. What is not sure is not
 * one of them.
 */
final class LastingClasses {
    /** The method that makes the static fields of {@code mpi.MPI} what they are after loading. */
    static final String RESET = "bipj$reset";

    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final String STRING = "Ljava/lang/String;";
    private static final String ENUM = "java/lang/Enum";

    /** Methods that an initialiser may call, of any class. */
    private static final Set<String> HARMLESS = Set.of("desiredAssertionStatus", "ordinal", "values", "$values");

    private LastingClasses() {}

    /** True if a class of a program lasts. */
    static boolean isOne(byte[] bytes) {
        ClassModel model = ClassFile.of().parse(bytes);
        boolean isEnum = model.flags().has(AccessFlag.ENUM)
                && model.superclass().orElseThrow().asInternalName().equals(ENUM);
        return model.fields().stream().allMatch(field -> lasts(model, field, isEnum))
                && model.methods().stream().allMatch(method -> isHarmless(model, method, isEnum));
    }

    private static boolean lasts(ClassModel model, FieldModel field, boolean isEnum) {
        String type = field.fieldType().stringValue();
        boolean isSimple = type.length() == 1 || type.equals(STRING);
        if (!field.flags().has(AccessFlag.STATIC)) {
            return !isEnum || isSimple && field.flags().has(AccessFlag.FINAL);
        }
        boolean isConstantOfEnum = isEnum && type.equals('L' + model.thisClass().asInternalName() + ';');
        // Those of the compiler are filled once: the values of an enumeration, tables of a switch.
        return field.flags().has(AccessFlag.FINAL)
                && (isSimple || isConstantOfEnum || field.flags().has(AccessFlag.SYNTHETIC));
    }

    private static boolean isHarmless(ClassModel model, MethodModel method, boolean isEnum) {
        boolean isStatic = method.flags().has(AccessFlag.STATIC);
        if (isStatic && method.flags().has(AccessFlag.SYNCHRONIZED)) {
            return false;
        }
        CodeModel code = method.code().orElse(null);
        if (code == null) {
            return true;
        }
        boolean runsAtStart = method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)
                || isEnum && method.methodName().equalsString(ConstantDescs.INIT_NAME)
                || method.methodName().equalsString("$values");
        for (CodeElement element : code) {
            boolean isAllowed = switch (element) {
                // A run that is ended may leave the class, or what all runs have, locked.
                case MonitorInstruction monitor -> false;
                case InvokeInstruction call -> !runsAtStart || isHarmless(model, call);
                case InvokeDynamicInstruction call -> !runsAtStart;
                case ConstantInstruction constant -> true;
                default -> true;
            };
            if (!isAllowed) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHarmless(ClassModel model, InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        return HARMLESS.contains(call.name().stringValue())
                || call.name().equalsString(ConstantDescs.INIT_NAME)
                        && (owner.equals(ENUM) || owner.equals(model.thisClass().asInternalName()));
    }

    /** The class with a method {@link #RESET} that does what its initialiser does. */
    static byte[] resettable(byte[] bytes) {
        ClassFile file = ClassFile.of();
        ClassModel model = file.parse(bytes);
        int added = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
        return file.transformClass(model, (builder, element) -> {
            if (element instanceof FieldModel field
                    && field.flags().has(AccessFlag.STATIC)
                    && field.findAttribute(Attributes.constantValue()).isEmpty()) {
                builder.withField(
                        field.fieldName().stringValue(),
                        field.fieldTypeSymbol(),
                        field.flags().flagsMask() & ~ClassFile.ACC_FINAL);
            } else if (element instanceof MethodModel method
                    && method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)) {
                CodeModel code = method.code().orElseThrow();
                builder.withMethodBody(RESET, NOTHING, added, body -> code.forEach(body::with));
                builder.withMethodBody(
                        ConstantDescs.CLASS_INIT_NAME,
                        NOTHING,
                        ClassFile.ACC_STATIC,
                        body -> body.invokestatic(model.thisClass().asSymbol(), RESET, NOTHING)
                                .return_());
            } else {
                builder.with(element);
            }
        });
    }
}
