package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Programs of mpiJava 1.2 and MPJ Express, written after the documents of that dialect, in {@code src/test/mpj}. The compiler
 * sees the signatures and not the library, as with {@code bipj javac --dialect mpj}.
 */
final class MpjPrograms {
    /** The signatures. */
    static final Path SIGNATURES = Path.of("..", "packaging", "mpj", "target", "classes")
            .toAbsolutePath()
            .normalize();

    private static final Path SOURCES = Path.of("src", "test", "mpj");

    private MpjPrograms() {}

    /**
     * A program. Its first lines are comments that tell how it is run.
     *
     * @param ranks number of ranks
     * @param code exit code of the job
     * @param options of {@code mpirun}
     * @param isForScript true if it relies on what {@code mpjrun.sh} does beyond {@code mpirun}
     * @param output lines that the ranks print, sorted
     * @param errors what is found in standard error
     */
    record Program(
            String name,
            String source,
            int ranks,
            int code,
            List<String> options,
            boolean isForScript,
            List<String> output,
            List<Pattern> errors) {
        /** True if threads of any JVM can run it. The first of them is run by mpirun nevertheless. */
        boolean isPlain() {
            return code == 0 && options.isEmpty() && !isForScript && errors.isEmpty() && !name.equals("Hello");
        }

        private static Program of(Path file) {
            String name = file.getFileName().toString().replace(".java", "");
            String source = read(file);
            Map<String, String> head = new TreeMap<>();
            List<Pattern> errors = new ArrayList<>();
            source.lines().takeWhile(line -> line.startsWith("// ")).forEach(line -> {
                String[] words = line.substring(3).split(": ", 2);
                head.put(words[0], words.length > 1 ? words[1] : "");
                if (words[0].equals("error")) {
                    errors.add(Pattern.compile(words[1]));
                }
            });
            return new Program(
                    name,
                    source,
                    Integer.parseInt(head.get("ranks")),
                    Integer.parseInt(head.getOrDefault("code", "0")),
                    head.containsKey("options") ? List.of(head.get("options").split(" ")) : List.of(),
                    head.containsKey("script"),
                    read(SOURCES.resolve(name + ".out")).lines().sorted().toList(),
                    errors);
        }
    }

    /** All programs, by name. */
    static List<Program> all() {
        return files().stream().map(Program::of).toList();
    }

    private static List<Path> files() {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles all programs into a folder; what the compiler says is an error. */
    static void compile(Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean good = compiler.getTask(
                            said,
                            manager,
                            null,
                            List.of("-cp", SIGNATURES.toString(), "-d", classes.toString()),
                            null,
                            manager.getJavaFileObjectsFromPaths(files()))
                    .call();
            assertEquals("", said.toString(), "what the compiler says");
            assertEquals(true, good, "compiled");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of a program that the compiler refuses. */
    static List<Long> errorLines(Path program) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            compiler.getTask(
                            null,
                            manager,
                            said,
                            List.of("-cp", SIGNATURES.toString(), "-proc:none"),
                            null,
                            manager.getJavaFileObjects(program))
                    .call();
        }
        return said.getDiagnostics().stream().map(Diagnostic::getLineNumber).toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
