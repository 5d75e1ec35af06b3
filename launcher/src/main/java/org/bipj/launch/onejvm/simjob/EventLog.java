package org.bipj.launch.onejvm.simjob;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;

/**
 * Writes a file of all that happens in a simulated run, for a comparison with another run: each event, with its time, its
 * place among all that were ever scheduled, and what kind of event it is; what ranks print; and their ends. {@link
 * org.bipj.launch.onejvm.EventLogReader} reads it.
 */
public final class EventLog implements Kernel.Observer, AutoCloseable {
    public static final int EVENT = 0;
    static final int OUTPUT = 1;
    public static final int ERRORS = 2;
    public static final int END = 3;

    private final DataOutputStream out;
    /** The numbers of what has been named: fibers, and classes of other events. */
    private final Map<Object, Integer> names = new IdentityHashMap<>();
    /** By processor how many of its threads have been named. */
    private final Map<Processor, Integer> threads = new IdentityHashMap<>();

    private boolean isClosed;

    EventLog(Path file) throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
    }

    @Override
    public synchronized void firing(long time, long sequence, Event event) {
        if (isClosed) {
            return;
        }
        try {
            out.writeByte(EVENT);
            out.writeLong(time);
            out.writeLong(sequence);
            Object named = event instanceof Fiber ? event : event.getClass();
            Integer number = names.get(named);
            if (number == null) {
                names.put(named, names.size());
                out.writeInt(names.size() - 1);
                out.writeUTF(name(event));
            } else {
                out.writeInt(number);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("--twice: cannot record the events: " + e.getMessage(), e);
        }
    }

    /** Not the names of threads, which are numbered by the JVM. */
    private String name(Event event) {
        if (!(event instanceof Fiber fiber)) {
            return event.getClass().getName().replaceFirst("^org\\.bipj\\.", "").replaceFirst("\\$.*", "");
        }
        return fiber.isMain()
                ? fiber.name()
                : "thread " + threads.merge(fiber.processor(), 1, Integer::sum) + " of "
                        + fiber.processor().main().name();
    }

    /** A rank has ended well, at a time. */
    void ended(int rank, long time) {
        ofRank(END, rank, time, new byte[0], 0, 0);
    }

    /** A rank prints, at a time. */
    void printed(int rank, long time, boolean error, byte[] bytes, int from, int to) {
        ofRank(error ? ERRORS : OUTPUT, rank, time, bytes, from, to);
    }

    private synchronized void ofRank(int kind, int rank, long time, byte[] bytes, int from, int to) {
        if (isClosed) {
            return;
        }
        try {
            out.writeByte(kind);
            out.writeLong(time);
            out.writeInt(rank);
            out.writeInt(to - from);
            out.write(bytes, from, to - from);
        } catch (IOException e) {
            throw new UncheckedIOException("--twice: cannot record the output: " + e.getMessage(), e);
        }
    }

    /** Completes the file. What comes later is not recorded. */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            try {
                out.close();
            } catch (IOException e) {
                throw new UncheckedIOException("--twice: cannot record the events: " + e.getMessage(), e);
            }
        }
    }
}
