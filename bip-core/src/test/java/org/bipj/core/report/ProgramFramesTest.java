package org.bipj.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.bipj.core.report.ProgramFrames.Library;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each report finds the program's calls by one rule. */
class ProgramFramesTest {
    @ParameterizedTest
    @CsvSource({
        "mpi.Comm, true, true",
        "org.bipj.mpi.engine.Channel, true, true",
        "org.bipj.mpi.contract.CollectiveSuite, false, false",
        "org.bipj.crl.Crl, true, true",
        "org.bipj.sim.bip.SimPort, true, true",
        "org.bipj.sim.kernel.Fiber, false, true",
        "org.bipj.sim.SimSession, false, true",
        "org.bipj.launch.hosted.threads.FiberThread, false, true",
        "org.bipj.launch.SomeProgram, false, false",
        "org.bipj.samples.Halo, false, false",
        "org.bipj.bench.Latency, false, false",
        "org.bipj.junit.RankTest, false, false",
        "org.acme.mpi.Halo, false, false",
        "mpiio.Halo, false, false",
        "Halo, false, false"
    })
    void aClassIsTheLibrarysOrAProgram(String type, boolean isOfInterfaces, boolean isOfAll) {
        assertEquals(isOfInterfaces, ProgramFrames.isLibrary(type, Library.INTERFACES));
        assertEquals(isOfAll, ProgramFrames.isLibrary(type, Library.ALL));
        assertFalse(ProgramFrames.isJdk(type));
    }

    @ParameterizedTest
    @CsvSource({"java.lang.Thread", "jdk.internal.misc.Unsafe", "javax.net.SocketFactory", "sun.nio.ch.Net"})
    void theJdkIsNeither(String type) {
        assertTrue(ProgramFrames.isJdk(type));
        assertFalse(ProgramFrames.isLibrary(type, Library.ALL));
    }

    /** The packages of the library are listed, and its modules have them. */
    @Test
    void eachPackageOfTheLibraryIsKnown() throws IOException {
        for (String module : List.of("bip-core", "mpi-bip", "am2", "systems", "transport-shm", "transport-net")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module))) {
                List<String> types = files.map(Path::toString)
                        .filter(name -> name.endsWith(".java") && name.contains("/src/main/java/org/bipj/"))
                        .map(name -> name.substring(name.indexOf("/org/bipj/") + 1)
                                .replace(".java", "")
                                .replace('/', '.'))
                        .toList();
                assertFalse(types.isEmpty(), module);
                types.forEach(type -> assertTrue(ProgramFrames.isLibrary(type, Library.INTERFACES), type));
            }
        }
    }

    @Test
    void theInnermostCallIsFoundThroughTheJdk() throws Exception {
        // This test lies in a package of the library: no call on its stack is a program's, but those of JUnit.
        Callable<String> call = () -> ProgramFrames.text(ProgramFrames.innermost(Library.ALL), "nobody");
        assertTrue(call.call().startsWith("org.junit."), call.call());
        assertEquals("nobody", ProgramFrames.text(null, "nobody"));
        List<StackWalker.StackFrame> chain = ProgramFrames.chain(Library.ALL, 3);
        assertEquals(3, chain.size());
        assertTrue(chain.stream().allMatch(each -> each.getClassName().startsWith("org.junit.")), chain::toString);
    }
}
