package org.bipj.launch.hosted.loader;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import org.bipj.core.job.WatchedArrays;

/**
 * Has a class say which elements of arrays of numbers it reads: by its own instructions, by {@link System#arraycopy}, by {@code clone},
 * and by those methods of {@link java.util.Arrays} that read the array which is their only argument.
 */
final class LoadRewriter implements CodeTransform {
    private static final ClassDesc WATCHED = ClassDesc.of(WatchedArrays.class.getName());
    private static final MethodTypeDesc ELEMENT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_int);
    private static final MethodTypeDesc ALL = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);

    private static final Set<String> READERS = Set.of("toString", "hashCode", "sort", "parallelSort");

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
        switch (element) {
            case ArrayLoadInstruction load
            when load.typeKind() != TypeKind.REFERENCE ->
                code.dup2().invokestatic(WATCHED, "load", ELEMENT).with(load);
            case InvokeInstruction call when isArrayCopy(call) -> code.invokestatic(WATCHED, "copy", call.typeSymbol());
            case InvokeInstruction call
            when readsAll(call) ->
                code.dup().invokestatic(WATCHED, "loadAll", ALL).with(call);
            default -> code.with(element);
        }
    }

    private static boolean isArrayCopy(InvokeInstruction call) {
        return call.owner().asInternalName().equals("java/lang/System")
                && call.name().equalsString("arraycopy");
    }

    /** True if the argument on top of the stack is an array of numbers that the JDK reads. */
    private static boolean readsAll(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        String type = call.type().stringValue();
        return owner.matches("\\[[ZBCSIJFD]") && call.name().equalsString("clone")
                || owner.equals("java/util/Arrays")
                        && READERS.contains(call.name().stringValue())
                        && type.matches("\\(\\[[ZBCSIJFD]\\).*");
    }
}
