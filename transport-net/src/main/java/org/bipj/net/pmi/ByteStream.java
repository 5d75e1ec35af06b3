package org.bipj.net.pmi;

import java.io.IOException;

/** A connection with a launcher, which carries bytes both ways. */
interface ByteStream extends AutoCloseable {
    /** Writes all bytes before it returns. */
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
