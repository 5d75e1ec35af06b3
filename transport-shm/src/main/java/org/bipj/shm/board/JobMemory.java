package org.bipj.shm.board;

import org.bipj.shm.memory.Store;

/**
 * What the ranks of a job have in common.
 *
 * @param store their memory
 * @param board their states
 */
public record JobMemory(Store store, Board board) {}
