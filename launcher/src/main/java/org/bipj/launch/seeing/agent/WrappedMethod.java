package org.bipj.launch.seeing.agent;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.function.Consumer;

/**
 * A method of which the class gets two: the original, private and by another name, and one that calls it and does something before and
 * after.
 *
 * @param owner the class
 * @param suffix what the name of the original gets
 */
public record WrappedMethod(ClassDesc owner, MethodModel method, String suffix) {
    /** What is done before and after a call. */
    public interface Around {
        /** The kind of the value that is kept during the call. */
        TypeKind kept();

        /** Before the call; leaves the value on the stack. */
        void enter(CodeBuilder code);

        /** After it, with the value in a local variable. */
        void leave(CodeBuilder code, int kept);

        /** As {@link #leave}, where it has thrown something. */
        void fail(CodeBuilder code, int kept);
    }

    /** Adds both methods to the class. */
    public void define(ClassBuilder builder, Around around) {
        String name = method.methodName().stringValue();
        boolean isStatic = method.flags().has(AccessFlag.STATIC);
        builder.withMethod(
                name + suffix,
                method.methodTypeSymbol(),
                ClassFile.ACC_PRIVATE | ClassFile.ACC_SYNTHETIC | (isStatic ? ClassFile.ACC_STATIC : 0),
                to -> method.code().ifPresent(code -> to.withCode(body -> code.forEach(body))));
        builder.withMethodBody(
                name,
                method.methodTypeSymbol(),
                method.flags().flagsMask() & ~(ClassFile.ACC_SYNCHRONIZED | ClassFile.ACC_NATIVE),
                code -> call(code, name + suffix, isStatic, around));
    }

    private void call(CodeBuilder code, String inner, boolean isStatic, Around around) {
        MethodTypeDesc type = method.methodTypeSymbol();
        TypeKind kind = TypeKind.from(type.returnType());
        int kept = code.allocateLocal(around.kept());
        int result = code.allocateLocal(kind == TypeKind.VOID ? TypeKind.INT : kind);
        int failure = code.allocateLocal(TypeKind.REFERENCE);
        around.enter(code);
        code.storeLocal(around.kept(), kept);
        Label from = code.newBoundLabel();
        if (!isStatic) {
            code.aload(0);
        }
        loadParameters(code, type);
        if (isStatic) {
            code.invokestatic(owner, inner, type);
        } else {
            code.invokespecial(owner, inner, type);
        }
        Label to = code.newBoundLabel();
        if (kind != TypeKind.VOID) {
            code.storeLocal(kind, result);
        }
        around.leave(code, kept);
        if (kind != TypeKind.VOID) {
            code.loadLocal(kind, result);
        }
        code.return_(kind);
        Label handler = code.newBoundLabel();
        code.exceptionCatchAll(from, to, handler);
        code.astore(failure);
        around.fail(code, kept);
        code.aload(failure).athrow();
    }

    /** Adds the method with more code in front of its own. */
    public static void precede(ClassBuilder builder, MethodModel method, Consumer<CodeBuilder> before) {
        builder.transformMethod(method, MethodTransform.transformingCode(new Preceded(before)));
    }

    /** Does something else first. */
    private record Preceded(Consumer<CodeBuilder> before) implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            before.accept(code);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }

    /** Puts the parameters of a method onto the stack. */
    public static void loadParameters(CodeBuilder code, MethodTypeDesc type) {
        for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
        }
    }
}
