package mpi;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.jspecify.annotations.Nullable;

/**
 * A user's function as collectives see it. Collectives hold packed data at any place of an array; the function sees
 * data as a message buffer has them, from the beginning of an array or buffer that holds nothing else. Where these
 * differ, data are copied. For one collective call, or one persistent operation: one thread at a time uses it.
 */
final class UserReduction implements Reduction {
    private final ReduceFunction function;
    /** The function if it takes byte buffers; null if it takes arrays. */
    private final @Nullable UserFunction ofBuffers;

    private final boolean commutative;
    private final boolean arrays;
    private final Datatype type;
    private final ReduceType reduceType;
    private final TypeLayout layout;
    private final TypeLayout packed;
    /** Data as the collective holds them, and as the function sees them. */
    private final Data own = new Data();

    private final Data user = new Data();
    private final Payload source = new Payload(new SegmentCache());
    private final Payload target = new Payload(new SegmentCache());

    UserReduction(ReduceFunction function, boolean commutative, Datatype type) {
        this.function = function;
        this.commutative = commutative;
        this.type = type;
        this.reduceType = type.reduceType();
        this.layout = reduceType.layout();
        this.packed = TypeLayout.bytes(layout.size());
        this.ofBuffers = usesArrays(function, reduceType.base()) ? null : (UserFunction) function;
        this.arrays = ofBuffers == null;
        if (layout.trueLb() < 0 || layout.extent() < 0) {
            throw new EngineException(
                    ErrorClass.UNSUPPORTED_OPERATION,
                    "user functions on " + type + ", whose data do not lie behind their origin, are not supported");
        }
    }

    private static boolean usesArrays(ReduceFunction function, BaseType base) {
        boolean buffersOverridden = function instanceof UserFunction && overrides(function, ByteBuffer.class);
        return !buffersOverridden || (base == BaseType.BOOLEAN && overrides(function, Object.class));
    }

    private static boolean overrides(ReduceFunction function, Class<?> operand) {
        try {
            return function.getClass()
                            .getMethod("call", operand, operand, int.class, Datatype.class)
                            .getDeclaringClass()
                    != UserFunction.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("UserFunction.call is inherited by every subclass", e);
        }
    }

    @Override
    public boolean commutative() {
        return commutative;
    }

    @Override
    public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
        int count = elements / Math.max(1, reduceType.elements());
        if (count == 0) {
            return;
        }
        Object left = asBuffer(in, inStart, count);
        Object right = asBuffer(inOut, inOutStart, count);
        if (ofBuffers == null) {
            function.call(left, right, count, type);
        } else {
            ofBuffers.call(buffer(left), buffer(right), count, type);
        }
        if (right != inOut) {
            copy(user.set(right, 0, count, layout), own.set(inOut, position(inOutStart), count, packed));
        }
    }

    private static ByteBuffer buffer(Object bytes) {
        return ByteBuffer.wrap((byte[]) bytes).order(ByteOrder.nativeOrder());
    }

    /** The operands as the function sees them: the array itself if it holds just them, else a copy. */
    private Object asBuffer(Object array, int start, int count) {
        boolean itself = start == 0
                && layout.isDense()
                && Array.getLength(array) == count * reduceType.elements()
                && (arrays || array instanceof byte[]);
        if (itself) {
            return array;
        }
        long bytes = Math.max(count * layout.extent(), (count - 1) * layout.extent() + layout.trueUb());
        Object seen = arrays ? reduceType.base().newArrayOfBytes(bytes) : new byte[Math.toIntExact(bytes)];
        copy(own.set(array, position(start), count, packed), user.set(seen, 0, count, layout));
        return seen;
    }

    private long position(int start) {
        return (long) start << reduceType.base().arrayShift();
    }

    private void copy(Data from, Data to) {
        source.set(from);
        target.set(to);
        target.copyFrom(source, source.size());
        source.clear();
        target.clear();
        from.clear();
        to.clear();
    }
}
