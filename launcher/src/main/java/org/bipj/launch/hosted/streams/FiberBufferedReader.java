package org.bipj.launch.hosted.streams;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import org.bipj.launch.hosted.threads.ProgramNames;

/** Takes the place of {@link BufferedReader}: a thread that waits for data gives its processor away. */
public class FiberBufferedReader extends BufferedReader {
    /** As the JDK's. */
    public FiberBufferedReader(Reader in) {
        super(in);
    }

    /** As the JDK's. */
    public FiberBufferedReader(Reader in, int size) {
        super(in, size);
    }

    @Override
    public int read() throws IOException {
        try (Hold _ = Hold.of(lock)) {
            return super.read();
        }
    }

    @Override
    public int read(char[] chars, int offset, int length) throws IOException {
        try (Hold _ = Hold.of(lock)) {
            return super.read(chars, offset, length);
        }
    }

    @Override
    public String readLine() throws IOException {
        try (Hold _ = Hold.of(lock)) {
            return super.readLine();
        }
    }

    @Override
    public long skip(long count) throws IOException {
        try (Hold _ = Hold.of(lock)) {
            return super.skip(count);
        }
    }

    @Override
    public boolean ready() throws IOException {
        try (Hold _ = Hold.of(lock)) {
            return super.ready();
        }
    }

    @Override
    public void mark(int limit) throws IOException {
        try (Hold _ = Hold.of(lock)) {
            super.mark(limit);
        }
    }

    @Override
    public void reset() throws IOException {
        try (Hold _ = Hold.of(lock)) {
            super.reset();
        }
    }

    @Override
    public void close() throws IOException {
        try (Hold _ = Hold.of(lock)) {
            super.close();
        }
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
