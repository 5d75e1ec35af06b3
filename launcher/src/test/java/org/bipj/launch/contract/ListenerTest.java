package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code BIPJ_LISTENERS}: each rank has listeners of its own, which see the program's calls and not their own. */
class ListenerTest {
    private static final String CALLS =
            ": {Testall=2, Testany=2, Testsome=2, Waitall=2, Waitany=2, Waitsome=2, allReduce=1, dup=1, free=2, iBarrier=1,"
                    + " iRecv=1, send=1, sendInit=1, testAll=2, testAllStatus=2, testAny=2, testAnyStatus=2, testSome=2,"
                    + " testSomeStatus=2, waitAll=2, waitAllStatus=2, waitAny=2, waitAnyStatus=2, waitFor=3, waitSome=2,"
                    + " waitSomeStatus=2}, 0 open, Finalize";

    @TempDir
    Path temporary;

    private static TestJob job(String mode, String listeners) {
        return new TestJob()
                .with("-n", "2", "--mode", mode, "-x", "BIPJ_LISTENERS=" + listeners)
                .jvm("-Xmx96m", "-XX:TieredStopAtLevel=1");
    }

    @Test
    void aNamedClassSeesEachCallOfItsRank() {
        for (String mode : new String[] {"process", "thread", "sim"}) {
            TestJob.Ended ended =
                    job(mode, Watcher.class.getName()).start(Watcher.class).await();
            assertEquals(0, ended.code(), ended::all);
            assertTrue(ended.out().contains("rank 0" + CALLS), ended::all);
            assertTrue(ended.out().contains("rank 1" + CALLS), ended::all);
        }
    }

    @Tag("tier2")
    @Test
    void servicesAreFound() throws IOException {
        Path services = Files.createDirectories(temporary.resolve("META-INF/services"));
        Files.writeString(services.resolve("mpi.MpiListener"), Watcher.class.getName());
        TestJob.Ended ended = job("process", "services")
                .jvm("-Xbootclasspath/a:" + temporary)
                .start(Watcher.class)
                .await();
        assertEquals(0, ended.code(), ended::all);
        assertTrue(ended.out().contains("rank 1" + CALLS), ended::all);
    }

    @Tag("tier2")
    @Test
    void whatAListenerThrowsEndsTheJob() {
        TestJob.Ended ended = job("process", Watcher.class.getName())
                .start(Watcher.class, "fail")
                .await();
        assertEquals(1, ended.code(), ended::all);
        assertTrue(ended.err().contains("the listener " + Watcher.class.getName() + " has failed"), ended::all);
        assertTrue(ended.err().contains("no such tag"), ended::all);
    }

    @Tag("tier2")
    @Test
    void aClassThatIsNoListenerIsRefused() {
        TestJob.Ended ended =
                job("process", "java.lang.String").start(Watcher.class).await();
        assertEquals(1, ended.code(), ended::all);
        assertTrue(ended.err().contains("BIPJ_LISTENERS names java.lang.String; expected a public class"), ended::all);
    }
}
