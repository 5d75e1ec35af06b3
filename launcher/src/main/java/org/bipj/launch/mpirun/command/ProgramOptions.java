package org.bipj.launch.mpirun.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.machine.JobVariables;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.UsageException;

/** The options of one program of a job: {@code mpirun -n 1 java A : -n 3 java B} has two programs. */
public final class ProgramOptions {
    int ranks;

    /** Maximum number of ranks on a host, and the number of ranks if no other option sets it; 0: not given. */
    int ranksPerHost;

    /** Slots of the named hosts, and the number of ranks if no other option sets it; 0: not given. */
    int slots;

    /** The hosts that {@code --host} names. */
    final List<HostSlots> hostList = new ArrayList<>();

    /** The hosts that files of {@code --hostfile} name. */
    final List<HostSlots> hostFiles = new ArrayList<>();

    /** True to give ranks to the hosts in turn, for {@code --map-by node}. */
    boolean byHost;

    final Map<String, String> environment = new LinkedHashMap<>();

    /** Variables of mpirun's environment that ranks get on other hosts too; on this host they inherit it. */
    final List<String> exported = new ArrayList<>();

    /** Process sets that its ranks are in. */
    final List<String> processSets = new ArrayList<>();

    /** The job does not wait for the end of its ranks. */
    boolean service;

    Path directory;

    String path = "";

    final List<String> command = new ArrayList<>();

    /** The classes of a command that names a source file, and the main class; null: ranks compile it, or it is none. */
    private Path classes;

    private String mainClass;

    /** The words of its options, and of the job's among them, as they were given. */
    final List<String> optionWords = new ArrayList<>();

    /** Of these those that a command has which repeats a run. */
    final List<String> given = new ArrayList<>();

    /**
     * The options of a program that a rank has asked for.
     *
     * @param parent those of the program that has asked
     * @param command turns the words of the request, and its info key path, into a command
     * @throws LaunchException for a hint that cannot be
     */
    static ProgramOptions ofSpawned(
            ProgramOptions parent,
            SpawnRequest.Program wanted,
            BiFunction<List<String>, String, List<String>> command) {
        ProgramOptions program = new ProgramOptions();
        program.ranks = wanted.processes();
        program.environment.putAll(parent.environment);
        program.environment.keySet().removeAll(List.of(JobVariables.PSETS, JobVariables.RECORD, JobVariables.REPLAY));
        program.environment.putAll(SpawnedVariables.of(wanted.info()));
        String directory = wanted.info().getOrDefault("wdir", "");
        program.directory = directory.isEmpty()
                ? parent.directory
                : parent.resolve(directory).toAbsolutePath();
        program.exported.addAll(parent.exported);
        program.path = wanted.info().getOrDefault("path", parent.path);
        List<String> words = new ArrayList<>();
        words.add(wanted.command());
        words.addAll(wanted.arguments());
        program.command.addAll(command.apply(words, wanted.info().getOrDefault("path", "")));
        return program;
    }

    /** Refuses a working directory that is not there. */
    void requireDirectory() {
        if (directory != null && !Files.isDirectory(directory)) {
            throw new LaunchException(1, "the info key wdir is " + directory + "; expected a directory");
        }
    }

    /** Number of ranks; valid once the job's are decided. */
    public int ranks() {
        return ranks;
    }

    /** True if its ranks serve those of other programs: they are ended when these have ended. */
    public boolean isService() {
        return service;
    }

    /** Variables to set in the program's ranks. */
    public Map<String, String> environment() {
        return environment;
    }

    /** Variables of mpirun's environment that ranks get on other hosts too. */
    public List<String> exported() {
        return exported;
    }

    /** The ranks' working directory, absolute; null: that of mpirun. */
    public Path directory() {
        return directory;
    }

    /** The words of its options, and of the job's among them, as they were given. */
    public List<String> optionWords() {
        return optionWords;
    }

    /** The words of the program and of its arguments. */
    public List<String> command() {
        return command;
    }

    /** Its command names a source file, which was compiled. */
    public void compileTo(Path folder, String main) {
        classes = folder;
        mainClass = main;
    }

    /** The folder of the classes that its source file was compiled to; null if it was not. */
    public Path classes() {
        return classes;
    }

    /** The main class in that folder; null if it was not compiled. */
    public String mainClass() {
        return mainClass;
    }

    /** Directories in which the program is looked for before those of PATH, with colons between; empty: none. */
    public String path() {
        return path;
    }

    /** True if an option of this program names hosts. */
    boolean namesHosts() {
        return !hostList.isEmpty() || !hostFiles.isEmpty();
    }

    /** Adds the hosts of an allocation. They set the number of ranks if nothing else does. */
    void addAllocation(List<HostSlots> hosts) {
        addHosts(hostFiles, hosts);
    }

    /** Leaves this host out of the named hosts, for {@code --nolocal}. */
    void leaveThisHost() {
        slots -= Stream.concat(hostList.stream(), hostFiles.stream())
                .filter(HostSlots::isHere)
                .mapToInt(HostSlots::slots)
                .sum();
        hostList.removeIf(HostSlots::isHere);
        hostFiles.removeIf(HostSlots::isHere);
        if (hostList.isEmpty() && hostFiles.isEmpty()) {
            throw new UsageException("--nolocal: expected other hosts than this one (--host, --hostfile)");
        }
    }

    /** True if the number of ranks follows from the options. */
    boolean saysRanks() {
        return ranks > 0 || ranksPerHost > 0 || slots > 0;
    }

    /** True if all hosts that the options name are this one. */
    boolean isHere() {
        return Stream.concat(hostList.stream(), hostFiles.stream()).allMatch(HostSlots::isHere);
    }

    /** Adds hosts of {@code --host} or of {@code --hostfile}. */
    void addHosts(List<HostSlots> to, List<HostSlots> hosts) {
        to.addAll(hosts);
        slots += hosts.stream().mapToInt(HostSlots::slots).sum();
    }

    /**
     * Decides the number of ranks where all run on this host.
     *
     * @param otherwise the number where no option sets one
     */
    void decideRanks(int otherwise) {
        if (ranks > ranksPerHost && ranksPerHost > 0) {
            throw new UsageException("-n " + ranks + " with -N " + ranksPerHost + ": ranks run on one host, which -N"
                    + " allows " + ranksPerHost + " of them");
        }
        if (ranks == 0) {
            ranks = ranksPerHost > 0 ? ranksPerHost : slots > 0 ? slots : otherwise;
        }
    }

    /** A file as the program finds it: relative to its working directory. */
    public Path resolve(String file) {
        return directory == null ? Path.of(file) : directory.resolve(file);
    }
}
