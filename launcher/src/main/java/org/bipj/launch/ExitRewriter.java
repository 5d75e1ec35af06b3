package org.bipj.launch;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Rewrites calls of {@code System.exit}, {@code Runtime.exit} and {@code Runtime.halt} into calls of {@link RankExit}: a
 * rank that shares its JVM with others must not end it.
 */
final class ExitRewriter {
    private static final String SYSTEM = "java/lang/System";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final ClassDesc RANK_EXIT = ClassDesc.of("org.bipj.launch.RankExit");
    private static final MethodTypeDesc OF_SYSTEM = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc OF_RUNTIME =
            MethodTypeDesc.of(ConstantDescs.CD_void, ClassDesc.ofInternalName(RUNTIME), ConstantDescs.CD_int);
    private static final byte[] EXIT = "exit".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HALT = "halt".getBytes(StandardCharsets.US_ASCII);

    private final ClassFile classFile;

    /**
     * A rewriter.
     *
     * @param loader finds the classes that the rewritten ones refer to
     */
    ExitRewriter(ClassLoader loader) {
        classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver())));
    }

    /** The class with its calls rewritten; the same array if there are none. */
    byte[] rewrite(byte[] bytes) {
        // Most classes contain neither word.
        if (!contains(bytes, EXIT) && !contains(bytes, HALT)) {
            return bytes;
        }
        CodeTransform calls = ExitRewriter::rewrite;
        return classFile.transformClass(classFile.parse(bytes), ClassTransform.transformingMethodBodies(calls));
    }

    private static boolean contains(byte[] bytes, byte[] word) {
        for (int i = 0; i + word.length <= bytes.length; i++) {
            if (bytes[i] == word[0] && Arrays.equals(bytes, i, i + word.length, word, 0, word.length)) {
                return true;
            }
        }
        return false;
    }

    private static void rewrite(CodeBuilder code, CodeElement element) {
        switch (element) {
            case InvokeInstruction call
            when endsJvm(call) ->
                code.invokestatic(
                        RANK_EXIT,
                        call.name().stringValue(),
                        call.owner().asInternalName().equals(SYSTEM) ? OF_SYSTEM : OF_RUNTIME);
            case InvokeDynamicInstruction call
            when call.bootstrapArgs().stream().anyMatch(ExitRewriter::endsJvm) ->
                code.invokedynamic(DynamicCallSiteDesc.of(
                        call.bootstrapMethod(),
                        call.name().stringValue(),
                        call.typeSymbol(),
                        call.bootstrapArgs().stream().map(ExitRewriter::replace).toArray(ConstantDesc[]::new)));
            default -> code.with(element);
        }
    }

    private static boolean endsJvm(InvokeInstruction call) {
        return endsJvm(
                call.owner().asInternalName(),
                call.name().stringValue(),
                call.type().stringValue());
    }

    private static boolean endsJvm(String owner, String name, String type) {
        return type.equals("(I)V")
                && (owner.equals(SYSTEM) && name.equals("exit")
                        || owner.equals(RUNTIME) && (name.equals("exit") || name.equals("halt")));
    }

    /** A method reference such as {@code System::exit}. */
    private static boolean endsJvm(ConstantDesc argument) {
        if (!(argument instanceof DirectMethodHandleDesc handle)) {
            return false;
        }
        String owner = handle.owner().descriptorString();
        return endsJvm(owner.substring(1, owner.length() - 1), handle.methodName(), handle.lookupDescriptor());
    }

    private static ConstantDesc replace(ConstantDesc argument) {
        if (!endsJvm(argument)) {
            return argument;
        }
        DirectMethodHandleDesc handle = (DirectMethodHandleDesc) argument;
        MethodTypeDesc type = handle.kind() == DirectMethodHandleDesc.Kind.STATIC ? OF_SYSTEM : OF_RUNTIME;
        return MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, RANK_EXIT, handle.methodName(), type);
    }
}
