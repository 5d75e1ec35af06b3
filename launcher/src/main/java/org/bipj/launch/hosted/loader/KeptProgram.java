package org.bipj.launch.hosted.loader;

import java.util.HashMap;
import java.util.Map;

/**
 * A program that runs again and again on the same ranks: a rank keeps its classes from one run to the next, as long as all of them
 * {@linkplain LastingClasses last}; else they are loaded anew. Of {@code mpi.MPI} the static fields are made anew.
 */
public final class KeptProgram implements RankCode {
    private final RankCode program;
    /** By rank. */
    private final Map<Integer, RankClassLoader> loaders = new HashMap<>();

    private boolean keeps = true;

    /** A program whose classes are kept where that changes nothing. */
    public KeptProgram(RankCode program) {
        this.program = program;
    }

    @Override
    public ClassLoader loader(LoadedRank rank) {
        RankClassLoader kept = loaders.remove(rank.job().rank());
        // What one rank has loaded, others may load in the next run.
        keeps &= kept == null || kept.lasts();
        if (keeps && kept != null) {
            kept.begin(rank);
            loaders.put(rank.job().rank(), kept);
            return kept;
        }
        ClassLoader loader = program.loader(rank);
        if (keeps && loader instanceof RankClassLoader own) {
            own.keep();
            loaders.put(rank.job().rank(), own);
        }
        return loader;
    }

    @Override
    public ProgramSettings settings() {
        return program.settings();
    }

    @Override
    public void run(ClassLoader loader) throws Throwable {
        program.run(loader);
    }
}
