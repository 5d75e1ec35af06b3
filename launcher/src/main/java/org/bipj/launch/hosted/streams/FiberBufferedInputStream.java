package org.bipj.launch.hosted.streams;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.bipj.launch.hosted.threads.ProgramNames;
import org.bipj.launch.hosted.threads.ServedMonitor;

/** Takes the place of {@link BufferedInputStream}: a thread that waits for data gives its processor away. */
public class FiberBufferedInputStream extends BufferedInputStream implements ServedMonitor {
    /** As the JDK's. */
    public FiberBufferedInputStream(InputStream in) {
        super(in);
    }

    /** As the JDK's. */
    public FiberBufferedInputStream(InputStream in, int size) {
        super(in, size);
    }

    @Override
    public int read() throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.read();
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.read(bytes, offset, length);
        }
    }

    @Override
    public long skip(long count) throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.skip(count);
        }
    }

    @Override
    public int available() throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.available();
        }
    }

    @Override
    public void mark(int limit) {
        try (Hold _ = Hold.of(this)) {
            super.mark(limit);
        }
    }

    @Override
    public void reset() throws IOException {
        try (Hold _ = Hold.of(this)) {
            super.reset();
        }
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.transferTo(out);
        }
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
