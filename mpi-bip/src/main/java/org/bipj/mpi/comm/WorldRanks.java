package org.bipj.mpi.comm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A group of processes: ranks in the group, and the world ranks that they stand for. */
public final class WorldRanks {
    private final int size;
    /** World ranks by rank of the group; null if they are the same. */
    private final int @Nullable [] worldOf;
    /** Ranks of the group by world rank, -1 for others; null if they are the same. */
    private final int @Nullable [] rankOf;

    /**
     * A group.
     *
     * @param members world ranks in the order of their ranks in the group
     * @param worldSize number of ranks in the job
     */
    public WorldRanks(int[] members, int worldSize) {
        size = members.length;
        boolean same = true;
        for (int i = 0; i < size; i++) {
            same &= members[i] == i;
        }
        worldOf = same ? null : members.clone();
        rankOf = same ? null : inverse(members, worldSize);
    }

    private static int[] inverse(int[] members, int worldSize) {
        int[] ranks = new int[worldSize];
        Arrays.fill(ranks, -1);
        for (int i = 0; i < members.length; i++) {
            ranks[members[i]] = i;
        }
        return ranks;
    }

    /** How many members the group has. */
    public int size() {
        return size;
    }

    /** The rank in the world of a rank of the group. */
    public int world(int rank) {
        return worldOf == null ? rank : worldOf[rank];
    }

    /** Rank in the group of a world rank that is a member; negative numbers are returned unchanged. */
    public int rankOf(int world) {
        return rankOf == null || world < 0 ? world : rankOf[world];
    }

    /** The members in the order of their ranks. */
    public int[] toArray() {
        int[] world = new int[size];
        Arrays.setAll(world, this::world);
        return world;
    }

    /** Where a rank is among others; negative if it is not. */
    public static int indexOf(int[] ranks, int rank) {
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] == rank) {
                return i;
            }
        }
        return -1;
    }
}
