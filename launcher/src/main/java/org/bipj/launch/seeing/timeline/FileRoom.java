package org.bipj.launch.seeing.timeline;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Room in a file that is mapped, got by writing zeros: a page for which the disk has none when it is first stored to would end the JVM, or
 * throw where the program calls.
 */
final class FileRoom {
    private FileRoom() {}

    /**
     * Gets room, where nothing has been stored yet.
     *
     * @return false if there is none
     */
    static boolean take(Path file, long from, long bytes) {
        // Not a channel, which an interrupted thread closes.
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek(from);
            out.write(new byte[(int) bytes]);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
