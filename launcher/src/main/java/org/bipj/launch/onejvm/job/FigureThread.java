package org.bipj.launch.onejvm.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bipj.core.nic.PortException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.shm.figures.FigurePublisher;
import org.bipj.shm.figures.FigureSource;

/** Publishes what ranks that share this JVM do, while a viewer watches. */
public final class FigureThread implements Runnable {
    /** A look at many ranks takes its time: it is paid for by a pause of so many times that, up to a limit. */
    private static final int PAUSES = 20;

    private static final long PAUSE_MS_MAX = 1000;

    private static final long NS_PER_MS = 1_000_000;

    /** Null: nowhere. */
    private final Path session;

    private final List<? extends FigureSource> sources;
    private final BooleanSupplier isOver;
    /** Null until the launcher has made the session. */
    private FigurePublisher publisher;

    /**
     * A publisher of ranks.
     *
     * @param sources by rank
     * @param isOver true once the job has ended
     */
    public FigureThread(List<? extends FigureSource> sources, BooleanSupplier isOver) {
        String given = LauncherVariables.value(LauncherVariables.FIGURES);
        session = given == null || given.isEmpty() ? null : Path.of(given);
        this.sources = sources;
        this.isOver = isOver;
    }

    @Override
    public void run() {
        try {
            while (session != null && !isOver.getAsBoolean()) {
                long begin = System.nanoTime();
                if (publisher == null) {
                    open();
                } else {
                    publisher.look();
                }
                long tookMs = (System.nanoTime() - begin) / NS_PER_MS;
                Thread.sleep(Math.clamp(PAUSES * tookMs, FigurePublisher.PERIOD_MS, PAUSE_MS_MAX));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Opens the session, if the launcher has made it. To be called before the thread starts, or by it. */
    public void open() {
        try {
            publisher = session != null && Files.isDirectory(session) ? FigurePublisher.in(session, sources) : null;
        } catch (PortException e) {
            publisher = null;
        }
    }
}
