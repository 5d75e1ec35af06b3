package org.bipj.launch.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.machine.HostSystem;

/** Processes that lead a group of their own, and signals to such groups. Java itself supports neither. */
public final class ProcessGroup {
    /** Prefix with which a command leads a session and a group; empty if the system has no such command. */
    public static final List<String> LEADER = HostSystem.program("/usr/bin/setsid", "/bin/setsid");

    /** Silences Perl about a locale that the system lacks. */
    private static final String SILENT = "PERL_BADLANG";

    /**
     * Leads a group in the session of this process. Ignores the signals by which a terminal stops processes in the background, which have
     * no session of their own to be out of its reach: to read from it is an error for them then.
     */
    private static final String IN_SESSION = "delete $ENV{" + SILENT + "}; $SIG{TTIN} = $SIG{TTOU} = 'IGNORE'; setpgrp;"
            + " exec {$ARGV[0]} @ARGV or die qq($ARGV[0]: $!\\n)";

    /** Whether the kernel shares processors among sessions, and then among the processes of each. */
    private static final Path AUTOGROUPS = HostSystem.file("/proc/sys/kernel/sched_autogroup_enabled");

    private ProcessGroup() {}

    /** A command that leads a session and a group, on certain processors: as Linux lists them; empty: any. */
    public static List<String> led(String processors, List<String> command) {
        return joined(LEADER, processors, command);
    }

    /**
     * As {@link #led}, for one of {@code many} processes that wait for each other. Where they outnumber the processors, each leads a group
     * only, if there is a Perl to do so: a process that yields its processor yields it to others of its session alone, where the kernel shares
     * processors among sessions.
     */
    public static List<String> oneOf(int many, String processors, List<String> command) {
        return joined(isInSession(many) ? PerlLeader.WORDS : LEADER, processors, command);
    }

    /** True if {@link #oneOf} makes no session: the process is in the background of this process's terminal then. */
    public static boolean isInSession(int many) {
        return many > Runtime.getRuntime().availableProcessors() && !PerlLeader.WORDS.isEmpty();
    }

    private static List<String> joined(List<String> leader, String processors, List<String> command) {
        return Stream.of(leader, boundTo(processors), command)
                .flatMap(List::stream)
                .toList();
    }

    private static List<String> boundTo(String processors) {
        if (processors.isEmpty()) {
            return List.of();
        }
        List<String> taskset = HostSystem.program("/usr/bin/taskset");
        if (taskset.isEmpty()) {
            throw new LaunchException(1, "--cpu-set: this system has no taskset, which binds a process to processors");
        }
        return List.of(taskset.getFirst(), "-c", processors);
    }

    /**
     * Sends a signal (its name without SIG) to the groups that processes lead, the processes themselves included. A
     * process that has ended may be named only if it ended just now, because its number will be reused.
     */
    public static void signal(String signal, List<Long> leaders) {
        // Without setsid there are no groups.
        leaders.forEach(leader -> Kill.send(signal, LEADER.isEmpty() ? leader : -leader));
    }

    /** Found by the first job that is crowded. */
    private static final class PerlLeader {
        static final List<String> WORDS = words();

        private static List<String> words() {
            List<String> variables = HostSystem.program("/usr/bin/env");
            List<String> perl = HostSystem.program("/usr/bin/perl");
            if (LEADER.isEmpty() || variables.isEmpty() || perl.isEmpty() || !sharesAmongSessions()) {
                return List.of();
            }
            return List.of(variables.getFirst(), SILENT + "=0", perl.getFirst(), "-e", IN_SESSION);
        }

        private static boolean sharesAmongSessions() {
            try {
                return Files.readString(AUTOGROUPS).strip().equals("1");
            } catch (IOException e) {
                return false;
            }
        }
    }
}
