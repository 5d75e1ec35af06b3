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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.bipj.launch.seeing.profile.AgentJar;
import org.bipj.launch.seeing.profile.MpiMethods;
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
    /** The classes that a recorded rank needs, which are copied into the agent's jar. */
    private static final List<String> CLASSES = List.of(
            "timeline.TimelineAgent",
            "timeline.CallMarker",
            "timeline.CallMarker$Marked",
            "timeline.CallSites",
            "timeline.PacketMarks",
            "timeline.PacketMarks$Mark",
            "timeline.Timeline",
            "timeline.TimelineFormat",
            "timeline.RankTrack",
            "timeline.RankTrack$Communicator",
            "timeline.RankTrack$Lane",
            "timeline.RankTotals",
            "timeline.RankTotals$Kind",
            "timeline.RankTotals$Reader",
            "timeline.RankTotals$Rows",
            "timeline.ThreadTrack",
            "timeline.Shapes",
            "timeline.Shapes$Shape",
            "timeline.Shapes$Flow",
            "profile.ClassChanges",
            "profile.MpiMethods",
            "profile.WrappedConstructor",
            "profile.WrappedMethod",
            "profile.WrappedMethod$Around",
            "profile.WrappedMethod$Preceded",
            "profile.Profile",
            "profile.Profile$Host",
            "profile.Profile$RankProcess",
            "profile.Profile$Caller",
            "profile.RankProfile",
            "profile.RankProfile$Calls",
            "profile.RankProfile$Peer");

    /** Those of the library's core. */
    private static final List<String> OF_CORE =
            List.of("org.bipj.core.report.ProgramFrames", "org.bipj.core.report.ProgramFrames$Library");

    private final Path folder;
    private volatile CountDownLatch others = new CountDownLatch(0);

    private TimelineFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes a folder, which is removed when it is closed, or at the end of this JVM.
     *
     * @param option for which it is
     * @throws LaunchException if it cannot be made; the message names the variable that chooses another place
     */
    public static TimelineFolder create(String option) {
        Path place = Path.of(LauncherVariables.temporaryDirectory()).toAbsolutePath();
        try {
            TimelineFolder made = new TimelineFolder(Files.createTempDirectory(place, "bipj-timeline-"));
            AgentJar.write(made.folder.resolve(JAR), TimelineAgent.class, classes());
            return made;
        } catch (IOException e) {
            throw new LaunchException(
                    1,
                    option + ": cannot make a file in " + place + ": " + FileReasons.why(e)
                            + "; set TMPDIR to a directory that can be written to");
        }
    }

    /** Names of the classes in the agent's jar. */
    static List<String> classes() {
        return Stream.of(
                        CLASSES.stream().map(name -> "org.bipj.launch.seeing." + name),
                        MpiMethods.NEEDED.stream(),
                        OF_CORE.stream())
                .flatMap(names -> names)
                .toList();
    }

    /** The options of a rank's JVM that record it. */
    public List<String> flags(boolean isVirtual) {
        String agent = "-javaagent:" + folder.resolve(JAR) + "=" + RECORDS + "," + folder;
        // The JVM's log has the times of the clock that ranks read. In virtual time collections take none.
        return isVirtual
                ? List.of(agent)
                : List.of(agent, "-Xlog:gc:file=" + folder.resolve("gc-%p.log") + ":timenanos:filecount=0");
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
        Set<String> names = ranksWith(EVENTS);
        return (int) IntStream.range(0, ranks)
                .filter(rank -> names.contains(Integer.toString(rank)))
                .count();
    }

    /** How many ranks have begun to record, and found no room. */
    public int withoutRoom() throws IOException {
        Set<String> begun = ranksWith(RankTrack.NAMES);
        begun.removeAll(ranksWith(EVENTS));
        return begun.size();
    }

    private Set<String> ranksWith(String end) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(each -> each.getFileName().toString())
                    .filter(name -> name.endsWith(end))
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

    static String collect(Path folder, Path file, String about) throws IOException {
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
        ByteBuffer head = ByteBuffer.allocate(TimelineFormat.RANK).order(ByteOrder.nativeOrder());
        try (FileChannel in = FileChannel.open(file)) {
            in.read(head, 0);
        }
        long records = Math.min(head.getLong(TimelineFormat.COUNT), head.getInt(TimelineFormat.CAPACITY));
        return TimelineFormat.SLOTS + records * TimelineFormat.RECORD;
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
