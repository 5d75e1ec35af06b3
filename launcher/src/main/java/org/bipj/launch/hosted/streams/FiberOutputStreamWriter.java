package org.bipj.launch.hosted.streams;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UnsupportedEncodingException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import org.bipj.launch.hosted.threads.ProgramNames;

/** Takes the place of {@link OutputStreamWriter}: a thread that waits for room gives its processor away. */
public class FiberOutputStreamWriter extends OutputStreamWriter {
    /** As the JDK's. */
    public FiberOutputStreamWriter(OutputStream out, String charset) throws UnsupportedEncodingException {
        super(out, charset);
    }

    /** As the JDK's. */
    public FiberOutputStreamWriter(OutputStream out) {
        super(out);
    }

    /** As the JDK's. */
    public FiberOutputStreamWriter(OutputStream out, Charset charset) {
        super(out, charset);
    }

    /** As the JDK's. */
    public FiberOutputStreamWriter(OutputStream out, CharsetEncoder encoder) {
        super(out, encoder);
    }

    @Override
    public void write(int value) throws IOException {
        try (Hold _ = Hold.of(this)) {
            super.write(value);
        }
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
        try (Hold _ = Hold.of(this)) {
            super.write(chars, offset, length);
        }
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        try (Hold _ = Hold.of(this)) {
            super.write(text, offset, length);
        }
    }

    @Override
    public Writer append(CharSequence text, int start, int end) throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.append(text, start, end);
        }
    }

    @Override
    public Writer append(CharSequence text) throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.append(text);
        }
    }

    @Override
    public void flush() throws IOException {
        try (Hold _ = Hold.of(this)) {
            super.flush();
        }
    }

    @Override
    public void close() throws IOException {
        try (Hold _ = Hold.of(this)) {
            super.close();
        }
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
