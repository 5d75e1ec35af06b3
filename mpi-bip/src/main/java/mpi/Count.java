package mpi;

import org.jspecify.annotations.Nullable;

/** A count that may exceed an {@code int} (MPI_Count). */
public final class Count implements Comparable<Count> {
    private long count;

    /** A count of this value. */
    public Count(long count) {
        this.count = count;
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
