package org.bipj.launch.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.bipj.core.job.Node;
import org.bipj.launch.system.Cores;

/**
 * Lists of hosts in Open MPI's syntax: {@code --host a:2,b} and host files with lines such as {@code a slots=2}. Ranks
 * run on this host only, which may be named several times.
 */
final class Hosts {
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "::1", Node.NAME);
    private static final List<String> SLOTS = List.of("slots=", "count=", "cpu=");

    private final String option;
    private final int all;
    private int slots;

    private Hosts(String option, Cores cores) {
        this.option = option;
        this.all = cores.cores().size();
    }

    /**
     * Slots of the hosts in a list.
     *
     * @param option as it was given, for messages
     * @throws UsageException if another host is named
     */
    static int ofList(String option, String list, Cores cores) {
        Hosts hosts = new Hosts(option, cores);
        for (String entry : list.split(",")) {
            // An IPv6 address has colons of its own.
            int colon = entry.indexOf(':');
            boolean counts = colon >= 0 && colon == entry.lastIndexOf(':');
            hosts.add(counts ? entry.substring(0, colon) : entry, counts ? entry.substring(colon + 1) : "1");
        }
        return hosts.slots;
    }

    /** Slots of the hosts in a file; as {@link #ofList}. */
    static int ofFile(String option, String file, Cores cores) {
        Hosts hosts = new Hosts(option + " " + file, cores);
        List<String> lines;
        try {
            lines = Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            throw new UsageException(option + " " + file + ": cannot read it: " + e.getMessage());
        }
        for (String line : lines) {
            List<String> words = List.of(line.replaceFirst("#.*", "").strip().split("\\s+"));
            if (!words.getFirst().isEmpty()) {
                hosts.add(words.getFirst().replaceFirst("^.*@", ""), slotsOf(words));
            }
        }
        if (hosts.slots == 0) {
            throw new UsageException(option + " " + file + ": names no host");
        }
        return hosts.slots;
    }

    private static String slotsOf(List<String> words) {
        for (String word : words) {
            for (String name : SLOTS) {
                if (word.startsWith(name)) {
                    return word.substring(name.length());
                }
            }
        }
        return "*";
    }

    private void add(String host, String count) {
        if (!isThisHost(host)) {
            throw new UsageException(option + ": ranks run on this host (" + Node.NAME + ") only, not yet on " + host
                    + "; several machines are not supported yet");
        }
        slots += count.equals("*") || count.equals("auto") ? all : OptionValues.ranks(option + ": slots", count);
    }

    private static boolean isThisHost(String host) {
        if (LOCAL.contains(host) || host.startsWith(Node.NAME + ".") || Node.NAME.startsWith(host + ".")) {
            return true;
        }
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            return false;
        }
    }
}
