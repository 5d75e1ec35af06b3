package org.bipj.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.sim.SimOptions;

/**
 * Runs a lambda on several ranks inside this JVM, for property tests and wherever {@link MpiTest} does not fit.
 *
 * <pre>{@code
 * List<Integer> sums = MpiRunner.sim(4).seed(17).call(world -> {
 *     int[] sum = {world.getRank()};
 *     world.allReduce(sum, 1, MPI.INT, MPI.SUM);
 *     return sum[0];
 * });
 * }</pre>
 *
 * <p>MPI is initialised before the lambda, and finalised after it. The lambda belongs to the caller's class, so that all
 * ranks share static fields and captured variables. Therefore the lambda gets COMM_WORLD as its argument and must not use
 * {@code MPI.COMM_WORLD}, {@code MPI.wtime()} or other methods of {@code MPI} (constants such as {@code MPI.INT} work).
 * {@code System.exit} ends the JVM, and {@code Thread.sleep} takes real time. A test that needs these uses {@link MpiTest}.
 *
 * <p>A runner is immutable.
 */
public final class MpiRunner {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** A warning is printed once, also where many runs find it. */
    private static final String CHECKS = "on,once";

    private final int ranks;
    /** Null if ranks are threads. */
    private final SimOptions sim;
    /** Faults that each seed draws; empty: none. */
    private final String chaos;
    /** Ranks for whose ends a run does not wait. */
    private final List<Integer> services;

    private final Duration limit;
    /** True if MPI calls are checked. */
    private final boolean checks;

    private MpiRunner(int ranks, SimOptions sim, String chaos, List<Integer> services, Duration limit, boolean checks) {
        if (ranks < 1) {
            throw new IllegalArgumentException("ranks: " + ranks + "; expected 1 or more");
        }
        this.ranks = ranks;
        this.sim = sim;
        this.chaos = chaos;
        this.services = services;
        this.limit = limit;
        this.checks = checks;
    }

    /** A runner whose ranks are threads. */
    public static MpiRunner threads(int ranks) {
        return new MpiRunner(ranks, null, "", List.of(), LIMIT, false);
    }

    /**
     * A runner whose ranks are coroutines on the simulated cluster {@code lab}, in virtual time, without random delays.
     */
    public static MpiRunner sim(int ranks) {
        return new MpiRunner(ranks, SimOptions.of(SimOptions.DEFAULT_PLATFORM), "", List.of(), LIMIT, false);
    }

    /**
     * This runner with random delays of hosts ({@code mpirun --jitter}). Each seed gives another legal interleaving of the
     * ranks, which is the same in each run.
     *
     * @throws IllegalStateException if ranks are threads
     */
    public MpiRunner seed(long seed) {
        return new MpiRunner(ranks, simulated("a seed").withJitter(seed), chaos, services, limit, checks);
    }

    /**
     * This runner on another cluster.
     *
     * @param platform the name of a platform of the library, or a platform file
     * @throws IllegalStateException if ranks are threads
     */
    public MpiRunner platform(String platform) {
        Objects.requireNonNull(platform, "platform");
        SimOptions old = simulated("a platform");
        SimOptions options = new SimOptions(
                platform, old.seed(), old.faults(), old.trace(), old.overrides(), old.jitter(), old.ip());
        return new MpiRunner(ranks, options, chaos, services, limit, checks);
    }

    /** This runner with another time limit, in real time; the default is one minute. A run that exceeds it fails. */
    public MpiRunner timeout(Duration realTime) {
        if (realTime.isNegative() || realTime.isZero()) {
            throw new IllegalArgumentException("timeout: " + realTime + "; expected more than 0");
        }
        return new MpiRunner(ranks, sim, chaos, services, realTime, checks);
    }

    /**
     * This runner with MPI calls that are checked, as by {@code mpirun --check}: an error fails the run, warnings are printed. Without
     * this they are not checked.
     */
    public MpiRunner checked() {
        return checked(true);
    }

    MpiRunner checked(boolean on) {
        return new MpiRunner(ranks, sim, chaos, services, limit, on);
    }

    /**
     * This runner for hosts.
     *
     * @param ip they have IP, and their programs no MPI
     * @param faults as {@code mpirun --faults} has them
     * @param chaos faults that each seed draws, as {@code mpirun --chaos} has them; empty: none
     * @param serving ranks for whose ends the run does not wait
     */
    MpiRunner hosts(boolean ip, String faults, String chaos, int... serving) {
        SimOptions old = simulated("ip");
        SimOptions options =
                new SimOptions(old.platform(), old.seed(), faults, old.trace(), old.overrides(), old.jitter(), ip);
        return new MpiRunner(
                ranks, options, chaos, IntStream.of(serving).boxed().toList(), limit, checks);
    }

    private SimOptions simulated(String what) {
        if (sim == null) {
            throw new IllegalStateException(what + " needs MpiRunner.sim; threads run in no reproducible order");
        }
        return sim;
    }

    /**
     * Runs a lambda on each rank.
     *
     * @throws AssertionError if ranks fail, with the exceptions of these ranks, or in a deadlock, with a report of what each
     *     rank waits for
     */
    public void run(RankAction action) {
        Objects.requireNonNull(action, "action");
        execute(RankLambda.of(action, ranks), false);
    }

    /**
     * Runs a lambda on each rank.
     *
     * @return the results in the order of the ranks
     * @throws AssertionError as {@link #run}
     */
    public <R> List<R> call(RankCall<R> call) {
        Objects.requireNonNull(call, "call");
        RankLambda<R> lambda = new RankLambda<>(call, ranks);
        execute(lambda, false);
        return new ArrayList<>(lambda.results());
    }

    /**
     * Runs a program on each rank.
     *
     * @param isAnnotated it is a method with {@link MpiTest}, whose seed can be set from outside
     */
    void execute(RankCode code, boolean isAnnotated) {
        SimOptions drawn = chaos.isEmpty() ? sim : sim.withDrawnFaults(chaos, ranks);
        EmbeddedJob job = sim == null
                ? EmbeddedJob.threads(ranks, code, limit)
                : EmbeddedJob.simulated(ranks, drawn, code, limit);
        EmbeddedJob.Outcome outcome;
        try {
            services.forEach(job::serves);
            outcome = job.checked(checks ? CHECKS : "off").run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + ranks + " ranks ran", e);
        }
        if (!outcome.isSuccess()) {
            RankFailures.raise(outcome, ranks, sim, again(isAnnotated, chaos.isEmpty() ? "" : drawn.faults()));
        }
    }

    /** How to run with this seed again; empty if there is none. */
    private String again(boolean isAnnotated, String faults) {
        if (sim == null || !sim.jitter()) {
            return "";
        }
        if (isAnnotated) {
            return "@MpiTest(seed = " + sim.seed() + "), or -Dbipj.test.seed=" + sim.seed()
                    + (faults.isEmpty() ? "" : ", which has drawn faults = \"" + faults + '"');
        }
        String platform =
                sim.platform().equals(SimOptions.DEFAULT_PLATFORM) ? "" : ".platform(\"" + sim.platform() + "\")";
        return "MpiRunner.sim(" + ranks + ")" + platform + ".seed(" + sim.seed() + ")";
    }
}
