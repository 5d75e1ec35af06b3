package org.bipj.launch.hosts.wire;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A connection to the next process of the tree: frames both ways over two streams. A thread reads and passes frames to the
 * listener, another writes, a third one counts the seconds in which nothing has arrived. {@link #send} never waits.
 *
 * <p>To an end that is to greet nothing is written before its greeting: until then a shell may read what is written, whose profile
 * reads its standard input.
 */
public final class ControlLink implements AutoCloseable {
    /** The bytes that a supervisor writes before its first frame. Everything before them was printed by the remote shell. */
    public static final byte[] GREETING = "\0\0BIPJ supervisor\0\n".getBytes(StandardCharsets.US_ASCII);

    private static final int LONGEST_BANNER = 1 << 20;
    private static final long BEAT_MS = 1000;
    /** Data wait while this many bytes are queued. */
    private static final int ROOM = 1 << 20;
    /** How long the input may outlive the output. */
    private static final long LAST_WORDS_MS = 3000;

    /** Receives what comes over a link. The link's own threads call it. */
    public interface Listener {
        /** A frame has arrived. The next one is read when this returns. */
        void arrived(ControlFrame frame);

        /** The link has ended, for a reason. Called once, unless the link was closed before. */
        void lost(String reason);
    }

    private final DataInputStream in;
    private final OutputStream out;
    private final Listener listener;
    private final String name;
    private final int secondsToStart;
    private volatile int secondsOfSilence;

    private final Queue<ControlFrame> queue = new ArrayDeque<>();
    private int queuedBytes;
    private boolean writing;
    private boolean closed;
    /** The other end has ended the link. */
    private boolean endedThere;

    private boolean patient;

    /** The bytes that were read before the greeting. */
    private final ByteArrayOutputStream banner = new ByteArrayOutputStream();

    private volatile boolean greeted;
    /** Seconds in which nothing has arrived, as far as this process ran in them. */
    private volatile int silent;
    /** The listener has a frame: what arrives meanwhile is not read. */
    private volatile boolean handling;

    /**
     * A link.
     *
     * @param name for its threads
     * @param secondsToStart how long the other end may take for its greeting; 0: it sends none
     * @param secondsOfSilence how long the other end may be silent afterwards
     */
    public ControlLink(
            String name,
            InputStream in,
            OutputStream out,
            int secondsToStart,
            int secondsOfSilence,
            Listener listener) {
        this.name = name;
        this.in = new DataInputStream(in);
        this.out = new BufferedOutputStream(out);
        this.secondsToStart = secondsToStart;
        this.secondsOfSilence = secondsOfSilence;
        this.listener = listener;
        greeted = secondsToStart == 0;
    }

    /** Starts the threads that read, write and watch for silence. */
    public ControlLink start() {
        start("read", this::read);
        start("write", this::write);
        start("watch", this::watch);
        return this;
    }

    private void start(String what, Runnable body) {
        Thread.ofPlatform().daemon().name(name + " " + what).start(body);
    }

    /** True once the other end's greeting has arrived. */
    public boolean isGreeted() {
        return greeted;
    }

    /** True if the other end, or the connection to it, has ended: not if this end has ended the link, after which that one ends, too. */
    synchronized boolean isEndedThere() {
        return endedThere;
    }

    /** The text that arrived before the greeting: output of a shell's profile, or the reason why there is no greeting. */
    public synchronized String banner() {
        return banner.toString(StandardCharsets.UTF_8).strip();
    }

    /** Sets how long the other end may be silent. */
    public void setSilence(int seconds) {
        secondsOfSilence = seconds;
    }

    /** Sends a frame soon. After the link's end it does nothing. */
    public synchronized void send(ControlFrame frame) {
        if (!closed) {
            queue.add(frame);
            queuedBytes += frame.body().length;
            notifyAll();
        }
    }

    /** Sends a frame of data, of which there may be any number: waits for room. */
    public synchronized void sendData(ControlFrame frame) {
        try {
            while (queuedBytes > ROOM && !closed) {
                wait();
            }
            // Also after the end, where it does nothing.
            send(frame);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until all is written, but not for long. */
    public synchronized void flush(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        try {
            for (long left = millis; greeted && (writing || !queue.isEmpty()) && !closed && left > 0; ) {
                wait(left);
                left = (end - System.nanoTime()) / 1_000_000;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** While patient, the link does not end for silence: the other end has been stopped on purpose. */
    public synchronized void setPatient(boolean now) {
        patient = now;
        silent = 0;
    }

    private void read() {
        try {
            if (!greeted) {
                skipBanner();
                greet();
            }
            while (true) {
                ControlFrame frame = ControlFrame.read(in);
                silent = 0;
                if (frame.kind() != FrameKind.BEAT) {
                    handling = true;
                    listener.arrived(frame);
                    silent = 0;
                    handling = false;
                }
            }
        } catch (EOFException e) {
            lose("its supervisor, or the connection to it, has ended", true);
        } catch (IOException | RuntimeException e) {
            lose("its connection is broken: " + e.getMessage(), false);
        }
    }

    private void skipBanner() throws IOException {
        int matched = 0;
        for (int count = 0; matched < GREETING.length; count++) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            if (count > LONGEST_BANNER) {
                throw new IOException("more than " + LONGEST_BANNER + " bytes came before its supervisor's first one");
            }
            synchronized (this) {
                banner.write(next);
            }
            matched = next == GREETING[matched] ? matched + 1 : restart(matched, next);
        }
    }

    private synchronized void greet() {
        greeted = true;
        notifyAll();
    }

    /** How many bytes of the greeting match if this byte does not continue it: the greeting begins with two zeros. */
    private static int restart(int matched, int next) {
        return next != 0 ? 0 : matched == 2 ? 2 : 1;
    }

    private void write() {
        try {
            while (true) {
                ControlFrame next = next();
                if (next == null) {
                    return;
                }
                next.write(out);
                if (isQueueEmpty()) {
                    out.flush();
                }
                wrote();
            }
        } catch (IOException e) {
            // Usually the other end has ended. What it sent before says why, and may not have been read yet.
            awaitEnd(LAST_WORDS_MS);
            lose("its connection is broken: " + e.getMessage(), true);
        } finally {
            closeOutput();
        }
    }

    private synchronized void awaitEnd(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        try {
            for (long left = millis; !closed && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isQueueEmpty() {
        return queue.isEmpty();
    }

    private synchronized void wrote() {
        writing = false;
        notifyAll();
    }

    private void closeOutput() {
        try {
            out.close();
        } catch (IOException e) {
            // The other end has gone.
        }
    }

    /** The next frame, which is a beat where there is none for a second; null at the end. */
    private synchronized ControlFrame next() {
        try {
            while (!greeted && !closed) {
                wait();
            }
            if (!greeted) {
                return null;
            }
            if (queue.isEmpty() && !closed) {
                wait(BEAT_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
        ControlFrame frame = queue.poll();
        if (frame == null && closed) {
            return null;
        }
        writing = true;
        if (frame == null) {
            return ControlFrame.of(FrameKind.BEAT, ControlFrame.ALL);
        }
        queuedBytes -= frame.body().length;
        notifyAll();
        return frame;
    }

    private void watch() {
        try {
            while (!isClosed()) {
                Thread.sleep(BEAT_MS);
                int limit = greeted ? secondsOfSilence : secondsToStart;
                if (!handling && !isPatient() && ++silent > limit) {
                    lose(
                            greeted
                                    ? "it has been silent for " + limit + " s"
                                    : "its supervisor has not answered for " + limit
                                            + " s: does the profile of the shell there wait for input?",
                            false);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isPatient() {
        return patient;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private void lose(String reason, boolean there) {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            endedThere = there;
            queue.clear();
            notifyAll();
        }
        listener.lost(reason);
    }

    /**
     * Ends the link: what has been sent is still written, then the other end finds the end of its input. The listener is
     * not called any more. Does not wait: the writer may be blocked.
     */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
