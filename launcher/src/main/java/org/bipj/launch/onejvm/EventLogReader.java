package org.bipj.launch.onejvm;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.onejvm.simjob.EventLog;
import org.bipj.sim.kernel.VirtualTimeText;

/** Reads the file of an {@link EventLog}, and compares it with another one. */
final class EventLogReader implements AutoCloseable {
    private final DataInputStream in;
    private final List<String> names = new ArrayList<>();
    private long time;

    /**
     * Something that has happened.
     *
     * @param time in picoseconds, when it happened
     * @param sequence the event's place among all that were ever scheduled; negative if it is none
     * @param what it was
     * @param isOutput a rank has printed it
     */
    private record Entry(long time, long sequence, String what, boolean isOutput) {
        String text() {
            String at = ", at " + VirtualTimeText.text(time);
            return isOutput
                    ? what.strip().replaceFirst(":", at + ":")
                    : what + at + (sequence < 0 ? "" : ", scheduled as number " + sequence);
        }
    }

    /**
     * The result of a comparison.
     *
     * @param events how many events both have until then
     * @param prints how often ranks have printed until then
     * @param difference the first one, in lines; empty: there is none
     */
    record Comparison(long events, long prints, String difference) {}

    private EventLogReader(Path file) throws IOException {
        in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
    }

    /** Compares two files. */
    static Comparison compare(Path one, Path other) throws IOException {
        try (EventLogReader first = new EventLogReader(one);
                EventLogReader second = new EventLogReader(other)) {
            long events = 0;
            long prints = 0;
            while (true) {
                long before = first.time;
                Entry a = first.next();
                Entry b = second.next();
                if (a == null && b == null) {
                    return new Comparison(events, prints, "");
                }
                if (a == null || !a.equals(b)) {
                    return new Comparison(
                            events,
                            prints,
                            "after " + VirtualTimeText.text(before) + " of virtual time, " + events + " events and "
                                    + prints + " prints of ranks the runs differ\n"
                                    + "in the first run " + text(a) + "\nin the second run " + text(b) + "\n");
                }
                events += a.sequence < 0 ? 0 : 1;
                prints += a.isOutput ? 1 : 0;
            }
        }
    }

    private static String text(Entry entry) {
        return entry == null ? "nothing more happens" : entry.text();
    }

    /** What happened next; null at the end, which may be in the middle of an entry if the JVM was killed. */
    private Entry next() throws IOException {
        try {
            int kind = in.readByte();
            if (kind == EventLog.EVENT) {
                time = in.readLong();
                long sequence = in.readLong();
                int name = in.readInt();
                if (name == names.size()) {
                    names.add(in.readUTF());
                }
                return new Entry(time, sequence, subject(names.get(name)), false);
            }
            long clock = in.readLong();
            String rank = "rank " + in.readInt();
            String text = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
            return switch (kind) {
                case EventLog.END -> new Entry(clock, -1, rank + " ends", false);
                case EventLog.ERRORS -> new Entry(clock, -1, rank + " prints as an error: " + text, true);
                default -> new Entry(clock, -1, rank + " prints: " + text, true);
            };
        } catch (EOFException e) {
            return null;
        }
    }

    private static String subject(String name) {
        boolean isFiber = name.startsWith("rank ") || name.startsWith("thread ");
        return isFiber ? name + " goes on" : "there is an event of " + name;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
