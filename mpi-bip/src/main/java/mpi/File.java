package mpi;

import static org.bipj.mpi.io.OpenFile.Place.EXPLICIT;
import static org.bipj.mpi.io.OpenFile.Place.INDIVIDUAL;
import static org.bipj.mpi.io.OpenFile.Place.SHARED;

import org.bipj.mpi.io.FileErrors;
import org.bipj.mpi.io.OpenFile;

/**
 * A file that the processes of a communicator have opened together (MPI 4.1 chapter 14).
 *
 * <pre>{@code
 * try (File file = new File(MPI.COMM_WORLD, "matrix.bin", MPI.MODE_CREATE | MPI.MODE_WRONLY)) {
 *     file.setView(0, MPI.DOUBLE, columnsOfThisRank, "native");
 *     file.writeAll(columns, columns.length, MPI.DOUBLE);
 * }
 * }</pre>
 *
 * <p>Buffers are those of {@link Comm}. Methods with <i>All</i>, <i>Ordered</i> or <i>Shared</i> in their description as
 * "together with all processes" are collective. A collective call that fails on one process fails on all.
 *
 * <p>Errors are thrown, unless {@link #setErrhandler} says otherwise. Data that could not be written whole are always an
 * error; what could not be read because the file ends shows in the status.
 *
 * <p>Non-blocking calls do their work at once, and return a request that is complete. Those with <i>All</i> do not wait for other processes,
 * and so make no use of the other processes. Of a split collective call, <i>Begin</i> does the work.
 *
 * <p>Hints, of which rank 0's count: {@code collective_buffering} (true, false), {@code romio_cb_write} and {@code
 * romio_cb_read} (automatic, enable, disable), {@code cb_nodes} (processes that read and write for the others in collective
 * calls), {@code cb_buffer_size} (bytes of the file that each handles at a time).
 */
public final class File extends FileAccess {
    private static final boolean READ = false;
    private static final boolean WRITE = true;

    /** The split collective call that has begun and not ended; null if there is none. */
    private String begun;

    private Status begunStatus;

    /**
     * Opens a file (MPI_File_open, section 14.2.1). All processes of the communicator call it.
     *
     * @param comm an intracommunicator; it may be freed while the file is open
     * @param filename a path; it stands for the same file on all processes
     * @param amode exactly one of {@code MPI.MODE_RDONLY}, {@code MODE_WRONLY} and {@code MODE_RDWR}, and any of {@code
     *     MODE_CREATE}, {@code MODE_EXCL}, {@code MODE_DELETE_ON_CLOSE}, {@code MODE_UNIQUE_OPEN}, {@code MODE_SEQUENTIAL}
     *     and {@code MODE_APPEND}; the same on all processes
     * @throws MPIException of class ERR_NO_SUCH_FILE, ERR_FILE_EXISTS, ERR_ACCESS, ERR_AMODE, ERR_NOT_SAME, ERR_BAD_FILE or
     *     another one of section 14.7, on all processes
     */
    public File(Comm comm, String filename, int amode) throws MPIException {
        this(comm, filename, amode, Predefined.INFO_NULL);
    }

    /** As {@link #File(Comm, String, int)}, with hints. */
    public File(Comm comm, String filename, int amode, Info info) throws MPIException {
        super(comm, filename, amode, info);
    }

    // ---- at the shared pointer (section 14.4.4) -----------------------------------------------------------------

    /** Reads where the shared pointer is, and moves it on (MPI_File_read_shared). All processes have the same view. */
    public Status readShared(Object buf, int count, Datatype type) throws MPIException {
        return access("readShared", READ, SHARED, 0, buf, count, type);
    }

    /** Writes where the shared pointer is, and moves it on (MPI_File_write_shared). */
    public Status writeShared(Object buf, int count, Datatype type) throws MPIException {
        return access("writeShared", WRITE, SHARED, 0, buf, count, type);
    }

    /** Starts a {@link #readShared} (MPI_File_iread_shared). */
    public Request iReadShared(Object buf, int count, Datatype type) throws MPIException {
        return start("iReadShared", READ, SHARED, 0, buf, count, type);
    }

    /** Starts a {@link #writeShared} (MPI_File_iwrite_shared). */
    public Request iWriteShared(Object buf, int count, Datatype type) throws MPIException {
        return start("iWriteShared", WRITE, SHARED, 0, buf, count, type);
    }

    /** Reads at the shared pointer, together with all processes and in the order of ranks (MPI_File_read_ordered). */
    public Status readOrdered(Object buf, int count, Datatype type) throws MPIException {
        return accessAll("readOrdered", READ, SHARED, 0, buf, count, type);
    }

    /** Writes at the shared pointer, together with all processes and in the order of ranks (MPI_File_write_ordered). */
    public Status writeOrdered(Object buf, int count, Datatype type) throws MPIException {
        return accessAll("writeOrdered", WRITE, SHARED, 0, buf, count, type);
    }

    /** Moves the shared pointer, as {@link #seek} does the own one. All processes call it alike (MPI_File_seek_shared). */
    public void seekShared(long offset, int whence) throws MPIException {
        run("seekShared", open -> open.seekShared(offset, whence));
    }

    /** The shared pointer, in etypes (MPI_File_get_position_shared). */
    public long getPositionShared() throws MPIException {
        return call("getPositionShared", OpenFile::positionShared);
    }

    // ---- split collective calls (section 14.4.5): one at a time for each file -------------------------------------

    /** Begins a {@link #readAtAll} (MPI_File_read_at_all_begin). */
    public void readAtAllBegin(long offset, Object buf, int count, Datatype type) throws MPIException {
        begin("readAtAll", READ, EXPLICIT, offset, buf, count, type);
    }

    /** Ends what {@link #readAtAllBegin} began (MPI_File_read_at_all_end). */
    public Status readAtAllEnd(Object buf) throws MPIException {
        return end("readAtAll");
    }

    /** Begins a {@link #writeAtAll} (MPI_File_write_at_all_begin). */
    public void writeAtAllBegin(long offset, Object buf, int count, Datatype type) throws MPIException {
        begin("writeAtAll", WRITE, EXPLICIT, offset, buf, count, type);
    }

    /** Ends what {@link #writeAtAllBegin} began (MPI_File_write_at_all_end). */
    public Status writeAtAllEnd(Object buf) throws MPIException {
        return end("writeAtAll");
    }

    /** Begins a {@link #readAll} (MPI_File_read_all_begin). */
    public void readAllBegin(Object buf, int count, Datatype type) throws MPIException {
        begin("readAll", READ, INDIVIDUAL, 0, buf, count, type);
    }

    /** Ends what {@link #readAllBegin} began (MPI_File_read_all_end). */
    public Status readAllEnd(Object buf) throws MPIException {
        return end("readAll");
    }

    /** Begins a {@link #writeAll} (MPI_File_write_all_begin). */
    public void writeAllBegin(Object buf, int count, Datatype type) throws MPIException {
        begin("writeAll", WRITE, INDIVIDUAL, 0, buf, count, type);
    }

    /** Ends what {@link #writeAllBegin} began (MPI_File_write_all_end). */
    public Status writeAllEnd(Object buf) throws MPIException {
        return end("writeAll");
    }

    /** Begins a {@link #readOrdered} (MPI_File_read_ordered_begin). */
    public void readOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
        begin("readOrdered", READ, SHARED, 0, buf, count, type);
    }

    /** Ends what {@link #readOrderedBegin} began (MPI_File_read_ordered_end). */
    public Status readOrderedEnd(Object buf) throws MPIException {
        return end("readOrdered");
    }

    /** Begins a {@link #writeOrdered} (MPI_File_write_ordered_begin). */
    public void writeOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
        begin("writeOrdered", WRITE, SHARED, 0, buf, count, type);
    }

    /** Ends what {@link #writeOrderedBegin} began (MPI_File_write_ordered_end). */
    public Status writeOrderedEnd(Object buf) throws MPIException {
        return end("writeOrdered");
    }

    private void begin(
            String method, boolean write, OpenFile.Place place, long offset, Object buf, int count, Datatype type) {
        if (begun != null) {
            throw outOfTurn(method + "Begin", "no split collective call under way, but " + begun + "Begin was called");
        }
        begunStatus = accessAll(method + "Begin", write, place, offset, buf, count, type);
        begun = method;
    }

    private Status end(String method) {
        if (!method.equals(begun)) {
            String instead = begun == null ? "nothing of the kind was" : begun + "Begin was";
            throw outOfTurn(method + "End", method + "Begin to have been called, but " + instead);
        }
        begun = null;
        return begunStatus;
    }

    private RuntimeException outOfTurn(String method, String expected) {
        return error(method, FileErrors.IO, "expected " + expected);
    }
}
