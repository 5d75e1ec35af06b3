package org.bipj.launch;

import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
        String modulePath = "";
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
                classPath = parsed.classPath() == null ? "" : parsed.classPath();
                modulePath = takeModulePath(given);
                program = inModule(parsed.target(), modulePath);
                words.add("-Dbipj.lib=" + Library.classPath());
            }
            default -> throw new LaunchException(1, mode + "expected a class, -jar or -m; compile source files first");
        }
        words.addAll(given);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), ThreadJobMain.class.getName()));
        words.addAll(new ThreadJobSpec(
                        OutputPlan.of(options),
                        options.timeoutMillis,
                        options.deadlock,
                        Ending.graceMillis(),
                        options.simOptions(),
                        classPath,
                        modulePath,
                        program,
                        parsed.arguments())
                .words());
        return words;
    }

    /** The module path, which is taken out of the options: its classes are loaded per rank. */
    private static String takeModulePath(List<String> options) {
        String path = "";
        for (int i = 0; i < options.size(); i++) {
            String word = options.get(i);
            String value = null;
            if (word.startsWith("--module-path=")) {
                value = word.substring("--module-path=".length());
            } else if ((word.equals("-p") || word.equals("--module-path")) && i + 1 < options.size()) {
                value = options.remove(i + 1);
            }
            if (value != null) {
                options.remove(i--);
                path = value;
            }
        }
        return path;
    }

    /** A program in a module, as {@code MODULE/CLASS}. */
    private static String inModule(String target, String modulePath) {
        int slash = target.indexOf('/');
        String name = slash < 0 ? target : target.substring(0, slash);
        ModuleDescriptor module;
        try {
            module = SharedProgram.finder(modulePath)
                    .find(name)
                    .orElseThrow(() -> new FindException("no such module on the module path"))
                    .descriptor();
        } catch (FindException e) {
            throw new LaunchException(1, "-m " + target + ": " + e.getMessage());
        }
        return slash >= 0
                ? target
                : target + "/"
                        + module.mainClass()
                                .orElseThrow(() -> new LaunchException(1, "module " + target + " names no main class"));
    }
}
