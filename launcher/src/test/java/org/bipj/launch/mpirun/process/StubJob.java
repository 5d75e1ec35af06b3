package org.bipj.launch.mpirun.process;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.bipj.core.report.Waiter;
import org.bipj.launch.mpirun.command.OptionParser;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.job.JobState;
import org.bipj.launch.mpirun.output.OutputPlan;
import org.bipj.launch.support.OwnProcess;
import org.bipj.shm.board.Board;
import org.bipj.shm.waiting.Stacks;

/**
 * A job whose ranks are {@link StubRank}s: its supervisor is that of {@code mpirun}, and what it says is kept. All ranks are on the host
 * {@code a}.
 */
final class StubJob {
    private static final long GRACE_MS = 5_000;

    private final Options options;
    private final StubBoard board;
    private final RankWatcher supervisor;
    private final List<StubRank> ranks;
    private final Own own = new Own();
    private final CountDownLatch deadlock = new CountDownLatch(1);

    /** A job of a command line. */
    StubJob(String... words) {
        this(Map.of(), words);
    }

    /** A job of a command line in an environment. */
    StubJob(Map<String, String> environment, String... words) {
        own.environment.putAll(environment);
        options = own.call(() -> OptionParser.parse(List.of(words)));
        board = new StubBoard(options.ranks());
        ranks = IntStream.range(0, options.ranks()).mapToObj(StubRank::new).toList();
        supervisor = own.call(this::newSupervisor);
    }

    private StubJob(Options options) {
        this.options = options;
        board = new StubBoard(options.ranks());
        ranks = IntStream.range(0, options.ranks()).mapToObj(StubRank::new).toList();
        supervisor = own.call(this::newSupervisor);
    }

    private RankWatcher newSupervisor() {
        return new RankWatcher(options, board, new State(), (rank, how) -> {}, deadlock::await, GRACE_MS, rank -> "a");
    }

    /** A job of the same launcher that ranks of this one have asked for. */
    static StubJob spawned(Options options) {
        return new StubJob(options);
    }

    Options options() {
        return options;
    }

    StubBoard board() {
        return board;
    }

    RankWatcher supervisor() {
        return supervisor;
    }

    StubRank rank(int number) {
        return ranks.get(number);
    }

    /** All ranks have been started. */
    StubJob start() {
        OutputPlan plan = OutputPlan.of(options);
        ranks.forEach(rank -> supervisor.started(rank.process(plan, supervisor.terminal())));
        return this;
    }

    /** The same, and deadlocks are looked for. */
    StubJob startWatched() {
        start();
        own.call(() -> {
            supervisor.startWatch();
            return null;
        });
        return this;
    }

    /** No rank can go on any more. */
    void deadlock() {
        deadlock.countDown();
    }

    /** Runs the job to its end. */
    int await() {
        return supervisor.await();
    }

    /** What the launcher has said, and what it has shown of the ranks' standard errors. */
    String said() {
        return own.errors.toString(StandardCharsets.UTF_8);
    }

    /** The process of the launcher: no signal comes, and nothing is started. */
    private static final class Own extends OwnProcess {
        private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        private final Map<String, String> environment = new HashMap<>();

        <T> T call(Callable<T> body) {
            CompletableFuture<T> result = new CompletableFuture<>();
            Thread.ofPlatform().start(() -> {
                enter();
                try {
                    result.complete(body.call());
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
            });
            try {
                return result.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        protected Map<String, String> environment() {
            return environment;
        }

        @Override
        public OutputStream standardOutput() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public OutputStream standardError() {
            return errors;
        }

        @Override
        public PrintStream err() {
            return new PrintStream(errors, true, StandardCharsets.UTF_8);
        }

        @Override
        public void onUsr1(Runnable action) {
            // No signal comes.
        }
    }

    /** Ranks neither wait in the library nor answer. */
    private final class State implements JobState {
        @Override
        public int ranks() {
            return board.ranks();
        }

        @Override
        public SortedMap<Integer, Waiter> waiters(long patienceMillis) {
            return new TreeMap<>();
        }

        @Override
        public Condition condition(int rank, boolean answers) {
            return board.state(rank) == Board.ABSENT ? Condition.ABSENT : Condition.BUSY;
        }

        @Override
        public SortedMap<Integer, Stacks> stacks(boolean last) {
            return new TreeMap<>();
        }
    }
}
