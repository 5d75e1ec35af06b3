package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hosts that have other homes, other users or other start-up caches than the one of {@code mpirun}: each uses its own cache or none. */
class OtherHomesTest extends JobTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final String OWN = ".cache/bipj/own";
    private static final String NONE = "no cache, supervisor with no cache";
    private static final String NONE_FOR_RANKS = "no cache, supervisor with a cache";

    /** The launch agent: what its {@code case} says about the host, then the command. */
    private List<String> words(Map<String, String> hosts) {
        String cases = hosts.entrySet().stream()
                .map(host -> host.getKey() + ") " + host.getValue() + " ;;\n")
                .collect(Collectors.joining());
        Path agent = HostAgent.script(
                directory.resolve("agent"),
                "host=$1; shift; as=\ncd " + directory + "\ncase $host in\n" + cases
                        + "esac\nexec $as sh -c \"exec $*\"");
        List<String> words = new ArrayList<>(List.of("--launch-agent", agent.toString()));
        words.addAll(List.of("--host", String.join(",", hosts.keySet())));
        words.addAll(List.of("java", "-Xlog:class+load:file=" + directory + "/loaded.%p"));
        words.addAll(List.of("-cp", Mpirun.programs(), HostsProgram.class.getName(), "cache"));
        return words;
    }

    /** Runs a rank on each host, and compares what it says about its caches. */
    private void expect(Map<String, String> hosts, Map<String, String> caches) {
        HostAgent.all(directory);
        HostAgent.all(directory.resolve("shm"));
        Mpirun.Result result = mpirun.run(words(hosts).toArray(String[]::new));
        assertEquals("", result.err());
        assertEquals(
                caches.entrySet().stream()
                        .map(host -> host.getKey() + " of " + hosts.size() + ": " + host.getValue())
                        .toList(),
                result.lines());
        assertEquals(0, result.code());
    }

    /** A home with a copy of the caches; not tried again where they are not valid. */
    private Path home(String name) throws IOException {
        Path own = Files.createDirectories(directory.resolve(name).resolve(OWN));
        copyCaches(own);
        return own;
    }

    private static void copyCaches(Path own) throws IOException {
        try (Stream<Path> files = Files.list(Mpirun.INSTALLATION.caches())) {
            for (Path file : files.toList()) {
                linkOrCopy(file, own.resolve(file.getFileName()));
            }
        }
        Files.createFile(own.resolve("failed"));
    }

    private static void linkOrCopy(Path file, Path place) throws IOException {
        try {
            Files.createLink(place, file);
        } catch (IOException | UnsupportedOperationException e) {
            // On another file system.
            Files.copy(file, place, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /** Replaces a file of all by a file of its own. */
    private static Path ownFile(Path file) throws IOException {
        Path own = Files.copy(file, file.resolveSibling("copy"), StandardCopyOption.COPY_ATTRIBUTES);
        return Files.move(own, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void cut(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(ownFile(file), StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }
    }

    /** A stamp of jars that have changed since. */
    private static void outdate(Path own) throws IOException {
        Path stamp = ownFile(own.resolve("stamp"));
        Files.writeString(stamp, Files.readString(stamp).replaceFirst("\\.jar (\\d+) ", ".jar 1$1 "));
    }

    private String uses(String home) {
        return directory.resolve(home).resolve(OWN) + ", supervisor with a cache";
    }

    @Tag("tier2")
    @Test
    void eachHostUsesTheCacheOfItsOwnHomeOrNone() throws IOException {
        home("ann");
        Files.createSymbolicLink(
                Files.createDirectories(directory.resolve("xdg/bipj")).resolve("own"),
                directory.resolve("ann").resolve(OWN));
        cut(home("cut").resolve("rankhosts.aot"));
        outdate(home("old"));
        Files.createDirectory(directory.resolve("new"));
        String elsewhere = "unset XDG_CACHE_HOME; export HOME=" + directory + "/$host";
        Map<String, String> hosts = new TreeMap<>(Map.of(
                "ann",
                elsewhere,
                "cut",
                elsewhere,
                "new",
                elsewhere,
                "nohome",
                "unset HOME XDG_CACHE_HOME",
                "nowhere",
                "unset XDG_CACHE_HOME; export HOME=/dev/null/nowhere",
                "off",
                "export BIPJ_AOT=off",
                "old",
                elsewhere,
                "relative",
                "export HOME= XDG_CACHE_HOME=xdg",
                "xdg",
                "export HOME=/nowhere XDG_CACHE_HOME=" + directory + "/xdg"));
        if (!DEEP) {
            hosts.keySet().removeAll(List.of("cut", "nohome", "nowhere", "off", "old", "relative"));
        }
        Map<String, String> caches = new TreeMap<>();
        hosts.keySet().forEach(host -> caches.put(host, NONE_FOR_RANKS));
        caches.put("ann", uses("ann"));
        caches.put("xdg", directory.resolve("xdg/bipj/own") + ", supervisor with a cache");
        expect(hosts, caches);
        assertEquals(2, ranksWithArchivedTcp(), "ranks that have the classes of TCP out of their cache");
        makesCaches("new");
    }

    private long ranksWithArchivedTcp() throws IOException {
        long count = 0;
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, "loaded.*")) {
            for (Path log : logs) {
                count += Files.readString(log).contains("org.bipj.net.tcp.TcpPort source: shared objects file") ? 1 : 0;
            }
        }
        return count;
    }

    /** Behind the job, a host makes the caches that it lacks. The test does not wait for them. */
    private void makesCaches(String home) {
        Path lock = directory.resolve(home).resolve(OWN).resolve("lock");
        Mpirun.until("caches are made in " + lock, () -> Files.exists(lock));
        Mpirun.until("nobody makes caches", () -> {
            mpirun.processes().forEach(pid -> Mpirun.signal(pid, "KILL"));
            return mpirun.processes().isEmpty();
        });
    }

    @Tag("tier2")
    @Test
    void atThePathOfMpirunsCacheAHostMayHaveAnything() throws IOException {
        assumeTrue(HostAgent.APART, "this user cannot make hosts with their own contents");
        home("right");
        outdate(home("old"));
        cut(home("cut").resolve("launcher.aot"));
        Files.writeString(ownFile(home("garbage").resolve("launcher.aot")), "garbage");
        Files.setPosixFilePermissions(ownFile(home("secret").resolve("launcher.aot")), Set.of());
        String caches = Mpirun.INSTALLATION.cachesOfUser().toString();
        String there = "[ -n \"$APART\" ] || APART=1 exec unshare -m sh \"$0\" $host \"$@\"; exec 3<" + caches
                + "; mount -t tmpfs none " + caches + "; mkdir -p " + caches + "/bipj/own; mount --bind " + directory
                + "/$host/.cache " + caches;
        String user = there + "; as='setpriv --reuid 65534 --regid 65534 --clear-groups'; unset HOME";
        Map<String, String> hosts = new TreeMap<>(Map.of("cut", there, "garbage", there, "old", there, "secret", user));
        if (!DEEP) {
            hosts.keySet().removeAll(List.of("garbage", "old"));
        }
        Map<String, String> expected = new TreeMap<>();
        hosts.keySet().forEach(host -> expected.put(host, NONE));
        expected.put("secret", NONE_FOR_RANKS);
        expect(hosts, expected);
    }

    @Test
    @Tag("deep")
    void theNextJobUsesTheCacheThatAHostHasMade() throws IOException {
        Files.createDirectory(directory.resolve("new"));
        Map<String, String> hosts = Map.of("new", "unset XDG_CACHE_HOME; export HOME=" + directory + "/$host");
        expect(hosts, Map.of("new", NONE_FOR_RANKS));
        Mpirun.until(
                "caches are made",
                () -> Files.exists(directory.resolve("new").resolve(OWN).resolve("stamp")));
        Mpirun.until("nobody works at them", () -> mpirun.processes().isEmpty());
        expect(hosts, Map.of("new", uses("new")));
        assertTrue(Files.exists(directory.resolve("new").resolve(OWN).resolve("rank.jar")));
    }
}
