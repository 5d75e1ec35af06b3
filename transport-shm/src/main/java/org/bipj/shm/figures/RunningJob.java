package org.bipj.shm.figures;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bipj.core.job.Traffic;
import org.bipj.core.nic.PortException;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardFile;
import org.bipj.shm.job.SessionDirectory;
import org.bipj.shm.link.JobLinks;
import org.bipj.shm.link.Neighbour;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.OwnDirectory;

/**
 * A job of this user on this host, as a viewer sees it that is no part of it. It reads files of the session and the system's files on
 * processes, adds files of its own to the session, and locks nothing: whatever becomes of the viewer, the job goes on.
 */
public final class RunningJob implements AutoCloseable {
    /** How long after its last {@link #watch} a viewer counts as gone. */
    private static final long WATCH_NS = 3_000_000_000L;

    /** A description is short. */
    private static final int DESCRIPTION_MAX = 1 << 18;

    private final OwnDirectory directory;
    /** Of the directory, which closes it. */
    private final FileStore store;

    private final JobDescription description;
    /** Null where ranks share a JVM. */
    private final BoardFile board;
    /** The board as memory; null before it is needed. */
    private Board mapped;
    /** Null before the first {@link #watch}. */
    private FigureFile figures;

    private int watchedPlace = -1;
    private FigureFile peers;

    private RunningJob(OwnDirectory directory, JobDescription description, BoardFile board) {
        this.directory = directory;
        this.store = new FileStore(directory);
        this.description = description;
        this.board = board;
    }

    /** Where sessions are on this host. */
    public static Path place() {
        return SessionDirectory.base();
    }

    /**
     * The jobs of this user on this host, the oldest first. Those that end meanwhile are left out.
     *
     * @param place where sessions are
     */
    public static List<RunningJob> all(Path place) {
        List<RunningJob> jobs = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
            for (Path entry : entries) {
                if (SessionDirectory.isName(entry.getFileName().toString())) {
                    RunningJob job = open(entry);
                    if (job != null) {
                        jobs.add(job);
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new PortException("cannot list " + place + ": " + e.getMessage(), e);
        }
        jobs.sort(Comparator.comparingLong(job -> job.description.startedMs()));
        return jobs;
    }

    /** Null for a session that is not this user's, has ended, or is just being made. */
    private static RunningJob open(Path path) {
        OwnDirectory directory = null;
        try {
            directory = OwnDirectory.open(path);
            JobDescription description = describe(directory);
            if (description != null) {
                boolean hasBoard = description.mode().equals(JobDescription.PROCESSES);
                RunningJob job = new RunningJob(
                        directory,
                        description,
                        hasBoard ? BoardFile.open(directory, description.ranks().size()) : null);
                if (job.isThere()) {
                    return job;
                }
                job.close();
                return null;
            }
            directory.close();
        } catch (IOException | PortException e) {
            closeQuietly(directory);
        }
        return null;
    }

    private static JobDescription describe(OwnDirectory directory) throws IOException {
        try (FileChannel channel = directory.openFile(JobDescription.NAME)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(channel.size(), DESCRIPTION_MAX));
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // The rest.
            }
            return JobDescription.parse(
                    StandardCharsets.UTF_8.decode(bytes.flip()).toString());
        }
    }

    private static void closeQuietly(OwnDirectory directory) {
        try {
            if (directory != null) {
                directory.close();
            }
        } catch (IOException e) {
            // It was only read.
        }
    }

    /** True while the job runs. */
    public boolean isThere() {
        if (!store.isThere()) {
            return false;
        }
        if (description.isLauncherThere()) {
            return true;
        }
        // A launcher that is none of ours may keep its ranks when the one has ended that has made the session.
        for (int place = 0; board != null && place < board.ranks(); place++) {
            long pid = board.pid(place);
            ProcessStat stat = pid == 0 ? null : ProcessStat.of(pid);
            if (stat != null && !stat.hasEnded()) {
                return true;
            }
        }
        return false;
    }

    /** What the session says of the job. */
    public JobDescription description() {
        return description;
    }

    /** The number of the job among those of its launcher: 0, or another one if ranks have asked for it. */
    public int number() {
        Board there = mapped();
        return there == null ? 0 : there.job();
    }

    /** Null where ranks share a JVM. */
    private Board mapped() {
        if (mapped == null && board != null) {
            mapped = board.map();
        }
        return mapped;
    }

    /**
     * True if nobody looks for deadlocks of the job at present: a rank waits for another job, or is connected with one that its launcher
     * has not started, or has on other hosts.
     */
    public boolean isUnwatched() {
        Board there = mapped();
        return there != null
                && (there.isAwaiting()
                        || there.isLinked()
                                && JobLinks.all(store).stream()
                                        .anyMatch(address ->
                                                !address.isEmpty() && !Neighbour.isOfFamily(address, there.family())));
    }

    /** The random part of the session's name. */
    public String session() {
        String name = directory.path().getFileName().toString();
        return name.substring(name.lastIndexOf('-') + 1);
    }

    /**
     * Has the ranks publish what they do, for some seconds from now on.
     *
     * @throws PortException if there is no room for that
     */
    public void watch() {
        if (figures == null) {
            figures = FigureFile.of(store, description.ranks().size());
        }
        figures.watch(System.nanoTime(), WATCH_NS);
        if (peers != null) {
            peers.watch(System.nanoTime(), WATCH_NS);
        }
    }

    /** The ranks on this host, by place. */
    public List<RankView> ranks() {
        List<RankView> all = new ArrayList<>();
        for (int place = 0; place < description.ranks().size(); place++) {
            all.add(rank(place));
        }
        return all;
    }

    private RankView rank(int place) {
        RankFigures last = figures == null || place >= figures.places() ? null : figures.read(place);
        int state = board != null ? board.state(place) : last == null ? Board.ABSENT : last.state();
        long pid = board != null ? board.pid(place) : last == null ? 0 : last.pid();
        boolean isSaid = state == Board.ABORTED || state == Board.DEAD;
        String reason = board != null && isSaid ? board.reason(place) : "";
        return new RankView(
                description.ranks().get(place), pid, state, reason, last, pid == 0 ? null : ProcessStat.of(pid));
    }

    /**
     * The messages that a rank exchanges with each other one, by rank; empty if it has not said that so far. Of one rank at a time: it
     * begins to say so when it is first asked for.
     *
     * @throws PortException if there is no room for that
     */
    public List<Traffic> peers(int place) {
        RankFigures last = figures == null || place >= figures.places() ? null : figures.read(place);
        if (last == null) {
            return List.of();
        }
        if (watchedPlace != place) {
            watchedPlace = place;
            peers = FigureFile.ofPeers(store, place, Math.max(last.peers(), description.size()));
            peers.watch(System.nanoTime(), WATCH_NS);
        }
        List<Traffic> all = new ArrayList<>();
        for (int peer = 0; peer < peers.places(); peer++) {
            all.add(peers.traffic(peer));
        }
        return all;
    }

    @Override
    public void close() {
        if (board != null) {
            board.close();
        }
        closeQuietly(directory);
    }
}
