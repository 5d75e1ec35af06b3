package org.bipj.launch.seeing.timeline;

import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What is recorded of one rank: its totals, its names, its communicators, and a {@link ThreadTrack} for each thread that calls. */
final class RankTrack {
    /** Ends the name of the file with the names of a rank. */
    static final String NAMES = ".names";

    /** Threads of a rank that have records; others add to its totals only. */
    static final int MOST_THREADS = 64;

    /** Records of a thread for which room is taken first, and at most later. */
    static final int LEAST_RECORDS = 1 << 10;

    private static final int MOST_MORE = 1 << 15;

    private static final RankTrack NOT_RECORDED = new RankTrack(null, null, -1, "", null, 0);

    private final Path folder;
    /** Null: nothing is recorded of the rank. */
    private final RankTotals totals;
    /** Null: there are no records of its calls, only totals. */
    private final FileOutputStream names;

    private final int rank;
    private final int capacity;

    // ---- totals
    private final RankTotals.Rows calls;
    private final RankTotals.Rows messages;
    private final RankTotals.Rows puts;
    private final RankTotals.Rows gets;
    private final RankTotals.Rows sizes;
    /** What processes of other jobs are called, by their numbers. */
    private final Map<Integer, String> others = new ConcurrentHashMap<>();

    // ---- records
    private final Map<String, Integer> shapes = new HashMap<>();
    /** How many communicators of each context and members there were. */
    private final Map<String, Integer> generations = new HashMap<>();
    /** By context; replaced, never changed, when it grows. */
    private volatile Communicator[] communicators = new Communicator[16];

    /** By lane and peer; changed by one thread at a time, as the packets of a rank are. */
    private Lane[][] lanes = new Lane[16][];

    private final Map<Integer, Lane> turnsByNumber = new HashMap<>();
    private Lane lastTurns;

    private int communicatorsMade;
    private int threads;
    private volatile boolean severalThreads;
    private volatile Supplier<int[]> awaited = () -> null;

    /** A communicator that the rank has made. Its context is used again once it is freed. */
    static final class Communicator {
        final int number;
        final int[] members;
        /** Number of collective calls that have begun. */
        int collectives;

        Communicator(int number, int[] members) {
            this.number = number;
            this.members = members;
        }

        /** The world rank of a member; other numbers mean none. */
        int world(int member) {
            return member >= 0 && member < members.length ? members[member] : TimelineFormat.NONE;
        }
    }

    /** The packets of one lane of a channel, to and from one other rank. */
    static final class Lane {
        /** How many have left, and how many have come. */
        int left;

        int came;
        /** The record of the call that is known to have sent some. */
        long sender = -1;

        private final int peer;
        private final int number;
        private int leftShape;
        private int cameShape;

        private Lane(int peer, int number) {
            this.peer = peer;
            this.number = number;
        }
    }

    private RankTrack(Path folder, RankTotals totals, int rank, String name, FileOutputStream names, int capacity) {
        this.folder = folder;
        this.totals = totals;
        this.names = names;
        this.rank = rank;
        this.capacity = capacity;
        String ofOwnJob = name.substring(0, name.lastIndexOf('.') + 1);
        IntFunction<String> peer = number -> others.getOrDefault(number, ofOwnJob + number);
        calls = new RankTotals.Rows(totals, RankTotals.Kind.CALL, Timeline::name);
        messages = new RankTotals.Rows(totals, RankTotals.Kind.MESSAGE, peer);
        puts = new RankTotals.Rows(totals, RankTotals.Kind.PUT, peer);
        gets = new RankTotals.Rows(totals, RankTotals.Kind.GET, peer);
        sizes = new RankTotals.Rows(totals, RankTotals.Kind.SIZE, Integer::toString);
    }

    /** Begins to record a rank: calls one by one if it is of the first job and threads have room for records. */
    static RankTrack open(Path folder, RecordedRanks.Host host, int rank, int capacity) {
        String name = host.name(rank);
        boolean hasRecords = capacity > 0 && name.indexOf('.') < 0;
        Path file = folder.resolve(name + RankTotals.FILE);
        try {
            FileOutputStream names = hasRecords
                    ? new FileOutputStream(folder.resolve(rank + NAMES).toFile(), true)
                    : null;
            return new RankTrack(folder, RankTotals.open(file), rank, name, names, capacity);
        } catch (FileAlreadyExistsException e) {
            // Of another rank with this name: one of a job that this launcher has not started.
            return NOT_RECORDED;
        } catch (IOException e) {
            System.err.println("mpirun: recording: cannot write " + file + " of rank " + name
                    + " (TMPDIR names another directory): " + e);
            return NOT_RECORDED;
        }
    }

    /** Gets room for records of a thread: {@link #LEAST_RECORDS} or, from a number on, as many again, but not more than a thread has. */
    long room(int ofThread, long from) {
        long more = Math.min(from == 0 ? LEAST_RECORDS : Math.min(from, MOST_MORE), capacity - from);
        long at = from == 0 ? 0 : TimelineFormat.SLOTS + from * TimelineFormat.RECORD;
        long bytes = more * TimelineFormat.RECORD + (from == 0 ? TimelineFormat.SLOTS : 0);
        return FileRoom.take(events(ofThread), at, bytes) ? from + more : from;
    }

    private Path events(int ofThread) {
        return folder.resolve(rank + "." + ofThread + TimelineFolder.EVENTS);
    }

    /** Says that only the last records of a thread are kept. */
    void cut(int kept) {
        System.err.println("mpirun: recording: " + folder + " has no room for all records of rank " + rank
                + ": the last " + kept + " of a thread are kept (TMPDIR names another directory)");
    }

    boolean hasSeveralThreads() {
        return severalThreads;
    }

    /** MPI is open. */
    void opened(boolean bySeveralThreads, Supplier<int[]> whatIsAwaited) {
        if (bySeveralThreads) {
            severalThreads = true;
            totals.share();
        }
        awaited = whatIsAwaited;
    }

    /** Context, peer and tag of the message that the calling thread waits for; null: it is not one message. */
    int[] awaited() {
        return awaited.get();
    }

    /** The track of the calling thread. */
    synchronized ThreadTrack thread(RecordedRanks.Host host) {
        if (totals == null) {
            return ThreadTrack.ofNobody();
        }
        if (names == null || threads == MOST_THREADS) {
            return new ThreadTrack(this, host, rank);
        }
        int number = threads++;
        Path file = events(number);
        long bytes = TimelineFormat.SLOTS + (long) capacity * TimelineFormat.RECORD;
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (room(number, 0) == 0) {
                Files.delete(file);
                throw new IOException("there is no room for " + LEAST_RECORDS + " records");
            }
            MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
            write("T", number, Thread.currentThread().getName());
            return new ThreadTrack(this, host, rank, number, memory, capacity);
        } catch (IOException e) {
            System.err.println("mpirun: recording: cannot write " + file + " of rank " + rank
                    + " (TMPDIR names another directory): " + e);
            return new ThreadTrack(this, host, rank);
        }
    }

    // ---- totals --------------------------------------------------------------------------------------------------

    /** Init has ended. */
    void begun(long now) {
        totals.begun(now);
    }

    /** Finalize begins: what is done from now on does not count. */
    void ends(long now) {
        totals.ended(now);
    }

    /** A call has ended. */
    void called(int operation, long bytes, long nanos) {
        calls.add(operation, bytes, nanos);
    }

    /** A message of the program leaves. */
    void sent(int dest, long bytes) {
        if (dest >= 0) {
            messages.add(dest, bytes, 0);
        }
        sizes.add(Long.SIZE - Long.numberOfLeadingZeros(bytes), bytes, 0);
    }

    /** A one-sided operation. */
    void accessed(int target, boolean reads, long bytes) {
        if (target >= 0) {
            (reads ? gets : puts).add(target, bytes, 0);
        }
    }

    // ---- names ---------------------------------------------------------------------------------------------------

    private void write(Object... words) {
        if (names == null) {
            return;
        }
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(line.isEmpty() ? "" : "\t").append(word.toString().replaceAll("\\p{Cntrl}", " "));
        }
        try {
            names.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A name is missing then, which the view shows as unknown.
        }
    }

    /** The number of a shape. */
    int shape(int kind, String operation, int communicator, int peer, int tag, String place) {
        return shape(kind, operation, communicator, peer, tag, place, List.of());
    }

    /**
     * The number of a shape.
     *
     * @param callers the calls of the program that have led to the line, innermost first; those of the first time are kept
     */
    synchronized int shape(
            int kind, String operation, int communicator, int peer, int tag, String place, List<String> callers) {
        String words = kind + "\t" + operation.replaceAll("\\p{Cntrl}", " ") + "\t" + communicator + "\t" + peer + "\t"
                + tag + "\t" + place;
        Integer known = shapes.get(words);
        if (known != null) {
            return known;
        }
        int number = shapes.size() + 1;
        shapes.put(words, number);
        write("S", number, kind, operation, communicator, peer, tag, place);
        if (!callers.isEmpty()) {
            write(Stream.concat(Stream.of("F", number), callers.stream()).toArray());
        }
        return number;
    }

    // ---- packets -------------------------------------------------------------------------------------------------

    /** A lane of a channel, to another rank. */
    Lane lane(int number, int peer) {
        if (number >= lanes.length) {
            lanes = Arrays.copyOf(lanes, 2 * number);
        }
        Lane[] ofPeers = lanes[number];
        if (ofPeers == null || peer >= ofPeers.length) {
            ofPeers = ofPeers == null ? new Lane[peer + 1] : Arrays.copyOf(ofPeers, 2 * peer + 1);
            lanes[number] = ofPeers;
        }
        if (ofPeers[peer] == null) {
            ofPeers[peer] = new Lane(peer, number);
        }
        return ofPeers[peer];
    }

    /** The turns of a group, or of a lock: other ranks have turns with the same numbers. */
    synchronized Lane lane(int turns) {
        Lane last = lastTurns;
        if (last == null || last.number != turns) {
            last = turnsByNumber.computeIfAbsent(turns, key -> new Lane(TimelineFormat.NONE, turns));
            lastTurns = last;
        }
        return last;
    }

    /** The shape of the records of packets that leave. */
    int leftShape(Lane lane) {
        if (lane.leftShape == 0) {
            lane.leftShape = shape(TimelineFormat.LEFT, "", -1, lane.peer, lane.number, "");
        }
        return lane.leftShape;
    }

    /** The shape of the records of packets that come. */
    int cameShape(Lane lane) {
        if (lane.cameShape == 0) {
            lane.cameShape = shape(TimelineFormat.CAME, "", -1, lane.peer, lane.number, "");
        }
        return lane.cameShape;
    }

    // ---- communicators -------------------------------------------------------------------------------------------

    /** The communicator that has a context of messages; null for other contexts. */
    Communicator communicator(int context) {
        Communicator[] all = communicators;
        return context >= 0 && context < all.length ? all[context] : null;
    }

    synchronized void made(int context, int[] members) {
        int[] list = members.clone();
        String words = Arrays.toString(list);
        int generation = generations.merge(context + words, 1, Integer::sum);
        Communicator made = new Communicator(communicatorsMade++, list);
        write("C", made.number, context, generation, words.replaceAll("[\\[\\] ]", ""));
        Communicator[] all = communicators;
        if (context >= all.length) {
            all = Arrays.copyOf(all, Math.max(2 * all.length, context + 1));
        } else {
            all = all.clone();
        }
        all[context] = made;
        communicators = all;
    }

    /** A process of another job is called so. Its number may be another one's later. */
    synchronized void met(int number, String name) {
        others.put(number, name);
        messages.forget(number);
        puts.forget(number);
        gets.forget(number);
        write("P", number, name);
    }

    synchronized void named(int context, String name) {
        Communicator one = communicator(context);
        if (one != null && !name.isEmpty()) {
            write("N", one.number, name);
        }
    }
}
