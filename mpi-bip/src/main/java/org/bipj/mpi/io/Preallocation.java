package org.bipj.mpi.io;

import java.nio.ByteBuffer;
import org.bipj.mpi.call.EngineException;

/** Storage for the first bytes of a file: Java has no call for it, so that they are written. */
final class Preallocation {
    private static final int CHUNK = 1 << 20;

    private final Disk disk;

    Preallocation(Disk disk) {
        this.disk = disk;
    }

    /**
     * Writes what the file has over itself, which fills its holes, and zeros behind it.
     *
     * <p>A size that the file system has no space for is refused before anything is written: it would fill the device first.
     *
     * @param readable false if the file's data cannot be read: then holes stay
     */
    void run(long bytes, boolean readable) {
        long old = disk.size();
        long usable = disk.usableSpace();
        if (bytes - old > usable) {
            throw new EngineException(
                    FileErrors.NO_SPACE,
                    disk.path() + ": the size is " + bytes + " bytes, of which the file has " + old
                            + "; expected no more than the " + usable
                            + " bytes that are free on its device beside them");
        }
        Scratch scratch = Scratch.of(CHUNK);
        try {
            fill(scratch, readable ? Math.min(old, bytes) : 0, old, bytes);
        } finally {
            scratch.giveBack();
        }
    }

    /** Writes the first bytes over themselves, and zeros over a range. */
    private void fill(Scratch scratch, long rewritten, long from, long to) {
        ByteBuffer data = scratch.range(0, CHUNK);
        for (long at = 0; at < rewritten; at += CHUNK) {
            data.clear().limit((int) Math.min(CHUNK, rewritten - at));
            disk.read(data, at);
            disk.write(data.flip(), at);
        }
        scratch.segment().fill((byte) 0);
        for (long at = from; at < to; at += CHUNK) {
            disk.write(data.clear().limit((int) Math.min(CHUNK, to - at)), at);
        }
    }
}
