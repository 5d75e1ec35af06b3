package org.bipj.launch.seeing.timeline;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import org.bipj.launch.seeing.agent.MpiMethods;
import org.bipj.launch.seeing.agent.WrappedMethod;
import org.bipj.mpi.call.CallFacts;

/**
 * Wraps the operations of the MPI facade: the method's code moves to a private method of another name, and a new one calls it between
 * {@link Timeline#enter} and {@link ThreadTrack#leave}. The library's marks, which have no code, call the methods of {@link ThreadTrack}
 * that have their names; packets are counted by {@link PacketMarks}.
 *
 * @param records false where only totals are counted: no more is changed than that takes
 */
record CallMarker(boolean records) {
    /** The marks by which totals are counted. */
    static final Set<String> COUNTING = Set.of("opened", "made", "met", "sent", "accessed");

    private static final ClassDesc TIMELINE = Timeline.class.describeConstable().orElseThrow();
    private static final ClassDesc TRACK = ThreadTrack.class.describeConstable().orElseThrow();
    /** The marks of waits. */
    private static final String WAITS = "org/bipj/core/nic/WaitMarks";

    private static final MethodTypeDesc CURRENT = MethodTypeDesc.of(TRACK);
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(TRACK, ConstantDescs.CD_int);
    private static final MethodTypeDesc LEAVE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long);
    private static final MethodTypeDesc MARK = MethodTypeDesc.of(ConstantDescs.CD_void);

    /** True for a class with methods to wrap or to give code, by its internal name. */
    boolean isMarked(String name) {
        return name.equals(MpiMethods.MARKS)
                || MpiMethods.isTimed(name)
                || records && (name.equals(WAITS) || PacketMarks.isMarked(name));
    }

    /** Wraps the methods of a class that {@link #isMarked}. */
    byte[] mark(byte[] bytes) {
        ClassFile classFile = ClassFile.of();
        ClassModel model = classFile.parse(bytes);
        String type = model.thisClass().asInternalName();
        ClassTransform sites = records && type.equals(MpiMethods.MPI)
                ? ClassTransform.endHandler(CallMarker::addSites)
                : ClassTransform.ACCEPT_ALL;
        return classFile.transformClass(
                model,
                ((ClassTransform) (builder, element) -> {
                            if (!(element instanceof MethodModel method)) {
                                builder.with(element);
                            } else if (type.equals(MpiMethods.MARKS) || type.equals(WAITS)) {
                                giveCode(builder, method);
                            } else if (type.equals(MpiMethods.MPI)
                                    ? beginsOrEnds(method)
                                    : MpiMethods.isTimed(type) && MpiMethods.isOperation(type, method)) {
                                MpiMethods.wrap(
                                        builder,
                                        model,
                                        method,
                                        new Marked(MpiMethods.name(type, method), method.methodTypeSymbol()));
                            } else if (!PacketMarks.precede(builder, type, method)) {
                                builder.with(method);
                            }
                        })
                        .andThen(sites));
    }

    /** Adds what the program's classes call. */
    private static void addSites(ClassBuilder builder) {
        builder.withMethodBody(
                CallSites.METHOD,
                CallSites.TYPE,
                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                code -> code.iload(0)
                        .invokestatic(TIMELINE, "at", CallSites.TYPE)
                        .return_());
    }

    private static boolean beginsOrEnds(MethodModel method) {
        String name = method.methodName().stringValue();
        return MpiMethods.INITS.contains(name) || name.equals(MpiMethods.FINALIZE);
    }

    private void giveCode(ClassBuilder builder, MethodModel method) {
        String name = method.methodName().stringValue();
        if (name.startsWith("<") || !records && !COUNTING.contains(name)) {
            builder.with(method);
            return;
        }
        MethodTypeDesc type = method.methodTypeSymbol();
        builder.withMethodBody(name, type, method.flags().flagsMask(), code -> {
            callTrack(code, name, type);
            code.return_(TypeKind.from(type.returnType()));
        });
    }

    private static void callTrack(CodeBuilder code, String name, MethodTypeDesc type) {
        code.invokestatic(TIMELINE, "current", CURRENT);
        WrappedMethod.loadParameters(code, type);
        code.invokevirtual(TRACK, name, type);
    }

    /** Records the calls of an operation. */
    private record Marked(String name, CallFacts facts, MethodTypeDesc type) implements WrappedMethod.Around {
        Marked(String name, MethodTypeDesc type) {
            this(name, CallFacts.method(name).facts(), type);
        }

        @Override
        public TypeKind kept() {
            return TypeKind.REFERENCE;
        }

        @Override
        public void enter(CodeBuilder code) {
            if (facts == CallFacts.FINALIZE) {
                code.invokestatic(TIMELINE, "current", CURRENT).invokevirtual(TRACK, "ends", MARK);
            }
            code.loadConstant(Timeline.operation(name)).invokestatic(TIMELINE, "enter", ENTER);
        }

        @Override
        public void leave(CodeBuilder code, int kept) {
            code.aload(kept);
            MpiMethods.bytes(code, type.parameterList());
            code.invokevirtual(TRACK, "leave", LEAVE);
            if (facts == CallFacts.INIT) {
                code.aload(kept).invokevirtual(TRACK, "begun", MARK);
            } else if (facts == CallFacts.FINALIZE) {
                code.aload(kept).invokevirtual(TRACK, "finalized", MARK);
            }
        }

        @Override
        public void fail(CodeBuilder code, int kept) {
            code.aload(kept).lconst_0().invokevirtual(TRACK, "leave", LEAVE);
        }
    }
}
