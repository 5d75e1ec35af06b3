package org.bipj.litmus;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.bipj.core.job.Compute;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.crl.Crl;
import org.bipj.orca.Orca;

/**
 * Litmus tests of Orca and of CRL. A round runs one {@link Shape}: its roles on ranks, each of its variables at a place, with
 * pauses between operations. The seed decides all but the schedule. Each outcome must be one that sequential consistency allows.
 */
public final class Litmus {
    /** Ranks of a job: as many as a shape has roles at most. */
    public static final int RANKS = 4;

    /** Rounds of a shape in a job, unless few are wanted: half of them at the next places of all mixtures. */
    private static final int ROUNDS = 24;

    private static final int VARIABLES = 3;

    /** A shape with its roles' ranks and its variables' places. */
    private record Round(Shape shape, int[] ranks, int[] places) {
        /** Where the results of a role begin. */
        int offset(int role) {
            return IntStream.range(0, role).map(shape::results).sum();
        }
    }

    /** How often outcomes were seen, of all jobs. */
    public static final class Counts {
        private final Map<Shape, Map<List<Integer>, Integer>> seen = new EnumMap<>(Shape.class);

        private synchronized void add(Round round, List<Integer> outcome) {
            seen.computeIfAbsent(round.shape, shape -> new HashMap<>()).merge(outcome, 1, Integer::sum);
        }

        /** Interesting outcomes that were not seen. */
        public synchronized List<String> missing() {
            List<String> missing = new ArrayList<>();
            seen.forEach((shape, outcomes) -> shape.interesting().stream()
                    .filter(outcome -> !outcomes.containsKey(outcome))
                    .forEach(outcome -> missing.add(shape + " " + outcome)));
            return missing;
        }

        /** Shapes of which some outcome was seen. */
        public synchronized int shapes() {
            return seen.size();
        }

        @Override
        public synchronized String toString() {
            return seen.toString();
        }
    }

    private final long seed;
    private final boolean threads;
    private final List<Round> rounds = new ArrayList<>();
    private final int results;

    private Litmus(long seed, int each, boolean replicas, boolean threads, List<Shape> shapes) {
        this.seed = seed;
        this.threads = threads;
        Random draw = new Random(seed);
        for (Shape shape : shapes) {
            addRounds(shape, each / 2, replicas ? Variables.EVERYWHERE : 0, draw);
        }
        Collections.shuffle(rounds, draw);
        results = rounds.stream()
                .mapToInt(round -> round.offset(round.shape.roles().size()))
                .max()
                .orElseThrow();
    }

    /** Litmus tests of Orca, with guards: each role on a rank of its own. */
    public static Litmus ofOrca(long seed) {
        return ofOrca(seed, ROUNDS, false);
    }

    /** So many rounds of each shape; with threads, roles are threads of two ranks. */
    public static Litmus ofOrca(long seed, int rounds, boolean threads) {
        return new Litmus(seed, rounds, true, threads, List.of(Shape.values()));
    }

    /** Litmus tests of CRL. */
    public static Litmus ofCrl(long seed) {
        return ofCrl(seed, ROUNDS);
    }

    /** So many rounds of each shape. */
    public static Litmus ofCrl(long seed, int rounds) {
        List<Shape> shapes = Arrays.stream(Shape.values())
                .filter(shape -> !shape.hasGuards())
                .toList();
        return new Litmus(seed, rounds, false, false, shapes);
    }

    /** Rounds whose places are the next ones of all mixtures, and as many with variables near those that use them. */
    private void addRounds(Shape shape, int each, int first, Random draw) {
        int places = RANKS - first;
        int mixtures = (int) Math.pow(places, shape.variables());
        for (int i = 0; i < each; i++) {
            int mixture = (int) Math.floorMod(seed * each + i, (long) mixtures);
            int[] at = new int[shape.variables()];
            for (int variable = 0, left = mixture; variable < at.length; variable++, left /= places) {
                at[variable] = first + left % places;
            }
            rounds.add(new Round(shape, ranks(shape, draw), at));
        }
        for (int i = 0; i < each; i++) {
            int[] ranks = ranks(shape, draw);
            rounds.add(new Round(shape, ranks, nearPlaces(shape, first, ranks, draw)));
        }
    }

    /** Each variable everywhere, or on the rank of a role that uses its value. */
    private static int[] nearPlaces(Shape shape, int first, int[] ranks, Random draw) {
        return IntStream.range(0, shape.variables())
                .map(variable -> {
                    int[] users = IntStream.range(0, ranks.length)
                            .filter(role -> shape.roles().get(role).stream()
                                    .anyMatch(step -> step.variable() == variable
                                            && step.kind().returns()))
                            .toArray();
                    return first == Variables.EVERYWHERE && draw.nextBoolean() || users.length == 0
                            ? first
                            : ranks[users[draw.nextInt(users.length)]];
                })
                .toArray();
    }

    private int[] ranks(Shape shape, Random draw) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, RANKS).boxed().toList());
        Collections.shuffle(order, draw);
        return IntStream.range(0, shape.roles().size())
                .map(role -> order.get(threads ? draw.nextInt(2) : role))
                .toArray();
    }

    /** One rank's part of a job of Orca. */
    public void run(Orca orca, Counts counts) throws InterruptedException {
        run(orca.rank(), new ObjectVariables(orca, VARIABLES, rounds.size()), counts);
    }

    /** One rank's part of a job of CRL. */
    public void run(Crl crl, Counts counts) throws InterruptedException {
        run(crl.rank(), new RegionVariables(crl, VARIABLES, rounds.size()), counts);
    }

    private void run(int rank, Variables variables, Counts counts) throws InterruptedException {
        int[] seen = new int[rounds.size() * results];
        Random compute = new Random(seed * 31 + rank);
        for (int i = 0; i < rounds.size(); i++) {
            variables.barrier();
            Round round = rounds.get(i);
            List<Runnable> mine = new ArrayList<>();
            for (int role = 0; role < round.ranks.length; role++) {
                if (round.ranks[role] == rank) {
                    mine.add(part(variables, i, role, seen));
                }
            }
            if (mine.isEmpty() && Compute.isVirtual()) {
                // A rank that forwards late lets replies overtake broadcasts.
                Compute.charge(compute.nextInt(300_000));
            }
            runAll(mine);
        }
        variables.barrier();
        variables.sum(seen);
        if (rank == 0) {
            check(variables, seen, counts);
        }
        variables.barrier();
    }

    private void runAll(List<Runnable> parts) throws InterruptedException {
        if (!threads) {
            parts.forEach(Runnable::run);
            return;
        }
        Job job = Jobs.of(null);
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> all = parts.stream()
                .map(part -> Thread.ofPlatform()
                        .daemon()
                        .uncaughtExceptionHandler((thread, thrown) -> failures.add(thrown))
                        .start(() -> {
                            Jobs.enter(job);
                            part.run();
                        }))
                .toList();
        for (Thread thread : all) {
            thread.join();
        }
        failures.forEach(failure -> {
            throw new AssertionError(failure);
        });
    }

    /** What a role does in a round. */
    private Runnable part(Variables variables, int cell, int role, int[] seen) {
        Round round = rounds.get(cell);
        Random draw = new Random(seed * 31 + cell * RANKS + role);
        return () -> {
            int at = cell * results + round.offset(role);
            // Operations without a pause between them are what a slow broadcast harms most.
            int pauses = draw.nextInt(3);
            for (Shape.Step step : round.shape.roles().get(role)) {
                if (pauses > 0) {
                    pause(variables, draw);
                    pauses = pauses == 1 ? 0 : pauses;
                }
                int result = execute(variables, step, round.places[step.variable()], cell);
                if (step.kind().returns()) {
                    seen[at++] = result;
                }
            }
        };
    }

    /** Mostly none, else up to the time of a few messages. */
    private static void pause(Variables variables, Random draw) {
        int polls = draw.nextInt(1 << draw.nextInt(6));
        if (Compute.isVirtual()) {
            Compute.charge(polls * 5_000.0);
        }
        for (int i = 0; i < polls; i++) {
            variables.poll();
        }
    }

    private static int execute(Variables variables, Shape.Step step, int place, int cell) {
        int variable = step.variable();
        return switch (step.kind()) {
            case WRITE -> {
                variables.write(place, variable, cell, step.value());
                yield 0;
            }
            case READ -> variables.read(place, variable, cell);
            case UPDATE -> variables.update(place, variable, cell, step.value());
            case AWAIT -> variables.await(place, variable, cell);
            case TAKE -> variables.take(place, variable, cell, step.value());
        };
    }

    private void check(Variables variables, int[] seen, Counts counts) {
        for (int i = 0; i < rounds.size(); i++) {
            Round round = rounds.get(i);
            List<Integer> outcome = new ArrayList<>();
            for (int result = 0; result < round.offset(round.ranks.length); result++) {
                outcome.add(seen[i * results + result]);
            }
            for (int variable = 0; variable < round.places.length; variable++) {
                outcome.add(variables.read(round.places[variable], variable, i));
            }
            assertTrue(
                    round.shape.allowed().contains(outcome),
                    () -> "seed " + seed + ": " + round.shape + " of ranks " + Arrays.toString(round.ranks)
                            + ", variables at " + Arrays.toString(round.places) + ": " + outcome + "; expected one of "
                            + round.shape.allowed());
            counts.add(round, outcome);
        }
    }
}
