package org.bipj.shm.figures;

import org.bipj.core.job.Traffic;

/** Where the figures of a rank come from. Called by the thread that publishes them, which must not wait for the rank. */
public interface FigureSource {
    /** The figures of this moment. */
    RankFigures look();

    /** The messages exchanged with one peer; null: not known. */
    Traffic traffic(int peer);
}
