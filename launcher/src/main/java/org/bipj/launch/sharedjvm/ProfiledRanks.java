package org.bipj.launch.sharedjvm;

import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import org.bipj.core.job.Job;
import org.bipj.launch.loader.LoadedRank;
import org.bipj.launch.loader.RankClassLoader;
import org.bipj.launch.profile.Profile;

/**
 * Ranks that share this JVM, for {@code --profile} and {@code --timeline}.
 *
 * @param clock the clock of a rank in nanoseconds, by its number
 * @param isMeasured whether a rank is of the job that is measured, and not of one that this has started
 */
record ProfiledRanks(IntToLongFunction clock, Predicate<Job> isMeasured) implements Profile.Host {
    @Override
    public int rank() {
        LoadedRank rank = RankClassLoader.rankOfCaller();
        return rank == null || !isMeasured.test(rank.job()) ? -1 : rank.job().rank();
    }

    @Override
    public long nanos(int rank) {
        return rank < 0 ? 0 : clock.applyAsLong(rank);
    }
}
