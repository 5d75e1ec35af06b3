package org.bipj.launch.sharedjvm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.launch.command.DeadlockPlan;
import org.bipj.launch.command.ExplorationPlan;
import org.bipj.launch.command.GracePeriod;
import org.bipj.launch.command.Options;
import org.bipj.launch.command.SeedPlan;
import org.bipj.launch.loader.HostedProgram;
import org.bipj.launch.output.OutputPlan;
import org.bipj.sim.SimOptions;

/**
 * What the launcher passes to the JVM of a job whose ranks are threads or coroutines, by its arguments.
 *
 * @param output where the ranks' output goes
 * @param timeoutMillis after this long the job is ended; 0: never
 * @param deadlock what to do about a deadlock
 * @param graceMillis time limit for shutdown hooks
 * @param stdin the rank that reads standard input; negative: none
 * @param sim the simulated cluster; null: ranks are threads in real time
 * @param virtualTime the JDK's clocks are virtual in ranks that are coroutines
 * @param quiet a simulation prints no summary at its end
 * @param untilPs the virtual time at which the job is ended, in picoseconds; 0: it is not
 * @param hostDirectory where hosts of a simulation have their folders, absolute; empty: in a temporary place
 * @param events a file for the events of a simulation; empty: none
 * @param exploration what is chosen where MPI leaves it open; null: whatever comes first
 * @param survivesDeaths true if the job goes on when a rank dies
 * @param seeds with which the job is run, one after the other, until it fails; null: it is run once
 * @param choices where the ranks' choices are recorded, or replayed from; null: neither
 * @param programs in the order of their ranks
 */
public record ThreadJobSpec(
        OutputPlan output,
        long timeoutMillis,
        DeadlockPlan deadlock,
        long graceMillis,
        int stdin,
        SimOptions sim,
        boolean virtualTime,
        boolean quiet,
        long untilPs,
        String hostDirectory,
        String events,
        ExplorationPlan exploration,
        boolean survivesDeaths,
        SeedPlan seeds,
        ChoiceFolder choices,
        List<HostedProgram> programs) {
    /** Number of words of the simulation's options without the overrides. */
    private static final int SIM_WORDS = 6;

    /** The job that a command line describes. */
    public static ThreadJobSpec of(Options options, List<HostedProgram> programs) {
        return new ThreadJobSpec(
                OutputPlan.of(options),
                options.timeoutMillis(),
                options.deadlock(),
                GracePeriod.millis(),
                options.stdin(),
                options.simOptions(),
                options.virtualTime(),
                options.quiet(),
                options.untilPs(),
                options.hostDirectory(),
                options.events(),
                options.exploration(),
                options.survivesDeaths(),
                options.seeds(),
                options.choiceFolder(),
                programs);
    }

    /** This job with one of its seeds. */
    ThreadJobSpec with(long seed) {
        return new ThreadJobSpec(
                output,
                timeoutMillis,
                deadlock,
                graceMillis,
                stdin,
                sim.withSeed(seed),
                virtualTime,
                quiet,
                untilPs,
                hostDirectory,
                events,
                exploration,
                survivesDeaths,
                seeds,
                choices,
                programs);
    }

    /** This job as arguments of {@link ThreadJobMain}. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        words.add(Integer.toString(output.ranks()));
        words.add(Boolean.toString(output.tagged()));
        words.add(Boolean.toString(output.timed()));
        words.add(output.directory() == null ? "" : output.directory());
        words.add(Boolean.toString(output.shown()));
        words.add(Boolean.toString(output.merged()));
        words.add(Long.toString(timeoutMillis));
        words.add(deadlock.action().name());
        words.add(Long.toString(deadlock.patienceMillis()));
        words.add(Long.toString(graceMillis));
        words.add(Integer.toString(stdin));
        words.addAll(simWords());
        words.add(Boolean.toString(virtualTime));
        words.add(Boolean.toString(quiet));
        words.add(Long.toString(untilPs));
        words.add(hostDirectory);
        words.add(events);
        words.add(Boolean.toString(exploration != null));
        words.addAll(exploration == null ? List.of() : exploration.words());
        words.add(Boolean.toString(survivesDeaths));
        words.add(Boolean.toString(seeds != null));
        words.addAll(seeds == null ? List.of() : seeds.words());
        words.add(choices == null ? "" : choices.path().toString());
        words.add(Boolean.toString(choices != null && choices.isReplayed()));
        programs.forEach(program -> words.addAll(program.words()));
        return words;
    }

    private List<String> simWords() {
        if (sim == null) {
            return List.of(Integer.toString(0));
        }
        List<String> words = new ArrayList<>();
        words.add(Integer.toString(SIM_WORDS + sim.overrides().size()));
        words.add(sim.platform());
        words.add(Long.toString(sim.seed()));
        words.add(sim.faults());
        words.add(sim.trace());
        words.add(Boolean.toString(sim.jitter()));
        words.add(Boolean.toString(sim.ip()));
        words.addAll(sim.overrides());
        return words;
    }

    /** The job that arguments of {@link ThreadJobMain} describe. */
    static ThreadJobSpec of(List<String> all) {
        Iterator<String> words = all.iterator();
        OutputPlan output = new OutputPlan(
                0,
                Integer.parseInt(words.next()),
                Boolean.parseBoolean(words.next()),
                Boolean.parseBoolean(words.next()),
                orNull(words.next()),
                Boolean.parseBoolean(words.next()),
                Boolean.parseBoolean(words.next()));
        long timeoutMillis = Long.parseLong(words.next());
        DeadlockPlan deadlock =
                new DeadlockPlan(DeadlockPlan.Action.valueOf(words.next()), Long.parseLong(words.next()));
        long graceMillis = Long.parseLong(words.next());
        int stdin = Integer.parseInt(words.next());
        SimOptions sim = sim(words, Integer.parseInt(words.next()));
        boolean virtualTime = Boolean.parseBoolean(words.next());
        boolean quiet = Boolean.parseBoolean(words.next());
        long untilPs = Long.parseLong(words.next());
        String hostDirectory = words.next();
        String events = words.next();
        ExplorationPlan exploration = Boolean.parseBoolean(words.next()) ? ExplorationPlan.of(words) : null;
        boolean survivesDeaths = Boolean.parseBoolean(words.next());
        SeedPlan seeds = Boolean.parseBoolean(words.next()) ? SeedPlan.of(words) : null;
        String folder = words.next();
        boolean isReplayed = Boolean.parseBoolean(words.next());
        List<HostedProgram> programs = new ArrayList<>();
        while (words.hasNext()) {
            programs.add(HostedProgram.of(programs.size(), words));
        }
        return new ThreadJobSpec(
                output,
                timeoutMillis,
                deadlock,
                graceMillis,
                stdin,
                sim,
                virtualTime,
                quiet,
                untilPs,
                hostDirectory,
                events,
                exploration,
                survivesDeaths,
                seeds,
                folder.isEmpty() ? null : new ChoiceFolder(Path.of(folder), isReplayed),
                programs);
    }

    private static String orNull(String word) {
        return word.isEmpty() ? null : word;
    }

    private static SimOptions sim(Iterator<String> words, int count) {
        if (count == 0) {
            return null;
        }
        String platform = words.next();
        long seed = Long.parseLong(words.next());
        String faults = words.next();
        String trace = words.next();
        boolean jitter = Boolean.parseBoolean(words.next());
        boolean ip = Boolean.parseBoolean(words.next());
        List<String> overrides = new ArrayList<>();
        for (int i = SIM_WORDS; i < count; i++) {
            overrides.add(words.next());
        }
        return new SimOptions(platform, seed, faults, trace, overrides, jitter, ip);
    }
}
