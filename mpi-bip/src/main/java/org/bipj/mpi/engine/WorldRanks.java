package org.bipj.mpi.engine;

/** Members of a communicator as world ranks. */
public final class WorldRanks {
    private WorldRanks() {}

    /** The members in the order of their ranks; in an intercommunicator those of the remote group. */
    public static int[] of(CommCore communicator) {
        int[] world = new int[communicator.size()];
        for (int i = 0; i < world.length; i++) {
            world[i] = communicator.world(i);
        }
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
