package org.bipj.launch.seeing.agent;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ConstantDescs;

/** A constructor that does something else between the constructor of its superclass, which it calls, and its end. */
public final class WrappedConstructor implements CodeTransform {
    private final String superclass;
    private final WrappedMethod.Around around;
    private int kept;
    private Label from;

    private WrappedConstructor(String superclass, WrappedMethod.Around around) {
        this.superclass = superclass;
        this.around = around;
    }

    /** Adds the constructor to its class. One that calls another one of the class stays as it is: that is wrapped. */
    public static void define(ClassBuilder builder, ClassModel owner, MethodModel method, WrappedMethod.Around around) {
        String superclass = owner.superclass().orElseThrow().asInternalName();
        builder.transformMethod(method, MethodTransform.transformingCode(new WrappedConstructor(superclass, around)));
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
        if (from == null) {
            code.with(element);
            if (element instanceof InvokeInstruction call
                    && call.opcode() == Opcode.INVOKESPECIAL
                    && call.name().equalsString(ConstantDescs.INIT_NAME)
                    && call.owner().asInternalName().equals(superclass)) {
                begin(code);
            }
            return;
        }
        if (element instanceof ReturnInstruction) {
            around.leave(code, kept);
        }
        code.with(element);
    }

    private void begin(CodeBuilder code) {
        kept = code.allocateLocal(around.kept());
        around.enter(code);
        code.storeLocal(around.kept(), kept);
        from = code.newBoundLabel();
    }

    @Override
    public void atEnd(CodeBuilder code) {
        if (from == null) {
            return;
        }
        int failure = code.allocateLocal(TypeKind.REFERENCE);
        Label handler = code.newBoundLabel();
        code.exceptionCatchAll(from, handler, handler);
        code.astore(failure);
        around.fail(code, kept);
        code.aload(failure).athrow();
    }
}
