package org.bipj.launch.seeing.agent;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bipj.mpi.call.CallFacts;

/** The public methods of the MPI facade that are operations, and the bytes that their calls name. */
public final class MpiMethods {
    /** The classes with operations, beside communicators; {@code mpi.MPI} only begins and ends the measurement. */
    private static final Set<String> CLASSES = Set.of("Request", "Prequest", "Message", "File", "Win");

    private static final String PACKAGE = "mpi/";
    private static final String COMMUNICATOR = "comm";

    /** The class whose methods the library calls for those who record: they have no code of their own. */
    public static final String MARKS = "org/bipj/mpi/call/TimelineMarks";

    /** The class that begins and ends. */
    public static final String MPI = "mpi/MPI";
    /** Its methods that begin. */
    public static final Set<String> INITS = Set.of("Init", "InitThread");
    /** The one that ends. */
    public static final String FINALIZE = "Finalize";

    private static final ClassDesc METHODS =
            MpiMethods.class.describeConstable().orElseThrow();
    private static final ClassDesc DATATYPE = ClassDesc.of("mpi.Datatype");
    private static final ClassDesc LAYOUT = ClassDesc.of("org.bipj.core.payload.TypeLayout");
    private static final ClassDesc INTS = ConstantDescs.CD_int.arrayType();
    private static final MethodTypeDesc SUM = MethodTypeDesc.of(ConstantDescs.CD_long, INTS);
    /** The layout of a datatype in bytes; null for one that has been freed. {@code Datatype.getSize} has other units. */
    private static final MethodTypeDesc USABLE = MethodTypeDesc.of(LAYOUT);

    private static final MethodTypeDesc SIZE = MethodTypeDesc.of(ConstantDescs.CD_long);

    private MpiMethods() {}

    /** True for a class with methods to wrap, by its internal name. */
    public static boolean isTimed(String name) {
        return name.equals(MPI)
                || name.startsWith(PACKAGE)
                        && (CLASSES.contains(name.substring(PACKAGE.length())) || isCommunicator(name));
    }

    private static boolean isCommunicator(String type) {
        return type.toLowerCase(Locale.ROOT).endsWith(COMMUNICATOR) && type.lastIndexOf('/') < PACKAGE.length();
    }

    /** The prefix of the names of a class's methods, such as {@code Request.}; none for communicators. */
    public static String prefix(String type) {
        return isCommunicator(type) ? "" : type.substring(PACKAGE.length()) + ".";
    }

    /** True for a method or constructor that communicates, or waits. */
    public static boolean isOperation(String type, MethodModel method) {
        return method.flags().has(AccessFlag.PUBLIC)
                && !method.flags().has(AccessFlag.SYNTHETIC)
                && !method.flags().has(AccessFlag.ABSTRACT)
                && isOperation(type, method.methodName().stringValue());
    }

    /** True for the name of such a method, or of a constructor, of a class by its internal name. */
    public static boolean isOperation(String type, String method) {
        return isTimed(type) && CallFacts.method(name(type, method)).facts() != CallFacts.LOCAL;
    }

    /** What a method is called in recordings and profiles: by its class, unless that is a communicator, and by {@code new} if it makes one. */
    public static String name(String type, MethodModel method) {
        return name(type, method.methodName().stringValue());
    }

    private static String name(String type, String name) {
        return prefix(type) + (name.equals(ConstantDescs.INIT_NAME) ? "new" : name);
    }

    /** Adds an operation to its class with something done before and after. */
    public static void wrap(ClassBuilder builder, ClassModel owner, MethodModel method, WrappedMethod.Around around) {
        if (method.methodName().equalsString(ConstantDescs.INIT_NAME)) {
            WrappedConstructor.define(builder, owner, method, around);
        } else {
            new WrappedMethod(owner.thisClass().asSymbol(), method, "$unrecorded").define(builder, around);
        }
    }

    /** Pushes the bytes that the call names: the first count, or counts, with a datatype. */
    public static void bytes(CodeBuilder code, List<ClassDesc> parameters) {
        for (int type = 1; type < parameters.size(); type++) {
            int count = type - 1;
            if (!parameters.get(type).equals(DATATYPE)) {
                continue;
            }
            if (parameters.get(count).equals(ConstantDescs.CD_int)) {
                code.iload(code.parameterSlot(count)).i2l();
            } else if (parameters.get(count).equals(INTS)) {
                // Counts and, in the forms for vectors, displacements.
                boolean isVector = count > 0 && parameters.get(count - 1).equals(INTS);
                code.aload(code.parameterSlot(isVector ? count - 1 : count)).invokestatic(METHODS, "sum", SUM);
            } else {
                continue;
            }
            Label none = code.newLabel();
            Label end = code.newLabel();
            code.aload(code.parameterSlot(type)).ifnull(none);
            code.aload(code.parameterSlot(type)).invokevirtual(DATATYPE, "usable", USABLE);
            code.ifnull(none);
            code.aload(code.parameterSlot(type)).invokevirtual(DATATYPE, "usable", USABLE);
            code.invokevirtual(LAYOUT, "size", SIZE).goto_(end);
            code.labelBinding(none).lconst_0().labelBinding(end).lmul();
            return;
        }
        code.lconst_0();
    }

    /** The sum of an operation's counts; 0 for null, which is allowed where counts are not used. */
    public static long sum(int[] counts) {
        long sum = 0;
        for (int i = 0; counts != null && i < counts.length; i++) {
            sum += counts[i];
        }
        return sum;
    }
}
