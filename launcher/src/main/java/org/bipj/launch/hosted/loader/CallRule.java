package org.bipj.launch.hosted.loader;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.function.Consumer;

/** What becomes of the calls of one of the JDK's methods or constructors in the classes of a rank. */
public sealed interface CallRule
        permits AdjustedResult, CheckedArgument, FilledConstructor, RefusedCall, ReplacedMethod {
    /** The internal name of the JDK's class; {@link ReplacedMethod#ANY} stands for any class. */
    String owner();

    /** The name of the method, or that of constructors in class files. */
    String name();

    /** The descriptor of the method or constructor. */
    String type();

    /** A word that a class contains which makes such a call. */
    String mark();

    /**
     * Writes a call whose arguments are on the stack.
     *
     * @param original writes it as it was
     */
    void write(CodeBuilder code, Consumer<CodeBuilder> original);

    /** What a reference refers to in place of the method; null where a call does not become another call of the same type. */
    default DirectMethodHandleDesc reference() {
        return null;
    }
}
