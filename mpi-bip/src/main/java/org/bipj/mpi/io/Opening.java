package org.bipj.mpi.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.MpiVariables;
import org.jspecify.annotations.Nullable;

/**
 * Opens a file on all ranks, or on none. Rank 0 goes first, as it may have to make the file; it also decides what all must
 * do alike: the hints, and where the shared pointer is kept.
 */
final class Opening {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** A number that tells this JVM from others on all hosts. */
    private static final long JVM = RANDOM.nextLong();

    /** Aggregators on each node, at first: one can receive while another one writes. */
    private static final int AGGREGATORS = 2;

    private final CommCore c;
    private final String name;
    private final int amode;
    /** That of the name, once it is known to be one; see {@link #meet}. */
    @SuppressWarnings("NullAway.Init")
    private Path path;

    private @Nullable FileChannel channel;
    private boolean inMemory;
    private int nodes;

    Opening(CommCore c, String name, int amode) {
        this.c = c;
        this.name = name;
        this.amode = amode;
    }

    OpenFile run(Function<String, @Nullable String> hint, @Nullable EngineException failure) {
        meet(failure);
        boolean first = c.rank() == 0;
        CollectiveSteps.gather(c, first ? CollectiveSteps.attempt(() -> connect(true)) : null);
        EngineException unconnected = CollectiveSteps.attempt(() -> {
            if (!first) {
                connect(false);
            }
        });
        try {
            checkSameFile(unconnected);
            return make(hint);
        } catch (EngineException e) {
            CollectiveSteps.attempt(this::disconnect);
            throw e;
        }
    }

    /** Checks the arguments, and finds out where the ranks are. */
    private void meet(@Nullable EngineException failure) {
        EngineException wrong = CollectiveSteps.attempt(() -> {
            FileModes.check(amode);
            path = path(name);
        });
        long[] all = CollectiveSteps.gather(
                c,
                failure != null ? failure : wrong,
                amode,
                JVM,
                c.engine().job().node().hashCode());
        CollectiveSteps.same(all, 3, 0, "the access mode");
        Set<Long> hosts = new HashSet<>();
        inMemory = true;
        for (int rank = 0; rank < c.size(); rank++) {
            inMemory &= all[3 * rank + 1] == JVM;
            hosts.add(all[3 * rank + 2]);
        }
        nodes = hosts.size();
    }

    static Path path(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            throw new EngineException(
                    FileErrors.BAD_FILE, "the file name is " + (name == null ? "null" : "empty") + "; expected a path");
        }
        try {
            return Path.of(name).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new EngineException(FileErrors.BAD_FILE, "the file name is no path: " + e.getMessage());
        }
    }

    private void connect(boolean create) {
        checkNoDirectory(path);
        try {
            channel = FileChannel.open(path, options(create).toArray(new OpenOption[0]));
        } catch (IOException e) {
            throw FileErrors.of(path + ": the file cannot be opened", path, e);
        }
    }

    private Set<OpenOption> options(boolean create) {
        Set<OpenOption> options = new HashSet<>();
        if (!FileModes.has(amode, FileModes.WRONLY)) {
            options.add(StandardOpenOption.READ);
        }
        if (!FileModes.has(amode, FileModes.RDONLY)) {
            options.add(StandardOpenOption.WRITE);
        }
        if (create && FileModes.has(amode, FileModes.CREATE)) {
            boolean exclusive = FileModes.has(amode, FileModes.EXCL);
            options.add(exclusive ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE);
        }
        return options;
    }

    /** Different names may stand for one file; names of different files are an error. */
    private void checkSameFile(@Nullable EngineException failure) {
        long[] key = new long[1];
        EngineException unknown = failure != null ? failure : CollectiveSteps.attempt(() -> key[0] = key());
        long[] all = CollectiveSteps.gather(c, unknown, path.hashCode(), key[0]);
        for (int rank = 1; rank < c.size(); rank++) {
            if (all[2 * rank] != all[0] && all[2 * rank + 1] != all[1]) {
                throw new EngineException(
                        FileErrors.NOT_SAME,
                        "rank " + rank + " opens another file than rank 0; on rank " + c.rank() + " it is " + path);
            }
        }
    }

    private long key() {
        try {
            Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            return key == null ? path.toRealPath().hashCode() : key.hashCode();
        } catch (IOException e) {
            throw FileErrors.of(path + ": the file's attributes cannot be read", path, e);
        }
    }

    /** The decisions of rank 0: the name and the place of the hidden file, and the hints. */
    private OpenFile make(Function<String, @Nullable String> hint) {
        Hints own = Hints.standard(Math.min(c.size(), nodes * AGGREGATORS)).with(hint, c.size());
        long[] decided = Arrays.copyOf(own.numbers(), Hints.NUMBERS + 2);
        decided[Hints.NUMBERS] = RANDOM.nextLong();
        decided[Hints.NUMBERS + 1] = nodes == 1 && !Files.isWritable(path.getParent()) ? 1 : 0;
        if (c.rank() == 0 && !inMemory) {
            SharedPointer.create(hidden(decided));
        }
        long[] all = CollectiveSteps.gather(c, null, decided);
        SharedPointer shared = SharedPointer.join(hidden(all), c.size(), inMemory);
        assert channel != null : "connected before";
        Disk disk = new Disk(channel, path);
        OpenFile file = new OpenFile(c, amode, disk, shared, Hints.of(Arrays.copyOf(all, Hints.NUMBERS)));
        try {
            boolean append = FileModes.has(amode, FileModes.APPEND);
            CollectiveSteps.gather(c, append ? CollectiveSteps.attempt(file::seekEnd) : null);
        } catch (EngineException e) {
            shared.leave();
            throw e;
        }
        return file;
    }

    /** Beside the file; where nothing can be made there, where this node's temporary files are. */
    private Path hidden(long[] decided) {
        String hidden = ".bipj-" + Long.toHexString(decided[Hints.NUMBERS]) + ".pointer";
        return decided[Hints.NUMBERS + 1] == 0
                ? path.resolveSibling(hidden)
                : Path.of(MpiVariables.property(MpiVariables.TEMPORARY_FILES), hidden);
    }

    private void disconnect() {
        if (channel != null) {
            new Disk(channel, path).close();
        }
    }

    private static void checkNoDirectory(Path path) {
        if (Files.isDirectory(path)) {
            throw new EngineException(FileErrors.BAD_FILE, path + ": is a directory; expected a file");
        }
    }

    /** Deletes a temporary file, which others may have had open in this mode too. */
    static void deleteIfThere(Path path) {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            delete(path);
        }
    }

    static void delete(Path path) {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            checkNoDirectory(path);
        }
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw FileErrors.of(path + ": the file cannot be deleted", path, e);
        }
    }
}
