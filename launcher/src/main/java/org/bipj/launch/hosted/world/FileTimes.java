package org.bipj.launch.hosted.world;

import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.bipj.sim.kernel.Fiber;

/**
 * The times of files in a run whose clocks are virtual, while the file system has those of the machine. A file that was there before the run is as
 * old as virtual time. A time that the file has got since then is the moment of virtual time at which a program of the run first asks for it. A time that a
 * program has set, or that is older than virtual time, is itself.
 */
public final class FileTimes {
    /** The clock of a file system may be behind: it advances by steps. */
    private static final long STEP_MS = 20;

    private static final long PS_PER_NS = 1000;
    private static final Instant END = RankClocks.BEGIN.plusNanos(Fiber.END_PS / PS_PER_NS);

    private final Instant begin = Instant.now().minusMillis(STEP_MS);
    /** The last time of each file that was asked for. */
    private final Map<String, Shown> shown = new HashMap<>();

    private record Shown(FileTime real, FileTime inVirtualTime) {}

    /** Those of a run that begins now. */
    public FileTimes() {}

    /**
     * What a program sees of a time.
     *
     * @param file the file, and which of its times
     * @param now the program's present
     */
    public synchronized FileTime of(String file, FileTime real, Instant now) {
        Instant time = real.toInstant();
        if (time.isBefore(END)) {
            return real;
        }
        if (time.isBefore(begin)) {
            return FileTime.from(RankClocks.BEGIN);
        }
        Shown last = shown.get(file);
        if (last == null || !last.real.equals(real)) {
            last = new Shown(real, FileTime.from(now));
            shown.put(file, last);
        }
        return last.inVirtualTime;
    }
}
