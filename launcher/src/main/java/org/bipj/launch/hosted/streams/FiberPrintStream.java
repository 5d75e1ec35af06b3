package org.bipj.launch.hosted.streams;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.Locale;
import org.bipj.launch.hosted.threads.ProgramNames;

/** Takes the place of {@link PrintStream}: a thread that waits for room gives its processor away. */
public class FiberPrintStream extends PrintStream {
    /** As the JDK's. */
    public FiberPrintStream(OutputStream out) {
        super(out);
    }

    /** As the JDK's. */
    public FiberPrintStream(OutputStream out, boolean autoFlush) {
        super(out, autoFlush);
    }

    /** As the JDK's. */
    public FiberPrintStream(OutputStream out, boolean autoFlush, String charset) throws UnsupportedEncodingException {
        super(out, autoFlush, charset);
    }

    /** As the JDK's. */
    public FiberPrintStream(OutputStream out, boolean autoFlush, Charset charset) {
        super(out, autoFlush, charset);
    }

    /** As the JDK's. */
    public FiberPrintStream(String file) throws FileNotFoundException {
        super(file);
    }

    /** As the JDK's. */
    public FiberPrintStream(String file, String charset) throws FileNotFoundException, UnsupportedEncodingException {
        super(file, charset);
    }

    /** As the JDK's. */
    public FiberPrintStream(String file, Charset charset) throws IOException {
        super(file, charset);
    }

    /** As the JDK's. */
    public FiberPrintStream(File file) throws FileNotFoundException {
        super(file);
    }

    /** As the JDK's. */
    public FiberPrintStream(File file, String charset) throws FileNotFoundException, UnsupportedEncodingException {
        super(file, charset);
    }

    /** As the JDK's. */
    public FiberPrintStream(File file, Charset charset) throws IOException {
        super(file, charset);
    }

    @Override
    public void flush() {
        try (Hold _ = Hold.of(this)) {
            super.flush();
        }
    }

    @Override
    public void close() {
        try (Hold _ = Hold.of(this)) {
            super.close();
        }
    }

    @Override
    public boolean checkError() {
        try (Hold _ = Hold.of(this)) {
            return super.checkError();
        }
    }

    @Override
    public void write(int value) {
        try (Hold _ = Hold.of(this)) {
            super.write(value);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        try (Hold _ = Hold.of(this)) {
            super.write(bytes, offset, length);
        }
    }

    @Override
    public void print(boolean value) {
        try (Hold _ = Hold.of(this)) {
            super.print(value);
        }
    }

    @Override
    public void print(char value) {
        try (Hold _ = Hold.of(this)) {
            super.print(value);
        }
    }

    @Override
    public void print(int value) {
        try (Hold _ = Hold.of(this)) {
            super.print(value);
        }
    }

    @Override
    public void print(long value) {
        try (Hold _ = Hold.of(this)) {
            super.print(value);
        }
    }

    @Override
    public void print(float value) {
        try (Hold _ = Hold.of(this)) {
            super.print(value);
        }
    }

    @Override
    public void print(double value) {
        try (Hold _ = Hold.of(this)) {
            super.print(value);
        }
    }

    @Override
    public void print(char[] value) {
        try (Hold _ = Hold.of(this)) {
            super.print(value);
        }
    }

    @Override
    public void print(String value) {
        try (Hold _ = Hold.of(this)) {
            super.print(value);
        }
    }

    @Override
    public void print(Object value) {
        try (Hold _ = Hold.of(this)) {
            super.print(value);
        }
    }

    @Override
    public void println() {
        try (Hold _ = Hold.of(this)) {
            super.println();
        }
    }

    @Override
    public void println(boolean value) {
        try (Hold _ = Hold.of(this)) {
            super.println(value);
        }
    }

    @Override
    public void println(char value) {
        try (Hold _ = Hold.of(this)) {
            super.println(value);
        }
    }

    @Override
    public void println(int value) {
        try (Hold _ = Hold.of(this)) {
            super.println(value);
        }
    }

    @Override
    public void println(long value) {
        try (Hold _ = Hold.of(this)) {
            super.println(value);
        }
    }

    @Override
    public void println(float value) {
        try (Hold _ = Hold.of(this)) {
            super.println(value);
        }
    }

    @Override
    public void println(double value) {
        try (Hold _ = Hold.of(this)) {
            super.println(value);
        }
    }

    @Override
    public void println(char[] value) {
        try (Hold _ = Hold.of(this)) {
            super.println(value);
        }
    }

    @Override
    public void println(String value) {
        try (Hold _ = Hold.of(this)) {
            super.println(value);
        }
    }

    @Override
    public void println(Object value) {
        try (Hold _ = Hold.of(this)) {
            super.println(value);
        }
    }

    @Override
    public PrintStream format(String format, Object... values) {
        try (Hold _ = Hold.of(this)) {
            return super.format(format, values);
        }
    }

    @Override
    public PrintStream format(Locale locale, String format, Object... values) {
        try (Hold _ = Hold.of(this)) {
            return super.format(locale, format, values);
        }
    }

    @Override
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
