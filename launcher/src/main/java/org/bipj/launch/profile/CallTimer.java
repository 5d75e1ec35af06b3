package org.bipj.launch.profile;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Wraps the public methods of the MPI facade: the method's code moves to a private method of another name, and a new one
 * calls it and passes the call, its time and its bytes to {@link Profile}.
 */
final class CallTimer {
    /** The classes whose methods are MPI operations; {@code mpi.MPI} only begins and ends the measurement. */
    private static final Pattern CLASSES =
            Pattern.compile("mpi/(Comm|Intracomm|Intercomm|\\w+[Cc]omm|P?[Rr]equest|Message|File|Win)");

    /** Classes whose methods are named without the class; for all others the name includes the class. */
    private static final Pattern COMMUNICATOR = Pattern.compile("mpi/(Comm|Intracomm|Intercomm|\\w+[Cc]omm)");

    private static final String MPI = "mpi/MPI";
    private static final Set<String> INITS = Set.of("Init", "InitThread");
    private static final String FINALIZE = "Finalize";

    /** Methods that only look at an object or change it, and do not communicate. */
    private static final Pattern LOCAL =
            Pattern.compile("(get|set|is|has)[A-Z]\\w*|deleteAttr|callErrhandler|\\w+Keyval|compare"
                    + "|toString|equals|hashCode|packSize|finalize"
                    // Of mpiJava 1.2.
                    + "|Size|Rank|Group|Compare|Is_null|Test_inter|Remote_\\w+|Attr_get|Topo_test|Err\\w*handler_[gs]et"
                    + "|Pack_size|Get|Coords|Neighbours|Shift|Map|Dims_create");

    private static final Set<String> NOT_LOCAL =
            Set.of("isSend", "isDone", "getStatus", "getAccumulate", "setSize", "setView", "setAtomicity");

    private static final ClassDesc PROFILE = Profile.class.describeConstable().orElseThrow();
    private static final ClassDesc DATATYPE = ClassDesc.of("mpi.Datatype");
    private static final ClassDesc LAYOUT = ClassDesc.of("org.bipj.core.payload.TypeLayout");
    private static final ClassDesc INTS = ConstantDescs.CD_int.arrayType();
    private static final MethodTypeDesc MARK = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(ConstantDescs.CD_long);
    private static final MethodTypeDesc LEAVE = MethodTypeDesc.of(
            ConstantDescs.CD_void, ConstantDescs.CD_String, ConstantDescs.CD_long, ConstantDescs.CD_long);
    private static final MethodTypeDesc SUM = MethodTypeDesc.of(ConstantDescs.CD_long, INTS);
    /** The layout of a datatype in bytes; null for one that has been freed. {@code Datatype.getSize} has other units. */
    private static final MethodTypeDesc USABLE = MethodTypeDesc.of(LAYOUT);

    private static final MethodTypeDesc SIZE = MethodTypeDesc.of(ConstantDescs.CD_long);

    private CallTimer() {}

    /** True for a class with methods to wrap, by its internal name. */
    static boolean isTimed(String name) {
        return name.equals(MPI) || CLASSES.matcher(name).matches();
    }

    /** Wraps the methods of a class that {@link #isTimed}. */
    static byte[] wrap(byte[] bytes) {
        ClassFile classFile = ClassFile.of();
        ClassModel model = classFile.parse(bytes);
        boolean isMpi = model.thisClass().asInternalName().equals(MPI);
        return classFile.transformClass(model, (builder, element) -> {
            if (!(element instanceof MethodModel method)) {
                builder.with(element);
            } else if (isMpi) {
                mark(builder, method);
            } else if (isOperation(method)) {
                new Wrapped(
                                model.thisClass().asSymbol(),
                                prefix(model.thisClass().asInternalName()),
                                method)
                        .define(builder);
            } else {
                builder.with(method);
            }
        });
    }

    /** The prefix of the names of a class's methods, such as {@code Request.}. */
    private static String prefix(String type) {
        return COMMUNICATOR.matcher(type).matches() ? "" : type.substring("mpi/".length()) + ".";
    }

    private static boolean isOperation(MethodModel method) {
        String name = method.methodName().stringValue();
        return method.flags().has(AccessFlag.PUBLIC)
                && !method.flags().has(AccessFlag.SYNTHETIC)
                && !method.flags().has(AccessFlag.ABSTRACT)
                && !name.startsWith("<")
                && (NOT_LOCAL.contains(name) || !LOCAL.matcher(name).matches());
    }

    /** Init and Finalize: the measurement begins at the end of one, and ends at the beginning of the other. */
    private static void mark(ClassBuilder builder, MethodModel method) {
        String name = method.methodName().stringValue();
        boolean isInit = INITS.contains(name);
        if (!isInit && !name.equals(FINALIZE)) {
            builder.with(method);
            return;
        }
        builder.transformMethod(method, MethodTransform.transformingCode(new Marks(isInit)));
    }

    /** Adds the marks to the code of Init or Finalize. */
    private record Marks(boolean isInit) implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            if (!isInit) {
                code.invokestatic(PROFILE, "end", MARK);
            }
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (isInit && element instanceof ReturnInstruction) {
                code.invokestatic(PROFILE, "begin", MARK);
            }
            code.with(element);
        }
    }

    /** A method of which the class gets two: the original by another name, and one that times a call of it. */
    private record Wrapped(ClassDesc owner, String prefix, MethodModel method) {
        void define(ClassBuilder builder) {
            String name = method.methodName().stringValue();
            String inner = name + "$unprofiled";
            boolean isStatic = method.flags().has(AccessFlag.STATIC);
            builder.withMethod(
                    inner,
                    method.methodTypeSymbol(),
                    ClassFile.ACC_PRIVATE | ClassFile.ACC_SYNTHETIC | (isStatic ? ClassFile.ACC_STATIC : 0),
                    to -> method.code().ifPresent(code -> to.withCode(body -> code.forEach(body))));
            builder.withMethodBody(
                    name,
                    method.methodTypeSymbol(),
                    method.flags().flagsMask() & ~(ClassFile.ACC_SYNCHRONIZED | ClassFile.ACC_NATIVE),
                    code -> call(code, prefix + name, inner, isStatic));
        }

        private void call(CodeBuilder code, String name, String inner, boolean isStatic) {
            MethodTypeDesc type = method.methodTypeSymbol();
            TypeKind kind = TypeKind.from(type.returnType());
            int start = code.allocateLocal(TypeKind.LONG);
            int result = code.allocateLocal(kind == TypeKind.VOID ? TypeKind.INT : kind);
            int failure = code.allocateLocal(TypeKind.REFERENCE);
            code.invokestatic(PROFILE, "enter", ENTER).lstore(start);
            Label from = code.newBoundLabel();
            if (!isStatic) {
                code.aload(0);
            }
            for (int i = 0; i < type.parameterCount(); i++) {
                code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
            }
            if (isStatic) {
                code.invokestatic(owner, inner, type);
            } else {
                code.invokespecial(owner, inner, type);
            }
            Label to = code.newBoundLabel();
            if (kind != TypeKind.VOID) {
                code.storeLocal(kind, result);
            }
            code.loadConstant(name).lload(start);
            bytes(code, type.parameterList());
            code.invokestatic(PROFILE, "leave", LEAVE);
            if (kind != TypeKind.VOID) {
                code.loadLocal(kind, result);
            }
            code.return_(kind);
            Label handler = code.newBoundLabel();
            code.exceptionCatchAll(from, to, handler);
            code.astore(failure).loadConstant(name).lload(start).lconst_0().invokestatic(PROFILE, "leave", LEAVE);
            code.aload(failure).athrow();
        }

        /** Pushes the bytes that the call names: the first count, or counts, with a datatype. */
        private static void bytes(CodeBuilder code, List<ClassDesc> parameters) {
            for (int type = 1; type < parameters.size(); type++) {
                int count = type - 1;
                if (!parameters.get(type).equals(DATATYPE)) {
                    continue;
                }
                if (parameters.get(count).equals(ConstantDescs.CD_int)) {
                    code.iload(code.parameterSlot(count)).i2l();
                } else if (parameters.get(count).equals(INTS)) {
                    // Counts and, in the forms for vectors, displacements.
                    boolean isVector = count > 0 && parameters.get(count - 1).equals(INTS);
                    code.aload(code.parameterSlot(isVector ? count - 1 : count)).invokestatic(PROFILE, "sum", SUM);
                } else {
                    continue;
                }
                Label none = code.newLabel();
                Label end = code.newLabel();
                code.aload(code.parameterSlot(type)).ifnull(none);
                code.aload(code.parameterSlot(type)).invokevirtual(DATATYPE, "usable", USABLE);
                code.ifnull(none);
                code.aload(code.parameterSlot(type)).invokevirtual(DATATYPE, "usable", USABLE);
                code.invokevirtual(LAYOUT, "size", SIZE).goto_(end);
                code.labelBinding(none).lconst_0().labelBinding(end).lmul();
                return;
            }
            code.lconst_0();
        }
    }
}
