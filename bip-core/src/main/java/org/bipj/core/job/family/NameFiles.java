package org.bipj.core.job.family;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.bipj.core.file.Interrupts;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.machine.ThisHost;
import org.jspecify.annotations.Nullable;

/**
 * Published names as files of the user, one per name, in a directory. Each says which process {@linkplain NameKeeper keeps} it: one whose
 * keeper has ended is not there for whoever looks on the same host, and is replaced. Files change under a lock of the directory, so that
 * nobody removes what another one has just put in place of a name that was over.
 *
 * <pre>
 *   bipj-name TOKEN KERNEL PID START HOST
 *   the port
 * </pre>
 */
public final class NameFiles implements ServiceNames {
    private static final FileAttribute<?>[] OWN_FILE = HostSystem.mode("rw-------");
    private static final FileAttribute<?>[] OWN_DIRECTORY = HostSystem.mode("rwx------");
    private static final String LOCK = ".lock";
    private static final String BEGIN = "bipj-name";
    private static final int WORDS = 6;

    private final Path directory;
    private final NameKeeping keeping;
    private final Predicate<String> answers;

    /**
     * The names in a directory.
     *
     * @param keeping of the job that publishes
     * @param answers whether a process answers at a port; asked of names whose keeper cannot be seen from here
     */
    public NameFiles(Path directory, NameKeeping keeping, Predicate<String> answers) {
        this.directory = directory;
        this.keeping = keeping;
        this.answers = answers;
    }

    /** The directory of an environment variable's value; where that is null or empty, one in the user's home. */
    public static Path directory(@Nullable String named) {
        Path directory = named != null && !named.isEmpty()
                ? Path.of(named)
                : Path.of(String.valueOf(JobVariables.property(JobVariables.HOME)), ".cache", "bipj", "names");
        return directory.toAbsolutePath();
    }

    /** The directory of this process. */
    public static Path directory() {
        return directory(JobVariables.value(JobVariables.NAMES));
    }

    /** What a file says. */
    private record Entry(String token, @Nullable NameKeeper keeper, String host, String port) {
        static Entry parse(String text) {
            int end = text.indexOf('\n');
            String[] words = text.substring(0, Math.max(end, 0)).split(" ", WORDS);
            if (words.length < WORDS || !words[0].equals(BEGIN)) {
                return new Entry("", null, "", text);
            }
            NameKeeper keeper = NameKeeper.parse(words[2] + " " + words[3] + " " + words[4]);
            return new Entry(words[1], keeper, words[WORDS - 1], text.substring(end + 1));
        }

        @Override
        public String toString() {
            return BEGIN + " " + token + " " + keeper + " " + host + "\n" + port;
        }

        NameKeeper.State state() {
            return keeper == null ? NameKeeper.State.ELSEWHERE : keeper.state();
        }
    }

    private static @Nullable Entry read(Path file) throws IOException {
        try {
            return Entry.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** What a file says, if its job has not ended. */
    private static @Nullable Entry valid(Path file) throws IOException {
        Entry found = read(file);
        return found == null || found.state() == NameKeeper.State.ENDED ? null : found;
    }

    @Override
    public String where() {
        return "in " + directory;
    }

    @Override
    public @Nullable String find(String service) throws IOException {
        Entry found = Interrupts.keep(() -> valid(directory.resolve(service)));
        return found == null ? null : found.port();
    }

    @Override
    public @Nullable String publish(String service, String port) throws IOException {
        Path file = directory.resolve(service);
        String token = Long.toHexString(ThreadLocalRandom.current().nextLong());
        Entry made = new Entry(token, keeping.keeper(), ThisHost.NAME, port);
        Interrupts.keep(() -> Files.createDirectories(directory, OWN_DIRECTORY));
        Entry there = put(file, made, null);
        boolean isFar = there != null && there.state() == NameKeeper.State.ELSEWHERE;
        if (there != null && isFar && !answers.test(there.port())) {
            there = put(file, made, there);
        }
        if (there == null) {
            keep(file, token);
            return null;
        }
        return "is published already" + (isFar ? elsewhere(file, there) : ": unpublish it first");
    }

    private void keep(Path file, String token) {
        try {
            keeping.published(file, token);
        } catch (RuntimeException e) {
            withdraw(file, token);
            throw e;
        }
    }

    private static String elsewhere(Path file, Entry there) {
        return (there.host().isEmpty() ? "" : ", by a job on host " + there.host())
                + ": unpublish it first, or, if that job has ended, remove " + file;
    }

    /**
     * Puts a name where none is, or one that is over.
     *
     * @param gone what is over as well; null: nothing
     * @return null; the name that is there, if it is not over
     */
    private @Nullable Entry put(Path file, Entry made, @Nullable Entry gone) throws IOException {
        return locked(directory, () -> {
            Entry before = read(file);
            if (before != null && before.state() != NameKeeper.State.ENDED && !before.equals(gone)) {
                return before;
            }
            // Whoever finds the name finds all of the port.
            Path whole = Files.createTempFile(directory, ".", "", OWN_FILE);
            try {
                Files.writeString(whole, made.toString());
                if (before == null) {
                    Files.createLink(file, whole);
                } else {
                    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
                }
                return null;
            } catch (FileAlreadyExistsException e) {
                // By a process that has no lock: of a host with which this one shares files, but no locks.
                return Objects.requireNonNullElse(read(file), made);
            } finally {
                Files.deleteIfExists(whole);
            }
        });
    }

    @Override
    public boolean remove(String service, String port) throws IOException {
        Path file = directory.resolve(service);
        boolean isRemoved = valid(file) != null
                && locked(directory, () -> {
                    Entry found = valid(file);
                    return found != null && found.port().equals(port) && Files.deleteIfExists(file);
                });
        if (isRemoved) {
            keeping.unpublished(file);
        }
        return isRemoved;
    }

    /** Removes a file, if it has this token still: the job that has published the name ends. */
    public static void withdraw(Path file, String token) {
        removeIf(file, found -> found.token().equals(token));
    }

    /** Removes the names in a directory that processes of this host have left there. */
    public static void sweep(Path directory) {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "[!.]*")) {
            for (Path file : files) {
                removeIf(file, found -> found.state() == NameKeeper.State.ENDED);
            }
        } catch (IOException | RuntimeException e) {
            // The next job tries again.
            log("cannot look for names that are over in " + directory, e);
        }
    }

    private static void removeIf(Path file, Predicate<Entry> condition) {
        try {
            Entry found = Interrupts.keep(() -> read(file));
            if (found != null && condition.test(found)) {
                boolean ignored = locked(file.getParent(), () -> {
                    Entry last = read(file);
                    return last != null && condition.test(last) && Files.deleteIfExists(file);
                });
            }
        } catch (IOException | RuntimeException e) {
            // Whoever reads the name finds that its keeper has ended.
            log("cannot remove the name " + file, e);
        }
    }

    private static void log(String what, Exception e) {
        System.getLogger(NameFiles.class.getName()).log(System.Logger.Level.DEBUG, what, e);
    }

    /** One thread of this JVM at a time: a lock of a file is the process's, and ends when any of its channels is closed. */
    private static synchronized <T extends @Nullable Object> T locked(Path directory, Interrupts.Mapping<T> change)
            throws IOException {
        return Interrupts.keep(() -> {
            try (FileChannel channel = open(directory.resolve(LOCK))) {
                if (channel != null) {
                    lock(channel);
                }
                return change.map();
            }
        });
    }

    /** Null where another user has made the file: names of users differ, or one cannot read what the other one has published. */
    private static @Nullable FileChannel open(Path lock) throws IOException {
        try {
            return FileChannel.open(lock, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OWN_FILE);
        } catch (AccessDeniedException e) {
            log("no lock of published names: it is another user's", e);
            return null;
        }
    }

    private static void lock(FileChannel channel) throws IOException {
        try {
            // Its end is the channel's.
            var ignored = channel.lock();
        } catch (FileLockInterruptionException e) {
            throw new ClosedByInterruptException();
        } catch (IOException e) {
            if (!channel.isOpen()) {
                throw e;
            }
            log("no lock of published names: their file system has none", e);
        }
    }
}
