package org.bipj.mpi.coll.schedule;

import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.engine.Background;
import org.jspecify.annotations.Nullable;

/**
 * A recorded collective operation: its steps, and how many of them are done. A message that is not complete holds up the
 * steps behind it; other operations go on meanwhile.
 */
public final class Schedule extends Background {
    private final CollPort port;
    private final Step[] steps;
    private final @Nullable Runnable arrays;
    private final @Nullable Runnable memory;
    private final Runnable end;
    private boolean persistent;
    private boolean running;
    private int done;

    Schedule(
            CollPort port,
            Step[] steps,
            boolean persistent,
            @Nullable Runnable arrays,
            @Nullable Runnable memory,
            Runnable end) {
        this.port = port;
        this.steps = steps;
        this.persistent = persistent;
        this.arrays = arrays;
        this.memory = memory;
        this.end = end;
    }

    @Override
    protected void begin() {
        running = true;
        done = 0;
    }

    @Override
    protected boolean advance() {
        int at = done;
        try {
            while (at < steps.length && steps[at].run(port)) {
                at++;
            }
        } finally {
            done = at;
        }
        return at == steps.length;
    }

    @Override
    protected void ended() {
        running = false;
        if (failure() != null) {
            for (Step step : steps) {
                step.abandon(port);
            }
        }
        if (!persistent) {
            giveBack();
        }
    }

    /** Frees a persistent operation; one under way is freed once it is complete. Under the lock of progress. */
    public void free() {
        persistent = false;
        if (!running) {
            giveBack();
        }
    }

    private void giveBack() {
        ScheduleMaker.giveBack(arrays);
        ScheduleMaker.giveBack(memory);
        end.run();
    }
}
