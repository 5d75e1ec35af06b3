package org.bipj.launch.system;

import java.util.List;
import java.util.function.Supplier;

/**
 * Stops and continues the ranks together with the launcher. They lead sessions of their own, so that neither the
 * terminal's Ctrl-Z nor a scheduler's signal to the launcher's group reaches them.
 */
public final class JobControl {
    private final Supplier<List<Long>> leaders;

    private JobControl(Supplier<List<Long>> leaders) {
        this.leaders = leaders;
    }

    /**
     * Forwards SIGTSTP and SIGCONT from now on. The handlers are installed in the background, while the ranks start.
     *
     * @param leaders the processes that run now, each of which leads a group
     */
    public static void install(Supplier<List<Long>> leaders) {
        JobControl control = new JobControl(leaders);
        Thread.ofPlatform().daemon().name("job control").start(() -> {
            Signals.handle("TSTP", control::stop);
            Signals.handle("CONT", control::resume);
        });
    }

    /** SIGSTOP, since a session without a terminal ignores SIGTSTP. The launcher stops after its ranks. */
    private void stop() {
        ProcessGroup.signal("STOP", leaders.get());
        Kill.send("STOP", ProcessHandle.current().pid());
    }

    private void resume() {
        ProcessGroup.signal("CONT", leaders.get());
    }
}
