package org.bipj.launch.mpirun.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.StandardInput;

/** Copies standard input to ranks that cannot read it themselves. A rank that does not read its copy delays the others. */
final class InputCopies {
    private static final int CHUNK = 16 << 10;

    private final List<OutputStream> ranks;

    InputCopies(List<OutputStream> ranks) {
        this.ranks = new ArrayList<>(ranks);
    }

    /** Starts a thread that copies standard input to the ranks. */
    void start() {
        Thread.ofPlatform().daemon().name("input").start(this::copy);
    }

    private void copy() {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = OwnProcess.current().in();
            StandardInput.awaitForeground();
            for (int n; !ranks.isEmpty() && (n = in.read(chunk)) > 0; ) {
                int length = n;
                ranks.removeIf(rank -> !write(rank, chunk, length));
                StandardInput.awaitForeground();
            }
        } catch (IOException e) {
            OwnProcess.current().err().println("mpirun: cannot read standard input: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ranks.forEach(InputCopies::close);
    }

    /** False if the rank has closed its input or has ended. */
    private static boolean write(OutputStream rank, byte[] bytes, int length) {
        try {
            rank.write(bytes, 0, length);
            rank.flush();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void close(OutputStream rank) {
        try {
            rank.close();
        } catch (IOException e) {
            // It has ended.
        }
    }
}
