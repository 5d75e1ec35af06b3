package org.bipj.shm.figures;

/**
 * A rank as a viewer sees it.
 *
 * @param rank its number in the job
 * @param pid of its process; 0: it has none yet
 * @param state as on the board
 * @param reason why it has ended the job; empty: it has not
 * @param figures what its process has published last; null: nothing so far
 * @param process what the system says of its process; null: it has ended, or does not exist yet
 */
public record RankView(int rank, long pid, int state, String reason, RankFigures figures, ProcessStat process) {}
