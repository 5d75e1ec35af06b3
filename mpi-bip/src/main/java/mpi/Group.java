package mpi;

import java.util.Arrays;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/** An ordered set of processes (MPI 4.1 section 7.3). Immutable but for {@link #free}. */
public final class Group implements Freeable {
    private static final int NOBODY = -1;

    private final int[] world;
    /** World rank of the caller; NOBODY in GROUP_EMPTY. */
    private final int self;

    /** What the group is of; null: of what begins with Init. */
    private final @Nullable Session session;

    private boolean freed;

    /**
     * A group.
     *
     * @param world world ranks of its members, in order
     * @param self the calling process's world rank
     * @param session what it is of; null: of what begins with Init
     */
    Group(int[] world, int self, @Nullable Session session) {
        this.world = world;
        this.self = self;
        this.session = session;
    }

    /** A group of no session. */
    Group(int[] world, int self) {
        this(world, self, null);
    }

    static Group empty() {
        return new Group(new int[0], NOBODY);
    }

    /**
     * The processes of a process set (MPI_Group_from_session_pset, MPI 4.1 section 7.3.2), in the order of their ranks in the job.
     *
     * @param session an open session
     * @param psetName one of the names of {@link Session#getNthPset}, or of a set that this process is not in
     */
    public static Group fromSessionPset(Session session, String psetName) throws MPIException {
        return ValueChecks.notNull(session, ErrorClass.SESSION, "Group.fromSessionPset: the session")
                .group(psetName);
    }

    /** What the group is of; null: of what begins with Init. */
    @Nullable
    Session session() {
        return session;
    }

    /** GROUP_NULL. */
    static Group none() {
        Group none = empty();
        none.freed = true;
        return none;
    }

    int[] worldRanks(String method) {
        if (freed) {
            throw new MPIException(ErrorClass.GROUP, "Group." + method + ": the group was freed");
        }
        return world;
    }

    /** Number of members. */
    public int getSize() throws MPIException {
        return worldRanks("getSize").length;
    }

    /** The calling process's rank in the group, or {@code MPI.UNDEFINED}. */
    public int getRank() throws MPIException {
        return find(worldRanks("getRank"), self);
    }

    /** Gives the group back. GROUP_EMPTY stays as it is. */
    @Override
    public void free() throws MPIException {
        worldRanks("free");
        freed = self != NOBODY;
    }

    /** Frees the group if that has not happened yet. */
    @Override
    public void close() {
        freed = self != NOBODY;
    }

    /** True after {@link #free}. */
    public boolean isNull() {
        return freed;
    }

    /**
     * Ranks of one group as ranks of another (MPI_Group_translate_ranks): {@code MPI.UNDEFINED} for processes that are
     * not in it; PROC_NULL stays what it is.
     */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2) throws MPIException {
        int[] from = members(group1, "translateRanks");
        int[] index = index(members(group2, "translateRanks"));
        int[] result = new int[ValueChecks.notNull(ranks1, ErrorClass.ARG, "Group.translateRanks: ranks1").length];
        for (int i = 0; i < ranks1.length; i++) {
            if (ranks1[i] == Predefined.PROC_NULL) {
                result[i] = Predefined.PROC_NULL;
            } else {
                checkRank("translateRanks", ranks1[i], from.length);
                int at = at(index, from[ranks1[i]]);
                result[i] = at < 0 ? Predefined.UNDEFINED : at;
            }
        }
        return result;
    }

    /** IDENT for the same members in the same order, SIMILAR for the same members, else UNEQUAL. */
    public static int compare(Group group1, Group group2) throws MPIException {
        int[] a = members(group1, "compare");
        int[] b = members(group2, "compare");
        if (Arrays.equals(a, b)) {
            return Predefined.IDENT;
        }
        int[] sortedA = a.clone();
        int[] sortedB = b.clone();
        Arrays.sort(sortedA);
        Arrays.sort(sortedB);
        return Arrays.equals(sortedA, sortedB) ? Predefined.SIMILAR : Predefined.UNEQUAL;
    }

    /** The members of the first group, then those of the second that are not in the first. */
    public static Group union(Group group1, Group group2) throws MPIException {
        int[] a = members(group1, "union");
        int[] rest = select(members(group2, "union"), a, false);
        int[] all = Arrays.copyOf(a, a.length + rest.length);
        System.arraycopy(rest, 0, all, a.length, rest.length);
        return group1.with(all, group2);
    }

    /** The members of the first group that are in the second, in the order of the first. */
    public static Group intersection(Group group1, Group group2) throws MPIException {
        int[] b = members(group2, "intersection");
        return group1.with(select(members(group1, "intersection"), b, true), group2);
    }

    /** The members of the first group that are not in the second, in the order of the first. */
    public static Group difference(Group group1, Group group2) throws MPIException {
        int[] b = members(group2, "difference");
        return group1.with(select(members(group1, "difference"), b, false), group2);
    }

    /** The members of these ranks, in this order. */
    public Group incl(int[] ranks) throws MPIException {
        return incl("incl", ranks);
    }

    private Group incl(String method, int[] ranks) {
        int[] all = worldRanks(method);
        checkDistinct(method, ranks, all.length);
        int[] chosen = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            chosen[i] = all[ranks[i]];
        }
        return new Group(chosen, self, session);
    }

    /** All members but those of these ranks. */
    public Group excl(int[] ranks) throws MPIException {
        return excl("excl", ranks);
    }

    private Group excl(String method, int[] ranks) {
        int[] all = worldRanks(method);
        boolean[] out = checkDistinct(method, ranks, all.length);
        int[] chosen = new int[all.length - ranks.length];
        int n = 0;
        for (int i = 0; i < all.length; i++) {
            if (!out[i]) {
                chosen[n++] = all[i];
            }
        }
        return new Group(chosen, self, session);
    }

    /**
     * The members of ranges of ranks.
     *
     * @param ranges of {first, last, stride} each
     */
    public Group rangeIncl(int[][] ranges) throws MPIException {
        return incl("rangeIncl", expand("rangeIncl", ranges));
    }

    /**
     * All members but those of ranges of ranks.
     *
     * @param ranges of {first, last, stride} each
     */
    public Group rangeExcl(int[][] ranges) throws MPIException {
        return excl("rangeExcl", expand("rangeExcl", ranges));
    }

    /** The ranks of all ranges, up to the first that is outside of the group: an error, and the ranges may be huge. */
    private int[] expand(String method, int[][] ranges) {
        int size = worldRanks(method).length;
        int[] ranks = new int[16];
        int n = 0;
        ValueChecks.notNull(ranges, ErrorClass.ARG, "Group." + method + ": the array of ranges");
        for (int r = 0; r < ranges.length; r++) {
            if (ranges[r] == null || ranges[r].length != 3 || ranges[r][2] == 0) {
                throw new MPIException(
                        ErrorClass.ARG,
                        "Group." + method + ": range " + r + " is " + Arrays.toString(ranges[r])
                                + "; expected {first, last, stride} with a stride that is not 0");
            }
            long last = ranges[r][1];
            long stride = ranges[r][2];
            for (long rank = ranges[r][0]; stride > 0 ? rank <= last : rank >= last; rank += stride) {
                if (n == ranks.length) {
                    ranks = Arrays.copyOf(ranks, 2 * n);
                }
                ranks[n++] = (int) rank;
                if (rank < 0 || rank >= size) {
                    return Arrays.copyOf(ranks, n);
                }
            }
        }
        return Arrays.copyOf(ranks, n);
    }

    private static int[] members(Group group, String method) {
        return ValueChecks.notNull(group, ErrorClass.GROUP, "Group." + method + ": a group")
                .worldRanks(method);
    }

    private Group with(int[] members, Group other) {
        return new Group(members, self != NOBODY ? self : other.self, session != null ? session : other.session);
    }

    private static int[] select(int[] members, int[] others, boolean inOthers) {
        int[] index = index(others);
        return Arrays.stream(members).filter(w -> at(index, w) >= 0 == inOthers).toArray();
    }

    /** Position of each world rank in a group, -1 for those that are not in it. */
    private static int[] index(int[] members) {
        int[] index = new int[Arrays.stream(members).max().orElse(-1) + 1];
        Arrays.fill(index, -1);
        for (int i = 0; i < members.length; i++) {
            index[members[i]] = i;
        }
        return index;
    }

    private static int at(int[] index, int worldRank) {
        return worldRank >= 0 && worldRank < index.length ? index[worldRank] : -1;
    }

    private static int find(int[] members, int worldRank) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == worldRank) {
                return i;
            }
        }
        return Predefined.UNDEFINED;
    }

    private static void checkRank(String method, int rank, int size) {
        if (rank < 0 || rank >= size) {
            throw new MPIException(
                    ErrorClass.RANK,
                    "Group." + method + ": rank " + rank + " is not in the group; expected 0 to " + (size - 1));
        }
    }

    private static boolean[] checkDistinct(String method, int[] ranks, int size) {
        boolean[] seen = new boolean[size];
        for (int rank : ValueChecks.notNull(ranks, ErrorClass.ARG, "Group." + method + ": the array of ranks")) {
            checkRank(method, rank, size);
            if (seen[rank]) {
                throw new MPIException(ErrorClass.RANK, "Group." + method + ": rank " + rank + " is named twice");
            }
            seen[rank] = true;
        }
        return seen;
    }

    // ---- mpiJava 1.2, section 5.3 --------------------------------------------------------------------------------

    /** The same as {@link #getSize}; {@code MPI.UNDEFINED} of GROUP_NULL, as in MPJ Express. */
    public int Size() throws MPIException {
        return freed ? Predefined.UNDEFINED : getSize();
    }

    /** The same as {@link #getRank}. */
    public int Rank() throws MPIException {
        return getRank();
    }

    /** The same as {@link #translateRanks}. */
    public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2) throws MPIException {
        return translateRanks(group1, ranks1, group2);
    }

    /** The same as {@link #compare}; {@code MPI.UNEQUAL} where one of them is GROUP_NULL, as in MPJ Express. */
    public static int Compare(Group group1, Group group2) throws MPIException {
        return isOneNull(group1, group2) ? Predefined.UNEQUAL : compare(group1, group2);
    }

    /** The same as {@link #union}; one of them where the other is GROUP_NULL, as in MPJ Express. */
    public static Group Union(Group group1, Group group2) throws MPIException {
        if (isNull(group1, group2)) {
            return group2;
        }
        return isNull(group2, group1) ? group1 : union(group1, group2);
    }

    /** The same as {@link #intersection}; GROUP_NULL where one of them is, as in MPJ Express. */
    public static Group Intersection(Group group1, Group group2) throws MPIException {
        if (isNull(group1, group2)) {
            return group1;
        }
        return isNull(group2, group1) ? group2 : intersection(group1, group2);
    }

    /** The same as {@link #difference}; the first where one of them is GROUP_NULL, as in MPJ Express. */
    public static Group Difference(Group group1, Group group2) throws MPIException {
        return isNull(group1, group2) || isNull(group2, group1) ? group1 : difference(group1, group2);
    }

    /** True for GROUP_NULL beside another group, not beside a Java null. */
    private static boolean isNull(@Nullable Group group, @Nullable Group other) {
        return group != null && other != null && group.freed;
    }

    private static boolean isOneNull(Group group1, Group group2) {
        return isNull(group1, group2) != isNull(group2, group1);
    }

    /** The same as {@link #incl}. */
    public Group Incl(int[] ranks) throws MPIException {
        return incl(ranks);
    }

    /** The same as {@link #excl}. */
    public Group Excl(int[] ranks) throws MPIException {
        return excl(ranks);
    }

    /** The same as {@link #rangeIncl}. */
    public Group Range_incl(int[][] ranges) throws MPIException {
        return rangeIncl(ranges);
    }

    /** The same as {@link #rangeExcl}. */
    public Group Range_excl(int[][] ranges) throws MPIException {
        return rangeExcl(ranges);
    }

    /** Has no effect: the garbage collector frees groups. */
    @SuppressWarnings({"removal", "deprecation"})
    @Override
    public void finalize() {}
}
