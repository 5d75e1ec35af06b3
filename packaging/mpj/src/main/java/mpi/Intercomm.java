package mpi;

/** A communicator between two groups. */
public final class Intercomm extends Comm {
    Intercomm() {}

    /** A communicator of the same groups with a context of its own (MPI_Comm_dup). */
    @Override
    public Object clone() throws MPIException {
        throw Signatures.alone();
    }

    /** Number of processes of the remote group (MPI_Comm_remote_size). */
    public int Remote_size() throws MPIException {
        throw Signatures.alone();
    }

    /** The remote group (MPI_Comm_remote_group). */
    public Group Remote_Group() throws MPIException {
        throw Signatures.alone();
    }

    /** One communicator of both groups; the processes of the group that says true have the higher ranks (MPI_Intercomm_merge). */
    public Intracomm Merge(boolean high) throws MPIException {
        throw Signatures.alone();
    }

    /** As {@link #Remote_Group}. */
    public Group Remote_group() throws MPIException {
        throw Signatures.alone();
    }
}
