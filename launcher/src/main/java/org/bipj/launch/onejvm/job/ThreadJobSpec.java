package org.bipj.launch.onejvm.job;

import java.io.File;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.bipj.launch.hosted.loader.HostedProgram;
import org.bipj.launch.mpirun.command.GracePeriod;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.output.OutputPlan;
import org.bipj.sim.SimOptions;

/**
 * What the launcher passes to the JVM of a job whose ranks are threads or coroutines, by its arguments.
 *
 * @param options those that are no more than values
 * @param graceMillis time limit for shutdown hooks
 * @param programs in the order of their ranks
 */
public record ThreadJobSpec(Options options, long graceMillis, List<HostedProgram> programs) {
    /** The job that a command line describes. */
    public static ThreadJobSpec of(Options options, List<HostedProgram> programs) {
        return new ThreadJobSpec(options, GracePeriod.millis(), programs);
    }

    /** The job that arguments of {@link org.bipj.launch.onejvm.ThreadJobMain} describe. */
    public static ThreadJobSpec of(List<String> all) {
        Iterator<String> words = all.iterator();
        Options options = Options.of(words);
        long graceMillis = Long.parseLong(words.next());
        List<HostedProgram> programs = new ArrayList<>();
        while (words.hasNext()) {
            programs.add(HostedProgram.of(programs.size(), words));
        }
        return new ThreadJobSpec(options, graceMillis, programs);
    }

    /** This job as arguments of {@link org.bipj.launch.onejvm.ThreadJobMain}. */
    public List<String> words() {
        List<String> words = new ArrayList<>(options.words());
        words.add(Long.toString(graceMillis));
        programs.forEach(program -> words.addAll(program.words()));
        return words;
    }

    /** This job with one of its seeds. */
    public ThreadJobSpec with(long seed) {
        return new ThreadJobSpec(options.withSeed(seed), graceMillis, programs);
    }

    /** This job with other faults, of which none are drawn. */
    public ThreadJobSpec withFaults(String faults) {
        return new ThreadJobSpec(options.withFaults(faults), graceMillis, programs);
    }

    /** Number of ranks. */
    public int ranks() {
        return programs.stream()
                .mapToInt(program -> program.application().ranks())
                .sum();
    }

    /** The class paths of all programs as one. */
    public String classPath() {
        return programs.stream()
                .map(HostedProgram::classPath)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Where the ranks' output goes. */
    public OutputPlan output() {
        return OutputPlan.of(options, ranks());
    }

    /** The simulated cluster; null: ranks are threads in real time. */
    public SimOptions sim() {
        return options.simOptions();
    }
}
