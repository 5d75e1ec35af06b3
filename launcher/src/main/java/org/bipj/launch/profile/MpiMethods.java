package org.bipj.launch.profile;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The public methods of the MPI facade that are operations, and the bytes that their calls name. */
public final class MpiMethods {
    /** The classes whose methods are MPI operations; {@code mpi.MPI} only begins and ends the measurement. */
    private static final Pattern CLASSES =
            Pattern.compile("mpi/(Comm|Intracomm|Intercomm|\\w+[Cc]omm|P?[Rr]equest|Message|File|Win)");

    /** Classes whose methods are named without the class; for all others the name includes the class. */
    private static final Pattern COMMUNICATOR = Pattern.compile("mpi/(Comm|Intracomm|Intercomm|\\w+[Cc]omm)");

    /** The class whose methods the library calls for those who record: they have no code of their own. */
    public static final String MARKS = "org/bipj/mpi/call/TimelineMarks";

    /** The class that begins and ends. */
    public static final String MPI = "mpi/MPI";
    /** Its methods that begin. */
    public static final Set<String> INITS = Set.of("Init", "InitThread");
    /** The one that ends. */
    public static final String FINALIZE = "Finalize";

    /** Methods that only look at an object or change it, and do not communicate. */
    private static final Pattern LOCAL =
            Pattern.compile("(get|set|is|has)[A-Z]\\w*|deleteAttr|callErrhandler|\\w+Keyval|compare"
                    + "|toString|equals|hashCode|packSize|finalize"
                    // Of mpiJava 1.2.
                    + "|Size|Rank|Group|Compare|Is_null|Test_inter|Remote_\\w+|Attr_get|Topo_test|Err\\w*handler_[gs]et"
                    + "|Pack_size|Get|Coords|Neighbours|Shift|Map|Dims_create");

    private static final Set<String> NOT_LOCAL =
            Set.of("isSend", "isDone", "getStatus", "getAccumulate", "setSize", "setView", "setAtomicity");

    private static final ClassDesc PROFILE = Profile.class.describeConstable().orElseThrow();
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
        return name.equals(MPI) || CLASSES.matcher(name).matches();
    }

    /** The prefix of the names of a class's methods, such as {@code Request.}. */
    public static String prefix(String type) {
        return COMMUNICATOR.matcher(type).matches() ? "" : type.substring("mpi/".length()) + ".";
    }

    /** True for a method that communicates, or waits. */
    public static boolean isOperation(MethodModel method) {
        String name = method.methodName().stringValue();
        return method.flags().has(AccessFlag.PUBLIC)
                && !method.flags().has(AccessFlag.SYNTHETIC)
                && !method.flags().has(AccessFlag.ABSTRACT)
                && !name.startsWith("<")
                && (NOT_LOCAL.contains(name) || !LOCAL.matcher(name).matches());
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
                code.aload(code.parameterSlot(isVector ? count - 1 : count)).invokestatic(PROFILE, "sum", SUM);
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
}
