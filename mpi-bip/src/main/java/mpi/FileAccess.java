package mpi;

import static org.bipj.mpi.io.OpenFile.Place.EXPLICIT;
import static org.bipj.mpi.io.OpenFile.Place.INDIVIDUAL;

import org.bipj.mpi.io.OpenFile;

/** Data at given offsets and at the process's own pointer. Programs use it through {@link File}. */
public abstract class FileAccess extends FileHandle {
    private static final boolean READ = false;
    private static final boolean WRITE = true;

    FileAccess(Comm comm, String filename, int amode, Info info) {
        super(comm, filename, amode, info);
    }

    // ---- at an offset (section 14.4.2) --------------------------------------------------------------------------

    /**
     * Reads (MPI_File_read_at).
     *
     * @param offset where to begin, in etypes of the view
     * @return the status, whose count is less than asked for where the file ends
     */
    public final Status readAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return access("readAt", READ, EXPLICIT, offset, buf, count, type);
    }

    /** Reads, together with all processes of the file (MPI_File_read_at_all). */
    public final Status readAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        return accessAll("readAtAll", READ, EXPLICIT, offset, buf, count, type);
    }

    /** Writes (MPI_File_write_at). What cannot be written whole is an error. */
    public final Status writeAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return access("writeAt", WRITE, EXPLICIT, offset, buf, count, type);
    }

    /** Writes, together with all processes of the file (MPI_File_write_at_all). */
    public final Status writeAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        return accessAll("writeAtAll", WRITE, EXPLICIT, offset, buf, count, type);
    }

    /** Starts to read (MPI_File_iread_at). */
    public final Request iReadAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return start("iReadAt", READ, EXPLICIT, offset, buf, count, type);
    }

    /** Starts to read, as all processes of the file do, without waiting for them (MPI_File_iread_at_all). */
    public final Request iReadAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        return start("iReadAtAll", READ, EXPLICIT, offset, buf, count, type);
    }

    /** Starts to write (MPI_File_iwrite_at). */
    public final Request iWriteAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return start("iWriteAt", WRITE, EXPLICIT, offset, buf, count, type);
    }

    /** Starts to write, as all processes of the file do, without waiting for them (MPI_File_iwrite_at_all). */
    public final Request iWriteAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        return start("iWriteAtAll", WRITE, EXPLICIT, offset, buf, count, type);
    }

    // ---- at the process's own pointer (section 14.4.3) ----------------------------------------------------------

    /** Reads (MPI_File_read). The pointer moves on by what was asked for. */
    public final Status read(Object buf, int count, Datatype type) throws MPIException {
        return access("read", READ, INDIVIDUAL, 0, buf, count, type);
    }

    /** Reads, together with all processes of the file (MPI_File_read_all). */
    public final Status readAll(Object buf, int count, Datatype type) throws MPIException {
        return accessAll("readAll", READ, INDIVIDUAL, 0, buf, count, type);
    }

    /** Writes (MPI_File_write). */
    public final Status write(Object buf, int count, Datatype type) throws MPIException {
        return access("write", WRITE, INDIVIDUAL, 0, buf, count, type);
    }

    /** Writes, together with all processes of the file (MPI_File_write_all). */
    public final Status writeAll(Object buf, int count, Datatype type) throws MPIException {
        return accessAll("writeAll", WRITE, INDIVIDUAL, 0, buf, count, type);
    }

    /** Starts to read (MPI_File_iread). */
    public final Request iRead(Object buf, int count, Datatype type) throws MPIException {
        return start("iRead", READ, INDIVIDUAL, 0, buf, count, type);
    }

    /** Starts to read, as all processes of the file do, without waiting for them (MPI_File_iread_all). */
    public final Request iReadAll(Object buf, int count, Datatype type) throws MPIException {
        return start("iReadAll", READ, INDIVIDUAL, 0, buf, count, type);
    }

    /** Starts to write (MPI_File_iwrite). */
    public final Request iWrite(Object buf, int count, Datatype type) throws MPIException {
        return start("iWrite", WRITE, INDIVIDUAL, 0, buf, count, type);
    }

    /** Starts to write, as all processes of the file do, without waiting for them (MPI_File_iwrite_all). */
    public final Request iWriteAll(Object buf, int count, Datatype type) throws MPIException {
        return start("iWriteAll", WRITE, INDIVIDUAL, 0, buf, count, type);
    }

    /**
     * Moves the process's pointer (MPI_File_seek).
     *
     * @param offset in etypes
     * @param whence {@code MPI.SEEK_SET}: from the view's beginning, {@code SEEK_CUR}: from where the pointer is, {@code
     *     SEEK_END}: from the end of the file, the next etype where it ends within one
     */
    public final void seek(long offset, int whence) throws MPIException {
        run("seek", open -> open.seek(offset, whence));
    }

    /** The process's pointer, in etypes (MPI_File_get_position). */
    public final long getPosition() throws MPIException {
        return call("getPosition", OpenFile::position);
    }

    /** Byte of the file at which an offset in the view lies (MPI_File_get_byte_offset). */
    public final long getByteOffset(long offset) throws MPIException {
        return call("getByteOffset", open -> open.byteOffset(offset));
    }
}
