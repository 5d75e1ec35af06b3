package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.op.Reduction;
import org.bipj.mpi.op.Reductions;
import org.jspecify.annotations.Nullable;

/** A reduction operation (MPI 4.1 section 6.9). The predefined ones are in {@link MPI}. */
public final class Op implements Freeable {
    /** Null for an operation of the user, which has a {@link #function}. */
    private final @Nullable Operation operation;

    private final @Nullable ReduceFunction function;
    private final boolean commutative;
    private boolean freed;

    Op(Operation operation) {
        this.operation = operation;
        this.function = null;
        this.commutative = operation.isCommutative();
    }

    /**
     * An operation written by the user (MPI_Op_create). It must be associative.
     *
     * @param commute true if operands may change places; the library then has more freedom
     */
    public Op(UserFunction function, boolean commute) {
        this((ReduceFunction) function, commute);
    }

    /**
     * An operation written by the user as a lambda (MPI_Op_create). It must be associative.
     *
     * @param commute true if operands may change places; the library then has more freedom
     */
    public Op(ReduceFunction function, boolean commute) {
        this.operation = null;
        this.function = ValueChecks.notNull(function, ErrorClass.ARG, "Op: function");
        this.commutative = commute;
    }

    /**
     * An operation written by the user (mpiJava 1.2, section 4.9.4). It must be associative.
     *
     * @param commute true if operands may change places; the library then has more freedom
     */
    public Op(User_function function, boolean commute) {
        this((ReduceFunction) function, commute);
    }

    /** True if operands may change places (MPI_Op_commutative). */
    public boolean isCommutative() {
        return commutative;
    }

    /** Gives a user's operation back (MPI_Op_free). */
    @Override
    public void free() throws MPIException {
        if (operation != null || freed) {
            throw new MPIException(
                    ErrorClass.OP, "Op.free: " + (freed ? "the operation was freed" : operation + " is predefined"));
        }
        freed = true;
    }

    /** Frees a user's operation if that has not happened yet; a predefined one stays as it is. */
    @Override
    public void close() {
        freed = operation == null;
    }

    /** True after {@link #free}. */
    public boolean isNull() {
        return freed;
    }

    /** Which of the predefined operations it is; null for a user's. */
    @Nullable
    Operation predefined() {
        return operation;
    }

    /** This operation on one datatype. */
    Reduction on(Datatype type) {
        if (freed) {
            throw new EngineException(ErrorClass.OP, "the operation was freed");
        }
        return operation != null
                ? Reductions.of(operation, type.reduceType().base())
                : new UserReduction(ownFunction(), commutative, type);
    }

    private ReduceFunction ownFunction() {
        assert function != null : "a predefined operation";
        return function;
    }

    /** The user's function; null for a predefined operation. */
    @Nullable
    ReduceFunction function() {
        return function;
    }

    /** Has no effect: the garbage collector frees operations (mpiJava 1.2, section 4.9.4). */
    @SuppressWarnings({"removal", "deprecation"})
    @Override
    public void finalize() {}

    @Override
    public String toString() {
        return operation != null
                ? operation.name()
                : "Op of " + ownFunction().getClass().getName();
    }
}
