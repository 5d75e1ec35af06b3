package org.bipj.launch.onejvm.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.bipj.core.job.Application;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.launch.hosted.loader.HostedProgram;
import org.bipj.launch.hosted.loader.ProgramSettings;
import org.bipj.launch.mpirun.command.SpawnHints;
import org.bipj.launch.mpirun.command.SpawnedVariables;
import org.bipj.launch.mpirun.program.JarProgram;
import org.bipj.launch.mpirun.program.Java;
import org.bipj.launch.mpirun.program.JavaCommand;
import org.bipj.launch.mpirun.program.ProgramBuilder;
import org.bipj.launch.mpirun.program.SharedSettings;
import org.bipj.launch.support.LaunchException;

/** Programs that ranks ask for whose JVM holds all ranks: a {@code java} command, or a class beside the asking program's. */
public final class HostedCommand {
    private HostedCommand() {}

    /**
     * The programs of a request.
     *
     * @param like a program of those that ask
     * @param notice takes a line about options that have no effect
     * @throws LaunchException if one is neither a {@code java} command nor a class, or a hint cannot be followed
     */
    public static List<HostedProgram> of(SpawnRequest request, HostedProgram like, Consumer<String> notice) {
        List<HostedProgram> programs = new ArrayList<>();
        for (SpawnRequest.Program wanted : request.programs()) {
            SpawnHints.checkHosts(wanted.info());
            if (wanted.info().containsKey("wdir")) {
                throw new LaunchException(1, "the info key wdir: processes that share a JVM have one directory");
            }
            List<String> words = new ArrayList<>(List.of(wanted.command()));
            words.addAll(wanted.arguments());
            Application application = new Application(programs.size(), wanted.processes(), wanted.command());
            HostedProgram program = Java.isJava(wanted.command())
                    ? ofJava(application, words, like, notice)
                    : ofClass(application, words, wanted.info().getOrDefault("path", ""), like);
            programs.add(program.with(with(program.settings(), SpawnedVariables.of(wanted.info()))));
        }
        return programs;
    }

    private static ProgramSettings with(ProgramSettings settings, Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(settings.variables());
        all.putAll(variables);
        Set<String> others = new HashSet<>(settings.otherVariables());
        others.removeAll(variables.keySet());
        return new ProgramSettings(settings.properties(), settings.otherProperties(), all, others);
    }

    /**
     * A class beside that of the program that asks, with the options of that program.
     *
     * @param path where the request has the class looked for first, with colons between; empty: nowhere
     * @throws LaunchException if the command is no class
     */
    private static HostedProgram ofClass(Application application, List<String> words, String path, HostedProgram like) {
        String name = words.getFirst();
        if (!ProgramBuilder.isClassName(name)) {
            throw new LaunchException(
                    1,
                    name + " is neither java nor the name of a class; processes that share a JVM can be nothing else");
        }
        return new HostedProgram(
                application,
                ProgramBuilder.classPathBehind(path, like.classPath()),
                like.modulePath(),
                name,
                words.subList(1, words.size()),
                false,
                like.settings());
    }

    /** The program of a {@code java} command, with the system properties that it sets, and with no others of the program that asks. */
    private static HostedProgram ofJava(
            Application application, List<String> words, HostedProgram like, Consumer<String> notice) {
        JavaCommand java = JavaCommand.parse(words.subList(1, words.size()));
        List<String> ignored = SharedSettings.othersAmong(java.options());
        if (!ignored.isEmpty()) {
            notice.accept("mpirun: processes that ranks ask for share the JVM, which runs already: it does not take "
                    + String.join(", ", ignored));
        }
        Map<String, String> properties = SharedSettings.propertiesAmong(java.options());
        Set<String> others = new HashSet<>(like.settings().properties().keySet());
        others.removeAll(properties.keySet());
        ProgramSettings settings = new ProgramSettings(
                properties, others, like.settings().variables(), like.settings().otherVariables());
        String classPath = java.classPath() == null ? like.classPath() : java.classPath();
        return switch (java.kind()) {
            case CLASS ->
                new HostedProgram(
                        application, classPath, "", java.target().replace('/', '.'), java.arguments(), false, settings);
            case JAR ->
                new HostedProgram(
                        application,
                        java.target(),
                        "",
                        JarProgram.mainClass(Path.of(java.target())),
                        java.arguments(),
                        false,
                        settings);
            default ->
                throw new LaunchException(1, String.join(" ", words) + ": expected a class or -jar in this mode");
        };
    }
}
