package org.bipj.launch.mpirun.process;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bipj.launch.mpirun.output.LinePump;
import org.bipj.launch.mpirun.output.OutputPlan;
import org.bipj.launch.mpirun.output.Terminal;

/** Stands for the process of a rank: the test says what it prints and when it ends, and sees the signals that it gets. */
final class StubRank implements RankChild {
    private static final int FIRST_PID = 1_000;
    private static final int TERMINATED = 143;
    private static final int KILLED = 137;

    private final int rank;
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final List<String> signals = new CopyOnWriteArrayList<>();
    private final PipedOutputStream errors = new PipedOutputStream();
    private final PipedInputStream read;
    /** What a JVM prints that SIGTERM finds in its start-up. */
    private String lastWords = "";

    private boolean obeys = true;

    StubRank(int rank) {
        this.rank = rank;
        try {
            read = new PipedInputStream(errors, 1 << 14);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** It goes on when it gets SIGTERM. */
    StubRank ignoringTerm() {
        obeys = false;
        return this;
    }

    /** It prints this when it gets SIGTERM. */
    StubRank withLastWords(String text) {
        lastWords = text;
        return this;
    }

    /** It has written this to standard error. */
    StubRank saying(String text) {
        try {
            errors.write(text.getBytes(StandardCharsets.UTF_8));
            errors.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** It ends now. */
    StubRank ended(int code) {
        try {
            errors.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        end.complete(code);
        return this;
    }

    /** The names of the signals that it has got, in their order. */
    List<String> signals() {
        return signals;
    }

    /** With the threads that show its output, as of a job on a terminal. */
    RankProcess process(OutputPlan plan, Terminal terminal) {
        return new RankProcess(
                rank,
                this,
                new LinePump(
                        new ByteArrayInputStream(new byte[0]),
                        plan.lines(terminal, rank, false).holdStartErrors(null, Path.of("")),
                        false),
                new LinePump(
                        read,
                        plan.lines(terminal, rank, true).holdTraces(rank).holdStartErrors(null, Path.of("")),
                        false));
    }

    @Override
    public long pid() {
        return FIRST_PID + rank;
    }

    @Override
    public boolean isAlive() {
        return !end.isDone();
    }

    @Override
    public int exitValue() {
        return end.join();
    }

    @Override
    public int waitFor() {
        return end.join();
    }

    @Override
    public void terminate() {
        signals.add("TERM");
        if (obeys && isAlive()) {
            saying(lastWords).ended(TERMINATED);
        }
    }

    @Override
    public void kill() {
        signals.add("KILL");
        if (isAlive()) {
            ended(KILLED);
        }
    }
}
