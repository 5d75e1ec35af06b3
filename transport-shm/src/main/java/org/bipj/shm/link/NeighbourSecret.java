package org.bipj.shm.link;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.bipj.core.nic.PortException;
import org.bipj.shm.job.SessionDirectory;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Store;

/**
 * The secret of a job that those know which are connected with it, in memory of its session: whoever asks first makes it.
 *
 * <pre>
 *   0   0: none, 1: it is being made, 2: it is there (8)     8   secret (32)
 * </pre>
 */
final class NeighbourSecret {
    private static final String NAME = "neighbours";
    private static final int AT = 8;
    private static final int BYTES = 32;
    private static final long NONE = 0;
    private static final long MAKING = 1;
    private static final long THERE = 2;

    private NeighbourSecret() {}

    /** The secret of the job with this memory. */
    static byte[] of(Store store) {
        MemorySegment memory = store.share(NAME, AT + BYTES);
        if (memory == null) {
            throw new PortException("there is no room for the secret by which other jobs know this one");
        }
        if (Access.compareAndSetLong(memory, 0, NONE, MAKING)) {
            byte[] made = HexFormat.of().parseHex(SessionDirectory.random(BYTES));
            MemorySegment.copy(MemorySegment.ofArray(made), 0, memory, AT, BYTES);
            Access.setLongRelease(memory, 0, THERE);
        }
        for (int looks = 0; Access.getLongAcquire(memory, 0) != THERE; looks++) {
            if (looks == Store.LOOKS) {
                throw new PortException("the process that makes this job's secret has ended");
            }
            Thread.yield();
        }
        byte[] secret = new byte[BYTES];
        MemorySegment.copy(memory, AT, MemorySegment.ofArray(secret), 0, BYTES);
        return secret;
    }
}
