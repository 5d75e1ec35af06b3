package org.bipj.launch.hosted.loader;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.Superclass;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.function.Predicate;

/**
 * Rewrites a class by {@link ThreadRules}: allocations and superclasses of some of the JDK's classes, monitors, and the
 * method {@code run} of threads. A synchronised method becomes one with a synchronised block.
 */
final class ThreadRewriter implements ClassTransform {
    private static final String THREAD = "java/lang/Thread";
    private static final MethodTypeDesc OF_OBJECT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);

    private final ThreadRules rules;
    private final ClassDesc self;
    private final boolean isThread;
    /** True for internal names of subclasses of Thread. */
    private final Predicate<String> threads;
    /** Methods of the class that stay as they are. */
    private final Predicate<MethodModel> stays;

    /**
     * The rewriter of one class.
     *
     * @param threads true for internal names of Thread and its subclasses
     * @param stays true for methods of the class in which there is nothing to rewrite
     */
    ThreadRewriter(ThreadRules rules, String name, Predicate<String> threads, Predicate<MethodModel> stays) {
        this.stays = stays;
        this.rules = rules;
        this.threads = threads;
        self = ClassDesc.ofInternalName(name);
        isThread = threads.test(name);
    }

    /** True for an instruction that this writes anew. */
    boolean changes(Opcode opcode, PoolEntry entry) {
        return switch (entry) {
            case null -> true;
            case ClassEntry made -> rules.classes().containsKey(made.asInternalName());
            case MemberRefEntry called ->
                opcode == Opcode.INVOKESPECIAL
                        && (rules.classes().containsKey(called.owner().asInternalName()) || isBody(called));
            case InvokeDynamicEntry call -> DynamicCalls.any(call, argument -> replace(argument) != argument);
            default -> false;
        };
    }

    /** True if a method changes whatever its code is. */
    boolean changesHead(MethodModel method) {
        return locks(method) || isBody(method);
    }

    @Override
    public void accept(ClassBuilder builder, ClassElement element) {
        switch (element) {
            case MethodModel method when stays.test(method) -> builder.with(method);
            case Superclass parent -> {
                ClassDesc by = rules.classes().get(parent.superclassEntry().asInternalName());
                if (by == null) {
                    builder.with(parent);
                } else {
                    builder.withSuperclass(by);
                }
            }
            case MethodModel method -> rewrite(builder, method);
            default -> builder.with(element);
        }
    }

    private void rewrite(ClassBuilder builder, MethodModel method) {
        int flags = method.flags().flagsMask();
        boolean isStatic = (flags & ClassFile.ACC_STATIC) != 0;
        boolean locks = locks(method);
        builder.withMethod(
                isBody(method) ? rules.threadBody() : method.methodName().stringValue(),
                method.methodTypeSymbol(),
                locks ? flags & ~ClassFile.ACC_SYNCHRONIZED : flags,
                made -> {
                    for (MethodElement element : method) {
                        if (element instanceof CodeModel code) {
                            made.transformCode(
                                    code, locks ? CodeTransform.ofStateful(() -> new Locked(isStatic)) : this::rewrite);
                        } else if (!(element instanceof AccessFlags)) {
                            made.with(element);
                        }
                    }
                });
    }

    private static boolean locks(MethodModel method) {
        return method.flags().has(AccessFlag.SYNCHRONIZED) && method.code().isPresent();
    }

    /** True for the method {@code run} of a thread. */
    private boolean isBody(MethodModel method) {
        return isThread
                && !method.flags().has(AccessFlag.STATIC)
                && isRun(method.methodName().stringValue(), method.methodType().stringValue());
    }

    /** True for the method {@code run} of a thread that is called as that of a superclass. */
    private boolean isBody(MemberRefEntry called) {
        return isRun(called.name().stringValue(), called.type().stringValue())
                && threads.test(called.owner().asInternalName());
    }

    private static boolean isRun(String name, String type) {
        return name.equals("run") && type.equals("()V");
    }

    private void rewrite(CodeBuilder code, CodeElement element) {
        switch (element) {
            case MonitorInstruction monitor -> {
                code.dup();
                call(code, monitor.opcode() == Opcode.MONITORENTER ? "enter" : "exit");
                code.with(monitor);
            }
            case NewObjectInstruction made -> {
                ClassDesc by = rules.classes().get(made.className().asInternalName());
                if (by == null) {
                    code.with(made);
                } else {
                    code.new_(by);
                }
            }
            case InvokeInstruction call when call.opcode() == Opcode.INVOKESPECIAL -> rewriteSpecial(code, call);
            case InvokeDynamicInstruction call -> DynamicCalls.rewrite(code, call, this::replace);
            default -> code.with(element);
        }
    }

    private void call(CodeBuilder code, String method) {
        code.invokestatic(rules.monitors(), method, OF_OBJECT);
    }

    /** A constructor, or a method of the superclass. */
    private void rewriteSpecial(CodeBuilder code, InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        ClassDesc by = rules.classes().get(owner);
        boolean isBody = isBody(call.method());
        if (by == null && !isBody) {
            code.with(call);
        } else {
            code.invokespecial(
                    by == null ? ClassDesc.ofInternalName(owner) : by,
                    isBody ? rules.threadBody() : call.name().stringValue(),
                    call.typeSymbol());
        }
    }

    /** Replaces the class in a reference to a constructor ({@code Thread::new}). */
    private ConstantDesc replace(ConstantDesc argument) {
        if (argument instanceof DirectMethodHandleDesc handle
                && handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR) {
            String owner = handle.owner().descriptorString();
            ClassDesc by = rules.classes().get(owner.substring(1, owner.length() - 1));
            if (by != null) {
                return MethodHandleDesc.ofConstructor(
                        by, handle.invocationType().parameterArray());
            }
        }
        return argument;
    }

    /** Enters and leaves the monitor in the code of a method that was declared synchronised. */
    private final class Locked implements CodeTransform {
        private final boolean ofClass;
        private Label begin;

        Locked(boolean ofClass) {
            this.ofClass = ofClass;
        }

        private void pushLock(CodeBuilder code) {
            if (ofClass) {
                code.loadConstant(self);
            } else {
                code.aload(0);
            }
            code.dup();
        }

        private void leave(CodeBuilder code) {
            pushLock(code);
            call(code, "exit");
            code.monitorexit();
        }

        @Override
        public void atStart(CodeBuilder code) {
            pushLock(code);
            call(code, "enter");
            code.monitorenter();
            begin = code.newBoundLabel();
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof ReturnInstruction) {
                leave(code);
                code.with(element);
            } else {
                rewrite(code, element);
            }
        }

        @Override
        public void atEnd(CodeBuilder code) {
            Label handler = code.newBoundLabel();
            code.exceptionCatchAll(begin, handler, handler);
            leave(code);
            code.athrow();
        }
    }
}
