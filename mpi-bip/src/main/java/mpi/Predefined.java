package mpi;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.SendBuffer;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.type.ElementBounds;
import org.jspecify.annotations.Nullable;

/**
 * The objects behind the constants of {@link MPI} that all ranks of a JVM share. Internal: programs use {@link MPI}.
 * Class MPI itself may be loaded once per rank, apart from the rest of this package, so that nothing here refers to it
 * and it sees public members only.
 */
public final class Predefined {
    static final int VERSION = 4;
    static final int SUBVERSION = 1;
    static final int UNDEFINED = -32766;
    static final int IDENT = 0;
    static final int CONGRUENT = 1;
    static final int SIMILAR = 2;
    static final int UNEQUAL = 3;
    static final int CART = 1;
    static final int GRAPH = 2;
    static final int DIST_GRAPH = 3;
    static final int ROOT = -4;
    static final int KEY_TAG_UB = 0;
    static final int KEY_HOST = 1;
    static final int KEY_IO = 2;
    static final int KEY_WTIME_IS_GLOBAL = 3;
    static final int KEY_APPNUM = 4;
    static final int KEY_LASTUSEDCODE = 5;
    static final int KEY_UNIVERSE_SIZE = 6;
    static final int KEY_WIN_BASE = 7;
    static final int KEY_WIN_SIZE = 8;
    static final int KEY_WIN_DISP_UNIT = 9;
    static final int TYPECLASS_INTEGER = 1;
    static final int TYPECLASS_REAL = 2;
    static final int TYPECLASS_COMPLEX = 3;
    static final int THREAD_SINGLE = 0;
    static final int THREAD_FUNNELED = 1;
    static final int THREAD_SERIALIZED = 2;
    static final int THREAD_MULTIPLE = 3;
    static final int MAX_DATAREP_STRING = 128;
    static final int MAX_INFO_KEY = 36;
    static final int MAX_INFO_VAL = 256;
    static final int ERR_INFO_KEY = 31;
    static final int ERR_INFO_NOKEY = 32;
    static final int ERR_INFO_VALUE = 33;
    static final int ERR_INFO = 34;
    static final int ERR_KEYVAL = 36;
    static final int ERR_LASTCODE = 92;
    static final int ANY_SOURCE = CommCore.ANY_SOURCE;
    static final int PROC_NULL = CommCore.PROC_NULL;
    static final int ANY_TAG = CommCore.ANY_TAG;
    static final int TAG_UB = CommCore.TAG_UB;

    public static final byte[] BUFFER_AUTOMATIC = SendBuffer.AUTOMATIC;
    public static final Datatype DATATYPE_NULL = Datatype.none();
    public static final Datatype BYTE = Datatype.predefined(BaseType.BYTE, "BYTE");
    public static final Datatype CHAR = Datatype.predefined(BaseType.CHAR, "CHAR");
    public static final Datatype SHORT = Datatype.predefined(BaseType.SHORT, "SHORT");
    public static final Datatype BOOLEAN = Datatype.predefined(BaseType.BOOLEAN, "BOOLEAN");
    public static final Datatype INT = Datatype.predefined(BaseType.INT, "INT");
    public static final Datatype LONG = Datatype.predefined(BaseType.LONG, "LONG");
    public static final Datatype FLOAT = Datatype.predefined(BaseType.FLOAT, "FLOAT");
    public static final Datatype DOUBLE = Datatype.predefined(BaseType.DOUBLE, "DOUBLE");
    public static final Datatype PACKED = Datatype.predefined(BaseType.PACKED, "PACKED");
    public static final Datatype FLOAT_COMPLEX = Datatype.predefined(BaseType.FLOAT_COMPLEX, "FLOAT_COMPLEX");
    public static final Datatype DOUBLE_COMPLEX = Datatype.predefined(BaseType.DOUBLE_COMPLEX, "DOUBLE_COMPLEX");
    public static final Datatype INT2 = Datatype.predefined(BaseType.INT2, "INT2");
    public static final Datatype SHORT_INT = Datatype.predefined(BaseType.SHORT_INT, "SHORT_INT");
    public static final Datatype LONG_INT = Datatype.predefined(BaseType.LONG_INT, "LONG_INT");
    public static final Datatype FLOAT_INT = Datatype.predefined(BaseType.FLOAT_INT, "FLOAT_INT");
    public static final Datatype DOUBLE_INT = Datatype.predefined(BaseType.DOUBLE_INT, "DOUBLE_INT");

    public static final Datatype OBJECT = Datatype.predefined(BaseType.OBJECT, "OBJECT");
    public static final Datatype SHORT2 = Datatype.predefined(BaseType.SHORT2, "SHORT2");
    public static final Datatype LONG2 = Datatype.predefined(BaseType.LONG2, "LONG2");
    public static final Datatype FLOAT2 = Datatype.predefined(BaseType.FLOAT2, "FLOAT2");
    public static final Datatype DOUBLE2 = Datatype.predefined(BaseType.DOUBLE2, "DOUBLE2");
    public static final Datatype LB = Datatype.bound("LB", ElementBounds.LB);
    public static final Datatype UB = Datatype.bound("UB", ElementBounds.UB);

    private static final Map<List<Datatype>, Datatype> PAIRS = Map.of(
            List.of(INT, INT), INT2,
            List.of(SHORT, INT), SHORT_INT,
            List.of(LONG, INT), LONG_INT,
            List.of(FLOAT, INT), FLOAT_INT,
            List.of(DOUBLE, INT), DOUBLE_INT,
            List.of(SHORT, SHORT), SHORT2,
            List.of(LONG, LONG), LONG2,
            List.of(FLOAT, FLOAT), FLOAT2,
            List.of(DOUBLE, DOUBLE), DOUBLE2);

    private static final Map<BaseType, Datatype> BY_BASE = Stream.of(
                    BYTE,
                    CHAR,
                    SHORT,
                    BOOLEAN,
                    INT,
                    LONG,
                    FLOAT,
                    DOUBLE,
                    PACKED,
                    FLOAT_COMPLEX,
                    DOUBLE_COMPLEX,
                    INT2,
                    SHORT_INT,
                    LONG_INT,
                    FLOAT_INT,
                    DOUBLE_INT,
                    SHORT2,
                    LONG2,
                    FLOAT2,
                    DOUBLE2)
            .collect(Collectors.toMap(Datatype::base, type -> type));

    public static final Int2 PAIR_INT2 = new Int2();
    public static final ShortInt PAIR_SHORT_INT = new ShortInt();
    public static final LongInt PAIR_LONG_INT = new LongInt();
    public static final FloatInt PAIR_FLOAT_INT = new FloatInt();
    public static final DoubleInt PAIR_DOUBLE_INT = new DoubleInt();

    public static final Op MAX = new Op(Operation.MAX);
    public static final Op MIN = new Op(Operation.MIN);
    public static final Op SUM = new Op(Operation.SUM);
    public static final Op PROD = new Op(Operation.PROD);
    public static final Op LAND = new Op(Operation.LAND);
    public static final Op BAND = new Op(Operation.BAND);
    public static final Op LOR = new Op(Operation.LOR);
    public static final Op BOR = new Op(Operation.BOR);
    public static final Op LXOR = new Op(Operation.LXOR);
    public static final Op BXOR = new Op(Operation.BXOR);
    public static final Op MINLOC = new Op(Operation.MINLOC);
    public static final Op MAXLOC = new Op(Operation.MAXLOC);
    public static final Op REPLACE = new Op(Operation.REPLACE);
    public static final Op NO_OP = new Op(Operation.NO_OP);

    public static final Status EMPTY_STATUS = new Status(ANY_SOURCE, ANY_TAG, 0, false, 0, UNDEFINED);
    public static final Info INFO_NULL = Info.none();
    public static final Errhandler ERRORS_ARE_FATAL = Errhandler.FATAL;
    public static final Errhandler ERRORS_ABORT = Errhandler.ABORT;
    public static final Errhandler ERRORS_RETURN = Errhandler.RETURN;

    private Predefined() {}

    /** The type whose base this is; null for MIXED. */
    static @Nullable Datatype of(BaseType base) {
        return BY_BASE.get(base);
    }

    /** The type of numbers of a class that have so many bytes; null if there is none. */
    static @Nullable Datatype number(int typeclass, int bytes) {
        return switch (typeclass) {
            case TYPECLASS_INTEGER ->
                switch (bytes) {
                    case Byte.BYTES -> BYTE;
                    case Short.BYTES -> SHORT;
                    case Integer.BYTES -> INT;
                    case Long.BYTES -> LONG;
                    default -> null;
                };
            case TYPECLASS_REAL -> bytes == Float.BYTES ? FLOAT : bytes == Double.BYTES ? DOUBLE : null;
            case TYPECLASS_COMPLEX ->
                bytes == 2 * Float.BYTES ? FLOAT_COMPLEX : bytes == 2 * Double.BYTES ? DOUBLE_COMPLEX : null;
            default -> null;
        };
    }

    /** The type of pairs of these two; DATATYPE_NULL if there is none. */
    static Datatype pair(Datatype value, Datatype index) {
        return PAIRS.getOrDefault(List.of(value, index), DATATYPE_NULL);
    }
}
