package org.bipj.launch.timeline;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.regex.Pattern;
import org.bipj.launch.profile.MpiMethods;

/**
 * Wraps the operations of the MPI facade, as {@code --profile} does: the method's code moves to a private method of another name, and a
 * new one calls it between {@link Timeline#enter} and {@link ThreadTrack#leave}. The library's marks, which have no code, call the methods
 * of {@link Timeline} that have their names.
 */
final class CallMarker {
    private static final String MARKS = "org/bipj/mpi/call/TimelineMarks";
    /** Their messages have marks of their own, which know the bytes. */
    private static final Pattern POINT_TO_POINT =
            Pattern.compile("i?[bsrBSR]?(send|recv|Send|Recv|p[SR]).*|I[bsr]?(send|recv)");

    private static final ClassDesc TIMELINE = Timeline.class.describeConstable().orElseThrow();
    private static final ClassDesc TRACK = ThreadTrack.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(TRACK, ConstantDescs.CD_int);
    private static final MethodTypeDesc LEAVE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long);
    private static final MethodTypeDesc FINALIZED = MethodTypeDesc.of(ConstantDescs.CD_void);

    private CallMarker() {}

    /** True for a class with methods to wrap or to give code, by its internal name. */
    static boolean isMarked(String name) {
        return name.equals(MARKS) || MpiMethods.isTimed(name);
    }

    /** Wraps the methods of a class that {@link #isMarked}. */
    static byte[] mark(byte[] bytes) {
        ClassFile classFile = ClassFile.of();
        ClassModel model = classFile.parse(bytes);
        String type = model.thisClass().asInternalName();
        return classFile.transformClass(model, (builder, element) -> {
            if (!(element instanceof MethodModel method)) {
                builder.with(element);
            } else if (type.equals(MARKS)) {
                giveCode(builder, method);
            } else if (type.equals(MpiMethods.MPI) ? beginsOrEnds(method) : MpiMethods.isOperation(method)) {
                new Wrapped(model.thisClass().asSymbol(), MpiMethods.prefix(type), method).define(builder);
            } else {
                builder.with(method);
            }
        });
    }

    private static boolean beginsOrEnds(MethodModel method) {
        String name = method.methodName().stringValue();
        return MpiMethods.INITS.contains(name) || name.equals(MpiMethods.FINALIZE);
    }

    private static void giveCode(ClassBuilder builder, MethodModel method) {
        String name = method.methodName().stringValue();
        if (name.startsWith("<")) {
            builder.with(method);
            return;
        }
        MethodTypeDesc type = method.methodTypeSymbol();
        builder.withMethodBody(name, type, method.flags().flagsMask(), code -> {
            for (int i = 0; i < type.parameterCount(); i++) {
                code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
            }
            code.invokestatic(TIMELINE, name, type).return_(TypeKind.from(type.returnType()));
        });
    }

    /** A method of which the class gets two: the original by another name, and one that records a call of it. */
    private record Wrapped(ClassDesc owner, String prefix, MethodModel method) {
        void define(ClassBuilder builder) {
            String name = method.methodName().stringValue();
            String inner = name + "$unrecorded";
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
                    code -> call(code, name, inner, isStatic));
        }

        private void call(CodeBuilder code, String name, String inner, boolean isStatic) {
            MethodTypeDesc type = method.methodTypeSymbol();
            TypeKind kind = TypeKind.from(type.returnType());
            int track = code.allocateLocal(TypeKind.REFERENCE);
            int result = code.allocateLocal(kind == TypeKind.VOID ? TypeKind.INT : kind);
            int failure = code.allocateLocal(TypeKind.REFERENCE);
            code.loadConstant(Timeline.operation(prefix + name))
                    .invokestatic(TIMELINE, "enter", ENTER)
                    .astore(track);
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
            code.aload(track);
            if (POINT_TO_POINT.matcher(name).matches()) {
                code.lconst_0();
            } else {
                MpiMethods.bytes(code, type.parameterList());
            }
            code.invokevirtual(TRACK, "leave", LEAVE);
            if (name.equals(MpiMethods.FINALIZE)) {
                code.aload(track).invokevirtual(TRACK, "finalized", FINALIZED);
            }
            if (kind != TypeKind.VOID) {
                code.loadLocal(kind, result);
            }
            code.return_(kind);
            Label handler = code.newBoundLabel();
            code.exceptionCatchAll(from, to, handler);
            code.astore(failure).aload(track).lconst_0().invokevirtual(TRACK, "leave", LEAVE);
            code.aload(failure).athrow();
        }
    }
}
