package mpi;

import java.util.function.UnaryOperator;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.NoBufferException;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;
import org.bipj.mpi.io.FileErrors;
import org.bipj.mpi.io.OpenFile;
import org.bipj.mpi.io.Transfer;
import org.bipj.mpi.match.PostedRecv;

/** Properties of an open file, apart from its data. Programs use it through {@link File}. */
public abstract class FileHandle implements AutoCloseable {
    /** The file's processes, in a context of the file's own. It has the file's error handler, and its name for errors. */
    private final Intracomm own;

    /** Null once it is closed. */
    private OpenFile file;

    private FileView view = new FileView(0, Predefined.BYTE, Predefined.BYTE, "native");

    /** Opens a file; see {@link File}. */
    FileHandle(Comm comm, String filename, int amode, Info info) {
        if (!(Preconditions.notNull(comm, ErrorClass.COMM, "File: the communicator") instanceof Intracomm processes)) {
            throw new MPIException(ErrorClass.COMM, "File: the communicator is no intracommunicator");
        }
        own = new Intracomm(comm.runtime, processes.duplicateCore(), "the file " + filename);
        own.setErrhandler(Predefined.ERRORS_RETURN);
        try {
            file = OpenFile.open(own.core(), filename, amode, hints(info), noInfo(info));
        } catch (RuntimeException | OutOfMemoryError e) {
            RuntimeException failure = own.raise("File", e);
            own.free();
            throw failure;
        }
    }

    private static EngineException noInfo(Info info) {
        return info == null ? new EngineException(Predefined.ERR_INFO, "the info object is null") : null;
    }

    private static UnaryOperator<String> hints(Info info) {
        return key -> info == null || info.isNull() ? null : info.get(key);
    }

    /**
     * Writes to the device what this process has written, closes the file, and waits until all processes of the file have
     * done so (MPI_File_close, section 14.2.2): what one has written, all may then read by other means. All processes of the
     * file call it, so also one that leaves a {@code try} block by an exception waits for the others. A file that is closed
     * already stays so; after {@code MPI.Finalize} no process waits.
     */
    @Override
    public final void close() throws MPIException {
        if (file == null) {
            return;
        }
        if (!own.isNull()) {
            own.core();
        }
        OpenFile closing = file;
        file = null;
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

    /** True once it is closed. */
    final boolean isClosed() {
        return file == null;
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
        Preconditions.notNull(info, Predefined.ERR_INFO, "File.delete: the info object");
        try {
            OpenFile.delete(filename);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "File.delete: " + e.getMessage(), e);
        }
    }

    /** The open file; an error where there is none. */
    final OpenFile file() {
        if (file == null) {
            throw new MPIException(FileErrors.FILE, "File: the file is closed");
        }
        own.core();
        return file;
    }

    /** Something that is done with the open file, and may fail. */
    interface Action<T> {
        T on(OpenFile file);
    }

    /** Something of which nothing comes back. */
    interface Command {
        void on(OpenFile file);
    }

    /** Does something, and lets the error handler decide about errors. */
    final <T> T call(String method, Action<T> action) {
        OpenFile open = file();
        try {
            return action.on(open);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw own.raise("File." + method, e);
        }
    }

    final void run(String method, Command command) {
        call(method, open -> {
            command.on(open);
            return null;
        });
    }

    /** An error of the facade itself, for the error handler. */
    final RuntimeException error(String method, int errorClass, String what) {
        file();
        return own.raise("File." + method, new EngineException(errorClass, what));
    }

    /** Sets the size in bytes, the same on all processes, which all call it (MPI_File_set_size, section 14.2.4). */
    public final void setSize(long size) throws MPIException {
        run("setSize", open -> open.setSize(size));
    }

    /**
     * Makes sure that there is storage for the first bytes of the file, by writing them (MPI_File_preallocate, section
     * 14.2.5). All processes call it with the same size. A file that is shorter grows; a longer one stays as it is. A size for
     * which the device has no space is refused (ERR_NO_SPACE) before anything is written.
     */
    public final void preallocate(long size) throws MPIException {
        run("preallocate", open -> open.preallocate(size));
    }

    /** Size of the file in bytes (MPI_File_get_size). */
    public final long getSize() throws MPIException {
        return call("getSize", OpenFile::size);
    }

    /** The processes that have the file open (MPI_File_get_group). */
    public final Group getGroup() throws MPIException {
        return call("getGroup", open -> own.getGroup());
    }

    /** The access mode (MPI_File_get_amode). */
    public final int getAMode() throws MPIException {
        return call("getAMode", OpenFile::amode);
    }

    /** Sets hints, those of rank 0 (MPI_File_set_info, section 14.2.8). All processes call it. */
    public final void setInfo(Info info) throws MPIException {
        run("setInfo", open -> open.setHints(hints(info), noInfo(info)));
    }

    /** The hints in use (MPI_File_get_info): see {@link File}. */
    public final Info getInfo() throws MPIException {
        Info info = new Info();
        call("getInfo", OpenFile::hints).forEach(info::set);
        return info;
    }

    /** As {@link #setView(long, Datatype, Datatype, String, Info)}, without hints. */
    public final void setView(long disp, Datatype etype, Datatype filetype, String datarep) throws MPIException {
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
     * @param datarep native, internal (the same here) or external32, which is big-endian and takes data of one type only
     *     (else ERR_CONVERSION); the same on all processes
     * @param info hints
     */
    public final void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info)
            throws MPIException {
        long[] begin = new long[1];
        run("setView", open -> {
            TypeLayout[] layouts = new TypeLayout[2];
            EngineException failure = noInfo(info);
            try {
                layouts[0] = Checks.layout(etype);
                layouts[1] = Checks.layout(filetype);
            } catch (EngineException e) {
                failure = e;
            }
            begin[0] = open.setView(disp, layouts[0], layouts[1], datarep, failure);
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
    public final FileView getView() {
        FileView v = view;
        return new FileView(
                v.getDisp(), v.getEType().newHandle(), v.getFileType().newHandle(), v.getDataRep());
    }

    /** Extent of a type in the file, in units of its base type as {@link Datatype#getExtent} (MPI_File_get_type_extent). */
    public final int getTypeExtent(Datatype type) throws MPIException {
        return call("getTypeExtent", open -> {
            Checks.layout(type);
            return type.getExtent();
        });
    }

    /**
     * Makes each access of the processes that opened this file together a whole for the others, or not (MPI_File_set_atomicity,
     * section 14.6.1). All processes call it. Atomic accesses take turns.
     */
    public final void setAtomicity(boolean atomicity) throws MPIException {
        run("setAtomicity", open -> open.setAtomic(atomicity));
    }

    /** True if accesses are atomic; at first they are not (MPI_File_get_atomicity). */
    public final boolean getAtomicity() throws MPIException {
        return call("getAtomicity", OpenFile::isAtomic);
    }

    /** Brings what this process has written to the device. All processes call it (MPI_File_sync, section 14.6.1). */
    public final void sync() throws MPIException {
        run("sync", OpenFile::sync);
    }

    /** Says what happens when a call on this file fails. */
    public final void setErrhandler(Errhandler errhandler) throws MPIException {
        run("setErrhandler", open -> own.setErrhandler(errhandler));
    }

    /** The error handler of this file; initially {@code ERRORS_RETURN}. */
    public final Errhandler getErrhandler() throws MPIException {
        return call("getErrhandler", open -> own.getErrhandler());
    }

    /** Calls the error handler (MPI_File_call_errhandler); returns if that is {@code ERRORS_RETURN}. */
    public final void callErrhandler(int errorCode) throws MPIException {
        file();
        own.callErrhandler(errorCode);
    }

    // ---- data: what the methods of the subclasses have in common ------------------------------------------------

    private static Transfer transfer(boolean write, Object buf, int count, Datatype type) {
        Data data = Checks.data(new Data(), buf, count, type, !write);
        try {
            return new Transfer(write, data);
        } catch (NoBufferException e) {
            throw new EngineException(ErrorClass.BUFFER, e.getMessage());
        }
    }

    /** An access of this process alone; returns the bytes moved. */
    final long alone(
            String method, boolean write, OpenFile.Place place, long offset, Object buf, int count, Datatype type) {
        return call(method, open -> open.access(transfer(write, buf, count, type), place, offset));
    }

    /** The same, with its status. */
    final Status access(
            String method, boolean write, OpenFile.Place place, long offset, Object buf, int count, Datatype type) {
        return status(alone(method, write, place, offset, buf, count, type));
    }

    /** An access of all processes together. */
    final Status accessAll(
            String method, boolean write, OpenFile.Place place, long offset, Object buf, int count, Datatype type) {
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

    /** The request of an access of this process alone, which is done here and now. */
    final Request start(
            String method, boolean write, OpenFile.Place place, long offset, Object buf, int count, Datatype type) {
        long bytes = alone(method, write, place, offset, buf, count, type);
        CommCore core = own.core();
        PostedRecv done = core.startReceive(new Data(), CommCore.PROC_NULL, CommCore.ANY_TAG);
        done.set(buf, 0, count, type.usable());
        done.matched(CommCore.ANY_SOURCE, CommCore.ANY_TAG, bytes, Signature.UNTYPED);
        return new Request(own, core, done);
    }
}
