package org.bipj.launch.seeing.view;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bipj.launch.seeing.timeline.TimelineFolder;
import org.bipj.launch.seeing.timeline.TimelineFormat;
import org.bipj.launch.support.RankFolder;

/** What was recorded of a job. */
public final class JobTimeline {
    /** Most files of a job that are read: an upper bound for broken ones. */
    private static final int MOST_PARTS = 1 << 20;
    /** Memory that a record takes, with what is found out of it; of what has no room the last records of each thread are read. */
    private static final long BYTES_OF_RECORD = 160;

    private final String mode;
    private final int ranks;
    private final List<Track> tracks;
    private final long begin;
    private final long end;
    private final Map<Communicator, Integer> communicators = new HashMap<>();
    /** What is to be said of it first; empty: nothing. */
    private String note = "";

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
    JobTimeline with(JobTimeline other) {
        boolean hasCalls = tracks.stream().anyMatch(Track::isOfRank);
        List<Track> all = new ArrayList<>(tracks);
        other.tracks.stream().filter(track -> !hasCalls || track.isOfMachine()).forEach(all::add);
        JobTimeline both = new JobTimeline(mode, Math.max(ranks, other.ranks), all);
        both.note(note.isEmpty() ? other.note : note);
        return both;
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
        if (Files.isDirectory(file)) {
            return read("process", 0, file, Long.MIN_VALUE);
        }
        try (FileChannel in = FileChannel.open(file)) {
            MemorySegment all = in.map(FileChannel.MapMode.READ_ONLY, 0, in.size(), Arena.ofAuto());
            return read(file, in, all, section);
        }
    }

    /**
     * Reads the folder of a job whose mode and number of ranks are known.
     *
     * @param over when the job was over, by the clock of its ranks; {@link Long#MIN_VALUE}: only they know
     */
    public static JobTimeline read(String mode, int ranks, Path folder, long over) throws IOException {
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
        return of(mode, ranks, parts, over);
    }

    private static JobTimeline read(Path file, FileChannel in, MemorySegment all, ChromeReader.Section section)
            throws IOException {
        if (file.getFileName().toString().endsWith(".json")) {
            return ChromeReader.read(file, section);
        }
        byte[] magic = TimelineFolder.MAGIC.getBytes(StandardCharsets.US_ASCII);
        if (all.byteSize() < magic.length || all.asSlice(0, magic.length).mismatch(MemorySegment.ofArray(magic)) >= 0) {
            throw new IOException(file + " is no recording of --timeline");
        }
        in.position(magic.length);
        InputStream stream = Channels.newInputStream(in);
        DataInputStream words = new DataInputStream(stream);
        String[] about = words.readUTF().split("\t");
        int count = words.readInt();
        if (count < 0 || count > MOST_PARTS || about.length < 2) {
            throw new IOException(file + " is damaged: it says that it has " + count + " parts");
        }
        Map<String, MemorySegment> parts = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            String name = words.readUTF();
            long bytes = words.readLong();
            long at = in.position();
            if (bytes < 0 || bytes > all.byteSize() - at) {
                throw new IOException(file + " is damaged: it ends in part " + name);
            }
            parts.put(name, all.asSlice(at, bytes));
            in.position(at + bytes);
        }
        long over = about.length > 2 ? Long.parseLong(about[2]) : Long.MIN_VALUE;
        return of(about[0], Integer.parseInt(about[1]), parts, over);
    }

    private static JobTimeline of(String mode, int ranks, Map<String, MemorySegment> parts, long over) {
        Map<String, Communicator> communicators = new HashMap<>();
        Map<Integer, RankNames> names = new HashMap<>();
        List<Track> tracks = new ArrayList<>();
        parts.forEach((name, part) -> {
            if (name.endsWith(".names")) {
                names.put(
                        Integer.parseInt(name.substring(0, name.indexOf('.'))),
                        RankNames.read(text(part), communicators));
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
        Clocks clocks =
                parts.containsKey(RankFolder.HOSTS) ? Clocks.read(text(parts.get(RankFolder.HOSTS))) : Clocks.NONE;
        tracks.forEach(clocks::toCommon);
        tracks.sort(Comparator.<Track>comparingInt(track -> track.rank).thenComparingInt(track -> track.thread));
        int size = Math.max(
                ranks, 1 + tracks.stream().mapToInt(track -> track.rank).max().orElse(-1));
        parts.forEach((name, part) -> {
            if (name.startsWith("gc-")) {
                GarbageCollections.track(name, text(part), tracks, clocks).ifPresent(tracks::add);
            }
        });
        JobTimeline made = new JobTimeline(mode, size, tracks, over);
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
        int all = (int) Math.min(Math.min(begun, most), Math.min(capacity, there));
        RankNames of = names.getOrDefault(rank, RankNames.NONE);
        ByteBuffer records = part.asSlice(TimelineFormat.SLOTS).asByteBuffer().order(ByteOrder.nativeOrder());
        int first = capacity == 0 ? 0 : (int) ((begun - all) % capacity);
        int packets = 0;
        for (int i = 0; i < all; i++) {
            packets += of.isOfPacket(records.getInt(place(first + i, capacity) + 12)) ? 1 : 0;
        }
        int size = all - packets;
        Packets found = Packets.of(packets, part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.LANE) - 1);
        int[] untilPause = new int[size];
        int[] packet = new int[size];
        long[] begin = new long[size];
        long[] end = new long[size];
        int[] shape = new int[size];
        int[] bytes = new int[size];
        int[] number = new int[size];
        int i = 0;
        for (int record = 0; record < all; record++) {
            int at = place(first + record, capacity);
            int ofRecord = records.getInt(at + 12);
            if (of.isOfPacket(ofRecord)) {
                int to = record - i;
                Shape words = of.shapes()[ofRecord];
                found.time()[to] = records.getLong(at);
                found.peer()[to] = words.peer();
                found.lane()[to] = words.tag();
                found.number()[to] = records.getInt(at + 20);
                found.left()[to] = words.kind() == TimelineFormat.LEFT;
                continue;
            }
            begin[i] = records.getLong(at);
            int duration = records.getInt(at + 8);
            end[i] = duration == TimelineFormat.OPEN ? Long.MAX_VALUE : begin[i] + TimelineFormat.unpacked(duration);
            shape[i] = ofRecord;
            bytes[i] = records.getInt(at + 16);
            number[i] = records.getInt(at + 20);
            untilPause[i] = records.getInt(at + 24);
            packet[i] = records.getInt(at + 28);
            i++;
        }
        Track track = new Track(
                rank,
                thread,
                of.thread(thread),
                part.get(ValueLayout.JAVA_LONG_UNALIGNED, TimelineFormat.PID),
                begun - all,
                part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.SEVERAL) != 0,
                part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.FINALIZED) != 0,
                of.shapes(),
                begin,
                end,
                shape,
                bytes,
                number,
                longs(part, TimelineFormat.PEERS, TimelineFormat.PEER_COUNT, TimelineFormat.PEER / Long.BYTES),
                longs(part, TimelineFormat.SIZES, TimelineFormat.SIZE_CLASSES, 2));
        track.add(untilPause, packet, found);
        track.longestQueue = part.get(ValueLayout.JAVA_LONG_UNALIGNED, TimelineFormat.QUEUE);
        track.queueOf = of.communicators().get(part.get(ValueLayout.JAVA_INT_UNALIGNED, TimelineFormat.QUEUE_OF));
        return Optional.of(track);
    }

    /** Where a record lies among the slots, of which the last one is followed by the first. */
    private static int place(int slot, int capacity) {
        return (slot < capacity ? slot : slot - capacity) * TimelineFormat.RECORD;
    }

    /** Rows of numbers up to the last one that has any. */
    private static long[][] longs(MemorySegment part, long at, int rows, int columns) {
        long[][] all = new long[rows][columns];
        int used = 0;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                all[row][column] =
                        part.get(ValueLayout.JAVA_LONG_UNALIGNED, at + ((long) row * columns + column) * Long.BYTES);
                used = all[row][column] != 0 ? row + 1 : used;
            }
        }
        return Arrays.copyOf(all, used);
    }
}
