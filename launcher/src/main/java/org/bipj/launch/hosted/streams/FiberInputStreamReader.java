package org.bipj.launch.hosted.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import org.bipj.launch.hosted.threads.ProgramNames;

/** Takes the place of {@link InputStreamReader}: a thread that waits for data gives its processor away. */
public class FiberInputStreamReader extends InputStreamReader {
    /** As the JDK's. */
    public FiberInputStreamReader(InputStream in) {
        super(in);
    }

    /** As the JDK's. */
    public FiberInputStreamReader(InputStream in, String charset) throws UnsupportedEncodingException {
        super(in, charset);
    }

    /** As the JDK's. */
    public FiberInputStreamReader(InputStream in, Charset charset) {
        super(in, charset);
    }

    /** As the JDK's. */
    public FiberInputStreamReader(InputStream in, CharsetDecoder decoder) {
        super(in, decoder);
    }

    @Override
    public int read(CharBuffer chars) throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.read(chars);
        }
    }

    @Override
    public int read() throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.read();
        }
    }

    @Override
    public int read(char[] chars, int offset, int length) throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.read(chars, offset, length);
        }
    }

    @Override
    public boolean ready() throws IOException {
        try (Hold _ = Hold.of(this)) {
            return super.ready();
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
