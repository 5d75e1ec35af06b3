package org.bipj.launch.seeing.view;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.bipj.launch.seeing.timeline.JobFacts;
import org.bipj.launch.seeing.timeline.RankTotals;
import org.bipj.launch.seeing.timeline.TimelineFolder;
import org.bipj.launch.seeing.timeline.TimelineFormat;
import org.bipj.launch.support.RankFolder;

/** What was recorded of a job. */
public final class JobTimeline {
    private static final String TRACE = ".json";
    /** Most files of a job that are read: an upper bound for broken ones. */
    private static final int MOST_PARTS = 1 << 20;
    /** Memory that a record takes, with what is found out of it; of what has no room the last records of each thread are read. */
    private static final long BYTES_OF_RECORD = 160;

    private static final String ENDS_EARLY = "the file ends early: what is missing was not recorded, or was lost. ";

    private final String mode;
    private final int ranks;
    private final List<Track> tracks;
    private final long begin;
    private final long end;
    private final Map<Communicator, Integer> communicators = new HashMap<>();
    /** What is to be said of it first; empty: nothing. */
    private String note = "";

    /** Command, options, date, hosts and version of the job, as far as they are known. */
    private Map<String, String> about = Map.of();

    private boolean meetsOthers;
    /** How the clocks of several hosts were compared, in a sentence; empty: there is one host. */
    private String clocks = "";

    JobTimeline(String mode, int ranks, List<Track> tracks) {
        this(mode, ranks, tracks, Long.MIN_VALUE);
    }

    /**
     * A recording.
     *
     * @param over when the job was over, which is the end of what ranks were doing then
     */
    private JobTimeline(String mode, int ranks, List<Track> tracks, long over) {
        this.mode = mode;
        this.ranks = ranks;
        this.tracks = tracks;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Track track : tracks) {
            if (track.isOfCollections()) {
                continue;
            }
            for (int i = 0; i < track.size; i++) {
                first = Math.min(first, track.begin[i]);
                last = Math.max(last, track.end[i] == Long.MAX_VALUE ? track.begin[i] : track.end[i]);
            }
        }
        begin = first == Long.MAX_VALUE ? 0 : first;
        boolean isCut = tracks.stream().anyMatch(track -> !track.isFinalized);
        end = last == Long.MIN_VALUE ? begin : isCut ? Math.max(last, over) : last;
        tracks.forEach(track -> track.close(end));
    }

    /** True for the name of a trace, or of a recording for other viewers. */
    static boolean isTrace(Path file) {
        return file.toString().endsWith(TRACE);
    }

    /** How ranks ran: {@code process}, {@code thread} or {@code sim}. */
    public String mode() {
        return mode;
    }

    /** The number of ranks of the job, recorded or not. */
    public int ranks() {
        return ranks;
    }

    void note(String sentence) {
        note = sentence;
    }

    /** What is to be said of it first; empty: nothing. */
    String note() {
        return note;
    }

    /** How the clocks of several hosts were compared, in a sentence; empty: there is one host. */
    String clocks() {
        return clocks;
    }

    void about(Map<String, String> words) {
        about = words;
    }

    /** Command, options, date, hosts and version of the job, by these names, as far as they are known. */
    public Map<String, String> about() {
        return about;
    }

    /** True if ranks of other jobs, which are not recorded, were in communicators of this one. */
    boolean meetsOthers() {
        return meetsOthers;
    }

    /** A number for a communicator, the same each time. */
    int number(Communicator communicator) {
        return communicators.computeIfAbsent(communicator, key -> communicators.size());
    }

    /**
     * Two recordings of the same run as one: of its calls, and of what the simulated machine did. The calls that are in a trace, too, are
     * those of this one.
     */
    JobTimeline with(JobTimeline other) throws IOException {
        if (!mode.equals("sim")) {
            throw new IOException("the recording is of a job in mode " + mode + ", of which there is no trace");
        }
        checkSameRun(other);
        boolean hasCalls = tracks.stream().anyMatch(Track::isOfRank);
        List<Track> all = new ArrayList<>(tracks);
        other.tracks.stream().filter(track -> !hasCalls || track.isOfMachine()).forEach(all::add);
        JobTimeline both = new JobTimeline(mode, Math.max(ranks, other.ranks), all);
        both.note(note.isEmpty() ? other.note : note);
        both.about(about.isEmpty() ? other.about : about);
        return both;
    }

    /** The calls of both, where the trace has any, began at the same times. */
    private void checkSameRun(JobTimeline trace) throws IOException {
        for (Track other : trace.tracks) {
            for (Track own : tracks) {
                boolean isSame = own.isOfRank() && own.rank == other.rank && own.thread == other.thread;
                boolean isWhole = isSame && own.size > 0 && other.size > 0 && own.dropped == 0 && other.dropped == 0;
                if (isWhole && own.begin[0] != other.begin[0]) {
                    throw new IOException("the trace is of another job than the recording: the first call of rank "
                            + own.rank + " began at " + Units.time(other.begin[0]) + ", and not at "
                            + Units.time(own.begin[0]));
                }
            }
        }
        int most = trace.tracks.stream()
                .filter(Track::isOfRank)
                .mapToInt(track -> track.rank)
                .max()
                .orElse(-1);
        if (most >= ranks) {
            throw new IOException("the trace is of another job than the recording: it has " + (most + 1)
                    + " ranks, and the recording " + ranks);
        }
    }

    /** By rank and thread; last the collections of JVMs. */
    public List<Track> tracks() {
        return tracks;
    }

    /** The first time that was recorded, in nanoseconds. */
    public long begin() {
        return begin;
    }

    /** The last one. */
    public long end() {
        return end;
    }

    /** The first threads of the ranks that have recorded something. */
    List<Track> mainThreads() {
        return tracks.stream()
                .filter(track -> track.isOfRank() && track.thread == 0 && track.size > 0)
                .toList();
    }

    /** Those of ranks that did not call Finalize. */
    List<Track> unfinished() {
        return mainThreads().stream().filter(track -> !track.isFinalized).toList();
    }

    /** Records that later ones have taken the place of. */
    long dropped() {
        return tracks.stream().mapToLong(track -> track.dropped).sum();
    }

    /** The number of records. */
    public long size() {
        return tracks.stream().mapToLong(track -> track.size).sum();
    }

    // ---- reading -------------------------------------------------------------------------------------------------

    /**
     * Reads the file of a job, or the folder in which its ranks write.
     *
     * @throws IOException if it cannot be read, or is no recording; the message names the file
     */
    public static JobTimeline read(Path file) throws IOException {
        return read(file, ChromeReader.Section.ALL);
    }

    /** Reads a file, of a trace a section. */
    static JobTimeline read(Path file, ChromeReader.Section section) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(file + ": there is no such file, and no job of this number");
        }
        if (Files.isDirectory(file)) {
            return read(JobFacts.UNKNOWN, file);
        }
        try (FileChannel in = FileChannel.open(file)) {
            MemorySegment all = in.map(FileChannel.MapMode.READ_ONLY, 0, in.size(), Arena.ofAuto());
            return read(file, in, all, section);
        }
    }

    /** Reads the folder of a job of which so much is known. */
    public static JobTimeline read(JobFacts facts, Path folder) throws IOException {
        Map<String, MemorySegment> parts = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path part : all.toList()) {
                try (FileChannel in = FileChannel.open(part)) {
                    parts.put(
                            part.getFileName().toString(),
                            in.map(FileChannel.MapMode.READ_ONLY, 0, in.size(), Arena.ofAuto()));
                }
            }
        }
        return of(facts, parts);
    }

    private static JobTimeline read(Path file, FileChannel in, MemorySegment all, ChromeReader.Section section)
            throws IOException {
        if (isTrace(file)) {
            return ChromeReader.read(file, section);
        }
        checkMagic(file, all);
        in.position(TimelineFolder.MAGIC.length());
        DataInputStream words = new DataInputStream(Channels.newInputStream(in));
        Map<String, MemorySegment> parts = new TreeMap<>();
        JobFacts facts = JobFacts.UNKNOWN;
        String left = "";
        try {
            facts = JobFacts.of(words.readUTF());
            int count = words.readInt();
            if (count < 0 || count > MOST_PARTS) {
                throw new IOException(file + " is damaged: it says that it has " + count + " parts");
            }
            for (int i = 0; i < count; i++) {
                left += part(in, all, words, parts);
            }
        } catch (EOFException e) {
            left = ENDS_EARLY + left;
        } catch (IllegalArgumentException | UTFDataFormatException e) {
            throw new IOException(file + " is damaged: what it says of its job is no such line", e);
        }
        if (parts.isEmpty() && !left.isEmpty()) {
            throw new IOException(file + " is damaged: " + left.strip());
        }
        JobTimeline made = of(facts, parts);
        made.note = left.strip();
        return made;
    }

    private static void checkMagic(Path file, MemorySegment all) throws IOException {
        byte[] magic = TimelineFolder.MAGIC.getBytes(StandardCharsets.US_ASCII);
        int common = TimelineFolder.MAGIC.lastIndexOf(' ') + 1;
        boolean isShort = all.byteSize() < magic.length;
        long differs = isShort ? 0 : all.asSlice(0, magic.length).mismatch(MemorySegment.ofArray(magic));
        if (differs >= common) {
            throw new IOException(
                    file + " was recorded by another version of BIPJ, whose bipj view shows it: its format is "
                            + (char) all.get(ValueLayout.JAVA_BYTE, common) + ", and this version reads "
                            + TimelineFolder.MAGIC.substring(common).strip());
        } else if (differs >= 0) {
            throw new IOException(file + " is no recording of --timeline");
        }
    }

    /**
     * Reads the next part of a file.
     *
     * @return what is wrong with it, in a sentence; empty: nothing
     * @throws EOFException if there is nothing of it, or only a part, which is then read
     */
    private static String part(
            FileChannel in, MemorySegment all, DataInputStream words, Map<String, MemorySegment> parts)
            throws IOException {
        String name = words.readUTF();
        long bytes = words.readLong();
        long at = in.position();
        long there = all.byteSize() - at;
        if (bytes < 0 || bytes > there) {
            if (bytes > 0) {
                parts.put(name, all.asSlice(at, there));
            }
            throw new EOFException();
        }
        MemorySegment part = all.asSlice(at, bytes);
        in.position(at + bytes);
        CRC32C sum = new CRC32C();
        sum.update(part.asByteBuffer());
        parts.put(name, part);
        if (words.readInt() != (int) sum.getValue()) {
            parts.remove(name);
            return "part " + name + " is damaged, and is left out: its bytes were changed after they were recorded. ";
        }
        return "";
    }

    private static JobTimeline of(JobFacts facts, Map<String, MemorySegment> parts) {
        Map<String, Communicator> communicators = new HashMap<>();
        Map<Integer, RankNames> names = new HashMap<>();
        List<Track> tracks = new ArrayList<>();
        parts.forEach((name, part) -> {
            if (name.endsWith(".names")) {
                int rank = Integer.parseInt(name.substring(0, name.indexOf('.')));
                names.put(rank, RankNames.read(text(part), communicators));
            }
        });
        long files = parts.keySet().stream()
                .filter(name -> name.endsWith(TimelineFolder.EVENTS))
                .count();
        int most = Math.clamp(
                Runtime.getRuntime().maxMemory() / BYTES_OF_RECORD / Math.max(1, files), 1, Integer.MAX_VALUE);
        parts.forEach((name, part) -> {
            if (name.endsWith(TimelineFolder.EVENTS) && part.byteSize() >= TimelineFormat.SLOTS) {
                track(part, names, most).ifPresent(tracks::add);
            }
        });
        for (Track track : tracks) {
            MemorySegment totals = parts.get(track.rank + RankTotals.FILE);
            if (track.thread == 0 && totals != null) {
                // Of the whole rank, whichever of its threads it was.
                Matrix.count(RankTotals.of(totals), track);
            }
        }
        Clocks clocks =
                parts.containsKey(RankFolder.HOSTS) ? Clocks.read(text(parts.get(RankFolder.HOSTS))) : Clocks.NONE;
        tracks.forEach(clocks::toCommon);
        tracks.sort(Comparator.<Track>comparingInt(track -> track.rank).thenComparingInt(track -> track.thread));
        int size = Math.max(
                facts.ranks(),
                1 + tracks.stream().mapToInt(track -> track.rank).max().orElse(-1));
        parts.forEach((name, part) -> {
            if (name.startsWith("gc-")) {
                GarbageCollections.track(name, text(part), tracks, clocks).ifPresent(tracks::add);
            }
        });
        JobTimeline made = new JobTimeline(facts.mode(), size, tracks, facts.over());
        made.about(facts.words());
        for (Communicator each : communicators.values()) {
            made.meetsOthers |= each.findOthers(size);
        }
        if (clocks.hosts() > 1) {
            clocks.straighten(tracks, Arrows.join(made).joined());
            made.clocks = clocks.words();
        }
        return made;
    }

    private static String text(MemorySegment part) {
        return new String(part.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    /** The last records of a thread, at most so many. */
    private static Optional<Track> track(MemorySegment part, Map<Integer, RankNames> names, int most) {
        if (part.get(ValueLayout.JAVA_LONG_UNALIGNED, 0) != TimelineFormat.MAGIC) {
            return Optional.empty();
        }
        long begun = part.get(ValueLayout.JAVA_LONG_UNALIGNED, TimelineFormat.COUNT);
        int capacity = part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.CAPACITY);
        int rank = part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.RANK);
        int thread = part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.THREAD);
        long there = (part.byteSize() - TimelineFormat.SLOTS) / TimelineFormat.RECORD;
        RankNames of = names.getOrDefault(rank, RankNames.NONE);
        ByteBuffer records = part.asSlice(TimelineFormat.SLOTS).asByteBuffer().order(ByteOrder.nativeOrder());
        // Of a file that ends early the last slots are missing, whichever records they had.
        long first = capacity <= 0 ? begun : Math.max(0, begun - Math.min(capacity, most));
        Records packets = new Records(0);
        Records others = new Records(0);
        for (long record = first; record < begun; record++) {
            int slot = (int) (record % capacity);
            if (slot < there) {
                int at = slot * TimelineFormat.RECORD;
                long begin = records.getLong(at);
                int duration = records.getInt(at + 8);
                int shape = records.getInt(at + 12);
                (of.isOfPacket(shape) ? packets : others)
                        .add(
                                begin,
                                duration == TimelineFormat.OPEN
                                        ? Long.MAX_VALUE
                                        : begin + TimelineFormat.unpacked(duration),
                                shape,
                                records.getInt(at + 16),
                                records.getInt(at + 20),
                                records.getInt(at + 24),
                                records.getInt(at + 28));
            }
        }
        Track track = new Track(rank, thread, of.thread(thread), of.shapes(), others);
        track.pid = part.get(ValueLayout.JAVA_LONG_UNALIGNED, TimelineFormat.PID);
        track.dropped = begun - packets.size - others.size;
        track.hasSeveralThreads = part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.SEVERAL) != 0;
        track.isFinalized = part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.FINALIZED) != 0;
        track.packets = packets;
        track.numbered = part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.LANE) - 1;
        track.longestQueue = part.get(ValueLayout.JAVA_LONG_UNALIGNED, TimelineFormat.QUEUE);
        track.queueOf = of.communicators().get(part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.QUEUE_OF));
        return Optional.of(track);
    }
}
