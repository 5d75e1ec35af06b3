package org.bipj.launch.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bipj.launch.command.OptionParser;
import org.bipj.launch.command.Options;
import org.bipj.launch.command.Placement;
import org.bipj.launch.process.Ending;
import org.bipj.launch.program.Java;
import org.bipj.launch.program.JvmFlags;
import org.bipj.launch.program.ProgramBuilder;
import org.bipj.launch.program.RankProgram;
import org.bipj.launch.program.StartCache;
import org.bipj.launch.sharedjvm.ThreadProgram;
import org.bipj.launch.system.Cores;
import org.bipj.launch.system.LauncherVariables;

/** What {@link CacheMaker} runs: the JVMs of these commands record what they load, and write the caches. */
public final class Rehearsal {
    private Rehearsal() {}

    /**
     * Options of a JVM that writes a cache. The cache has no profiles: replaying them occupies the compilers at the
     * start of each rank, which slows short programs down.
     */
    static List<String> recording(Path cache) {
        return List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", "-XX:AOTCacheOutput=" + cache);
    }

    /** In the launcher of a rehearsal: what its ranks run. */
    public static RankProgram program(ProgramBuilder builder) throws IOException {
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
        command.addAll(List.of("-cp", StartCache.ofBuild().rankJar().file().toString(), "org.bipj.shm.Rehearsal"));
        Class<?> program = RehearsalProgram.class;
        command.add(inFolder(program, cache.resolveSibling("program")).toUri().toString());
        command.add(program.getName());
        return RankProgram.java(command, recording(cache));
    }

    /**
     * The command of a JVM that holds all ranks of a simulated job, and records its cache. Ranks that are threads use that, too:
     * nearly all of their classes are in it.
     *
     * @param used the cache that such a JVM would use
     * @param cache where the cache is to be recorded
     */
    static List<String> sharedJvm(Path used, Path cache) throws IOException {
        Class<?> program = RehearsalProgram.class;
        Path folder = inFolder(program, cache.resolveSibling("shared"));
        Options options = OptionParser.parse(
                List.of("--mode", "sim", "-n", "2", "java", "-cp", folder.toString(), program.getName()));
        List<String> command =
                new ArrayList<>(ThreadProgram.build(options, new Placement(options, Cores.OF_PROCESS), used)
                        .command());
        command.remove(JvmFlags.AOT_CACHE + used);
        command.addAll(command.indexOf("-cp"), recording(cache));
        return command;
    }

    /** Puts a class into a folder, out of which most programs are started: the JVM's classes for that are cached, too. */
    private static Path inFolder(Class<?> type, Path folder) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            Files.copy(in, file);
        }
        return folder;
    }
}
