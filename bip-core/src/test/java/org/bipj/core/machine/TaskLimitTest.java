package org.bipj.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bipj.core.report.FailureText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskLimitTest {
    @Test
    void theLimitOfAUserIsTheSoftOne() {
        String line = "Max processes             45                   63432                processes";
        assertEquals(
                "this user may have 45 threads and processes on this machine (ulimit -u)",
                TaskLimit.ofUser(List.of("Max open files            1024                 4096       files", line)));
        assertNull(TaskLimit.ofUser(List.of(line.replace("45", "unlimited"))));
        assertNull(TaskLimit.ofUser(List.of()));
    }

    @Test
    void theLimitOfAControlGroupIsTheLowestOfThoseAboveIt(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("user/job"));
        Files.writeString(root.resolve("pids.max"), "900\n");
        Files.writeString(root.resolve("user/pids.max"), "70\n");
        Files.writeString(root.resolve("user/job/pids.max"), "max\n");
        assertEquals(
                "its control group 70 (" + root + "/user/pids.max)", TaskLimit.ofGroup(List.of("0::/user/job"), root));
        assertEquals(
                "its control group 900 (" + root + "/pids.max)", TaskLimit.ofGroup(List.of("0::/elsewhere"), root));
        Files.createDirectories(root.resolve("pids/old"));
        Files.writeString(root.resolve("pids/old/pids.max"), "8\n");
        assertEquals(
                "its control group 8 (" + root + "/pids/old/pids.max)",
                TaskLimit.ofGroup(List.of("9:memory:/other", "8:pids:/old"), root));
        assertNull(TaskLimit.ofGroup(List.of("9:memory:/other"), root));
    }

    @Test
    void onlyWhatTheJvmSaysOfThreadsAndProcessesIsExplained() {
        String thread = "unable to create native thread: possibly out of memory or process/resource limits reached";
        assertTrue(TaskLimit.isReachedBy(thread));
        assertFalse(TaskLimit.isReachedBy("Java heap space"));
        assertFalse(
                TaskLimit.isReachedBy("Cannot run program \"x\": Exec failed, error: 2 (No such file or directory)"));
        assertEquals("a: no further thread can be started: " + TaskLimit.sentence(), TaskLimit.named("a: " + thread));
        String process = "Cannot run program \"x\": posix_spawn failed, error: 11 (Resource temporarily unavailable) ";
        assertEquals(
                process.strip() + ": " + TaskLimit.sentence(),
                TaskLimit.explained(process + "\nPossible reasons:\n  - many"));
        assertEquals("Java heap space", TaskLimit.explained("Java heap space"));
        String text = FailureText.of(new OutOfMemoryError(thread));
        assertTrue(text.startsWith("java.lang.OutOfMemoryError: no further thread can be started: "), text);
    }
}
