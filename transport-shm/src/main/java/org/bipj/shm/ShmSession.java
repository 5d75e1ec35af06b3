package org.bipj.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.nic.PortException;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardFile;
import org.bipj.shm.board.BoardView;
import org.bipj.shm.board.JobMemory;
import org.bipj.shm.figures.FigureSource;
import org.bipj.shm.figures.JobDescription;
import org.bipj.shm.job.Binding;
import org.bipj.shm.job.Exit;
import org.bipj.shm.job.RankEnvironment;
import org.bipj.shm.job.Reaper;
import org.bipj.shm.job.SessionDirectory;
import org.bipj.shm.link.JobLinks;
import org.bipj.shm.link.Neighbour;
import org.bipj.shm.link.SessionNames;
import org.bipj.shm.link.SpawnDesk;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.LocalStore;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.SessionFileErrors;
import org.bipj.shm.memory.Store;
import org.bipj.shm.regions.SharedPayloads;
import org.bipj.shm.waiting.NoteCopies;
import org.bipj.shm.waiting.Questions;

/**
 * One job over shared memory, as its launcher holds it. Ranks that are processes join it by their environment; ranks that
 * are threads of this JVM get their membership from {@link #job}.
 */
public final class ShmSession implements AutoCloseable {
    /** Most ranks that one job may have. */
    public static final int MAX_RANKS = 4096;

    /** Environment variable by which a launcher names the core of a rank; for ranks that are threads, of each. */
    public static final String BINDING = Binding.VARIABLE;

    /** The length of a {@link #newSecret}. */
    private static final int SECRET_BYTES = 32;

    /** Environment variable by which a launcher says who has asked for a job: ranks of others do not have it. */
    public static final String PARENTS = RankEnvironment.PARENTS;

    /** Environment variable by which a launcher says for how many processes its hosts have room. */
    public static final String UNIVERSE = RankEnvironment.UNIVERSE;

    /** Environment variable by which a user has jobs meet over the network that could share memory. */
    public static final String MEET = RankEnvironment.MEET;

    /** Its value then. */
    public static final String MEETS_OVER_NETWORK = RankEnvironment.MEETS_OVER_NETWORK;

    /** Of all jobs that this JVM launches. */
    private static final long FAMILY = newFamily();

    /** Called when a rank that is a thread ends its job. */
    @FunctionalInterface
    public interface AbortHandler {
        /**
         * Ends all ranks of the job. Does not return normally.
         *
         * @param rank the rank that ends the job
         * @param code exit code of the job, 1 to 255
         * @param reason one line to print with the rank's number
         */
        void abort(int rank, int code, String reason);
    }

    /** How long a job that finds no room waits for the reaper to remove dead jobs. */
    private static final Duration ROOM_PATIENCE = Duration.ofSeconds(2);

    private final int ranks;
    /** Determined here, once for all ranks: a rank whose thread is bound sees one processor. */
    private final boolean crowded;

    private final BoardView board;
    private final SessionDirectory directory;
    private final BoardFile file;
    private final Store store;

    private final AbortHandler handler;
    /** By which other jobs find this one. */
    private final String address;
    /** What other jobs of this JVM find of this one, whose ranks are threads; null: they are processes. */
    private final Neighbour announced;
    /** Who has started the job; null: its user has. */
    private Connections.Parents parents;
    /** Number of the job among those of its launcher. */
    private int job;
    /** What the calls of ranks that are threads are checked for; null: what the process's environment says. */
    private String checks;
    /** Of ranks that are threads, by rank. */
    private final SortedMap<Integer, ThreadJob> threads = new TreeMap<>();
    /** Where the choices of ranks that are threads are recorded, or replayed from; null: neither. */
    private ChoiceFolder choices;
    /** Made when first needed: mapping the board would slow down the start of a job. */
    private Questions questions;
    /** The same. */
    private JobMemory memory;

    private ShmSession(SessionDirectory directory, BoardFile file) {
        this.ranks = file.ranks();
        this.crowded = isCrowded(ranks);
        this.board = file;
        this.directory = directory;
        this.file = file;
        this.store = new FileStore(directory.files());
        this.address = Neighbour.addressOf(directory.path());
        this.announced = null;
        this.handler = null;
    }

    private ShmSession(int ranks, AbortHandler handler) {
        this.ranks = ranks;
        this.crowded = isCrowded(ranks);
        this.store = new LocalStore();
        this.board = Board.make(store.create(BoardFile.NAME, Board.bytes(ranks)).memory(), ranks, FAMILY);
        this.announced = Neighbour.announce(store, (Board) board, new SharedPayloads.Tables());
        this.address = announced.address();
        this.directory = null;
        this.file = null;
        this.handler = handler;
    }

    /** The number of the family of this launcher's jobs, never 0. */
    private static long newFamily() {
        return Long.parseUnsignedLong(SessionDirectory.random(Long.BYTES), 16) | 1;
    }

    private static boolean isCrowded(int ranks) {
        return ranks > Runtime.getRuntime().availableProcessors();
    }

    /**
     * A job whose ranks are processes. Makes a session directory, which {@link #close} removes, and begins to remove what
     * killed launchers of the same user have left.
     *
     * @param ranks number of ranks, 1 to {@link #MAX_RANKS}
     * @param directory the session directory to make, which {@link #planDirectory} has named
     * @throws PortException if there is no room for the directory
     */
    public static ShmSession forProcesses(int ranks, Path directory) {
        return forProcesses(ranks, directory, false);
    }

    /**
     * One host's part of a job whose ranks are processes on several hosts; as {@link #forProcesses(int, Path)}.
     *
     * @param ranks number of ranks of this host
     */
    public static ShmSession forHost(int ranks, Path directory) {
        return forProcesses(ranks, directory, true);
    }

    /**
     * Checks that there can be sessions on this system.
     *
     * @throws PortException if there cannot be; the message names what there is instead
     */
    public static void checkSystem() {
        SessionDirectory.checkSystem();
    }

    /**
     * Names a session directory and makes nothing: the process that removes it if this one is killed is notified before
     * it exists.
     *
     * @throws PortException if there is no place for it
     */
    public static Path planDirectory() {
        return SessionDirectory.plan(SessionDirectory.base());
    }

    /** A secret by which the ranks of a job of several hosts know each other, as hexadecimal digits. */
    public static String newSecret() {
        return SessionDirectory.random(SECRET_BYTES);
    }

    private static ShmSession forProcesses(int ranks, Path planned, boolean several) {
        checkRanks(ranks);
        SessionDirectory directory = SessionDirectory.make(planned);
        Thread reaper = Reaper.start(planned.getParent());
        try {
            return new ShmSession(directory, makeBoard(directory.files(), ranks, several, reaper));
        } catch (RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** Without room, waits until the reaper has removed dead jobs, and tries again. */
    static BoardFile makeBoard(OwnDirectory files, int ranks, boolean several, Thread reaper) {
        try {
            return BoardFile.create(files, ranks, several, FAMILY);
        } catch (PortException e) {
            try {
                reaper.join(ROOM_PATIENCE);
                files.remove(BoardFile.NAME);
            } catch (IOException | InterruptedException again) {
                throw e;
            }
            return BoardFile.create(files, ranks, several, FAMILY);
        }
    }

    /** As {@link #forThreads(int, AbortHandler)}; a rank that ends the job prints why and halts the JVM. */
    public static ShmSession forThreads(int ranks) {
        return forThreads(ranks, (rank, code, reason) -> {
            System.err.println("bipj: rank " + rank + ": " + reason);
            Exit.flushAndHalt(code);
        });
    }

    /**
     * A job whose ranks are threads of this JVM.
     *
     * @param ranks number of ranks, 1 to {@link #MAX_RANKS}
     * @param handler called by a rank that ends the job
     */
    public static ShmSession forThreads(int ranks, AbortHandler handler) {
        checkRanks(ranks);
        return new ShmSession(ranks, handler);
    }

    private static void checkRanks(int ranks) {
        if (ranks < 1 || ranks > MAX_RANKS) {
            throw new IllegalArgumentException("ranks: " + ranks + ", expected 1 to " + MAX_RANKS);
        }
    }

    private void checkRank(int rank) {
        if (rank < 0 || rank >= ranks) {
            throw new IllegalArgumentException("rank: " + rank + ", expected 0 to " + (ranks - 1));
        }
    }

    /** The states that the ranks have published. */
    public BoardView board() {
        return board;
    }

    /** The session directory; null where ranks are threads. */
    public Path directory() {
        return directory == null ? null : directory.path();
    }

    /** Environment variables that make a process the given rank of this job, which has one program. */
    public Map<String, String> environment(int rank) {
        return environment(rank, Application.only(ranks));
    }

    /** Environment variables that make a process the given rank of this job, with a program of it. */
    public Map<String, String> environment(int rank, Application application) {
        return environment(rank, rank, ranks, application, ShmJobProvider.class.getName());
    }

    /**
     * Environment variables that make a process the given rank of a job of several hosts.
     *
     * @param localRank the rank's number on this host
     * @param rank the rank in the whole job
     * @param size number of ranks of the whole job
     * @param provider name of the class by which the process joins the job
     */
    public Map<String, String> environment(
            int localRank, int rank, int size, Application application, String provider) {
        checkRank(localRank);
        if (directory == null) {
            throw new IllegalStateException("the ranks of this job are threads: no process can join it");
        }
        var place = new RankEnvironment.Place(rank, size, localRank, ranks);
        Map<String, String> environment =
                RankEnvironment.of(provider, directory.path().toString(), place, crowded, application);
        if (parents == null) {
            return environment;
        }
        Map<String, String> all = new HashMap<>(environment);
        all.put(RankEnvironment.PARENTS, parents.tag() + " " + parents.names());
        return all;
    }

    /**
     * Adds a text file to the session of processes, which only their user may read.
     *
     * @throws PortException if there is no room for it
     */
    public void addFile(String name, String text) {
        addFile(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Adds a file to the session of processes, which only their user may read.
     *
     * @return its path
     * @throws PortException if there is no room for it
     */
    public Path addFile(String name, byte[] content) {
        try (FileChannel channel = directory.files().create(name)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return directory.path().resolve(name);
        } catch (IOException e) {
            throw new PortException("cannot make the file " + name + " of the session: " + SessionFileErrors.why(e), e);
        }
    }

    /**
     * Removes a file of the session of processes.
     *
     * @throws PortException if it is not there
     */
    public void removeFile(String name) {
        try {
            directory.files().remove(name);
        } catch (IOException e) {
            throw new PortException(
                    "cannot remove the file " + name + " of the session: " + SessionFileErrors.why(e), e);
        }
    }

    /** Number of ranks, which are processes, that wait only for the end of all. */
    public int left() {
        return file.left();
    }

    /** The ranks of all hosts wait only for the end: they may end. */
    public void setAllHostsLeft() {
        file.map().setAllHostsLeft();
    }

    /** Says what the calls of ranks that are threads are checked for, as {@link Job#checks} has it; before their jobs are made. */
    public void check(String words) {
        checks = words;
    }

    /** Says where choices of ranks that are threads are recorded, or replayed from; before their jobs are made. Null: neither. */
    public void record(ChoiceFolder folder) {
        choices = folder;
    }

    /** By what other jobs name this one, see {@link Connections#address}. */
    public String address() {
        return address;
    }

    /** The number of this job among those of its launcher. */
    public int job() {
        return job;
    }

    /**
     * Says who has started this job; before its ranks start.
     *
     * @param number of the job among those of its launcher
     */
    public void startedBy(Connections.Parents those, int number) {
        parents = those;
        job = number;
        if (file != null) {
            file.setJob(number);
        } else {
            threads().setJob(number);
        }
    }

    /** What its ranks have in common; mapped for the launcher when first asked for, where ranks are processes. */
    public synchronized JobMemory memory() {
        if (memory == null) {
            memory = new JobMemory(store, board instanceof Board shared ? shared : file.map());
        }
        return memory;
    }

    /** The job goes on when a rank dies, as {@link #died} says; before its ranks start. */
    public void surviveDeaths() {
        if (file != null) {
            file.surviveDeaths();
        } else {
            threads().surviveDeaths();
        }
    }

    /**
     * A rank has ended that had not finalised the library, in a job that {@linkplain #surviveDeaths survives that}: the others are
     * told.
     *
     * @param how the end of a sentence that begins with the rank
     */
    public void died(int rank, String how) {
        checkRank(rank);
        memory().board().die(rank, how);
    }

    /** The launcher of a job of threads answers requests of ranks, from now on. */
    public void serve() {
        threads().serve();
    }

    /** Requests of ranks for more processes, once {@link BoardView#asked} has grown. */
    public SpawnDesk desk() {
        return new SpawnDesk(store, board instanceof Board shared ? shared : file.map());
    }

    /** Addresses of the jobs that ranks of this one have attached; of those that have started it as long as it has attached none. */
    public Set<String> links() {
        return parents == null || parents.areAtDoor() || JobLinks.areSaid(store)
                ? JobLinks.all(store)
                : ProcessName.parse(parents.names()).stream()
                        .map(ProcessName::address)
                        .collect(Collectors.toSet());
    }

    /** Membership of a rank that is a thread of this JVM, in a job of one program. To be called once per rank. */
    public Job job(int rank) {
        return job(rank, Application.only(ranks));
    }

    /** As {@link #job(int)}, of a rank that runs a program of the job. */
    public Job job(int rank, Application application) {
        checkRank(rank);
        if (directory != null) {
            throw new IllegalStateException("the ranks of this job are processes: they join by their environment");
        }
        ThreadJob job = new ThreadJob(
                rank, application, crowded, store, (Board) board, announced, parents, handler, checks, choices);
        threads.put(rank, job);
        return job;
    }

    /** What ranks that are threads do, for viewers, by rank; after their jobs are made. */
    public List<FigureSource> figures() {
        return threads.values().stream().map(ThreadJob::figures).toList();
    }

    /** Says what job this is, for viewers. */
    public void describe(JobDescription description) {
        description.write(directory.files());
    }

    /**
     * The launcher's requests to the ranks while the job runs.
     *
     * @throws org.bipj.core.nic.PortException if the board cannot be mapped
     */
    public synchronized Questions questions() {
        if (questions == null) {
            questions = new Questions(store, memory().board());
        }
        return questions;
    }

    /**
     * What ranks of this host say to others, for a host of several. One per job.
     *
     * @param worldRanks the ranks of this host in the world
     * @param size number of ranks in the world
     */
    public NoteCopies records(List<Integer> worldRanks, int size) {
        return new NoteCopies(store, worldRanks, size);
    }

    /** A rank that is a thread has failed, while others go on: it answers no questions any more. */
    public void failed(int rank) {
        checkRank(rank);
        threads().setState(rank, Board.ABORTED);
    }

    /** The program of a rank that is a thread is over: the rank does not initialise the library again. */
    public void over(int rank) {
        checkRank(rank);
        threads().setDormant(rank, false);
    }

    /**
     * Makes ranks that are threads leave the library, where they wait in it now or later, by a {@link
     * org.bipj.core.job.RankEndedError}: the job goes on no more, and its JVM does. A rank that does not wait, but
     * computes or polls, is not reached.
     */
    public void endRanks() {
        threads().end();
    }

    private Board threads() {
        if (!(board instanceof Board shared)) {
            throw new IllegalStateException("the ranks of this job are processes: end these");
        }
        return shared;
    }

    /** All ranks have ended: takes back the names that they have published. */
    public void withdrawNames() {
        try {
            SessionNames.withdrawAll(store);
        } catch (RuntimeException e) {
            // A cleaner has removed the session, or memory is full: the next launcher takes them back.
            System.getLogger(ShmSession.class.getName()).log(System.Logger.Level.DEBUG, "names are left", e);
        }
    }

    /** Ends the session when all ranks have ended: removes its shared memory, and what they have published. */
    @Override
    public void close() {
        withdrawNames();
        if (directory != null) {
            file.close();
            directory.close();
        } else {
            announced.withdraw();
            store.close();
        }
    }
}
