package org.bipj.launch.hosts.supervisor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bipj.core.job.Application;
import org.bipj.core.job.family.Connections;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.mpirun.command.BindingPlan;
import org.bipj.launch.mpirun.command.HostNetwork;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.program.StartCache;
import org.bipj.launch.support.Level;
import org.bipj.net.Hosts;

/**
 * The job that the supervisors run: the same for all of them.
 *
 * @param hosts the hosts, by index; those of other jobs of the same mpirun have no ranks
 * @param programs the programs, in the order of their ranks
 * @param mergeErrors true if ranks write to standard output alone
 * @param binding what ranks are bound to
 * @param reportBindings true if that is shown
 * @param stdin the rank that gets standard input; negative: none
 * @param graceMillis from SIGTERM to SIGKILL
 * @param network the transports that may carry messages between hosts
 * @param trusted subnets in which UCX may be used without being asked for
 * @param ports on which ranks listen, {@code FROM-TO}; empty: any
 * @param netTimeoutSeconds how long a rank is tried that does not answer
 * @param secret the secret that ranks prove to each other
 * @param universe for how many processes all hosts have room
 * @param parents who has asked for the job; null: the user
 * @param networked true if ranks have a transport between hosts, also where all are on one
 * @param family of all jobs of the same mpirun on these hosts
 * @param survivesDeaths true if the job goes on when a rank dies
 */
public record HostJob(
        List<Host> hosts,
        List<Program> programs,
        boolean mergeErrors,
        BindingPlan binding,
        boolean reportBindings,
        int stdin,
        long graceMillis,
        HostNetwork network,
        List<String> trusted,
        String ports,
        int netTimeoutSeconds,
        String secret,
        int universe,
        Connections.Parents parents,
        boolean networked,
        long family,
        boolean survivesDeaths) {
    private static final int MOST = 1 << 20;

    /**
     * A host.
     *
     * @param name as the user gave it
     * @param ranks its ranks in the world, by number on the host
     */
    public record Host(String name, List<Integer> ranks) {}

    /**
     * A program of the job.
     *
     * @param application its number, ranks and name
     * @param command of each rank
     * @param cached of each rank, on a host that has a start-up cache: {@link StartCache#command}
     * @param environment variables to set
     * @param directory working directory
     * @param needed files that exist where mpirun runs, and have to on each host
     */
    public record Program(
            Application application,
            List<String> command,
            List<String> cached,
            Map<String, String> environment,
            String directory,
            List<String> needed) {}

    /** The number of ranks on all hosts. */
    int size() {
        return hosts.stream().mapToInt(host -> host.ranks.size()).sum();
    }

    /** True if all ranks are on one host, and need no transport between hosts. */
    boolean isOnOneHost() {
        return !networked
                && hosts.stream().filter(host -> !host.ranks.isEmpty()).count() == 1;
    }

    /** The program of a rank: programs have consecutive ranks. */
    Program program(int rank) {
        int end = 0;
        for (Program program : programs) {
            end += program.application.ranks();
            if (rank < end) {
                return program;
            }
        }
        throw new IllegalArgumentException("rank " + rank + " of " + end);
    }

    /** The same with other words in commands and variables. */
    HostJob replacing(UnaryOperator<String> word) {
        List<Program> replaced = programs.stream()
                .map(program -> {
                    Map<String, String> environment = new LinkedHashMap<>(program.environment);
                    environment.replaceAll((name, value) -> word.apply(value));
                    return new Program(
                            program.application,
                            program.command.stream().map(word).toList(),
                            program.cached.stream().map(word).toList(),
                            environment,
                            program.directory,
                            program.needed);
                })
                .toList();
        return new HostJob(
                hosts,
                replaced,
                mergeErrors,
                binding,
                reportBindings,
                stdin,
                graceMillis,
                network,
                trusted,
                ports,
                netTimeoutSeconds,
                secret,
                universe,
                parents,
                networked,
                family,
                survivesDeaths);
    }

    /** The job as a frame to all supervisors. */
    public ControlFrame frame() {
        Packer to = new Packer();
        to.list(hosts, (each, host) -> each.text(host.name).numbers(host.ranks));
        to.list(programs, (each, program) -> {
            each.number(program.application.number()).number(program.application.ranks());
            each.text(program.application.command()).texts(program.command);
            // A program may have many arguments, which are the same in both.
            int common = commonEnd(program.command, program.cached);
            each.number(common).texts(program.cached.subList(0, program.cached.size() - common));
            each.variables(program.environment).text(program.directory).texts(program.needed);
        });
        to.flag(mergeErrors)
                .number(binding.unit().ordinal())
                .number(binding.by().ordinal())
                .number(binding.width())
                .text(binding.cpus())
                .texts(binding.processors())
                .texts(binding.slots())
                .flag(reportBindings)
                .number(stdin)
                .number(graceMillis)
                .number(network.ordinal())
                .texts(trusted)
                .text(ports)
                .number(netTimeoutSeconds)
                .text(secret)
                .number(universe)
                .texts(parents == null ? List.of() : List.of(parents.names(), parents.tag()))
                .flag(networked)
                .number(family)
                .flag(survivesDeaths);
        return ControlFrame.of(FrameKind.JOB, ControlFrame.ALL, to);
    }

    /** Reads the job out of a frame. */
    static HostJob of(ControlFrame frame) {
        Unpacker from = frame.fields();
        return new HostJob(
                from.list(each -> new Host(each.text(), each.list(one -> one.number(MOST)))),
                from.list(HostJob::program),
                from.flag(),
                new BindingPlan(level(from), level(from), from.number(MOST), from.text(), from.texts(), from.texts()),
                from.flag(),
                from.number(Options.ALL_RANKS, MOST),
                from.number(Integer.MAX_VALUE),
                HostNetwork.values()[from.number(HostNetwork.values().length - 1)],
                from.texts(),
                from.text(),
                from.number(1, Integer.MAX_VALUE),
                from.text(),
                from.number(Integer.MAX_VALUE),
                parents(from.texts()),
                from.flag(),
                from.number(),
                from.flag());
    }

    private static Connections.Parents parents(List<String> fields) {
        return fields.size() < 2 ? null : new Connections.Parents(fields.get(0), fields.get(1));
    }

    private static Program program(Unpacker from) {
        Application application = new Application(from.number(MOST), from.number(MOST), from.text());
        List<String> command = from.texts();
        int common = from.number(command.size());
        List<String> cached = new ArrayList<>(from.texts());
        cached.addAll(command.subList(command.size() - common, command.size()));
        return new Program(application, command, cached, from.variables(), from.text(), from.texts());
    }

    /** How many words two commands have in common at their ends. */
    private static int commonEnd(List<String> one, List<String> other) {
        int most = Math.min(one.size(), other.size());
        int common = 0;
        while (common < most && one.get(one.size() - 1 - common).equals(other.get(other.size() - 1 - common))) {
            common++;
        }
        return common;
    }

    private static Level level(Unpacker from) {
        return Level.values()[from.number(Level.values().length - 1)];
    }

    /**
     * The table of hosts in the session: with those of other jobs, so that a host has the same number in all of them.
     *
     * @param own the number of the session's own host
     * @param addresses of the hosts; {@code -} where one is not known
     */
    String table(int own, List<String> addresses) {
        StringBuilder table = new StringBuilder();
        for (int hostIndex = 0; hostIndex < hosts.size(); hostIndex++) {
            table.append(hostIndex == own ? "*" : "")
                    .append(hosts.get(hostIndex).name)
                    .append(' ')
                    .append(addresses.get(hostIndex))
                    .append(' ')
                    .append(hosts.get(hostIndex).ranks.isEmpty() ? Hosts.NONE : ranges(hosts.get(hostIndex).ranks))
                    .append('\n');
        }
        return table.toString();
    }

    /** Ascending numbers as ranges: {@code 0-3,6}. */
    static String ranges(List<Integer> numbers) {
        List<String> parts = new ArrayList<>();
        for (int from = 0, to; from < numbers.size(); from = to) {
            to = from + 1;
            while (to < numbers.size() && numbers.get(to) == numbers.get(to - 1) + 1) {
                to++;
            }
            int first = numbers.get(from);
            int last = numbers.get(to - 1);
            parts.add(first == last ? Integer.toString(first) : first + "-" + last);
        }
        return String.join(",", parts);
    }
}
