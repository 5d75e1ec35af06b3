package org.bipj.shm.figures;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.bipj.core.job.Traffic;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Store;

/**
 * The figures of a session's ranks, in a file that a viewer adds to the session. As long as a viewer says that it watches, each rank's
 * process writes the rank's page several times a second. Without the file nobody does.
 *
 * <pre>
 *   0    magic (8)  version (4)  ranks of this session (4)
 *   16   watched until (8): on the clock of System.nanoTime                       written by viewers
 *   64   page of rank 0, page of rank 1, ... (512 bytes each):                    written by the rank's process
 *          +0    version (4): odd while the page is being written   state (4)
 *          +8    time (8)  process id (8)  virtual time (8)
 *          +32   messages sent (8)  their bytes (8)  messages received (8)  their bytes (8)
 *          +64   time waited (8)  since when it waits (8)  collective calls (8)
 *          +88   activity (4)  unexpected messages (4)  peers (4)  unused (4)
 *          +104  bytes of the text (4)  the text: call, what it waits for, place, each behind a line feed
 * </pre>
 *
 * <p>A file of the messages exchanged with each peer has the same header, and behind it 32 bytes for each: the four numbers of +32.
 */
public final class FigureFile {
    /** Name of the file in the session. */
    public static final String NAME = "figures";

    private static final long MAGIC = 0x315347494a504942L; // "BIPJIGS1"
    private static final int VERSION = 1;
    private static final int RANKS = 12;
    private static final int WATCHED = 16;
    private static final int HEADER = 64;
    private static final int PAGE = 512;
    private static final int PEER = 32;

    private static final int STATE = 4;
    private static final int TIME = 8;
    private static final int PID = 16;
    private static final int VIRTUAL = 24;
    private static final int TRAFFIC = 32;
    private static final int IDLE = 64;
    private static final int SINCE = 72;
    private static final int COLLECTIVE = 80;
    private static final int ACTIVITY = 88;
    private static final int UNEXPECTED = 92;
    private static final int PEERS = 96;
    private static final int LENGTH = 104;
    private static final int TEXT = 108;
    private static final int TEXT_MAX = PAGE - TEXT;
    private static final int WORDS = 3;

    /** Looks for what another viewer makes, and the time between them. */
    private static final int LOOKS = 10;

    private static final long LOOK_NS = 20_000_000;

    /** Readings of a page that is being written. */
    private static final int TRIES = 1000;

    private static final RankFigures.Activity[] ACTIVITIES = RankFigures.Activity.values();

    private final MemorySegment memory;
    private final int places;

    private FigureFile(MemorySegment memory, int places) {
        this.memory = memory;
        this.places = places;
    }

    /** Name of the file with the messages that a rank exchanges with each peer. */
    public static String peersOf(int place) {
        return NAME + "-" + place;
    }

    static long bytes(int ranks) {
        return HEADER + (long) PAGE * ranks;
    }

    static long peerBytes(int peers) {
        return HEADER + (long) PEER * peers;
    }

    /**
     * Maps the file, which the caller makes if there is none.
     *
     * @param ranks of the session
     * @throws org.bipj.core.nic.PortException if there is no room
     */
    static FigureFile of(Store store, int ranks) {
        return of(store, NAME, ranks, bytes(ranks));
    }

    /** The same of the file of a rank's peers. */
    static FigureFile ofPeers(Store store, int place, int peers) {
        return of(store, peersOf(place), peers, peerBytes(peers));
    }

    private static FigureFile of(Store store, String name, int number, long bytes) {
        for (int looks = 0; looks < LOOKS && store.exists(name); looks++) {
            FigureFile there = ifThere(store, name, bytes);
            if (there != null) {
                return there;
            }
            // Another viewer makes it.
            LockSupport.parkNanos(LOOK_NS);
        }
        // One that has been killed meanwhile has left a part of it.
        store.remove(name);
        MemorySegment made = store.create(name, bytes, Arena.ofAuto()).memory();
        Access.setInt(made, 8, VERSION);
        Access.setInt(made, RANKS, number);
        Access.setLongRelease(made, 0, MAGIC);
        return new FigureFile(made, number);
    }

    /** Maps the file; null while there is none, or while it is being made. */
    static FigureFile ifThere(Store store) {
        return ifThere(store, NAME, 0);
    }

    static FigureFile ifPeersAreThere(Store store, int place) {
        return ifThere(store, peersOf(place), 0);
    }

    private static FigureFile ifThere(Store store, String name, long bytes) {
        if (!store.mayExist(name)) {
            return null;
        }
        MemorySegment found = store.open(name, Arena.ofAuto()).memory();
        if (found.byteSize() < Math.max(bytes, HEADER)
                || Access.getLongAcquire(found, 0) != MAGIC
                || Access.getInt(found, 8) != VERSION) {
            return null;
        }
        return new FigureFile(found, Access.getInt(found, RANKS));
    }

    /** Number of pages, or of peers. */
    int places() {
        return places;
    }

    // ---- viewers -----------------------------------------------------------------------------------------------

    /** A viewer watches, for so long from now on. */
    void watch(long nowNs, long forNs) {
        Access.setLongVolatile(memory, WATCHED, nowNs + forNs);
    }

    /** True while a viewer watches. */
    boolean isWatched(long nowNs) {
        return Access.getLongAcquire(memory, WATCHED) - nowNs > 0;
    }

    /** The figures of a rank; null if it has not written any. */
    RankFigures read(int place) {
        long at = HEADER + (long) PAGE * place;
        for (int tries = 0; tries < TRIES; tries++) {
            int version = Access.getIntAcquire(memory, at);
            if (version == 0) {
                return null;
            }
            // A copy: the text's length must not change while it is read.
            MemorySegment page = MemorySegment.ofArray(new long[PAGE / Long.BYTES]);
            MemorySegment.copy(memory, at, page, 0, PAGE);
            VarHandle.fullFence();
            if (version % 2 == 0 && Access.getIntAcquire(memory, at) == version) {
                return figures(page);
            }
            Thread.onSpinWait();
        }
        return null;
    }

    private static RankFigures figures(MemorySegment page) {
        int length = Math.clamp(Access.getInt(page, LENGTH), 0, TEXT_MAX);
        byte[] bytes = new byte[length];
        MemorySegment.copy(page, TEXT, MemorySegment.ofArray(bytes), 0, length);
        String[] text = (new String(bytes, StandardCharsets.UTF_8) + "\n\n\n").split("\n", -1);
        return new RankFigures(
                Access.getInt(page, PEERS),
                Access.getLong(page, PID),
                Access.getInt(page, STATE),
                ACTIVITIES[Math.clamp(Access.getInt(page, ACTIVITY), 0, ACTIVITIES.length - 1)],
                Access.getLong(page, TIME),
                Access.getLong(page, VIRTUAL),
                traffic(page, TRAFFIC),
                Access.getLong(page, IDLE),
                Access.getInt(page, UNEXPECTED),
                Access.getLong(page, COLLECTIVE),
                Access.getLong(page, SINCE),
                text[0],
                text[1],
                text[WORDS - 1]);
    }

    private static Traffic traffic(MemorySegment memory, long at) {
        Traffic traffic = new Traffic();
        traffic.add(
                Access.getLong(memory, at),
                Access.getLong(memory, at + 8),
                Access.getLong(memory, at + 16),
                Access.getLong(memory, at + 24));
        return traffic;
    }

    /** The messages exchanged with a peer. */
    Traffic traffic(int peer) {
        return traffic(memory, HEADER + (long) PEER * peer);
    }

    // ---- ranks -------------------------------------------------------------------------------------------------

    /** Writes a rank's page. By one thread of its process. */
    void write(int place, RankFigures figures) {
        long at = HEADER + (long) PAGE * place;
        int version = Access.getInt(memory, at);
        Access.setInt(memory, at, version | 1);
        VarHandle.fullFence();
        Access.setInt(memory, at + STATE, figures.state());
        Access.setLong(memory, at + TIME, figures.timeNs());
        Access.setLong(memory, at + PID, figures.pid());
        Access.setLong(memory, at + VIRTUAL, figures.virtualNs());
        write(at + TRAFFIC, figures.traffic());
        Access.setLong(memory, at + IDLE, figures.idleNs());
        Access.setLong(memory, at + SINCE, figures.sinceNs());
        Access.setLong(memory, at + COLLECTIVE, figures.collectiveCalls());
        Access.setInt(memory, at + ACTIVITY, figures.activity().ordinal());
        Access.setInt(memory, at + UNEXPECTED, figures.unexpected());
        Access.setInt(memory, at + PEERS, figures.peers());
        byte[] text = text(figures);
        Access.setInt(memory, at + LENGTH, text.length);
        MemorySegment.copy(MemorySegment.ofArray(text), 0, memory, at + TEXT, text.length);
        Access.setIntRelease(memory, at, (version | 1) + 1);
    }

    private void write(long at, Traffic traffic) {
        Access.setLong(memory, at, traffic.sent());
        Access.setLong(memory, at + 8, traffic.sentBytes());
        Access.setLong(memory, at + 16, traffic.received());
        Access.setLong(memory, at + 24, traffic.receivedBytes());
    }

    /** Call and place whole where there is room; what the rank waits for may be a long list. */
    private static byte[] text(RankFigures figures) {
        String waitsFor = figures.waitsFor().replace('\n', ' ');
        String rest = figures.call() + "\n%s\n" + figures.place().replace("\n", "");
        byte[] text = rest.replace("%s", waitsFor).getBytes(StandardCharsets.UTF_8);
        while (text.length > TEXT_MAX && !waitsFor.isEmpty()) {
            waitsFor = waitsFor.substring(0, waitsFor.length() * 3 / 4);
            text = rest.replace("%s", waitsFor.isEmpty() ? "" : waitsFor + " ...")
                    .getBytes(StandardCharsets.UTF_8);
        }
        return text.length <= TEXT_MAX ? text : Arrays.copyOf(text, TEXT_MAX);
    }

    void write(int peer, Traffic traffic) {
        write(HEADER + (long) PEER * peer, traffic);
    }
}
