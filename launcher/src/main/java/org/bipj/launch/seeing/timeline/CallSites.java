package org.bipj.launch.seeing.timeline;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.bipj.core.report.ProgramFrames;
import org.bipj.launch.seeing.agent.MpiMethods;

/**
 * Changes the program's classes while they are loaded: before each call of an operation they say which call that is, by a number of its
 * own. So calls from two places are never taken for one, and a place is looked up once. The number goes by way of {@link #METHOD} of class
 * {@code mpi.MPI}, which is visible wherever the operations are. A class that cannot be changed stays as it is.
 */
final class CallSites implements ClassFileTransformer {
    /** What {@link CallMarker} adds to class {@code mpi.MPI}. */
    static final String METHOD = "$at";

    static final MethodTypeDesc TYPE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    private static final ClassDesc MPI = ClassDesc.ofInternalName(MpiMethods.MPI);
    private static final AtomicInteger LAST = new AtomicInteger();

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        try {
            return name != null && isOfProgram(name) ? mark(loader, bytes) : null;
        } catch (LinkageError | RuntimeException e) {
            // Such as a class whose parents cannot be found: the lines of its calls are found without it.
            return null;
        }
    }

    /** True for the internal name of a class that is neither the library's nor the JDK's. */
    static boolean isOfProgram(String name) {
        String type = name.replace('/', '.');
        return !ProgramFrames.isJdk(type) && !ProgramFrames.isLibrary(type, ProgramFrames.Library.ALL);
    }

    /** The changed class; null: it calls no operation. */
    static byte[] mark(ClassLoader loader, byte[] bytes) {
        ClassHierarchyResolver parents = loader == null
                ? ClassHierarchyResolver.defaultResolver()
                : ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver());
        ClassFile classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(parents));
        ClassModel model = classFile.parse(bytes);
        boolean calls = StreamSupport.stream(model.constantPool().spliterator(), false)
                .anyMatch(entry -> entry instanceof ClassEntry type && MpiMethods.isTimed(type.asInternalName()));
        if (!calls) {
            return null;
        }
        return classFile.transformClass(
                model, ClassTransform.transformingMethodBodies(CodeTransform.ofStateful(Numbering::new)));
    }

    /** Gives the calls of one method their numbers. */
    private static final class Numbering implements CodeTransform {
        /** The method's own handlers, which come behind those of its calls: of several, the first one counts. */
        private final List<ExceptionCatch> handlers = new ArrayList<>();

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof ExceptionCatch handler) {
                handlers.add(handler);
            } else if (element instanceof InvokeInstruction call
                    && MpiMethods.isOperation(
                            call.owner().asInternalName(), call.name().stringValue())) {
                number(code, call);
            } else {
                code.with(element);
            }
        }

        /** The number ends with its call, which may not get as far as the operation: on a null reference, or in a subclass of the program. */
        private static void number(CodeBuilder code, InvokeInstruction call) {
            Label begin = code.newLabel();
            Label end = code.newLabel();
            Label failed = code.newLabel();
            Label after = code.newLabel();
            at(code, LAST.incrementAndGet());
            code.labelBinding(begin).with(call).labelBinding(end);
            at(code, 0);
            code.goto_(after).labelBinding(failed);
            at(code, 0);
            code.athrow().labelBinding(after).exceptionCatchAll(begin, end, failed);
        }

        private static void at(CodeBuilder code, int number) {
            code.loadConstant(number).invokestatic(MPI, METHOD, TYPE);
        }

        @Override
        public void atEnd(CodeBuilder code) {
            handlers.forEach(code::with);
        }
    }
}
