package org.bipj.junit;

import java.util.Arrays;
import java.util.List;
import mpi.Intracomm;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;

/** A lambda as the program of all ranks, in the classes of its caller. */
final class RankLambda<R> implements RankCode {
    private final RankCall<R> call;
    /** By rank; each is written by its rank, and read when all have ended. */
    private final R[] results;

    @SuppressWarnings("unchecked")
    RankLambda(RankCall<R> call, int ranks) {
        this.call = call;
        results = (R[]) new Object[ranks];
    }

    static RankLambda<Void> of(RankAction action, int ranks) {
        return new RankLambda<>(
                world -> {
                    action.run(world);
                    return null;
                },
                ranks);
    }

    List<R> results() {
        return Arrays.asList(results);
    }

    @Override
    public ClassLoader loader(LoadedRank rank) {
        return RankClassLoader.within(rank, call.getClass().getClassLoader(), name -> false);
    }

    @Override
    public void run(ClassLoader loader) throws Throwable {
        RankMpi mpi = new RankMpi(loader);
        mpi.initialise();
        Intracomm world = mpi.world();
        int rank = world.getRank();
        results[rank] = call.call(world);
        mpi.finish();
    }
}
