package org.bipj.mpi.io;

import java.nio.ByteBuffer;
import org.bipj.mpi.call.EngineException;

/** Storage for the first bytes of a file: Java has no call for it, so that they are written. */
final class Preallocation {
    private static final int CHUNK = 1 << 20;

    private final Disk disk;
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK);

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
        ByteBuffer data = ByteBuffer.allocateDirect(CHUNK);
        for (long at = 0; readable && at < Math.min(old, bytes); at += CHUNK) {
            data.clear().limit((int) Math.min(CHUNK, Math.min(old, bytes) - at));
            disk.read(data, at);
            disk.write(data.flip(), at);
        }
        for (long at = old; at < bytes; at += CHUNK) {
            disk.write(zeros.clear().limit((int) Math.min(CHUNK, bytes - at)), at);
        }
    }
}
