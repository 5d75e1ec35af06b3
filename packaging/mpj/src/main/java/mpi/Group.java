package mpi;

/** An ordered set of processes. */
public final class Group {
    Group() {}

    /** Number of members (MPI_Group_size). */
    public int Size() throws MPIException {
        throw Signatures.alone();
    }

    /** The caller's rank, or {@link MPI#UNDEFINED} (MPI_Group_rank). */
    public int Rank() throws MPIException {
        throw Signatures.alone();
    }

    /** The ranks in one group of members of another; {@link MPI#UNDEFINED} for those that are not in it (MPI_Group_translate_ranks). */
    public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2) throws MPIException {
        throw Signatures.alone();
    }

    /** {@link MPI#IDENT}, {@link MPI#SIMILAR} or {@link MPI#UNEQUAL} (MPI_Group_compare). */
    public static int Compare(Group group1, Group group2) throws MPIException {
        throw Signatures.alone();
    }

    /** The members of the first group, then those of the second that are not in it (MPI_Group_union). */
    public static Group Union(Group group1, Group group2) throws MPIException {
        throw Signatures.alone();
    }

    /** The members of the first group that are in the second (MPI_Group_intersection). */
    public static Group Intersection(Group group1, Group group2) throws MPIException {
        throw Signatures.alone();
    }

    /** The members of the first group that are not in the second (MPI_Group_difference). */
    public static Group Difference(Group group1, Group group2) throws MPIException {
        throw Signatures.alone();
    }

    /** Some of the members, in the given order (MPI_Group_incl). */
    public Group Incl(int[] ranks) throws MPIException {
        throw Signatures.alone();
    }

    /** All other members (MPI_Group_excl). */
    public Group Excl(int[] ranks) throws MPIException {
        throw Signatures.alone();
    }

    /** Members in ranges: first rank, last rank, step (MPI_Group_range_incl). */
    public Group Range_incl(int[][] ranges) throws MPIException {
        throw Signatures.alone();
    }

    /** All members but those in ranges (MPI_Group_range_excl). */
    public Group Range_excl(int[][] ranges) throws MPIException {
        throw Signatures.alone();
    }

    /** Has no effect here: the garbage collector frees groups. */
    @SuppressWarnings({"removal", "deprecation"})
    @Override
    public void finalize() {}
}
