package org.bipj.mpi.op;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;

/**
 * The predefined operations on the predefined types (MPI 4.1 section 6.9.2): minimum and maximum on numbers, sum and
 * product on numbers and complex numbers, logical operations on booleans and integers, bitwise ones on integers, MINLOC
 * and MAXLOC on pairs, REPLACE and NO_OP on everything. BYTE, CHAR and SHORT are integers here; CHAR has no sign.
 */
public final class Reductions {
    private static final Operation[] OPERATIONS = Operation.values();
    private static final BaseType[] TYPES = BaseType.values();

    /** Made when first asked for. Threads may make one twice: they are equal and immutable. */
    private static final Reduction[] MADE = new Reduction[OPERATIONS.length * TYPES.length];

    private Reductions() {}

    /**
     * An operation on a type.
     *
     * @throws EngineException of class OP if the operation is not defined on the type
     */
    public static Reduction of(Operation operation, BaseType type) {
        int at = operation.ordinal() * TYPES.length + type.ordinal();
        Reduction made = MADE[at];
        if (made == null) {
            made = make(operation, type);
            MADE[at] = made;
        }
        return made;
    }

    private static Reduction make(Operation operation, BaseType type) {
        if (operation == Operation.REPLACE || operation == Operation.NO_OP) {
            return new Selection(operation == Operation.REPLACE);
        }
        if (!isDefined(operation, type)) {
            throw new EngineException(ErrorClass.OP, undefined(operation, type));
        }
        return switch (type) {
            case BYTE, CHAR, SHORT -> new NarrowReduction(operation, type);
            case INT -> new IntReduction(operation);
            case LONG -> new LongReduction(operation);
            case FLOAT -> new FloatReduction(operation);
            case DOUBLE -> new DoubleReduction(operation);
            case FLOAT_COMPLEX ->
                operation == Operation.SUM ? new FloatReduction(operation) : new ComplexProduct(Float.BYTES);
            case DOUBLE_COMPLEX ->
                operation == Operation.SUM ? new DoubleReduction(operation) : new ComplexProduct(Double.BYTES);
            case BOOLEAN -> new BooleanReduction(operation);
            case SHORT2, LONG2, FLOAT2, DOUBLE2 -> new EqualPairReduction(operation, type);
            default -> new PairReduction(operation, type);
        };
    }

    private static boolean isDefined(Operation operation, BaseType type) {
        boolean integer = switch (type) {
            case BYTE, CHAR, SHORT, INT, LONG -> true;
            default -> false;
        };
        boolean real = type == BaseType.FLOAT || type == BaseType.DOUBLE;
        boolean complex = type == BaseType.FLOAT_COMPLEX || type == BaseType.DOUBLE_COMPLEX;
        return switch (operation) {
            case MAX, MIN -> integer || real;
            case SUM, PROD -> integer || real || complex;
            case LAND, LOR, LXOR -> integer || type == BaseType.BOOLEAN;
            case BAND, BOR, BXOR -> integer;
            case MINLOC, MAXLOC -> type.isPair();
            case REPLACE, NO_OP -> true;
        };
    }

    private static String undefined(Operation operation, BaseType type) {
        String expected = switch (operation) {
            case MAX, MIN -> "numbers";
            case SUM, PROD -> "numbers or complex numbers";
            case LAND, LOR, LXOR -> "BOOLEAN or integers";
            case BAND, BOR, BXOR -> "integers";
            default -> "pairs, such as DOUBLE_INT";
        };
        String data = type == BaseType.MIXED ? "a struct, or data of several types" : type.name();
        return operation + " is not defined on " + data + "; expected " + expected;
    }
}
