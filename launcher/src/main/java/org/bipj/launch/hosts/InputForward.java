package org.bipj.launch.hosts;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.StandardInput;

/** Sends mpirun's standard input to the host of the rank that reads it, as far as the rank has taken what came before. */
final class InputForward implements Runnable {
    private static final int CHUNK = 16 << 10;
    private static final int AHEAD = 256 << 10;

    private final int hostIndex;
    private final Consumer<ControlFrame> down;
    private final Semaphore room = new Semaphore(AHEAD);

    InputForward(int hostIndex, Consumer<ControlFrame> down) {
        this.hostIndex = hostIndex;
        this.down = down;
    }

    /** Makes room for more input: the rank has read some. */
    void taken(int bytes) {
        room.release(bytes);
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = OwnProcess.current().in();
            StandardInput.awaitForeground();
            for (int n; (n = in.read(chunk)) > 0; ) {
                room.acquire(n);
                down.accept(ControlFrame.of(FrameKind.INPUT, hostIndex, new Packer().data(chunk, 0, n)));
                StandardInput.awaitForeground();
            }
        } catch (IOException e) {
            OwnProcess.current().err().println("mpirun: cannot read standard input: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        down.accept(ControlFrame.of(FrameKind.INPUT, hostIndex, new Packer().data(chunk, 0, 0)));
    }
}
