package org.bipj.launch.sharedjvm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Application;
import org.bipj.core.job.SpawnRequest;
import org.bipj.launch.command.LaunchException;
import org.bipj.launch.command.SpawnHints;
import org.bipj.launch.loader.HostedProgram;
import org.bipj.launch.program.JarProgram;
import org.bipj.launch.program.Java;
import org.bipj.launch.program.JavaCommand;
import org.bipj.launch.program.ProgramBuilder;

/** Programs that ranks ask for whose JVM holds all ranks: a {@code java} command, or a class beside the asking program's. */
final class HostedCommand {
    private HostedCommand() {}

    /**
     * The programs of a request.
     *
     * @param like a program of those that ask
     * @throws LaunchException if one is neither a {@code java} command nor a class, or a hint cannot be followed
     */
    static List<HostedProgram> of(SpawnRequest request, HostedProgram like) {
        List<HostedProgram> programs = new ArrayList<>();
        for (SpawnRequest.Program wanted : request.programs()) {
            SpawnHints.checkHosts(wanted.info());
            if (wanted.info().containsKey("wdir") || wanted.info().containsKey("env")) {
                throw new LaunchException(
                        1,
                        "the info keys wdir and env: processes that share a JVM have one directory and one environment");
            }
            List<String> words = new ArrayList<>(List.of(wanted.command()));
            words.addAll(wanted.arguments());
            programs.add(of(new Application(programs.size(), wanted.processes(), wanted.command()), words, like));
        }
        return programs;
    }

    /**
     * A program whose ranks share the JVM of the one that asks.
     *
     * @param words {@code java} with its options and a program, or the name of a class; and arguments
     * @param like the program that asks
     * @throws LaunchException if the command is neither
     */
    private static HostedProgram of(Application application, List<String> words, HostedProgram like) {
        String command = words.getFirst();
        if (!Java.isJava(command)) {
            if (!ProgramBuilder.isClassName(command)) {
                throw new LaunchException(
                        1,
                        command
                                + " is neither java nor the name of a class; processes that share a JVM can be nothing else");
            }
            return new HostedProgram(
                    application, like.classPath(), like.modulePath(), command, words.subList(1, words.size()), false);
        }
        JavaCommand java = JavaCommand.parse(words.subList(1, words.size()));
        String classPath = java.classPath() == null ? like.classPath() : java.classPath();
        return switch (java.kind()) {
            case CLASS ->
                new HostedProgram(application, classPath, "", java.target().replace('/', '.'), java.arguments(), false);
            case JAR ->
                new HostedProgram(
                        application,
                        java.target(),
                        "",
                        JarProgram.mainClass(Path.of(java.target())),
                        java.arguments(),
                        false);
            default ->
                throw new LaunchException(1, String.join(" ", words) + ": expected a class or -jar in this mode");
        };
    }
}
