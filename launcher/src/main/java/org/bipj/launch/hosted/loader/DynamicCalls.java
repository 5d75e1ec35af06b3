package org.bipj.launch.hosted.loader;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.util.List;
import java.util.function.UnaryOperator;

/** Calls by invokedynamic, whose bootstrap arguments hold references to methods and constructors. */
final class DynamicCalls {
    private DynamicCalls() {}

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
