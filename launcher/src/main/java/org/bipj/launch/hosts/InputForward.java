package org.bipj.launch.hosts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.bipj.core.machine.HostSystem;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.support.OwnProcess;

/** Sends mpirun's standard input to the host of the rank that reads it, as far as the rank has taken what came before. */
final class InputForward implements Runnable {
    private static final int CHUNK = 16 << 10;
    private static final int AHEAD = 256 << 10;
    private static final long FOREGROUND_POLL_MS = 500;

    /** Fields of /proc/self/stat behind the command: the own group, and the terminal's foreground group. */
    private static final int GROUP = 2;

    private static final int FOREGROUND_GROUP = 5;

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
            awaitForeground();
            for (int n; (n = in.read(chunk)) > 0; ) {
                room.acquire(n);
                down.accept(ControlFrame.of(FrameKind.INPUT, hostIndex, new Packer().data(chunk, 0, n)));
                awaitForeground();
            }
        } catch (IOException e) {
            OwnProcess.current().err().println("mpirun: cannot read standard input: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        down.accept(ControlFrame.of(FrameKind.INPUT, hostIndex, new Packer().data(chunk, 0, 0)));
    }

    /** The system stops a process that reads from the terminal in the background. */
    private static void awaitForeground() throws InterruptedException {
        while (isTerminal() && !isForeground()) {
            Thread.sleep(FOREGROUND_POLL_MS);
        }
    }

    private static boolean isTerminal() {
        try {
            String input =
                    Files.readSymbolicLink(HostSystem.file("/proc/self/fd/0")).toString();
            return input.startsWith("/dev/pts/") || input.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isForeground() {
        try {
            String stat = Files.readString(HostSystem.file("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
        } catch (IOException e) {
            return true;
        }
    }
}
