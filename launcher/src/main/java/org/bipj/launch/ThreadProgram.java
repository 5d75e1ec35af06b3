package org.bipj.launch;

import java.io.File;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Makes the user's command the JVM of a job whose ranks are threads or coroutines. */
final class ThreadProgram {
    private ThreadProgram() {}

    /** The command of the one JVM. */
    static List<String> build(Options options, ProgramBuilder builder) {
        String command = options.command.getFirst();
        String mode = "--mode " + options.mode.name().toLowerCase(Locale.ROOT) + ": ";
        if (!Java.isJava(command)) {
            throw new LaunchException(1, mode + command + " is no java command; the ranks of a script are processes");
        }
        Java java = Java.of(command);
        JavaCommand parsed = JavaCommand.parse(options.command.subList(1, options.command.size()));
        List<String> words = new ArrayList<>(ProcessGroup.LEADER);
        words.add(java.executable().toString());
        words.addAll(builder.flags(java, parsed.options()));
        String classPath;
        String program;
        List<String> given = new ArrayList<>(parsed.options());
        switch (parsed.kind()) {
            case CLASS -> {
                classPath = builder.userClassPath(parsed);
                program = parsed.target().replace('/', '.');
            }
            case JAR -> {
                classPath = parsed.target();
                program = JarProgram.mainClass(parsed.target());
            }
            case MODULE -> {
                List<ModuleReference> modules = modules(given);
                classPath = modules.stream()
                        .flatMap(module -> module.location().stream())
                        .map(place -> Path.of(place).toString())
                        .collect(Collectors.joining(File.pathSeparator));
                program = mainClass(parsed.target(), modules);
            }
            default -> throw new LaunchException(1, mode + "expected a class, -jar or -m; compile source files first");
        }
        words.addAll(given);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), ThreadJobMain.class.getName()));
        words.addAll(new ThreadJobSpec(
                        OutputPlan.of(options),
                        options.timeoutMillis,
                        Ending.graceMillis(),
                        options.simOptions(),
                        classPath,
                        program,
                        parsed.arguments())
                .words());
        return words;
    }

    /** The modules of the module path, which is taken out of the options: their classes are loaded per rank. */
    private static List<ModuleReference> modules(List<String> options) {
        List<Path> path = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            String word = options.get(i);
            String value = null;
            if (word.startsWith("--module-path=")) {
                value = word.substring("--module-path=".length());
            } else if (word.equals("-p") || word.equals("--module-path")) {
                value = options.remove(i + 1);
            }
            if (value != null) {
                options.remove(i--);
                Arrays.stream(value.split(File.pathSeparator)).map(Path::of).forEach(path::add);
            }
        }
        return List.copyOf(ModuleFinder.of(path.toArray(Path[]::new)).findAll());
    }

    private static String mainClass(String target, List<ModuleReference> modules) {
        int slash = target.indexOf('/');
        if (slash >= 0) {
            return target.substring(slash + 1);
        }
        return modules.stream()
                .map(ModuleReference::descriptor)
                .filter(module -> module.name().equals(target))
                .findFirst()
                .flatMap(ModuleDescriptor::mainClass)
                .orElseThrow(() -> new LaunchException(1, "module " + target + " names no main class"));
    }
}
