package org.bipj.launch.seeing.profile;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

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

    /** The marks that a profile counts. */
    static final Set<String> MARKS = Set.of("made", "met", "sent", "accessed");

    private CallTimer() {}

    /** True for a class with methods to wrap or marks to give code, by its internal name. */
    static boolean isMeasured(String name) {
        return name.equals(MpiMethods.MARKS) || MpiMethods.isTimed(name);
    }

    /** Wraps the methods of a class that {@link #isMeasured}. */
    static byte[] wrap(byte[] bytes) {
        ClassFile classFile = ClassFile.of();
        ClassModel model = classFile.parse(bytes);
        String type = model.thisClass().asInternalName();
        return classFile.transformClass(model, (builder, element) -> {
            if (!(element instanceof MethodModel method)) {
                builder.with(element);
            } else if (type.equals(MpiMethods.MARKS)) {
                count(builder, method);
            } else if (type.equals(MpiMethods.MPI)) {
                mark(builder, method);
            } else if (MpiMethods.isOperation(type, method)) {
                String name = MpiMethods.name(type, method);
                MpiMethods.wrap(builder, model, method, "$unprofiled", new Timed(name, method.methodTypeSymbol()));
            } else {
                builder.with(method);
            }
        });
    }

    private static void count(ClassBuilder builder, MethodModel method) {
        String name = method.methodName().stringValue();
        if (MARKS.contains(name)) {
            MethodTypeDesc type = method.methodTypeSymbol();
            WrappedMethod.precede(builder, method, code -> {
                WrappedMethod.loadParameters(code, type);
                code.invokestatic(PROFILE, name, type);
            });
        } else {
            builder.with(method);
        }
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

    /** Times the calls of an operation. */
    private record Timed(String name, MethodTypeDesc type) implements WrappedMethod.Around {
        @Override
        public TypeKind kept() {
            return TypeKind.LONG;
        }

        @Override
        public void enter(CodeBuilder code) {
            code.invokestatic(PROFILE, "enter", ENTER);
        }

        @Override
        public void leave(CodeBuilder code, int kept) {
            code.loadConstant(name).lload(kept);
            MpiMethods.bytes(code, type.parameterList());
            code.invokestatic(PROFILE, "leave", LEAVE);
        }

        @Override
        public void fail(CodeBuilder code, int kept) {
            code.loadConstant(name).lload(kept).lconst_0().invokestatic(PROFILE, "leave", LEAVE);
        }
    }
}
