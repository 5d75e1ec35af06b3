package org.bipj.launch.onejvm.job;

import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.ToIntFunction;
import org.bipj.core.job.Job;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.seeing.timeline.RecordedRanks;

/**
 * Ranks that share this JVM, for {@code --profile} and {@code --timeline}.
 *
 * @param clock the clock of a rank in nanoseconds, by its number
 * @param number the number of a rank among those of all jobs
 * @param names what reports call a rank, by its number
 */
public record ProfiledRanks(IntToLongFunction clock, ToIntFunction<Job> number, IntFunction<String> names)
        implements RecordedRanks.Host {
    @Override
    public int rank() {
        LoadedRank rank = RankClassLoader.rankOfCaller();
        return rank == null ? -1 : number.applyAsInt(rank.job());
    }

    @Override
    public long nanos(int rank) {
        return rank < 0 ? 0 : clock.applyAsLong(rank);
    }

    @Override
    public String name(int rank) {
        return rank < 0 ? "none" : names.apply(rank);
    }
}
