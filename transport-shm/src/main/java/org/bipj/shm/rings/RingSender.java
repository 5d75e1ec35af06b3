package org.bipj.shm.rings;

import org.bipj.shm.board.Board;

/**
 * The rank that writes to a ring.
 *
 * @param name by which the memory of its rings is named, among all that send to one job
 * @param rank its number in its own job
 * @param board that of its job
 */
public record RingSender(String name, int rank, Board board) {
    /** A rank of the receiver's own job. */
    public static RingSender ofOwnJob(int rank, Board board) {
        return new RingSender(Integer.toString(rank), rank, board);
    }
}
