package org.bipj.net.pmi;

import java.io.IOException;

/** Bytes to and from a launcher. */
interface ByteStream extends AutoCloseable {
    /** Writes all of it. */
    void write(byte[] bytes) throws IOException;

    /**
     * Reads what there is.
     *
     * @param timeoutMs how long to wait for the first byte, above 0
     * @return number of bytes; 0 after that time; -1 if the other end is closed
     */
    int read(byte[] into, int from, int timeoutMs) throws IOException;

    @Override
    void close() throws IOException;
}
