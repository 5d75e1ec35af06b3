package org.bipj.launch.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bipj.launch.hosts.supervisor.LocalFolders;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.mpirun.command.HostPlan;
import org.bipj.launch.support.FileReasons;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.RankFolder;

/** What ranks of all hosts record: fetches it when the job has ended, with what the hosts' clocks show at the start and then. */
final class FetchedFolders {
    /** A host that sends nothing for so long is not waited for. */
    private static final long SILENCE_MS = 10_000;

    /** Logs of collections; processes of several hosts may have the same number. */
    private static final Pattern LOG = Pattern.compile("gc-(\\d+)\\.log");

    private final OwnProcess own = OwnProcess.current();
    private final List<RankFolder> folders;
    private final List<HostPlan.Host> hosts;
    private final Consumer<ControlFrame> send;
    private final HostClocks clocks;
    private HostClocks.Sample[] atStart;
    private final CountDownLatch fetched = new CountDownLatch(1);
    private final boolean[] isComplete;
    private long lastFrame;

    /** Files of which a part is missing. Guarded by this. */
    private final Set<Path> incomplete = new HashSet<>();

    FetchedFolders(List<RankFolder> folders, List<HostPlan.Host> hosts, Consumer<ControlFrame> send) {
        this.folders = folders;
        this.hosts = hosts;
        this.send = send;
        clocks = new HostClocks(hosts.size(), send);
        isComplete = new boolean[hosts.size()];
    }

    private boolean isNeeded() {
        return !folders.isEmpty();
    }

    /** Before the job is sent. */
    void prepare() throws IOException {
        if (isNeeded()) {
            folders.forEach(RankFolder::expect);
            send.accept(LocalFolders.frame(folders));
        }
    }

    /** Before the ranks start. */
    void begin() {
        if (isNeeded()) {
            atStart = clocks.measure();
        }
    }

    /** Once, when all ranks have ended: waits for what they have recorded. */
    void fetch() {
        try {
            if (isNeeded() && atStart != null) {
                fetchAll();
            }
        } finally {
            folders.forEach(RankFolder::complete);
            fetched.countDown();
        }
    }

    /** Waits while another thread fetches it. */
    void awaitFetched() {
        try {
            fetched.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void fetchAll() {
        HostClocks.Sample[] atEnd = clocks.measure();
        synchronized (this) {
            lastFrame = System.nanoTime();
        }
        send.accept(ControlFrame.of(FrameKind.FETCH, ControlFrame.ALL));
        awaitAll();
        String table = table(atEnd);
        for (RankFolder each : folders) {
            try {
                Files.writeString(each.folder().resolve(RankFolder.HOSTS), table);
            } catch (IOException e) {
                // The times of hosts are not compared then.
            }
        }
    }

    private synchronized void awaitAll() {
        try {
            while (!haveAllCome()) {
                long left = SILENCE_MS - (System.nanoTime() - lastFrame) / 1_000_000;
                if (left <= 0) {
                    return;
                }
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean haveAllCome() {
        for (boolean each : isComplete) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    /** A line for each host: its name, its clock at the start and at the end, its ranks. */
    private String table(HostClocks.Sample[] atEnd) {
        List<String> lines = new ArrayList<>();
        for (int hostIndex = 0; hostIndex < hosts.size(); hostIndex++) {
            HostClocks.Sample first = atStart[hostIndex] != null ? atStart[hostIndex] : atEnd[hostIndex];
            HostClocks.Sample last = atEnd[hostIndex] != null ? atEnd[hostIndex] : first;
            if (first != null) {
                lines.add(hostIndex + "\t" + hosts.get(hostIndex).name() + "\t" + first.there() + "\t" + first.ahead()
                        + "\t"
                        + last.there() + "\t" + last.ahead() + "\t" + Math.max(first.doubt(), last.doubt()) + "\t"
                        + hosts.get(hostIndex).ranks().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(",")));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    // ---- what comes from hosts -----------------------------------------------------------------------------------

    void clocked(int hostIndex, Unpacker from) {
        clocks.answer(hostIndex, from.number(), from.number(), from.text());
    }

    /** A part of a file, or the end. */
    void recorded(int hostIndex, Unpacker from) {
        String name = from.text();
        if (!name.isEmpty()) {
            RankFolder folder = folders.get(from.number(folders.size() - 1));
            Matcher log = LOG.matcher(name);
            Path file = folder.folder()
                    .resolve(
                            log.matches()
                                    ? "gc-" + log.group(1) + "." + hostIndex + ".log"
                                    : Path.of(name).getFileName().toString());
            append(file, from.data(), hosts.get(hostIndex).name());
        }
        synchronized (this) {
            lastFrame = System.nanoTime();
            isComplete[hostIndex] |= name.isEmpty();
            notifyAll();
        }
    }

    /** A file of which a part cannot be kept is dropped: what follows would be taken for that part. */
    private void append(Path file, byte[] part, String host) {
        synchronized (this) {
            if (incomplete.contains(file)) {
                return;
            }
        }
        try {
            Files.write(file, part, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            boolean isFirst;
            synchronized (this) {
                isFirst = incomplete.isEmpty();
                incomplete.add(file);
            }
            if (isFirst) {
                own.err()
                        .println("mpirun: recording: no room for what host " + host + " has recorded: " + file + ": "
                                + FileReasons.why(e) + " (TMPDIR names another directory)");
            }
            file.toFile().delete();
        }
    }

    /** Nothing more comes from a host. */
    void lost(int hostIndex) {
        clocks.lost(hostIndex);
        synchronized (this) {
            isComplete[hostIndex] = true;
            notifyAll();
        }
    }
}
