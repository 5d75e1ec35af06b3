package org.bipj.launch.support;

import java.util.function.Consumer;

/**
 * Stops and continues the ranks together with the launcher. They lead sessions of their own, so that neither the
 * terminal's Ctrl-Z nor a scheduler's signal to the launcher's group reaches them.
 */
public final class JobControl {
    private final Consumer<String> ranks;

    private JobControl(Consumer<String> ranks) {
        this.ranks = ranks;
    }

    /**
     * Forwards SIGTSTP and SIGCONT from now on. The handlers are installed in the background, while the ranks start.
     *
     * @param ranks sends a signal, by its name, to the processes of all ranks that run now
     */
    public static void install(Consumer<String> ranks) {
        JobControl control = new JobControl(ranks);
        Thread.ofPlatform().daemon().name("job control").start(() -> {
            SystemSignals.handle("TSTP", control::stop);
            SystemSignals.handle("CONT", control::resume);
        });
    }

    /** SIGSTOP, since a session without a terminal ignores SIGTSTP. The launcher stops after its ranks. */
    private void stop() {
        ranks.accept("STOP");
        Kill.send("STOP", ProcessHandle.current().pid());
    }

    private void resume() {
        ranks.accept("CONT");
    }
}
