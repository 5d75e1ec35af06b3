package org.bipj.shm.regions;

import org.bipj.shm.board.JobMemory;

/**
 * Ranks of a job, as those of another one reach their memory.
 *
 * @param memory of the job
 * @param payloads what its ranks expose, where they are threads; null: they are processes
 */
public record PeerMemory(JobMemory memory, SharedPayloads.Tables payloads) {
    /** Ranks that are processes. */
    public static PeerMemory processes(JobMemory memory) {
        return new PeerMemory(memory, null);
    }
}
