package org.bipj.launch.hosted.streams;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.bipj.launch.hosted.threads.ProgramNames;
import org.bipj.launch.hosted.threads.ServedMonitor;

/** Takes the place of {@link BufferedOutputStream}: a thread that waits for room gives its processor away. */
public class FiberBufferedOutputStream extends BufferedOutputStream implements ServedMonitor {
    /** As the JDK's. */
    public FiberBufferedOutputStream(OutputStream out) {
        super(out);
    }

    /** As the JDK's. */
    public FiberBufferedOutputStream(OutputStream out, int size) {
        super(out, size);
    }

    @Override
    public void write(int value) throws IOException {
        try (Hold _ = Hold.of(this)) {
            super.write(value);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try (Hold _ = Hold.of(this)) {
            super.write(bytes, offset, length);
        }
    }

    @Override
    public void flush() throws IOException {
        try (Hold _ = Hold.of(this)) {
            super.flush();
        }
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
