package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bipj javac} gives the compiler: it compiles programs, and reports what is wrong with them. */
class JavacTest {
    @TempDir
    Path place;

    /** The class path that the script gives a compiler, which is a shell script here. */
    private String classPath() throws IOException {
        Path compiler = Files.createDirectories(place.resolve("jdk/bin")).resolve("javac");
        Files.writeString(compiler, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertTrue(compiler.toFile().setExecutable(true));
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        ". src/main/sh/common.sh; . src/main/sh/mpj.sh; BIPJ_JDK=\"$0\"; bipj_javac \"$@\"",
                        place.resolve("jdk").toString(),
                        "Program.java")
                .redirectErrorStream(true)
                .start();
        List<String> words = process.inputReader().lines().toList();
        assertEquals(List.of("-cp", "Program.java"), List.of(words.getFirst(), words.getLast()));
        return words.get(1);
    }

    /** What the compiler says of the body of a method that has a communicator. */
    private String compiled(String statement) throws IOException {
        String source = "import mpi.*; class Program { void body(Intracomm comm, int[] data) { " + statement + " } }";
        Path file = Files.writeString(place.resolve("Program.java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = new ArrayList<>(List.of("-proc:none", "-cp", classPath(), "-d", place.toString()));
        Boolean right = compiler.getTask(
                        said,
                        null,
                        null,
                        options,
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(file))
                .call();
        return right ? "right" : said.toString();
    }

    @Test
    void rightCallsCompile() throws IOException {
        assertEquals("right", compiled("comm.bcastInit(data, 1, MPI.INT, 0, MPI.INFO_NULL); comm.barrierInit();"));
    }

    /** javac 25 fails with an exception of its own, without a line of the program, where it finds no class of the annotations of types. */
    @Test
    void aCallWithWrongArgumentsIsReported() throws IOException {
        for (String call : List.of("bcastInit(data)", "send(data, 1, MPI.INT)", "recv(1)")) {
            String said = compiled("comm." + call + ";");
            String method = call.substring(0, call.indexOf('('));
            assertTrue(said.contains("error: no suitable method found for " + method + "("), said);
        }
    }
}
