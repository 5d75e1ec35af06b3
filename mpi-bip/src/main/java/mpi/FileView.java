package mpi;

/** The part of a file that a process sees (MPI 4.1 section 14.3): see {@link File#setView}. */
public final class FileView {
    private final long disp;
    private final Datatype etype;
    private final Datatype filetype;
    private final String datarep;

    /**
     * A description of a view.
     *
     * @param disp byte of the file at which the view begins
     * @param etype unit of offsets
     * @param filetype where in the file data lie
     * @param datarep data representation
     */
    public FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
        this.disp = disp;
        this.etype = etype;
        this.filetype = filetype;
        this.datarep = datarep;
    }

    /** Byte of the file at which the view begins. */
    public long getDisp() {
        return disp;
    }

    /** The type that offsets and pointers count. */
    public Datatype getEType() {
        return etype;
    }

    /** The type that says where data lie, again and again from the displacement on. */
    public Datatype getFileType() {
        return filetype;
    }

    /** The data representation: native, internal or external32. */
    public String getDataRep() {
        return datarep;
    }
}
