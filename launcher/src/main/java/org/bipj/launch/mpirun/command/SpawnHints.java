package org.bipj.launch.mpirun.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LaunchException;

/** Hints of a rank's request for processes that share its JVM. */
public final class SpawnHints {
    private static final List<String> LISTS = List.of("host", "add-host");
    private static final List<String> FILES = List.of("hostfile", "add-hostfile");

    private SpawnHints() {}

    /**
     * Checks the hosts of a request: such processes have no others.
     *
     * @throws LaunchException if another host is named, or a hint is none
     */
    public static void checkHosts(Map<String, String> info) {
        LISTS.stream()
                .filter(info::containsKey)
                .forEach(key -> check(key, HostLists.ofList(option(key), info.get(key), Cores.OF_PROCESS)));
        FILES.stream()
                .filter(info::containsKey)
                .forEach(key -> check(key, HostLists.ofFile(option(key), info.get(key), Cores.OF_PROCESS)));
    }

    private static String option(String key) {
        return "the info key " + key;
    }

    private static void check(String key, List<HostSlots> hosts) {
        List<String> others = new ArrayList<>();
        hosts.stream().filter(host -> !host.isHere()).forEach(host -> others.add(host.name()));
        if (!others.isEmpty()) {
            throw new LaunchException(
                    1,
                    option(key) + " names " + String.join(", ", others)
                            + "; expected this host: ranks that share a JVM start others nowhere else");
        }
    }
}
