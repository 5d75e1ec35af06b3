package org.bipj.launch.cache;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bipj.core.machine.HostSystem;
import org.bipj.launch.hosts.supervisor.RehearsedSupervisor;
import org.bipj.launch.mpirun.command.OptionParser;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.mpirun.process.Ending;
import org.bipj.launch.mpirun.program.Java;
import org.bipj.launch.mpirun.program.JvmFlags;
import org.bipj.launch.mpirun.program.ProgramBuilder;
import org.bipj.launch.mpirun.program.RankProgram;
import org.bipj.launch.mpirun.program.StartCache;
import org.bipj.launch.onejvm.ThreadProgram;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.shm.job.RankEnvironment;

/** What {@link CacheMaker} runs: the JVMs of these commands record what they load, and write the caches. */
public final class CacheRehearsal {
    /** The rehearsed program of ranks that share their JVM: by its own name they would all find the launcher's class. */
    private static final String OF_RANKS = "RehearsedProgram";

    /** That of simulated hosts. */
    private static final String OF_HOSTS = "RehearsedSockets";

    /** Addresses that no machine has outside of laboratories. Names would have to be looked up. */
    private static final List<String> HOSTS = List.of("198.18.0.1", "198.18.0.2");

    private CacheRehearsal() {}

    /**
     * Options of a JVM that writes a cache. The cache has no profiles: replaying them occupies the compilers at the
     * start of each rank, which slows short programs down.
     */
    static List<String> recording(Path cache) {
        return List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", "-XX:AOTCacheOutput=" + cache);
    }

    /**
     * In the launcher of a rehearsal: what its ranks run.
     *
     * @param isOfHosts true in a job of several hosts
     * @param isFirst true for the first program of a job, which has one rank: that records the ranks' cache
     */
    public static RankProgram program(ProgramBuilder builder, boolean isOfHosts, boolean isFirst) throws IOException {
        // Linked for the launcher's cache: the JDK calls a method of this shape, and would generate the code in each
        // run.
        Supplier<Object> shape = Options.Mode::values;
        if (shape.get() == null) {
            throw new IllegalStateException("an empty enum");
        }
        // So that jobs that fail end fast, too.
        Ending.rehearse();
        Java java = Java.running();
        List<String> command = new ArrayList<>();
        command.add(java.executable().toString());
        command.addAll(builder.flags(java, List.of()));
        Path cache = Path.of(LauncherVariables.property(LauncherVariables.REHEARSAL));
        if (isFirst) {
            command.addAll(recording(isOfHosts ? cache.resolveSibling(StartCache.RANK_OF_HOSTS) : cache));
        }
        command.addAll(List.of("-cp", StartCache.ofBuild().rankJar().file().toString(), "org.bipj.shm.Rehearsal"));
        Class<?> program = RehearsalProgram.class;
        command.add(inFolder(program, cache.resolveSibling("program"), program.getSimpleName())
                .toUri()
                .toString());
        command.add(program.getName());
        return RankProgram.java(command, isOfHosts ? Map.of() : Map.of(RankEnvironment.CROWDED, "true"));
    }

    /**
     * The words of a job of one host, whose ranks are to take processors to be short: what a rank does then counts most. Three of them
     * share memory in collective operations. Rank 0 is a program by itself, since not all ranks record.
     */
    static List<String> ofOneHost() {
        return List.of("-n", "1", "java", "-cp", ".", "Rehearsal", ":", "-n", "2", "java", "-cp", ".", "Rehearsal");
    }

    /**
     * The words of a job of two hosts, whose supervisors are in this JVM: the caches of {@code mpirun} and of supervisors are one. Its
     * rank 0 shares memory with one rank, and reaches another over TCP.
     *
     * @return null if this machine cannot have one
     */
    public static List<String> ofTwoHosts() throws IOException, InterruptedException {
        Path folder =
                Path.of(LauncherVariables.property(LauncherVariables.REHEARSAL)).resolveSibling("hosts");
        Files.createDirectories(folder);
        for (String host : HOSTS) {
            Path down = folder.resolve("down" + host);
            Path up = folder.resolve("up" + host);
            List<String> make = new ArrayList<>(HostSystem.program("/usr/bin/mkfifo", "/bin/mkfifo"));
            make.addAll(List.of(down.toString(), up.toString()));
            if (new ProcessBuilder(make).start().waitFor() != 0) {
                return null;
            }
            RehearsedSupervisor.start(down, up);
        }
        String script = "exec 3<&0\ncat <&3 >" + folder + "/down$1 &\nexec 3<&- cat " + folder + "/up$1\n";
        Path agent = Files.writeString(folder.resolve("agent"), script);
        List<String> words =
                new ArrayList<>(List.of("--launch-agent", "sh " + agent, "--net", "tcp", "--timeout", "60"));
        words.addAll(List.of("--host", HOSTS.getFirst(), "-n", "1", "java", "-cp", ".", "Rehearsal", ":"));
        words.addAll(List.of("--host", String.join(",", HOSTS), "-n", "2", "java", "-cp", ".", "Rehearsal"));
        return words;
    }

    /**
     * The command of a JVM that holds all ranks of a simulated job, and records its cache. Ranks that are threads use that, too:
     * nearly all of their classes are in it.
     *
     * @param used the cache that such a JVM would use
     * @param cache where the cache is to be recorded
     */
    static List<String> sharedJvm(Path used, Path cache) throws IOException {
        return simulated(used, cache, List.of(), RehearsalProgram.class, OF_RANKS);
    }

    /** The same of a JVM that holds simulated hosts. */
    static List<String> hostsJvm(Path used, Path cache) throws IOException {
        return simulated(used, cache, List.of("--ip"), RehearsalSockets.class, OF_HOSTS);
    }

    private static List<String> simulated(Path used, Path cache, List<String> more, Class<?> type, String name)
            throws IOException {
        Path folder = inFolder(type, cache.resolveSibling("of" + name), name);
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "-n", "2"));
        words.addAll(more);
        words.addAll(List.of("java", "-cp", folder.toString(), type.getPackageName() + "." + name));
        Options options = OptionParser.parse(words);
        List<String> command =
                new ArrayList<>(ThreadProgram.build(options, new Placement(options, Cores.OF_PROCESS), used)
                        .command());
        command.remove(JvmFlags.AOT_CACHE + used);
        command.addAll(command.indexOf("-cp"), recording(cache));
        return command;
    }

    /**
     * Puts a class into a folder, out of which most programs are started: the JVM's classes for that are cached, too.
     *
     * @param name its simple name there, as long as its own
     */
    private static Path inFolder(Class<?> type, Path folder, String name) throws IOException {
        String place = type.getPackageName().replace('.', '/') + '/';
        Path file = folder.resolve(place + name + ".class");
        Files.createDirectories(file.getParent());
        try (InputStream in = type.getClassLoader().getResourceAsStream(place + type.getSimpleName() + ".class")) {
            // A name of the same length leaves the lengths of the class file as they are.
            String bytes = new String(in.readAllBytes(), ISO_8859_1);
            Files.write(
                    file,
                    bytes.replace(place + type.getSimpleName(), place + name).getBytes(ISO_8859_1));
        }
        return folder;
    }
}
