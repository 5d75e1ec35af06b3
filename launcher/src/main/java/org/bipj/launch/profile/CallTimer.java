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

/**
 * Wraps the public methods of the MPI facade: the method's code moves to a private method of another name, and a new one
 * calls it and passes the call, its time and its bytes to {@link Profile}.
 */
final class CallTimer {
    private static final ClassDesc PROFILE = Profile.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc MARK = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(ConstantDescs.CD_long);
    private static final MethodTypeDesc LEAVE = MethodTypeDesc.of(
            ConstantDescs.CD_void, ConstantDescs.CD_String, ConstantDescs.CD_long, ConstantDescs.CD_long);

    private CallTimer() {}

    /** Wraps the methods of a class that {@linkplain MpiMethods#isTimed is timed}. */
    static byte[] wrap(byte[] bytes) {
        ClassFile classFile = ClassFile.of();
        ClassModel model = classFile.parse(bytes);
        boolean isMpi = model.thisClass().asInternalName().equals(MpiMethods.MPI);
        return classFile.transformClass(model, (builder, element) -> {
            if (!(element instanceof MethodModel method)) {
                builder.with(element);
            } else if (isMpi) {
                mark(builder, method);
            } else if (MpiMethods.isOperation(method)) {
                new Wrapped(
                                model.thisClass().asSymbol(),
                                MpiMethods.prefix(model.thisClass().asInternalName()),
                                method)
                        .define(builder);
            } else {
                builder.with(method);
            }
        });
    }

    /** Init and Finalize: the measurement begins at the end of one, and ends at the beginning of the other. */
    private static void mark(ClassBuilder builder, MethodModel method) {
        String name = method.methodName().stringValue();
        boolean isInit = MpiMethods.INITS.contains(name);
        if (!isInit && !name.equals(MpiMethods.FINALIZE)) {
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
            MpiMethods.bytes(code, type.parameterList());
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
    }
}
