package mpi;

import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.object.CountedLength;

/** Properties of a message that was received or probed (MPI 4.1 section 3.2.5). Made by the library only. */
public final class Status {
    /** The rank that sent the message, as mpiJava 1.2 has it. */
    public int source;

    /** The message's tag, as mpiJava 1.2 has it. */
    public int tag;

    /** The request's position in the array that was waited for or tested, as mpiJava 1.2 has it. */
    public final int index;

    /**
     * Number of elements received, as MPJ Express has it: of the receive's datatype, or {@code MPI.UNDEFINED} as {@link #getCount}
     * says it. Of a message that was only probed, and of a file's data, what {@code getCount} divides by the size of its datatype:
     * the length in bytes, for a message of {@code MPI.OBJECT} the number of objects ({@code MPI.UNDEFINED} where an int cannot hold
     * it). 0 for a send. {@link #setElements} does not change it.
     */
    public final int count;

    private int error;
    private final int signature;
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
     * @param signature of the data, where the message had one
     * @param count see {@link #count}
     */
    Status(int source, int tag, long bytes, boolean cancelled, int error, int index, int signature, int count) {
        this.count = count;
        this.signature = signature;
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
        this.cancelled = cancelled;
        this.error = error;
        this.index = index;
    }

    /** The same for data without a signature and without a datatype. */
    Status(int source, int tag, long bytes, boolean cancelled, int error, int index) {
        this(source, tag, bytes, cancelled, error, index, Signature.UNTYPED, elements(Signature.UNTYPED, bytes, 1));
    }

    /** This status with an error that ending the request has found. */
    Status failed(int errorClass) {
        return errorClass == error
                ? this
                : new Status(source, tag, bytes, cancelled, errorClass, index, signature, count);
    }

    /** The elements of its datatype that a receive has received. */
    static int received(PostedRecv op) {
        // One that received nothing may have no datatype.
        return op.bytes() == 0
                ? 0
                : elements(Signature.UNTYPED, op.bytes(), op.layout().size());
    }

    /**
     * The number of elements of some size in a message, or UNDEFINED where that is no whole number, or an int cannot hold it.
     *
     * @param size bytes of an element, of a datatype of objects number of objects
     */
    static int elements(int signature, long bytes, long size) {
        if (size == 0) {
            return bytes == 0 ? 0 : Predefined.UNDEFINED;
        }
        long units = CountedLength.units(signature, bytes);
        return units % size == 0 && units / size <= Integer.MAX_VALUE ? (int) (units / size) : Predefined.UNDEFINED;
    }

    /**
     * Number of elements received (MPI_Get_count), or {@code MPI.UNDEFINED} where the data are no whole number of
     * elements.
     */
    public int getCount(Datatype datatype) throws MPIException {
        TypeLayout layout = ValueChecks.notNull(datatype, ErrorClass.TYPE, "Status.getCount: the datatype")
                .shape("of Status.getCount")
                .layout();
        return elements(datatype.isOfObjects() ? signature : Signature.UNTYPED, bytes, layout.size());
    }

    /** As {@link #getCount}, for any number (MPI_Get_count_c). */
    public Count getCountX(Datatype datatype) throws MPIException {
        long size = ValueChecks.notNull(datatype, ErrorClass.TYPE, "Status.getCountX: the datatype")
                .shape("of Status.getCountX")
                .layout()
                .size();
        long units = CountedLength.units(datatype.isOfObjects() ? signature : Signature.UNTYPED, bytes);
        if (size == 0) {
            return new Count(units == 0 ? 0 : Predefined.UNDEFINED);
        }
        return new Count(units % size == 0 ? units / size : Predefined.UNDEFINED);
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
        long elements = ValueChecks.notNull(datatype, ErrorClass.TYPE, "Status.getElements: the datatype")
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
        if (ValueChecks.notNull(count, ErrorClass.ARG, "Status.setElementsX: the count")
                        .getCount()
                < 0) {
            throw new MPIException(ErrorClass.COUNT, "Status.setElements: count is " + count + "; expected 0 or more");
        }
        bytes = ValueChecks.notNull(datatype, ErrorClass.TYPE, "Status.setElements: the datatype")
                .shape("of Status.setElements")
                .signature()
                .bytesOf(count.getCount());
    }

    /** Makes {@link #getSource} return a value (MPI_Status_set_source). */
    public void setSource(int source) throws MPIException {
        this.source = source;
    }

    /** Makes {@link #getTag} return a value (MPI_Status_set_tag). */
    public void setTag(int tag) throws MPIException {
        this.tag = tag;
    }

    /** Makes {@link #getError} return a value (MPI_Status_set_error). */
    public void setError(int error) throws MPIException {
        this.error = error;
    }

    /** Makes {@link #isCancelled} return a value (MPI_Status_set_cancelled). */
    public void setCancelled(boolean flag) throws MPIException {
        cancelled = flag;
    }

    /** The same as {@link #getCount}, for a datatype of objects, too (mpiJava 1.2, section 3.2.5). */
    public int Get_count(Datatype datatype) throws MPIException {
        return getCount(datatype);
    }

    /**
     * Number of array elements received (mpiJava 1.2, section 3.12), or {@code MPI.UNDEFINED} where the data end inside of one, or
     * where an int cannot hold it.
     */
    public int Get_elements(Datatype datatype) throws MPIException {
        int unit = ValueChecks.notNull(datatype, ErrorClass.TYPE, "Status.Get_elements: the datatype")
                .elementBytes("of Status.Get_elements");
        long units = datatype.isOfObjects() ? CountedLength.units(signature, bytes) : bytes;
        return units % unit == 0 && units / unit <= Integer.MAX_VALUE ? (int) (units / unit) : Predefined.UNDEFINED;
    }

    /** The same as {@link #isCancelled} (mpiJava 1.2, section 3.8). */
    public boolean Test_cancelled() throws MPIException {
        return cancelled;
    }

    /** Has no effect: a status needs none (programs of MPJ Express call it). */
    public void free() {}

    /** The rank that sent the message. */
    public int getSource() {
        return source;
    }

    /** The message's tag. */
    public int getTag() {
        return tag;
    }

    /** Length of the message in bytes. */
    long bytes() {
        return bytes;
    }

    /** The code of the message's types. */
    int signature() {
        return signature;
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
