package org.bipj.launch.seeing.timeline;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.bipj.launch.seeing.agent.AgentJar;
import org.bipj.launch.support.FileReasons;
import org.bipj.launch.support.FileTree;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.RankFolder;

/** A temporary folder of one job: the agent's jar, and what its ranks record. */
public final class TimelineFolder implements RankFolder, AutoCloseable {
    /** Begins a file of a whole job. */
    public static final String MAGIC = "BIPJ timeline 3\n";

    /** Ends the names of files of records, of which only a part may be written. */
    public static final String EVENTS = ".events";

    private static final String JAR = "agent.jar";
    /** A file that is not longer has no records. */
    private static final long LEAST_BYTES = 1 << 14;

    private static final int COPIED = 1 << 16;
    /** For the files of other hosts. */
    private static final long OTHERS_S = 60;

    /** Records of a thread: 32 MiB, of which only what is written takes room. */
    private static final int RECORDS = 1 << 20;

    private final Path folder;
    /** Of a thread; 0: only totals are counted. */
    private final int records;
    /** Whether ranks of jobs that ranks ask for count, too. */
    private final boolean hasProfile;

    private volatile CountDownLatch others = new CountDownLatch(0);

    /** How many ranks jobs have that ranks have asked for, as far as their launcher knows. */
    private final AtomicInteger spawned = new AtomicInteger();

    private TimelineFolder(Path folder, int records, boolean hasProfile) {
        this.folder = folder;
        this.records = records;
        this.hasProfile = hasProfile;
    }

    /**
     * Makes a folder, which is removed when it is closed.
     *
     * @param option for which it is
     * @param hasRecords false if only totals are counted
     * @param hasProfile true if ranks of jobs that ranks ask for count, too
     * @throws LaunchException if it cannot be made; the message names the variable that chooses another place
     */
    public static TimelineFolder create(String option, boolean hasRecords, boolean hasProfile) {
        Path place = Path.of(LauncherVariables.temporaryDirectory()).toAbsolutePath();
        try {
            TimelineFolder made = new TimelineFolder(
                    Files.createTempDirectory(place, "bipj-timeline-"), hasRecords ? RECORDS : 0, hasProfile);
            try {
                AgentJar.write(made.folder.resolve(JAR), TimelineAgent.class);
            } catch (IOException e) {
                made.close();
                throw e;
            }
            return made;
        } catch (IOException e) {
            throw new LaunchException(
                    1,
                    option + ": cannot make a file in " + place + ": " + FileReasons.why(e)
                            + "; set TMPDIR to a directory that can be written to");
        }
    }

    /** The options of a rank's JVM that record it. */
    public List<String> flags(boolean isVirtual) {
        // The JVM's log has the times of the clock that ranks read. In virtual time collections take none.
        return records == 0 || isVirtual
                ? List.of(agent(records, 0))
                : List.of(agent(records, 0), "-Xlog:gc:file=" + folder.resolve("gc-%p.log") + ":timenanos:filecount=0");
    }

    private String agent(int recordsOfThread, int job) {
        return "-javaagent:" + folder.resolve(JAR) + "=" + recordsOfThread + "," + job + "," + folder;
    }

    @Override
    public List<String> flagsOf(int job, int ranks) {
        spawned.addAndGet(ranks);
        return hasProfile ? List.of(agent(0, job)) : List.of();
    }

    /** How many ranks jobs have that ranks have asked for, as far as their launcher knows. */
    public int spawned() {
        return spawned.get();
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public void expect() {
        others = new CountDownLatch(1);
    }

    @Override
    public void complete() {
        others.countDown();
    }

    /** Waits until the files of other hosts are here, but not for long. */
    public void awaitOthers() {
        try {
            others.await(OTHERS_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many of the job's first ranks were recorded. */
    public int recorded(int ranks) throws IOException {
        Set<String> names = ranksWith(folder, EVENTS, file -> true);
        return (int) IntStream.range(0, ranks)
                .filter(rank -> names.contains(Integer.toString(rank)))
                .count();
    }

    /** How many ranks have begun to record, and found no room for all that a thread may have. */
    public int withoutRoom() throws IOException {
        return withoutRoom(folder, records);
    }

    static int withoutRoom(Path folder, int records) throws IOException {
        Set<String> begun = ranksWith(folder, RankTrack.NAMES, file -> true);
        begun.removeAll(ranksWith(folder, EVENTS, file -> true));
        begun.addAll(ranksWith(folder, EVENTS, file -> isCut(file, records)));
        return begun.size();
    }

    private static Set<String> ranksWith(Path folder, String end, Predicate<Path> which) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(end) && which.test(file))
                    .map(each -> each.getFileName().toString())
                    .map(name -> name.substring(0, name.indexOf('.')))
                    .collect(Collectors.toSet());
        }
    }

    /**
     * Writes all that was recorded into one file, or as much of it as there is room for.
     *
     * @return why it is not all; empty: it is
     * @throws IOException if nothing of use could be written; there is no file then
     */
    public synchronized String collect(Path file, String about) throws IOException {
        return collect(folder, file, about);
    }

    /** The same for what lies in any folder. */
    public static String collect(Path folder, Path file, String about) throws IOException {
        try {
            write(folder, file, about);
            return "";
        } catch (IOException e) {
            if (!Files.isRegularFile(file)) {
                throw e;
            }
            if (Files.size(file) <= LEAST_BYTES) {
                Files.delete(file);
                throw e;
            }
            return FileReasons.why(e);
        }
    }

    private static void write(Path folder, Path file, String about) throws IOException {
        List<Path> parts;
        try (Stream<Path> all = Files.list(folder)) {
            // Names come first: of the records that follow, some may have no room.
            parts = all.filter(each -> !each.endsWith(JAR))
                    .sorted(Comparator.<Path, Boolean>comparing(
                                    each -> each.toString().endsWith(EVENTS))
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
        try (FileChannel to = FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(to)))) {
            out.writeBytes(MAGIC);
            out.writeUTF(about);
            out.writeInt(parts.size());
            for (Path part : parts) {
                long bytes = used(part);
                out.writeUTF(part.getFileName().toString());
                out.writeLong(bytes);
                try (FileChannel from = FileChannel.open(part)) {
                    out.writeInt(copy(from, bytes, out));
                }
            }
        }
    }

    /** Copies a part, and returns its checksum: ranks that are not yet gone may still write. */
    private static int copy(FileChannel from, long bytes, OutputStream to) throws IOException {
        CRC32C sum = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocate(COPIED);
        for (long left = bytes; left > 0; left -= buffer.limit()) {
            buffer.clear().limit((int) Math.min(left, buffer.capacity()));
            if (from.read(buffer) <= 0) {
                throw new IOException("the file ends early");
            }
            buffer.flip();
            sum.update(buffer.array(), 0, buffer.limit());
            to.write(buffer.array(), 0, buffer.limit());
        }
        return (int) sum.getValue();
    }

    /** Bytes of a file up to its last record or row: the rest has not been written. */
    public static long used(Path file) throws IOException {
        String name = file.toString();
        if (name.endsWith(RankTotals.FILE)) {
            return RankTotals.read(file).used();
        }
        if (!name.endsWith(EVENTS)) {
            return Files.size(file);
        }
        ByteBuffer head = head(file);
        long records = Math.min(head.getLong(TimelineFormat.COUNT), head.getInt(TimelineFormat.CAPACITY));
        return TimelineFormat.SLOTS + records * TimelineFormat.RECORD;
    }

    private static ByteBuffer head(Path events) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(TimelineFormat.RANK).order(ByteOrder.nativeOrder());
        try (FileChannel in = FileChannel.open(events)) {
            in.read(head, 0);
            return head;
        }
    }

    private static boolean isCut(Path events, int records) {
        try {
            return head(events).getInt(TimelineFormat.CAPACITY) < records;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        if (!Files.exists(folder)) {
            return;
        }
        try {
            FileTree.remove(folder);
        } catch (IOException | UncheckedIOException e) {
            OwnProcess.current().err().println("mpirun: recording: cannot remove " + folder + ": " + e);
        }
    }
}
