package org.bipj.launch.mpirun.program;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.support.FileReasons;
import org.bipj.launch.support.FileTree;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.Watchdog;

/**
 * Compiles programs that are source files ({@code java X.java}) once for all ranks of this host. What {@link SourceCompiler} leaves to
 * {@code java} each rank compiles, as it does on other hosts: these need not have this one's files.
 */
public final class SourceFiles implements AutoCloseable {
    private static final String SOURCE = ".java";

    /** Options that the compiler needs, too. */
    private static final Set<String> OF_COMPILER = Set.of(
            "--add-exports",
            "--add-modules",
            "--limit-modules",
            "--patch-module",
            "--upgrade-module-path",
            "--module-path",
            "-p");

    /** Other options of two dashes that a compiler has nothing to do with. */
    private static final Set<String> OF_JVM = Set.of(
            "--add-opens",
            "--add-reads",
            "--enable-native-access",
            "--illegal-native-access",
            "--sun-misc-unsafe-memory-access",
            "--finalization",
            "--enable-final-field-mutation",
            "--illegal-final-field-mutation");

    private static final String CHARACTERS = "-Dfile.encoding=";

    /** Both are null where there is nothing to compile. */
    private Path folder;

    private Watchdog watchdog;

    private SourceFiles() {}

    /**
     * Compiles those of a job, whose programs then name the classes.
     *
     * @return what removes the classes when it is closed, as the end of this process does
     * @throws LaunchException if a file has errors, which the compiler has reported then
     */
    public static SourceFiles compile(Options options) throws IOException {
        SourceFiles made = new SourceFiles();
        try {
            for (ProgramOptions program : options.hosts() == null ? options.programs() : List.<ProgramOptions>of()) {
                if (isSource(program.command()) && (options.mode() != Options.Mode.PROCESS || !loadsByName(program))) {
                    made.compile(program, new ProgramBuilder(options, program, null));
                }
            }
            return made;
        } catch (IOException | RuntimeException e) {
            made.close();
            throw e;
        }
    }

    /** A file of arguments is not read here: it may be a pipe. */
    private static boolean isSource(List<String> command) {
        int file = 1;
        while (file < command.size() && !command.get(file).endsWith(SOURCE)) {
            file++;
        }
        return file < command.size()
                && Java.isJava(command.getFirst())
                && command.subList(1, file).stream().noneMatch(word -> word.startsWith("@"));
    }

    /** True if the file may load classes by their names: {@code java} compiles those of other files beside it when they are asked for. */
    private static boolean loadsByName(ProgramOptions program) throws IOException {
        Path file = program.resolve(program.command().stream()
                .filter(word -> word.endsWith(SOURCE))
                .findFirst()
                .orElseThrow());
        String text = Files.isRegularFile(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
        return text.contains("forName(") || text.contains("loadClass(") || text.contains("ServiceLoader");
    }

    private void compile(ProgramOptions program, ProgramBuilder builder) throws IOException {
        JavaCommand command = builder.parsed();
        List<String> options = compilerOptions(builder.allOptions());
        if (command.kind() != JavaCommand.Kind.SOURCE
                || !command.target().endsWith(SOURCE)
                || options == null
                || !Files.isRegularFile(program.resolve(command.target()))) {
            return;
        }
        Path classes = classFolder();
        String classPath = builder.userClassPath(command);
        Java java = Java.of(program.command().getFirst(), program);
        List<String> words = new ArrayList<>();
        words.addAll(List.of(java.executable().toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        builder.allOptions().stream()
                .filter(word -> word.startsWith(CHARACTERS))
                .forEach(words::add);
        words.addAll(List.of("-cp", Library.placeOf(SourceCompiler.class), SourceCompiler.class.getName()));
        words.addAll(List.of(classes.toString(), command.target()));
        words.addAll(options);
        words.addAll(List.of("-cp", Library.forCompiler() + File.pathSeparator + classPath));
        String main = run(words, program, command.target());
        if (main != null) {
            program.compileTo(classes, main);
        }
    }

    /** Those of a JVM's options that the compiler needs; null where one is not known here. */
    private static List<String> compilerOptions(List<String> given) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            String word = given.get(i);
            String name = word.startsWith("--") ? word.replaceFirst("=.*", "") : word;
            boolean takesNext = ArgumentExpansion.WITH_VALUE.contains(word) && i + 1 < given.size();
            if (OF_COMPILER.contains(name)) {
                found.add(word);
                if (takesNext) {
                    found.add(given.get(i + 1));
                }
            } else if (word.equals(SourceCompiler.PREVIEW)) {
                found.add(word);
            } else if (word.startsWith("--") && !OF_JVM.contains(name) && !JavaCommand.CLASS_PATH.contains(name)) {
                return null;
            }
            i += takesNext ? 1 : 0;
        }
        return found;
    }

    private Path classFolder() throws IOException {
        if (folder == null) {
            Path place = Path.of(LauncherVariables.temporaryDirectory()).toAbsolutePath();
            watchdog = OwnProcess.current().watchdog();
            try {
                folder = Files.createTempDirectory(place, "bipj-classes-");
            } catch (IOException e) {
                throw new LaunchException(
                        1,
                        "cannot make a folder for classes in " + place + ": " + FileReasons.why(e)
                                + "; set TMPDIR to a directory that can be written to");
            }
            watchdog.guard(folder);
        }
        return Files.createTempDirectory(folder, "program");
    }

    /** The name of the main class; null if ranks are to compile. */
    private static String run(List<String> words, ProgramOptions program, String file) throws IOException {
        ProcessBuilder builder = OwnProcess.current().builder().command(words);
        builder.environment().keySet().removeAll(Environment.OF_JVM);
        if (program.directory() != null) {
            builder.directory(program.directory().toFile());
        }
        Process process = builder.start();
        String errors;
        String main;
        // The other stream gets one line, which waits in its pipe.
        try (InputStream err = process.getErrorStream();
                InputStream out = process.getInputStream()) {
            errors = new String(err.readAllBytes(), StandardCharsets.UTF_8);
            main = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
        int code;
        try {
            code = process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException("the launcher must not be interrupted", e);
        }
        if (code == 0 || code == SourceCompiler.HAS_ERRORS) {
            OwnProcess.current().err().print(errors);
        }
        if (code == SourceCompiler.HAS_ERRORS) {
            throw new LaunchException(1, file + " is not compiled: it has errors");
        }
        return code == 0 ? main : null;
    }

    @Override
    public void close() throws IOException {
        try {
            if (folder != null) {
                FileTree.remove(folder);
            }
        } finally {
            if (watchdog != null) {
                watchdog.close();
            }
        }
    }
}
