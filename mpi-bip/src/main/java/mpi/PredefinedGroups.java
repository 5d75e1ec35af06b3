package mpi;

/**
 * The groups behind the constants of {@link MPI}, as {@link Predefined} has the other ones: apart from these, as most classes use them, and
 * groups know sessions. Internal: programs use {@link MPI}.
 */
public final class PredefinedGroups {
    public static final Group GROUP_NULL = Group.none();
    public static final Group GROUP_EMPTY = Group.empty();

    private PredefinedGroups() {}
}
