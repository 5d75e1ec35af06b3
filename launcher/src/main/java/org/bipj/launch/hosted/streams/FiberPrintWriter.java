package org.bipj.launch.hosted.streams;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UnsupportedEncodingException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Locale;
import org.bipj.launch.hosted.threads.ProgramNames;

/** Takes the place of {@link PrintWriter}: a thread that waits for room gives its processor away. */
public class FiberPrintWriter extends PrintWriter {
    /** As the JDK's. */
    public FiberPrintWriter(Writer out) {
        super(out);
    }

    /** As the JDK's. */
    public FiberPrintWriter(Writer out, boolean autoFlush) {
        super(out, autoFlush);
    }

    /** As the JDK's. */
    public FiberPrintWriter(OutputStream out) {
        super(out);
    }

    /** As the JDK's. */
    public FiberPrintWriter(OutputStream out, boolean autoFlush) {
        super(out, autoFlush);
    }

    /** As the JDK's. */
    public FiberPrintWriter(OutputStream out, boolean autoFlush, Charset charset) {
        super(out, autoFlush, charset);
    }

    /** As the JDK's. */
    public FiberPrintWriter(String file) throws FileNotFoundException {
        super(file);
    }

    /** As the JDK's. */
    public FiberPrintWriter(String file, String charset) throws FileNotFoundException, UnsupportedEncodingException {
        super(file, charset);
    }

    /** As the JDK's. */
    public FiberPrintWriter(String file, Charset charset) throws IOException {
        super(file, charset);
    }

    /** As the JDK's. */
    public FiberPrintWriter(File file) throws FileNotFoundException {
        super(file);
    }

    /** As the JDK's. */
    public FiberPrintWriter(File file, String charset) throws FileNotFoundException, UnsupportedEncodingException {
        super(file, charset);
    }

    /** As the JDK's. */
    public FiberPrintWriter(File file, Charset charset) throws IOException {
        super(file, charset);
    }

    @Override
    public void flush() {
        try (Hold _ = Hold.of(lock)) {
            super.flush();
        }
    }

    @Override
    public void close() {
        try (Hold _ = Hold.of(lock)) {
            super.close();
        }
    }

    @Override
    public void write(int value) {
        try (Hold _ = Hold.of(lock)) {
            super.write(value);
        }
    }

    @Override
    public void write(char[] chars, int offset, int length) {
        try (Hold _ = Hold.of(lock)) {
            super.write(chars, offset, length);
        }
    }

    @Override
    public void write(String text, int offset, int length) {
        try (Hold _ = Hold.of(lock)) {
            super.write(text, offset, length);
        }
    }

    @Override
    public void println() {
        try (Hold _ = Hold.of(lock)) {
            super.println();
        }
    }

    @Override
    public void println(boolean value) {
        try (Hold _ = Hold.of(lock)) {
            super.println(value);
        }
    }

    @Override
    public void println(char value) {
        try (Hold _ = Hold.of(lock)) {
            super.println(value);
        }
    }

    @Override
    public void println(int value) {
        try (Hold _ = Hold.of(lock)) {
            super.println(value);
        }
    }

    @Override
    public void println(long value) {
        try (Hold _ = Hold.of(lock)) {
            super.println(value);
        }
    }

    @Override
    public void println(float value) {
        try (Hold _ = Hold.of(lock)) {
            super.println(value);
        }
    }

    @Override
    public void println(double value) {
        try (Hold _ = Hold.of(lock)) {
            super.println(value);
        }
    }

    @Override
    public void println(char[] value) {
        try (Hold _ = Hold.of(lock)) {
            super.println(value);
        }
    }

    @Override
    public void println(String value) {
        try (Hold _ = Hold.of(lock)) {
            super.println(value);
        }
    }

    @Override
    public void println(Object value) {
        try (Hold _ = Hold.of(lock)) {
            super.println(value);
        }
    }

    @Override
    public PrintWriter format(String format, Object... values) {
        try (Hold _ = Hold.of(lock)) {
            return super.format(format, values);
        }
    }

    @Override
    public PrintWriter format(Locale locale, String format, Object... values) {
        try (Hold _ = Hold.of(lock)) {
            return super.format(locale, format, values);
        }
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
