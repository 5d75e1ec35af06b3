package org.bipj.launch.hosts.wire;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.launch.support.LauncherVariables;

/**
 * The supervisors below a process, and how to start them.
 *
 * @param hostIndex the process's own number; {@link ControlFrame#ALL} for mpirun
 * @param fanout most supervisors that a process starts itself
 * @param silence seconds after which a silent host is lost
 * @param agent the words of the launch agent
 * @param command the words that start a supervisor
 * @param below the supervisors below
 */
public record TreePlan(
        int hostIndex, int fanout, int silence, List<String> agent, List<String> command, List<Place> below) {
    private static final int FANOUT = 32;

    private static final int MOST_NODES = 4096;

    /**
     * A supervisor.
     *
     * @param hostIndex its index among the hosts of the job
     * @param host as the launch agent gets it
     * @param direct true to start it here, without the launch agent
     */
    public record Place(int hostIndex, String host, boolean direct) {}

    /** Most supervisors that a process starts itself. */
    public static int defaultFanout() {
        String given = LauncherVariables.value(LauncherVariables.FANOUT);
        return given == null || given.isEmpty() ? FANOUT : Integer.parseInt(given);
    }

    /** The plans of the supervisors that this process starts itself: first each one's place, then what is below it. */
    public List<List<Place>> branches() {
        int count = Math.min(fanout, below.size());
        List<List<Place>> branches = new ArrayList<>();
        for (int i = 0, from = 0; i < count; i++) {
            int size = (below.size() - from + count - i - 1) / (count - i);
            branches.add(below.subList(from, from + size));
            from += size;
        }
        return branches;
    }

    /** Describes what each host must have: the JDK, and the library, by the directory of the first entry of its class path. */
    String expected() {
        int classPath = command.indexOf("-cp") + 1;
        // What precedes the JVM's path sets variables.
        String java = command.stream()
                .filter(word -> word.startsWith("/"))
                .findFirst()
                .orElse(command.getFirst());
        if (classPath == 0) {
            return java;
        }
        Path first = Path.of(command.get(classPath).split(File.pathSeparator, 2)[0]);
        return java + " and the library in " + (first.getParent() == null ? first : first.getParent());
    }

    /** The same with other supervisors below. */
    TreePlan with(List<Place> others) {
        return new TreePlan(hostIndex, fanout, silence, agent, command, others);
    }

    /** The plan of the supervisor that comes first in a branch. */
    TreePlan of(List<Place> branch) {
        // Only mpirun runs on its own host.
        List<Place> rest = branch.subList(1, branch.size()).stream()
                .map(place -> new Place(place.hostIndex, place.host, false))
                .toList();
        return new TreePlan(branch.getFirst().hostIndex, fanout, silence, agent, command, rest);
    }

    /** As a frame to the supervisor whose plan it is. */
    ControlFrame frame() {
        return ControlFrame.of(
                FrameKind.TREE,
                hostIndex,
                new Packer()
                        .number(fanout)
                        .number(silence)
                        .texts(agent)
                        .texts(command)
                        .list(below, (to, place) -> to.number(place.hostIndex).text(place.host)));
    }

    /** Reads the plan out of a frame. */
    public static TreePlan of(ControlFrame frame) {
        Unpacker from = frame.fields();
        return new TreePlan(
                frame.hostIndex(),
                from.number(1, MOST_NODES),
                from.number(1, Integer.MAX_VALUE),
                from.texts(),
                from.texts(),
                from.list(place -> new Place(place.number(MOST_NODES), place.text(), false)));
    }
}
