package org.bipj.shm.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.core.nic.PortException;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardFile;
import org.bipj.shm.board.JobMemory;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.SessionFileErrors;
import org.bipj.shm.memory.Store;
import org.bipj.shm.regions.PeerMemory;
import org.bipj.shm.regions.SharedPayloads;

/** Another job, of which this process has opened the session: its memory and its board. */
public final class Neighbour implements AutoCloseable {
    private static final String FILES = "shm:";
    private static final String THREADS = "threads:";

    /** Jobs of threads of this JVM, by address, as long as something refers to them: not all are withdrawn. */
    private static final Map<String, WeakReference<Neighbour>> OF_THIS_JVM = new ConcurrentHashMap<>();

    private static final AtomicInteger ANNOUNCED = new AtomicInteger();

    private final String address;
    private final Store store;
    private final Board board;
    /** What its ranks expose, where they are threads; null: they are processes. */
    private final SharedPayloads.Tables payloads;
    /** Of the board; null where nothing is to be unmapped. */
    private final Mapping mapping;
    /** Memory that its ranks share beside their messages, by name. Guarded by this. */
    private final Map<String, MemorySegment> shared = new HashMap<>();

    /** Of that memory: until the job is detached; null where there is none yet. Guarded by this. */
    private Arena lifetime;

    private Neighbour(String address, Store store, Board board, SharedPayloads.Tables payloads, Mapping mapping) {
        this.address = address;
        this.store = store;
        this.board = board;
        this.payloads = payloads;
        this.mapping = mapping;
    }

    /** The address of a job of processes. */
    public static String addressOf(Path session) {
        return FILES + session;
    }

    /** Makes a job of threads known in this JVM, as long as what is returned is referred to. */
    public static Neighbour announce(Store store, Board board, SharedPayloads.Tables payloads) {
        OF_THIS_JVM.values().removeIf(known -> known.refersTo(null));
        String address = THREADS + "job-" + ANNOUNCED.incrementAndGet();
        Neighbour own = new Neighbour(address, store, board, payloads, null);
        OF_THIS_JVM.put(address, new WeakReference<>(own));
        return own;
    }

    /** The job of threads is over. */
    public void withdraw() {
        OF_THIS_JVM.remove(address);
    }

    /** How many jobs of threads are known. */
    static int announced() {
        return OF_THIS_JVM.size();
    }

    /**
     * Opens the session of a job.
     *
     * @throws PortException if there is none that this user owns
     */
    public static Neighbour open(String address) {
        if (address.startsWith(FILES)) {
            return openFiles(address, Path.of(address.substring(FILES.length())));
        }
        WeakReference<Neighbour> reference = OF_THIS_JVM.get(address);
        Neighbour known = reference == null ? null : reference.get();
        if (known == null) {
            throw new PortException("there is no job " + address + (address.startsWith(THREADS) ? " in this JVM" : ""));
        }
        return known;
    }

    private static Neighbour openFiles(String address, Path session) {
        FileStore store = null;
        try {
            store = new FileStore(OwnDirectory.open(session));
            Mapping mapping = store.open(BoardFile.NAME);
            return new Neighbour(address, store, Board.attach(mapping.memory()), null, mapping);
        } catch (IOException e) {
            throw new PortException(
                    "there is no job at " + session + ": "
                            + (e instanceof NoSuchFileException ? "it has ended" : SessionFileErrors.why(e)),
                    e);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** True for the address of a job whose ranks are processes. */
    public static boolean isOfProcesses(String address) {
        return address.startsWith(FILES);
    }

    /** True if this process shares memory with a job of this address. */
    public static boolean isThere(String address) {
        try (Neighbour found = open(address)) {
            return found.isThere();
        } catch (PortException e) {
            return false;
        }
    }

    /** True for a job of a family that this process can open. */
    public static boolean isOfFamily(String address, long family) {
        try (Neighbour found = open(address)) {
            return found.board.family() == family;
        } catch (PortException e) {
            return false;
        }
    }

    /** What a job says of itself to jobs of other hosts, by its address and memory. */
    public static FarJobs.Introduction introduce(String address, Store store, Board board) {
        return new FarJobs.Introduction(address, board.ranks(), NeighbourSecret.of(store), board.family(), board.job());
    }

    /** What the job says of itself to jobs of other hosts. */
    public FarJobs.Introduction introduce() {
        return introduce(address, store, board);
    }

    /** By what others name the job. */
    public String address() {
        return address;
    }

    /** Part of the names of rings of its ranks in other jobs' sessions. */
    public String key() {
        return key(address);
    }

    static String key(String address) {
        return address.substring(address.lastIndexOf('-') + 1);
    }

    /** What a rank of the job with this address is called in the names of its rings. */
    public static String nameOf(String address, int rank) {
        return key(address) + "." + rank;
    }

    /** Its memory. */
    public Store store() {
        return store;
    }

    /** Its board. */
    public Board board() {
        return board;
    }

    /** Memory that its ranks have under a name, see {@code core.job.Job#shared}; null if there is no room. */
    public synchronized MemorySegment shared(String name, long bytes) {
        if (lifetime == null) {
            lifetime = Arena.ofShared();
        }
        return shared.computeIfAbsent(name, missing -> store.share(name, bytes, lifetime));
    }

    /** Its ranks, as those of another job reach their memory. */
    public PeerMemory peers() {
        return new PeerMemory(new JobMemory(store, board), payloads);
    }

    /** False once its session has been removed. */
    public boolean isThere() {
        return mapping == null ? OF_THIS_JVM.containsKey(address) : store.isThere();
    }

    /** True if a rank of it has ended it, or its session was removed before all have finalised the library. */
    public boolean hasFailed() {
        try {
            boolean haveFinished = true;
            for (int rank = 0; rank < board.ranks(); rank++) {
                if (board.state(rank) == Board.ABORTED) {
                    return true;
                }
                haveFinished &= board.state(rank) == Board.FINISHED || board.state(rank) == Board.DEAD;
            }
            return !haveFinished && !isThere();
        } catch (IllegalStateException e) {
            // It was detached just now.
            return false;
        }
    }

    private synchronized void endShared() {
        if (lifetime != null) {
            lifetime.close();
            lifetime = null;
        }
        shared.clear();
    }

    @Override
    public void close() {
        if (mapping == null) {
            return;
        }
        mapping.close();
        endShared();
        try {
            store.close();
        } catch (UncheckedIOException e) {
            System.getLogger(Neighbour.class.getName())
                    .log(System.Logger.Level.DEBUG, "closing the session of " + address, e);
        }
    }
}
