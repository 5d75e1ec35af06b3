package org.bipj.launch.mpirun.process;

import java.util.List;
import org.bipj.launch.support.OwnProcess;

/** A rank's process on this host. */
public record LocalChild(Process process) implements RankChild {
    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public int exitValue() {
        return process.exitValue();
    }

    @Override
    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void terminate() {
        // Not the process's own method, which would close its output too.
        process.toHandle().destroy();
    }

    @Override
    public void kill() {
        OwnProcess.current().signal("KILL", List.of(process.pid()));
        process.toHandle().destroyForcibly();
    }
}
