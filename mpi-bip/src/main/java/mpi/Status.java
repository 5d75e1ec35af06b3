package mpi;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.ErrorClass;

/** Properties of a message that was received or probed (MPI 4.1 section 3.2.5). Made by the library only. */
public final class Status {
    private final int source;
    private final int tag;
    private final int error;
    private final int index;
    private long bytes;
    private boolean cancelled;

    /**
     * A status.
     *
     * @param source rank in the communicator
     * @param tag of the message
     * @param bytes of data received
     * @param cancelled true where the operation was cancelled
     * @param error error class, 0 for none
     * @param index position of the request in the array of a wait or test for one or some
     */
    Status(int source, int tag, long bytes, boolean cancelled, int error, int index) {
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
        this.cancelled = cancelled;
        this.error = error;
        this.index = index;
    }

    /**
     * Number of elements received (MPI_Get_count), or {@code MPI.UNDEFINED} where the data are no whole number of
     * elements.
     */
    public int getCount(Datatype datatype) throws MPIException {
        TypeLayout layout = Preconditions.notNull(datatype, ErrorClass.TYPE, "Status.getCount: the datatype")
                .shape("of Status.getCount")
                .layout();
        if (layout.size() == 0) {
            return bytes == 0 ? 0 : Predefined.UNDEFINED;
        }
        long count = bytes / layout.size();
        return bytes % layout.size() == 0 && count <= Integer.MAX_VALUE ? (int) count : Predefined.UNDEFINED;
    }

    /** True if the operation was cancelled (MPI_Test_cancelled). */
    public boolean isCancelled() throws MPIException {
        return cancelled;
    }

    /**
     * Number of basic elements received (MPI_Get_elements), or {@code MPI.UNDEFINED} where the data end inside of one,
     * or where an int cannot hold it.
     */
    public int getElements(Datatype datatype) throws MPIException {
        long elements = getElementsX(datatype).getCount();
        return elements <= Integer.MAX_VALUE ? (int) elements : Predefined.UNDEFINED;
    }

    /** As {@link #getElements}, for any number (MPI_Get_elements_x). */
    public Count getElementsX(Datatype datatype) throws MPIException {
        long elements = Preconditions.notNull(datatype, ErrorClass.TYPE, "Status.getElements: the datatype")
                .shape("of Status.getElements")
                .signature()
                .elementsIn(bytes);
        return new Count(elements < 0 ? Predefined.UNDEFINED : elements);
    }

    /** Makes {@link #getElements} return a number (MPI_Status_set_elements). */
    public void setElements(Datatype datatype, int count) throws MPIException {
        setElementsX(datatype, new Count(count));
    }

    /** As {@link #setElements}, for any number (MPI_Status_set_elements_x). */
    public void setElementsX(Datatype datatype, Count count) throws MPIException {
        if (Preconditions.notNull(count, ErrorClass.ARG, "Status.setElementsX: the count")
                        .getCount()
                < 0) {
            throw new MPIException(ErrorClass.COUNT, "Status.setElements: count is " + count + "; expected 0 or more");
        }
        bytes = Preconditions.notNull(datatype, ErrorClass.TYPE, "Status.setElements: the datatype")
                .shape("of Status.setElements")
                .signature()
                .bytesOf(count.getCount());
    }

    /** Makes {@link #isCancelled} return a value (MPI_Status_set_cancelled). */
    public void setCancelled(boolean flag) throws MPIException {
        cancelled = flag;
    }

    /** The rank that sent the message. */
    public int getSource() {
        return source;
    }

    /** The message's tag. */
    public int getTag() {
        return tag;
    }

    /** The error class of the operation. */
    public int getError() {
        return error;
    }

    /** The request's position in the array that was waited for or tested. */
    public int getIndex() {
        return index;
    }

    @Override
    public String toString() {
        return "Status[source=" + source + ", tag=" + tag + ", bytes=" + bytes + (cancelled ? ", cancelled" : "")
                + (error == 0 ? "" : ", error=" + error) + "]";
    }
}
