package mpi;

import static org.bipj.mpi.io.OpenFile.Place.EXPLICIT;
import static org.bipj.mpi.io.OpenFile.Place.INDIVIDUAL;
import static org.bipj.mpi.io.OpenFile.Place.SHARED;

import java.util.function.Consumer;
import java.util.function.Function;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.NoBufferException;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.io.FileAccess;
import org.bipj.mpi.io.FileErrors;
import org.bipj.mpi.io.OpenFile;
import org.bipj.mpi.io.Transfer;
import org.jspecify.annotations.Nullable;

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
 * <p>Non-blocking calls check their arguments, move the pointer on and return; a thread of the JDK's common pool reads or writes, so that the
 * program computes and communicates meanwhile. Those of a process are done in their order, and other calls on the file, {@link #close}
 * included, wait for them: the file is as if each had been done at once. Errors of the device are reported by the request. An atomic
 * access, one in memory of a confined arena, and each in virtual time is done by the call itself. Those with <i>All</i> do not wait for
 * other processes, and so make no use of the other processes. Of a split collective call, <i>Begin</i> does the work.
 *
 * <p>Hints, of which rank 0's count: {@code collective_buffering} (true, false), {@code romio_cb_write} and {@code
 * romio_cb_read} (automatic, enable, disable), {@code cb_nodes} (processes that read and write for the others in collective
 * calls), {@code cb_buffer_size} (bytes of the file that each handles at a time).
 */
public final class File implements AutoCloseable {
    private static final boolean READ = false;
    private static final boolean WRITE = true;

    /** The file's processes, in a context of the file's own. It has the file's error handler, and its name for errors. */
    private final Intracomm own;

    /** Null once it is closed. */
    private @Nullable OpenFile file;

    private FileView view = new FileView(0, Predefined.BYTE, Predefined.BYTE, "native");

    /** The split collective call that has begun and not ended; null if there is none. */
    private @Nullable Begun begun;

    /** A split collective call, which is done when it begins. */
    private record Begun(String method, Status status) {}

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
        if (!(ValueChecks.notNull(comm, ErrorClass.COMM, "File: the communicator") instanceof Intracomm processes)) {
            throw new MPIException(ErrorClass.COMM, "File: the communicator is no intracommunicator");
        }
        own = new Intracomm(comm.runtime, processes.duplicateCore(), "the file " + filename);
        own.serve(this);
        own.belongsTo(comm.session());
        own.setErrhandler(Predefined.ERRORS_RETURN);
        try {
            file = OpenFile.open(own.core(), filename, amode, hints(info), noInfo(info));
        } catch (RuntimeException | OutOfMemoryError e) {
            RuntimeException failure = own.raise("File", e);
            own.free();
            throw failure;
        }
        own.runtime.opened(file);
        own.calls().forms().made(this);
    }

    /**
     * Writes to the device what this process has written, closes the file, and waits until all processes of the file have
     * done so (MPI_File_close, section 14.2.2): what one has written, all may then read by other means. All processes of the
     * file call it, so also one that leaves a {@code try} block by an exception waits for the others. A file that is closed
     * already stays so; after {@code MPI.Finalize} no process waits.
     */
    @Override
    public void close() throws MPIException {
        if (file == null) {
            return;
        }
        if (!own.isNull()) {
            own.core();
        }
        OpenFile closing = file;
        file = null;
        own.runtime.closed(closing);
        try {
            closing.close(!own.isNull());
        } catch (RuntimeException | OutOfMemoryError e) {
            throw own.raise("File.close", e);
        } finally {
            // Null where MPI was finalised before.
            if (!own.isNull()) {
                own.free();
            }
        }
    }

    /** What it belongs to; null: to what begins with Init. */
    @Nullable
    Session session() {
        return own.session();
    }

    /**
     * Deletes a file (MPI_File_delete, section 14.2.3).
     *
     * @throws MPIException of class ERR_NO_SUCH_FILE, ERR_ACCESS or another one of section 14.7
     */
    public static void delete(String filename) throws MPIException {
        delete(filename, Predefined.INFO_NULL);
    }

    /** As {@link #delete(String)}; no hint is used. */
    public static void delete(String filename, Info info) throws MPIException {
        ValueChecks.notNull(info, Predefined.ERR_INFO, "File.delete: the info object");
        try {
            OpenFile.delete(filename);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "File.delete: " + e.getMessage(), e);
        }
    }

    /** Sets the size in bytes, the same on all processes, which all call it (MPI_File_set_size, section 14.2.4). */
    public void setSize(long size) throws MPIException {
        run("setSize", open -> open.setSize(size));
    }

    /**
     * Makes sure that there is storage for the first bytes of the file, by writing them (MPI_File_preallocate, section
     * 14.2.5). All processes call it with the same size. A file that is shorter grows; a longer one stays as it is. A size for
     * which the device has no space is refused (ERR_NO_SPACE) before anything is written.
     */
    public void preallocate(long size) throws MPIException {
        run("preallocate", open -> open.preallocate(size));
    }

    /** Size of the file in bytes (MPI_File_get_size). */
    public long getSize() throws MPIException {
        return call("getSize", OpenFile::size);
    }

    /** The processes that have the file open (MPI_File_get_group). */
    public Group getGroup() throws MPIException {
        return call("getGroup", open -> own.getGroup());
    }

    /** The access mode (MPI_File_get_amode). */
    public int getAMode() throws MPIException {
        return call("getAMode", OpenFile::amode);
    }

    /** Sets hints, those of rank 0 (MPI_File_set_info, section 14.2.8). All processes call it. */
    public void setInfo(Info info) throws MPIException {
        run("setInfo", open -> open.setHints(hints(info), noInfo(info)));
    }

    /** The hints in use (MPI_File_get_info): see {@link File}. */
    public Info getInfo() throws MPIException {
        Info info = new Info();
        call("getInfo", OpenFile::hints).forEach(info::set);
        return info;
    }

    /** As {@link #setView(long, Datatype, Datatype, String, Info)}, without hints. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep) throws MPIException {
        setView(disp, etype, filetype, datarep, Predefined.INFO_NULL);
    }

    /**
     * Says what this process sees of the file, and sets its pointer and the shared one to 0 (MPI_File_set_view, section
     * 14.3). All processes call it.
     *
     * @param disp byte of the file at which the view begins; {@code MPI.DISPLACEMENT_CURRENT} in sequential files
     * @param etype unit of offsets; of the same extent on all processes
     * @param filetype made of etypes: where data lie, again and again from the displacement on. Its displacements do not
     *     decrease, and are not negative. Without data the process sees nothing of the file: it reads 0 elements, and may write
     *     no more
     * @param datarep native, internal (the same here), external32, which is big-endian and takes data of one type only (else
     *     ERR_CONVERSION), or a name of {@link MPI#registerDatarep}; the same on all processes
     * @param info hints
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info) throws MPIException {
        long[] begin = new long[1];
        run("setView", open -> {
            TypeLayout[] layouts = new TypeLayout[2];
            EngineException failure = noInfo(info);
            try {
                layouts[0] = MessageChecks.layout(etype);
                layouts[1] = MessageChecks.layout(filetype);
            } catch (EngineException e) {
                failure = e;
            }
            boolean isRegistered = own.runtime.dataReps().has(datarep);
            begin[0] = open.setView(disp, layouts[0], layouts[1], datarep, isRegistered, failure);
        });
        view = new FileView(begin[0], etype.newHandle(), filetype.newHandle(), datarep);
        if (!info.isNull()) {
            setInfo(info);
        }
    }

    /**
     * The view (MPI_File_get_view); at first all bytes. Its types are the predefined ones, or handles of the caller's own: equal
     * to those of {@link #setView}, whether these have been freed or not.
     */
    public FileView getView() {
        FileView v = view;
        return new FileView(
                v.getDisp(), v.getEType().newHandle(), v.getFileType().newHandle(), v.getDataRep());
    }

    /**
     * Extent of a type in the file, in units of its base type as {@link Datatype#getExtent} (MPI_File_get_type_extent): that in memory,
     * but in a data representation of {@link MPI#registerDatarep} what its function says of the predefined type.
     */
    public int getTypeExtent(Datatype type) throws MPIException {
        return call("getTypeExtent", open -> {
            MessageChecks.layout(type);
            DataReps known = own.runtime.dataReps();
            String datarep = view.getDataRep();
            return known.has(datarep) ? type.inUnits(known.extent(datarep, type)) : type.getExtent();
        });
    }

    /**
     * Makes each access of the processes that opened this file together a whole for the others, or not (MPI_File_set_atomicity,
     * section 14.6.1). All processes call it. Atomic accesses take turns.
     */
    public void setAtomicity(boolean atomicity) throws MPIException {
        run("setAtomicity", open -> open.setAtomic(atomicity));
    }

    /** True if accesses are atomic; at first they are not (MPI_File_get_atomicity). */
    public boolean getAtomicity() throws MPIException {
        return call("getAtomicity", OpenFile::isAtomic);
    }

    /** Brings what this process has written to the device. All processes call it (MPI_File_sync, section 14.6.1). */
    public void sync() throws MPIException {
        run("sync", OpenFile::sync);
    }

    /**
     * An error handler that calls a function of the program (MPI_File_create_errhandler), as {@link Comm#createErrhandler} says.
     *
     * @param function gets the file and the error code
     */
    public static Errhandler createErrhandler(ErrhandlerFunction<? super File> function) throws MPIException {
        return Errhandler.of(File.class, function);
    }

    /** Says what happens when a call on this file fails. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        run("setErrhandler", open -> own.setErrhandler(errhandler));
    }

    /** The error handler of this file; initially {@code ERRORS_RETURN}. */
    public Errhandler getErrhandler() throws MPIException {
        return call("getErrhandler", open -> own.getErrhandler());
    }

    /** Calls the error handler (MPI_File_call_errhandler); returns if that is {@code ERRORS_RETURN}. */
    public void callErrhandler(int errorCode) throws MPIException {
        file();
        own.callErrhandler(errorCode);
    }

    // ---- at an offset (section 14.4.2) ---------------------------------------------------------------------------

    /**
     * Reads (MPI_File_read_at).
     *
     * @param offset where to begin, in etypes of the view
     * @return the status, whose count is less than asked for where the file ends
     */
    public Status readAt(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return access("readAt", READ, EXPLICIT, offset, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_read_at_c). */
    public Status readAt(long offset, @Nullable Object buf, Count count, Datatype type) throws MPIException {
        return access("readAt", READ, EXPLICIT, offset, buf, number("readAt", count), type);
    }

    /** Reads, together with all processes of the file (MPI_File_read_at_all). */
    public Status readAtAll(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return accessAll("readAtAll", READ, EXPLICIT, offset, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_read_at_all_c). */
    public Status readAtAll(long offset, @Nullable Object buf, Count count, Datatype type) throws MPIException {
        return accessAll("readAtAll", READ, EXPLICIT, offset, buf, number("readAtAll", count), type);
    }

    /** Writes (MPI_File_write_at). What cannot be written whole is an error. */
    public Status writeAt(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return access("writeAt", WRITE, EXPLICIT, offset, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_write_at_c). */
    public Status writeAt(long offset, @Nullable Object buf, Count count, Datatype type) throws MPIException {
        return access("writeAt", WRITE, EXPLICIT, offset, buf, number("writeAt", count), type);
    }

    /** Writes, together with all processes of the file (MPI_File_write_at_all). */
    public Status writeAtAll(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return accessAll("writeAtAll", WRITE, EXPLICIT, offset, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_write_at_all_c). */
    public Status writeAtAll(long offset, @Nullable Object buf, Count count, Datatype type) throws MPIException {
        return accessAll("writeAtAll", WRITE, EXPLICIT, offset, buf, number("writeAtAll", count), type);
    }

    /** Starts to read (MPI_File_iread_at). */
    public Request iReadAt(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("iReadAt", READ, EXPLICIT, offset, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_iread_at_c). */
    public Request iReadAt(long offset, @Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("iReadAt", READ, EXPLICIT, offset, buf, number("iReadAt", count), type);
    }

    /** Starts to read, as all processes of the file do, without waiting for them (MPI_File_iread_at_all). */
    public Request iReadAtAll(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("iReadAtAll", READ, EXPLICIT, offset, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_iread_at_all_c). */
    public Request iReadAtAll(long offset, @Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("iReadAtAll", READ, EXPLICIT, offset, buf, number("iReadAtAll", count), type);
    }

    /** Starts to write (MPI_File_iwrite_at). */
    public Request iWriteAt(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("iWriteAt", WRITE, EXPLICIT, offset, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_iwrite_at_c). */
    public Request iWriteAt(long offset, @Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("iWriteAt", WRITE, EXPLICIT, offset, buf, number("iWriteAt", count), type);
    }

    /** Starts to write, as all processes of the file do, without waiting for them (MPI_File_iwrite_at_all). */
    public Request iWriteAtAll(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("iWriteAtAll", WRITE, EXPLICIT, offset, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_iwrite_at_all_c). */
    public Request iWriteAtAll(long offset, @Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("iWriteAtAll", WRITE, EXPLICIT, offset, buf, number("iWriteAtAll", count), type);
    }

    // ---- at the process's own pointer (section 14.4.3) -----------------------------------------------------------

    /** Reads (MPI_File_read). The pointer moves on by what was asked for. */
    public Status read(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return access("read", READ, INDIVIDUAL, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_read_c). */
    public Status read(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return access("read", READ, INDIVIDUAL, 0, buf, number("read", count), type);
    }

    /** Reads, together with all processes of the file (MPI_File_read_all). */
    public Status readAll(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return accessAll("readAll", READ, INDIVIDUAL, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_read_all_c). */
    public Status readAll(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return accessAll("readAll", READ, INDIVIDUAL, 0, buf, number("readAll", count), type);
    }

    /** Writes (MPI_File_write). */
    public Status write(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return access("write", WRITE, INDIVIDUAL, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_write_c). */
    public Status write(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return access("write", WRITE, INDIVIDUAL, 0, buf, number("write", count), type);
    }

    /** Writes, together with all processes of the file (MPI_File_write_all). */
    public Status writeAll(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return accessAll("writeAll", WRITE, INDIVIDUAL, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_write_all_c). */
    public Status writeAll(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return accessAll("writeAll", WRITE, INDIVIDUAL, 0, buf, number("writeAll", count), type);
    }

    /** Starts to read (MPI_File_iread). */
    public Request iRead(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("iRead", READ, INDIVIDUAL, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_iread_c). */
    public Request iRead(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("iRead", READ, INDIVIDUAL, 0, buf, number("iRead", count), type);
    }

    /** Starts to read, as all processes of the file do, without waiting for them (MPI_File_iread_all). */
    public Request iReadAll(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("iReadAll", READ, INDIVIDUAL, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_iread_all_c). */
    public Request iReadAll(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("iReadAll", READ, INDIVIDUAL, 0, buf, number("iReadAll", count), type);
    }

    /** Starts to write (MPI_File_iwrite). */
    public Request iWrite(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("iWrite", WRITE, INDIVIDUAL, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_iwrite_c). */
    public Request iWrite(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("iWrite", WRITE, INDIVIDUAL, 0, buf, number("iWrite", count), type);
    }

    /** Starts to write, as all processes of the file do, without waiting for them (MPI_File_iwrite_all). */
    public Request iWriteAll(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("iWriteAll", WRITE, INDIVIDUAL, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_iwrite_all_c). */
    public Request iWriteAll(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("iWriteAll", WRITE, INDIVIDUAL, 0, buf, number("iWriteAll", count), type);
    }

    /**
     * Moves the process's pointer (MPI_File_seek).
     *
     * @param offset in etypes
     * @param whence {@code MPI.SEEK_SET}: from the view's beginning, {@code SEEK_CUR}: from where the pointer is, {@code
     *     SEEK_END}: from the end of the file, the next etype where it ends within one
     */
    public void seek(long offset, int whence) throws MPIException {
        run("seek", open -> open.seek(offset, whence));
    }

    /** The process's pointer, in etypes (MPI_File_get_position). */
    public long getPosition() throws MPIException {
        return call("getPosition", OpenFile::position);
    }

    /** Byte of the file at which an offset in the view lies (MPI_File_get_byte_offset). */
    public long getByteOffset(long offset) throws MPIException {
        return call("getByteOffset", open -> open.byteOffset(offset));
    }

    // ---- at the shared pointer (section 14.4.4) ------------------------------------------------------------------

    /** Reads where the shared pointer is, and moves it on (MPI_File_read_shared). All processes have the same view. */
    public Status readShared(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return access("readShared", READ, SHARED, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_read_shared_c). */
    public Status readShared(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return access("readShared", READ, SHARED, 0, buf, number("readShared", count), type);
    }

    /** Writes where the shared pointer is, and moves it on (MPI_File_write_shared). */
    public Status writeShared(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return access("writeShared", WRITE, SHARED, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_write_shared_c). */
    public Status writeShared(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return access("writeShared", WRITE, SHARED, 0, buf, number("writeShared", count), type);
    }

    /** Starts a {@link #readShared} (MPI_File_iread_shared). */
    public Request iReadShared(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("iReadShared", READ, SHARED, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_iread_shared_c). */
    public Request iReadShared(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("iReadShared", READ, SHARED, 0, buf, number("iReadShared", count), type);
    }

    /** Starts a {@link #writeShared} (MPI_File_iwrite_shared). */
    public Request iWriteShared(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return start("iWriteShared", WRITE, SHARED, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_iwrite_shared_c). */
    public Request iWriteShared(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return start("iWriteShared", WRITE, SHARED, 0, buf, number("iWriteShared", count), type);
    }

    /** Reads at the shared pointer, together with all processes and in the order of ranks (MPI_File_read_ordered). */
    public Status readOrdered(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return accessAll("readOrdered", READ, SHARED, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_read_ordered_c). */
    public Status readOrdered(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return accessAll("readOrdered", READ, SHARED, 0, buf, number("readOrdered", count), type);
    }

    /** Writes at the shared pointer, together with all processes and in the order of ranks (MPI_File_write_ordered). */
    public Status writeOrdered(@Nullable Object buf, int count, Datatype type) throws MPIException {
        return accessAll("writeOrdered", WRITE, SHARED, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_write_ordered_c). */
    public Status writeOrdered(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        return accessAll("writeOrdered", WRITE, SHARED, 0, buf, number("writeOrdered", count), type);
    }

    /** Moves the shared pointer, as {@link #seek} does the own one. All processes call it alike (MPI_File_seek_shared). */
    public void seekShared(long offset, int whence) throws MPIException {
        run("seekShared", open -> open.seekShared(offset, whence));
    }

    /** The shared pointer, in etypes (MPI_File_get_position_shared). */
    public long getPositionShared() throws MPIException {
        return call("getPositionShared", OpenFile::positionShared);
    }

    // ---- split collective calls (section 14.4.5): one at a time for each file ------------------------------------

    /** Begins a {@link #readAtAll} (MPI_File_read_at_all_begin). */
    public void readAtAllBegin(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        begin("readAtAll", READ, EXPLICIT, offset, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_read_at_all_begin_c). */
    public void readAtAllBegin(long offset, @Nullable Object buf, Count count, Datatype type) throws MPIException {
        begin("readAtAll", READ, EXPLICIT, offset, buf, number("readAtAllBegin", count), type);
    }

    /** Ends what {@link #readAtAllBegin} began (MPI_File_read_at_all_end). */
    public Status readAtAllEnd(@Nullable Object buf) throws MPIException {
        return end("readAtAll");
    }

    /** Begins a {@link #writeAtAll} (MPI_File_write_at_all_begin). */
    public void writeAtAllBegin(long offset, @Nullable Object buf, int count, Datatype type) throws MPIException {
        begin("writeAtAll", WRITE, EXPLICIT, offset, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_write_at_all_begin_c). */
    public void writeAtAllBegin(long offset, @Nullable Object buf, Count count, Datatype type) throws MPIException {
        begin("writeAtAll", WRITE, EXPLICIT, offset, buf, number("writeAtAllBegin", count), type);
    }

    /** Ends what {@link #writeAtAllBegin} began (MPI_File_write_at_all_end). */
    public Status writeAtAllEnd(@Nullable Object buf) throws MPIException {
        return end("writeAtAll");
    }

    /** Begins a {@link #readAll} (MPI_File_read_all_begin). */
    public void readAllBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        begin("readAll", READ, INDIVIDUAL, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_read_all_begin_c). */
    public void readAllBegin(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        begin("readAll", READ, INDIVIDUAL, 0, buf, number("readAllBegin", count), type);
    }

    /** Ends what {@link #readAllBegin} began (MPI_File_read_all_end). */
    public Status readAllEnd(@Nullable Object buf) throws MPIException {
        return end("readAll");
    }

    /** Begins a {@link #writeAll} (MPI_File_write_all_begin). */
    public void writeAllBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        begin("writeAll", WRITE, INDIVIDUAL, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_write_all_begin_c). */
    public void writeAllBegin(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        begin("writeAll", WRITE, INDIVIDUAL, 0, buf, number("writeAllBegin", count), type);
    }

    /** Ends what {@link #writeAllBegin} began (MPI_File_write_all_end). */
    public Status writeAllEnd(@Nullable Object buf) throws MPIException {
        return end("writeAll");
    }

    /** Begins a {@link #readOrdered} (MPI_File_read_ordered_begin). */
    public void readOrderedBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        begin("readOrdered", READ, SHARED, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_read_ordered_begin_c). */
    public void readOrderedBegin(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        begin("readOrdered", READ, SHARED, 0, buf, number("readOrderedBegin", count), type);
    }

    /** Ends what {@link #readOrderedBegin} began (MPI_File_read_ordered_end). */
    public Status readOrderedEnd(@Nullable Object buf) throws MPIException {
        return end("readOrdered");
    }

    /** Begins a {@link #writeOrdered} (MPI_File_write_ordered_begin). */
    public void writeOrderedBegin(@Nullable Object buf, int count, Datatype type) throws MPIException {
        begin("writeOrdered", WRITE, SHARED, 0, buf, count, type);
    }

    /** The same for any number of elements (MPI_File_write_ordered_begin_c). */
    public void writeOrderedBegin(@Nullable Object buf, Count count, Datatype type) throws MPIException {
        begin("writeOrdered", WRITE, SHARED, 0, buf, number("writeOrderedBegin", count), type);
    }

    /** Ends what {@link #writeOrderedBegin} began (MPI_File_write_ordered_end). */
    public Status writeOrderedEnd(@Nullable Object buf) throws MPIException {
        return end("writeOrdered");
    }

    // ---- behind the methods --------------------------------------------------------------------------------------

    private static @Nullable EngineException noInfo(Info info) {
        return info == null ? new EngineException(Predefined.ERR_INFO, "the info object is null") : null;
    }

    private static Function<String, @Nullable String> hints(Info info) {
        return key -> info == null || info.isNull() ? null : info.get(key);
    }

    /** True once it is closed. */
    boolean isClosed() {
        return file == null;
    }

    /** The open file; an error where there is none. */
    private OpenFile file() {
        if (file == null) {
            throw new MPIException(FileErrors.FILE, "File: the file is closed");
        }
        own.core();
        return file;
    }

    /** Does something, and lets the error handler decide about errors. */
    private <T extends @Nullable Object> T call(String method, Function<OpenFile, T> action) {
        OpenFile open = file();
        try {
            return own.calls().forms().other(this, method, () -> action.apply(open));
        } catch (RuntimeException | OutOfMemoryError e) {
            throw own.raise("File." + method, e);
        }
    }

    private void run(String method, Consumer<OpenFile> command) {
        call(method, open -> {
            command.accept(open);
            return null;
        });
    }

    /** An error of the facade itself, for the error handler. */
    private RuntimeException error(String method, int errorClass, String what) {
        file();
        return own.raise("File." + method, new EngineException(errorClass, what));
    }

    private long number(String method, Count count) {
        try {
            return Count.value("count", count);
        } catch (EngineException e) {
            throw error(method, e.errorClass(), e.getMessage());
        }
    }

    private static Transfer transfer(boolean write, @Nullable Object buf, long count, Datatype type) {
        Data data = MessageChecks.data(new Data(), buf, count, type, !write);
        try {
            return new Transfer(write, data);
        } catch (NoBufferException e) {
            throw new EngineException(ErrorClass.BUFFER, e.getMessage());
        }
    }

    /** An access of this process alone; returns the bytes moved. */
    private long alone(
            String method,
            boolean write,
            OpenFile.Place place,
            long offset,
            @Nullable Object buf,
            long count,
            Datatype type) {
        return call(method, open -> open.access(transfer(write, buf, count, type), place, offset));
    }

    /** The same, with its status. */
    private Status access(
            String method,
            boolean write,
            OpenFile.Place place,
            long offset,
            @Nullable Object buf,
            long count,
            Datatype type) {
        return status(alone(method, write, place, offset, buf, count, type));
    }

    /** An access of all processes together. */
    private Status accessAll(
            String method,
            boolean write,
            OpenFile.Place place,
            long offset,
            @Nullable Object buf,
            long count,
            Datatype type) {
        return status(call(method, open -> {
            Transfer transfer;
            try {
                transfer = transfer(write, buf, count, type);
            } catch (EngineException e) {
                return open.failAll(place, e);
            }
            return open.accessAll(transfer, place, offset);
        }));
    }

    private static Status status(long bytes) {
        return new Status(CommCore.ANY_SOURCE, CommCore.ANY_TAG, bytes, false, ErrorClass.SUCCESS, 0);
    }

    /** The request of an access of this process alone. */
    private Request start(
            String method,
            boolean write,
            OpenFile.Place place,
            long offset,
            @Nullable Object buf,
            long count,
            Datatype type) {
        boolean mayOverlap = !own.runtime.job().isVirtual();
        FileAccess access =
                call(method, open -> open.start(transfer(write, buf, count, type), place, offset, mayOverlap));
        return new Request(own, own.core(), access);
    }

    private void begin(
            String method,
            boolean write,
            OpenFile.Place place,
            long offset,
            @Nullable Object buf,
            long count,
            Datatype type) {
        if (begun != null) {
            throw outOfTurn(
                    method + "Begin", "no split collective call under way, but " + begun.method + "Begin was called");
        }
        begun = new Begun(method, accessAll(method + "Begin", write, place, offset, buf, count, type));
    }

    private Status end(String method) {
        Begun ending = begun;
        if (ending == null || !method.equals(ending.method)) {
            String instead = ending == null ? "nothing of the kind was" : ending.method + "Begin was";
            throw outOfTurn(method + "End", method + "Begin to have been called, but " + instead);
        }
        begun = null;
        return ending.status;
    }

    private RuntimeException outOfTurn(String method, String expected) {
        return error(method, FileErrors.IO, "expected " + expected);
    }
}
