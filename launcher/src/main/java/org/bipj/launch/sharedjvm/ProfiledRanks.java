package org.bipj.launch.sharedjvm;

import java.util.function.IntToLongFunction;
import org.bipj.launch.loader.LoadedRank;
import org.bipj.launch.loader.RankClassLoader;
import org.bipj.launch.profile.Profile;

/**
 * Ranks that share this JVM, for {@code --profile}.
 *
 * @param clock the clock of a rank in nanoseconds, by its number
 */
record ProfiledRanks(IntToLongFunction clock) implements Profile.Host {
    @Override
    public int rank() {
        LoadedRank rank = RankClassLoader.rankOfCaller();
        return rank == null ? -1 : rank.job().rank();
    }

    @Override
    public long nanos(int rank) {
        return clock.applyAsLong(rank);
    }
}
