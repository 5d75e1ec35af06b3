package org.bipj.mpi.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bipj.mpi.call.EngineException;

/** The file itself: reads and writes that are whole, or say how far they came. */
final class Disk {
    private final FileChannel channel;
    private final Path path;
    /** True from a write to the next {@link #force}. */
    private volatile boolean dirty;

    Disk(FileChannel channel, Path path) {
        this.channel = channel;
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** Writes all that remains of a buffer. */
    void write(ByteBuffer from, long offset) {
        dirty = true;
        int all = from.remaining();
        int start = from.position();
        try {
            while (from.hasRemaining()) {
                channel.write(from, offset + from.position() - start);
            }
        } catch (IOException e) {
            String written = (from.position() - start) + " of " + all + " bytes were written at byte " + offset;
            throw error(written, e);
        }
    }

    /** Fills a buffer as far as the file goes; returns the bytes read. */
    int read(ByteBuffer to, long offset) {
        int start = to.position();
        try {
            while (to.hasRemaining() && channel.read(to, offset + to.position() - start) >= 0) {
                // A read may be short before the end of the file.
            }
        } catch (IOException e) {
            throw error(to.remaining() + " bytes could not be read at byte " + (offset + to.position() - start), e);
        }
        return to.position() - start;
    }

    long size() {
        try {
            return channel.size();
        } catch (IOException e) {
            throw error("the size cannot be found out", e);
        }
    }

    /** Bytes that are free on the file's device. */
    long usableSpace() {
        try {
            return Files.getFileStore(path).getUsableSpace();
        } catch (IOException e) {
            throw error("the free space of its device cannot be found out", e);
        }
    }

    /** Makes the file shorter or longer; in the latter case without using space where the file system can. */
    void resize(long size) {
        try {
            if (size <= channel.size()) {
                channel.truncate(size);
            } else {
                write(ByteBuffer.allocate(1), size - 1);
            }
        } catch (IOException e) {
            throw error("the size cannot be set to " + size + " bytes", e);
        }
    }

    /** Brings what was written to the device. Devices and pipes themselves, which can be opened too, know no such thing. */
    void force() {
        if (!dirty || !Files.isRegularFile(path)) {
            return;
        }
        try {
            channel.force(false);
            dirty = false;
        } catch (IOException e) {
            throw error("data that were written may not be on the device", e);
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw error("data that were written may be lost: the file cannot be closed", e);
        }
    }

    private EngineException error(String what, IOException cause) {
        return FileErrors.of(path + ": " + what, path, cause);
    }
}
