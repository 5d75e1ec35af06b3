package org.bipj.launch.hosted.streams;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.bipj.launch.hosted.threads.ProgramNames;
import org.bipj.launch.hosted.threads.ServedMonitor;

/** Takes the place of {@link DataOutputStream}: a thread that waits for room gives its processor away. */
public class FiberDataOutputStream extends DataOutputStream implements ServedMonitor {
    /** As the JDK's. */
    public FiberDataOutputStream(OutputStream out) {
        super(out);
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
    public String toString() {
        return ProgramNames.in(super.toString(), this);
    }
}
