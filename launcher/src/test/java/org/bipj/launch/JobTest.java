package org.bipj.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that run jobs: each in a place of its own, where no process and no shared memory may be left behind. */
abstract class JobTest {
    @TempDir
    Path directory;

    Mpirun mpirun;

    @BeforeEach
    void open() {
        mpirun = new Mpirun(directory);
    }

    @AfterEach
    void leavesNothingBehind() {
        mpirun.assertClean();
    }

    /** Runs actors in a mode. */
    Mpirun.Result actIn(String mode, int ranks, String... steps) {
        List<String> words = new ArrayList<>(List.of("-n", "" + ranks, "--mode", mode, "--"));
        words.addAll(List.of(steps));
        return mpirun.act(words.toArray(String[]::new));
    }
}
