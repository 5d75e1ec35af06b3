package org.bipj.launch.support;

import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.machine.HostSystem;

/** Processes that lead a group of their own, and signals to such groups. Java itself supports neither. */
public final class ProcessGroup {
    /** Prefix with which a command leads a session and a group; empty if the system has no such command. */
    public static final List<String> LEADER = leader();

    private ProcessGroup() {}

    /**
     * Prefix with which a command leads a session and a group, on certain processors.
     *
     * @param processors as Linux lists them; empty: any
     */
    public static List<String> leader(String processors) {
        if (processors.isEmpty()) {
            return LEADER;
        }
        List<String> taskset = HostSystem.program("/usr/bin/taskset");
        if (taskset.isEmpty()) {
            throw new LaunchException(1, "--cpu-set: this system has no taskset, which binds a process to processors");
        }
        return Stream.of(LEADER, taskset, List.of("-c", processors))
                .flatMap(List::stream)
                .toList();
    }

    /** A command that leads a session and a group, on certain processors. */
    public static List<String> led(String processors, List<String> command) {
        return Stream.concat(leader(processors).stream(), command.stream()).toList();
    }

    private static List<String> leader() {
        return HostSystem.program("/usr/bin/setsid", "/bin/setsid");
    }

    /**
     * Sends a signal (its name without SIG) to the groups that processes lead, the processes themselves included. A
     * process that has ended may be named only if it ended just now, because its number will be reused.
     */
    public static void signal(String signal, List<Long> leaders) {
        // Without setsid there are no groups.
        leaders.forEach(leader -> Kill.send(signal, LEADER.isEmpty() ? leader : -leader));
    }
}
