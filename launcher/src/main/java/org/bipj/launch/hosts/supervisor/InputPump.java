package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;

/** Passes input on to a rank, and reports how much of it the rank has taken. */
final class InputPump implements Runnable {
    private final OutputStream to;
    private final JobLink up;
    private final LinkedBlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();

    InputPump(OutputStream to, JobLink up) {
        this.to = to;
        this.up = up;
    }

    /** Takes some input; none is its end. */
    void accept(byte[] bytes) {
        queue.add(bytes);
    }

    @Override
    public void run() {
        try (to) {
            for (byte[] next; (next = queue.take()).length > 0; ) {
                to.write(next);
                to.flush();
                up.send(FrameKind.INPUT_TAKEN, new Packer().number(next.length));
            }
        } catch (IOException e) {
            // The rank has closed its input or has ended: mpirun reads no more for it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
