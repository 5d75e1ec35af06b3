package org.bipj.launch.cache;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bipj.core.machine.HostSystem;
import org.bipj.launch.mpirun.program.Environment;
import org.bipj.launch.mpirun.program.Java;
import org.bipj.launch.mpirun.program.RankJar;
import org.bipj.launch.mpirun.program.StartCache;
import org.bipj.launch.support.FileTree;
import org.bipj.launch.support.LauncherVariables;

/**
 * Makes the caches of {@link StartCache}, by a rehearsal: jobs that their JVMs record. It is a process of
 * its own, started by the script after a build, and by {@code mpirun} after a job that has found no valid caches. It
 * may be killed at any moment: whatever it leaves is removed by the next one, and caches count only once they are
 * complete.
 */
public final class CacheMaker {
    private static final long REHEARSAL_LIMIT_SECONDS = 120;
    private static final String SCRATCH = "new";
    /** A directory that has had no stamp for so long is abandoned. */
    private static final Duration ABANDONED = Duration.ofDays(7);

    private final Path directory;
    private final StartCache cache;
    /** The name of the main class of {@code mpirun}, which the rehearsal starts. */
    private final String launcher;

    private CacheMaker(Path directory, String launcher) {
        this.directory = directory;
        this.launcher = launcher;
        this.cache = new StartCache(directory);
    }

    /**
     * Makes the caches, unless they exist or another process is making them.
     *
     * @param args the main class of {@code mpirun}; the system properties are those of the launcher
     */
    public static void main(String[] args) {
        try {
            CacheMaker maker = new CacheMaker(Path.of(LauncherVariables.property(LauncherVariables.CACHE)), args[0]);
            if (maker.cache.canBeMade()) {
                maker.make();
            }
        } catch (IOException e) {
            System.getLogger(CacheMaker.class.getName()).log(System.Logger.Level.DEBUG, "no start-up caches", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void make() throws IOException, InterruptedException {
        try (FileChannel channel = FileChannel.open(
                        directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null || cache.fits()) {
                return;
            }
            Files.deleteIfExists(directory.resolve(StartCache.STAMP));
            Files.deleteIfExists(directory.resolve(StartCache.FAILED));
            removeScratch();
            removeOrphans(directory.getParent());
            Path scratch = Files.createTempDirectory(directory, SCRATCH);
            if (writeRankJar()) {
                rehearse(scratch);
            }
            boolean made = install(scratch, StartCache.LAUNCHER)
                    && install(scratch, StartCache.RANK)
                    && installOfHosts(scratch)
                    && install(scratch, StartCache.SHARED_JVM)
                    && install(scratch, StartCache.HOSTS_JVM);
            removeScratch();
            // Last of all: a stamp means that the caches are complete.
            if (made) {
                writeStamp();
            } else {
                Files.createFile(directory.resolve(StartCache.FAILED));
            }
        }
    }

    /** To be made before the rehearsal, since the ranks' cache holds its name and its time. False if that fails. */
    private boolean writeRankJar() {
        try {
            RankJar.beside(directory.resolve(StartCache.RANK)).write();
            return true;
        } catch (IOException e) {
            System.getLogger(CacheMaker.class.getName()).log(System.Logger.Level.DEBUG, "cannot make rank.jar", e);
            return false;
        }
    }

    /** Where no job of two hosts can be had, ranks of several use the cache of one. */
    private boolean installOfHosts(Path scratch) throws IOException {
        Path cache = scratch.resolve(StartCache.RANK_OF_HOSTS);
        if (!isMade(cache)) {
            Files.copy(directory.resolve(StartCache.RANK), cache, StandardCopyOption.REPLACE_EXISTING);
        }
        return install(scratch, StartCache.RANK_OF_HOSTS);
    }

    /** A JVM that is ended while it writes a cache leaves an empty file. */
    private static boolean isMade(Path cache) throws IOException {
        return Files.exists(cache) && Files.size(cache) > 0;
    }

    private boolean install(Path scratch, String name) throws IOException {
        boolean made = isMade(scratch.resolve(name));
        if (made) {
            Files.move(scratch.resolve(name), directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } else {
            Files.deleteIfExists(directory.resolve(name));
        }
        return made;
    }

    /** Replaces the stamp atomically, because launchers may read it now. */
    private void writeStamp() throws IOException {
        Path whole = directory.resolve(StartCache.STAMP + ".new");
        Files.writeString(whole, cache.stamp());
        Files.move(whole, directory.resolve(StartCache.STAMP), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Removes the remains of this rehearsal and of interrupted ones. */
    private void removeScratch() throws IOException {
        try (var all = Files.newDirectoryStream(directory, SCRATCH + "*")) {
            all.forEach(CacheMaker::remove);
        }
    }

    /** Removes caches of builds that are no longer there. */
    private static void removeOrphans(Path caches) throws IOException {
        try (var all = Files.newDirectoryStream(caches, Files::isDirectory)) {
            for (Path each : all) {
                if (isOrphaned(each)) {
                    remove(each);
                }
            }
        }
    }

    /** True if a jar is missing that the stamp names, or if there has been no stamp for long. */
    private static boolean isOrphaned(Path caches) throws IOException {
        Path stamp = caches.resolve(StartCache.STAMP);
        if (!Files.exists(stamp)) {
            Instant touched = Files.getLastModifiedTime(caches).toInstant();
            return touched.isBefore(Instant.now().minus(ABANDONED));
        }
        return Files.readAllLines(stamp).stream()
                .skip(StartCache.STAMP_HEAD)
                .map(line -> line.replaceFirst(" \\d+ \\d+$", ""))
                .filter(name -> name.contains(File.separator))
                .anyMatch(jar -> Files.notExists(Path.of(jar)));
    }

    /** Removes a file, or a directory with all that is in it, as far as that is possible. Follows no links. */
    private static void remove(Path root) {
        try {
            FileTree.remove(root);
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(CacheMaker.class.getName()).log(System.Logger.Level.DEBUG, "cannot remove " + root, e);
        }
    }

    /**
     * Runs the launcher with a job of two hosts, and one of one host; it and rank 0 of each record what they load and write
     * their caches. Then a JVM that holds all ranks does the same, and one that holds hosts.
     */
    private void rehearse(Path scratch) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Java.running().executable().toString());
        command.addAll(CacheRehearsal.recording(scratch.resolve(StartCache.LAUNCHER)));
        command.add("-D" + LauncherVariables.REHEARSAL + "=" + scratch.resolve(StartCache.RANK));
        command.addAll(StartCache.launcherFlags(directory));
        command.add(launcher);
        command.addAll(CacheRehearsal.ofOneHost());
        Path log = directory.resolve(StartCache.LOG);
        run(command, Redirect.to(log.toFile()));
        Redirect more = Redirect.appendTo(log.toFile());
        String ofRanks = StartCache.SHARED_JVM;
        run(CacheRehearsal.sharedJvm(directory.resolve(ofRanks), scratch.resolve(ofRanks)), more);
        String ofHosts = StartCache.HOSTS_JVM;
        run(CacheRehearsal.hostsJvm(directory.resolve(ofHosts), scratch.resolve(ofHosts)), more);
    }

    private static void run(List<String> command, Redirect output) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Redirect.from(HostSystem.nothing()))
                .redirectErrorStream(true)
                .redirectOutput(output);
        // The caches are for all runs, whatever options the user wants in this one.
        Environment.forget(builder.environment());
        Process process = builder.start();
        if (!process.waitFor(REHEARSAL_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroy();
            process.waitFor();
        }
    }
}
