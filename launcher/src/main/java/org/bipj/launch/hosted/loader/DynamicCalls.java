package org.bipj.launch.hosted.loader;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Calls by invokedynamic, whose bootstrap arguments hold references to methods and constructors. */
final class DynamicCalls {
    private DynamicCalls() {}

    /** True if a bootstrap argument of a call has a property. */
    static boolean any(InvokeDynamicEntry call, Predicate<ConstantDesc> property) {
        return call.bootstrap().arguments().stream()
                .map(LoadableConstantEntry::constantValue)
                .anyMatch(property);
    }

    /** Writes a call with its arguments replaced. */
    static void rewrite(CodeBuilder code, InvokeDynamicInstruction call, UnaryOperator<ConstantDesc> replacement) {
        List<ConstantDesc> arguments =
                call.bootstrapArgs().stream().map(replacement).toList();
        if (arguments.equals(call.bootstrapArgs())) {
            code.with(call);
        } else {
            code.invokedynamic(DynamicCallSiteDesc.of(
                    call.bootstrapMethod(),
                    call.name().stringValue(),
                    call.typeSymbol(),
                    arguments.toArray(ConstantDesc[]::new)));
        }
    }
}
