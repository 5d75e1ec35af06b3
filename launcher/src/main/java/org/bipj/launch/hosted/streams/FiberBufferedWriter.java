package org.bipj.launch.hosted.streams;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import org.bipj.launch.hosted.threads.ProgramNames;

/** Takes the place of {@link BufferedWriter}: a thread that waits for room gives its processor away. */
public class FiberBufferedWriter extends BufferedWriter {
    /** As the JDK's. */
    public FiberBufferedWriter(Writer out) {
        super(out);
    }

    /** As the JDK's. */
    public FiberBufferedWriter(Writer out, int size) {
        super(out, size);
    }

    @Override
    public void write(int value) throws IOException {
        try (Hold _ = Hold.of(lock)) {
            super.write(value);
        }
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
        try (Hold _ = Hold.of(lock)) {
            super.write(chars, offset, length);
        }
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        try (Hold _ = Hold.of(lock)) {
            super.write(text, offset, length);
        }
    }

    @Override
    public void newLine() throws IOException {
        try (Hold _ = Hold.of(lock)) {
            super.newLine();
        }
    }

    @Override
    public void flush() throws IOException {
        try (Hold _ = Hold.of(lock)) {
            super.flush();
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
