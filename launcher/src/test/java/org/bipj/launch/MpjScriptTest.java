package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code mpjrun.sh} makes of the options of MPJ Express. */
class MpjScriptTest {
    private static final List<String> VARIABLES =
            List.of("-x BIPJ_THREAD_LEVEL=multiple -x BIPJ_MPJ_ARGUMENTS=3".split(" "));

    private static String run(String... words) throws IOException {
        return String.join(" ", MpjProgramsTest.script(words))
                .replace(String.join(" ", VARIABLES), "VARIABLES")
                .replace(Path.of("").toAbsolutePath().toString(), "HERE");
    }

    @Test
    void devicesAreModes() throws IOException {
        assertEquals(
                "-n 4 --mode thread VARIABLES java -cp HERE Hello %{bipj.rank} mpjrun.conf multicore",
                run("-np", "4", "Hello"));
        assertEquals(
                "-n 2 VARIABLES java -cp a.jar:HERE Hello %{bipj.rank} mpjrun.conf niodev -np 5",
                run("-np", "2", "-dev", "niodev", "-cp", "a.jar", "Hello", "-np", "5"));
        assertEquals(
                "--hostfile hosts VARIABLES java -cp HERE Hello %{bipj.rank} mpjrun.conf hybdev",
                run("-dev", "hybdev", "-machinesfile", "hosts", "Hello"));
        assertEquals(
                "mpjrun.sh: -dev mxdev: expected multicore (threads of one JVM), niodev or hybdev (processes)",
                run("-dev", "mxdev", "Hello"));
        assertEquals("mpjrun.sh: -np: expected a value behind it", run("-np"));
    }

    @Test
    void otherOptionsAreThoseOfTheJvmOrOfMpirun() throws IOException {
        assertEquals(
                "-wdir /tmp --mode=sim --profile VARIABLES java -Xmx1g --add-modules x --enable-preview -cp HERE"
                        + " A %{bipj.rank} mpjrun.conf multicore",
                run(
                        "-wdir",
                        "/tmp",
                        "-Xmx1g",
                        "--mode=sim",
                        "--profile",
                        "--add-modules",
                        "x",
                        "--enable-preview",
                        "A"));
        assertEquals(
                "mpjrun.sh: -psl has no effect VARIABLES-LESS",
                run("-psl", "128", "A").replaceFirst(" --mode.*", " VARIABLES-LESS"));
    }

    @Test
    void jars(@TempDir Path place) throws IOException {
        Path jar = place.resolve("a.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        String main = "org.example.a.name.that.does.not.fit.into.one.line.of.a.manifest.of.that.length.Main";
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        assertEquals(
                "--mode thread VARIABLES java -jar " + jar + " %{bipj.rank} mpjrun.conf multicore x",
                run("-jar", jar.toString(), "x"));
        assertEquals(
                "--mode thread VARIABLES java -cp b:" + jar + " " + main + " %{bipj.rank} mpjrun.conf multicore x",
                run("-cp", "b", "-jar", jar.toString(), "x"));
        assertEquals("mpjrun.sh: -jar none: there is no such file", run("-jar", "none"));
    }
}
