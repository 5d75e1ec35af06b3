package org.bipj.sim.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes a run as a Chrome trace (the JSON object form of the Trace Event Format), for Perfetto and chrome://tracing: a
 * process for each node or switch, a thread for each part, spans as complete events, and instants. Times are
 * microseconds with the picoseconds as a fraction. They are exact, except for durations that {@link #duration}
 * shortens.
 *
 * <p>Events are written at once and none is kept: a long run needs no more memory than a short one. A write error ends
 * the trace, never the run; {@link #onFailure} and {@link #close} report it. Events after the end are dropped, because
 * a run that a rank or the user aborts closes its file from another thread.
 */
public final class ChromeTrace implements Trace, AutoCloseable {
    /** Parts of a node in the order in which data passes them; others follow by name. */
    private static final List<String> ORDER =
            List.of("host", "bus", "I/O bus", "host DMA", "LANai", "send DMA", "receive DMA");

    private final JsonLines out;
    private final Map<String, Group> groups = new HashMap<>();
    private final List<Track> tracks = new ArrayList<>();
    private boolean closed;

    /** A node or switch: a process of the trace. */
    private record Group(String name, int id) {}

    /** A part: a thread of the trace. */
    private record Track(Group group, String name, int id) {}

    /** A trace into a stream, which {@link #close} closes. */
    public ChromeTrace(OutputStream stream) {
        out = new JsonLines(stream);
        out.raw("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"clock\":\"virtual\"},\"traceEvents\":[");
    }

    /**
     * A trace into a file, which is created or emptied.
     *
     * @throws IllegalArgumentException if that fails
     */
    public static ChromeTrace to(Path file) {
        try {
            return new ChromeTrace(Files.newOutputStream(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("--trace " + file + ": cannot write this file: " + e, e);
        }
    }

    /** Sets the listener for the first write error, which is called at once; {@link #close} throws that error. */
    public void onFailure(Consumer<IOException> whom) {
        out.onFailure(whom);
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public synchronized int track(String group, String name) {
        Group owner = groups.get(group);
        if (owner == null) {
            owner = new Group(group, nextId());
            groups.put(group, owner);
            name("process_name", owner.id, 0, group);
        }
        Track track = new Track(owner, name, nextId());
        tracks.add(track);
        name("thread_name", owner.id, track.id, name);
        return tracks.size() - 1;
    }

    @Override
    public synchronized void span(int track, String what, long from, long to) {
        if (closed) {
            return;
        }
        beginSpan(track, what, from, to);
        out.raw("}");
    }

    @Override
    public synchronized void span(int track, String what, long from, long to, int source, int destination, long bytes) {
        if (closed) {
            return;
        }
        beginSpan(track, what, from, to);
        out.raw(",\"args\":{\"from\":").number(source);
        if (destination >= 0) {
            out.raw(",\"to\":").number(destination);
        }
        out.raw(",\"bytes\":").number(bytes).raw("}}");
    }

    @Override
    public synchronized void instant(int track, String what, long at) {
        if (closed) {
            return;
        }
        begin('i', track, at);
        out.raw(",\"s\":\"t\",\"name\":").string(what).raw("}");
    }

    @Override
    public synchronized void instant(int track, String what, long at, String object) {
        if (closed) {
            return;
        }
        begin('i', track, at);
        out.raw(",\"s\":\"t\",\"name\":").string(what);
        out.raw(",\"args\":{\"what\":").string(object).raw("}}");
    }

    /**
     * Completes the file, which is not valid JSON before. Idempotent.
     *
     * @throws IOException the first write error, if there was any
     */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        order();
        out.raw("\n]}\n").close();
    }

    /**
     * All numbers of processes and threads are different: viewers treat a thread with its process's number as the main
     * thread.
     */
    private int nextId() {
        return groups.size() + tracks.size() + 1;
    }

    private void begin(char phase, int track, long at) {
        Track of = tracks.get(track);
        event(phase, of.group.id, of.id);
        out.raw(",\"ts\":").micros(at);
    }

    private void beginSpan(int track, String what, long from, long to) {
        begin('X', track, from);
        out.raw(",\"dur\":").micros(duration(from, to));
        out.raw(",\"name\":").string(what);
    }

    /**
     * The duration of a span in the file: exact, or up to 1 ns less where it would otherwise overlap its successor.
     * Perfetto keeps whole nanoseconds, rounds beginning and duration independently, and then drops a span that
     * overlaps another one. Half a nanosecond may be rounded either way, as Perfetto reads decimal fractions as binary
     * ones.
     */
    private static long duration(long from, long to) {
        long nanos = (to + 499) / 1000 - (from + 500) / 1000;
        return Math.clamp(to - from, 0, Math.max(0, 1000 * nanos + 499));
    }

    private void event(char phase, int process, int thread) {
        out.line().raw("{\"ph\":\"").character(phase).raw("\",\"pid\":").number(process);
        out.raw(",\"tid\":").number(thread);
    }

    private void name(String kind, int process, int thread, String name) {
        event('M', process, thread);
        out.raw(",\"name\":\"")
                .raw(kind)
                .raw("\",\"args\":{\"name\":")
                .string(name)
                .raw("}}");
    }

    private void order() {
        List<Group> sortedGroups = new ArrayList<>(groups.values());
        sortedGroups.sort(Comparator.comparing(Group::name, NaturalOrder.INSTANCE));
        for (int i = 0; i < sortedGroups.size(); i++) {
            place("process_sort_index", sortedGroups.get(i).id, 0, i);
        }
        List<Track> sorted = new ArrayList<>(tracks);
        sorted.sort(Comparator.<Track>comparingInt(track -> rank(track.name))
                .thenComparing(Track::name, NaturalOrder.INSTANCE)
                .thenComparingInt(Track::id));
        for (int i = 0; i < sorted.size(); i++) {
            place("thread_sort_index", sorted.get(i).group.id, sorted.get(i).id, i);
        }
    }

    private void place(String kind, int process, int thread, int index) {
        event('M', process, thread);
        out.raw(",\"name\":\"")
                .raw(kind)
                .raw("\",\"args\":{\"sort_index\":")
                .number(index)
                .raw("}}");
    }

    private static int rank(String name) {
        int at = ORDER.indexOf(name);
        return at < 0 ? ORDER.size() : at;
    }
}
