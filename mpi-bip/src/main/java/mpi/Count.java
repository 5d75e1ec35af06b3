package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/** A count that may exceed an {@code int} (MPI_Count). */
public final class Count implements Comparable<Count> {
    private long count;

    /** A count of this value. */
    public Count(long count) {
        this.count = count;
    }

    /** The value of an argument, which must be there. */
    static long value(String argument, Count count) {
        if (count == null) {
            throw new EngineException(ErrorClass.COUNT, argument + " is null; expected a Count");
        }
        return count.count;
    }

    /** The values of an argument of one for each peer; null if it is null. */
    static long @Nullable [] values(String argument, Count @Nullable [] counts) {
        if (counts == null) {
            return null;
        }
        long[] values = new long[counts.length];
        for (int i = 0; i < values.length; i++) {
            Count count = counts[i];
            values[i] = count == null ? value(argument + "[" + i + "]", count) : count.count;
        }
        return values;
    }

    /** The value. */
    public long getCount() {
        return count;
    }

    /** Sets the value. */
    public void setCount(long count) {
        this.count = count;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Count that && count == that.count;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count);
    }

    @Override
    public int compareTo(Count other) {
        return Long.compare(count, other.count);
    }

    @Override
    public String toString() {
        return Long.toString(count);
    }
}
