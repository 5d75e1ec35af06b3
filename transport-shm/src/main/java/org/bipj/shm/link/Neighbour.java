package org.bipj.shm.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.core.nic.PortException;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardFile;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.SessionFileErrors;
import org.bipj.shm.memory.Store;

/** Another job, of which this process has opened the session: its memory and its board. */
public final class Neighbour implements AutoCloseable {
    private static final String FILES = "shm:";
    private static final String THREADS = "threads:";

    /** Jobs of threads of this JVM, by address. */
    private static final Map<String, Neighbour> OF_THIS_JVM = new ConcurrentHashMap<>();

    private final String address;
    private final Store store;
    private final Board board;
    /** Of the board; null where nothing is to be unmapped. */
    private final Mapping mapping;

    private Neighbour(String address, Store store, Board board, Mapping mapping) {
        this.address = address;
        this.store = store;
        this.board = board;
        this.mapping = mapping;
    }

    /** The address of a job of processes. */
    public static String addressOf(Path session) {
        return FILES + session;
    }

    /** Makes a job of threads known in this JVM. */
    public static String announce(Store store, Board board) {
        String address = THREADS + Integer.toHexString(System.identityHashCode(store)) + "-" + OF_THIS_JVM.size();
        Neighbour own = new Neighbour(address, store, board, null);
        while (OF_THIS_JVM.putIfAbsent(own.address, own) != null) {
            own = new Neighbour(own.address + "+", store, board, null);
        }
        return own.address;
    }

    /** A job of threads is over. */
    public static void withdraw(String address) {
        OF_THIS_JVM.remove(address);
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
        Neighbour known = OF_THIS_JVM.get(address);
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
            return new Neighbour(address, store, Board.attach(mapping.memory()), mapping);
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

    /** What a job says of itself to jobs of other hosts, by its address and memory. */
    public static FarJobs.Introduction introduce(String address, Store store, int ranks) {
        return new FarJobs.Introduction(address, ranks, NeighbourSecret.of(store));
    }

    /** What the job says of itself to jobs of other hosts. */
    public FarJobs.Introduction introduce() {
        return introduce(address, store, board.ranks());
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
                haveFinished &= board.state(rank) == Board.FINISHED;
            }
            return !haveFinished && !isThere();
        } catch (IllegalStateException e) {
            // It was detached just now.
            return false;
        }
    }

    @Override
    public void close() {
        if (mapping == null) {
            return;
        }
        mapping.close();
        try {
            store.close();
        } catch (UncheckedIOException e) {
            System.getLogger(Neighbour.class.getName())
                    .log(System.Logger.Level.DEBUG, "closing the session of " + address, e);
        }
    }
}
