package org.bipj.launch.mpirun.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.bipj.core.machine.ThisHost;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.UsageException;

/**
 * Lists of hosts in Open MPI's syntax: {@code --host a:2,b} and host files with lines such as {@code a slots=2}. A host
 * may be named several times.
 */
final class HostLists {
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "::1", ThisHost.NAME);
    private static final List<String> SLOTS = List.of("slots=", "count=", "cpu=");
    /** Limits of oversubscription in Open MPI, without effect here. */
    private static final List<String> WITHOUT_EFFECT = List.of("max_slots=", "max-slots=", "slots_max=", "slots-max=");

    private static final Pattern NAME = Pattern.compile("(\\w[\\w.+-]*@)?[\\w.:][\\w.:%-]*");

    /** Names that are looked up at the same time. */
    private static final int LOOKUPS = 64;

    private final String option;
    private final int all;
    private final List<HostSlots> hosts = new ArrayList<>();

    private HostLists(String option, Cores cores) {
        this.option = option;
        this.all = cores.cores().size();
    }

    /**
     * The hosts in a list.
     *
     * @param option as it was given, for messages
     */
    static List<HostSlots> ofList(String option, String list, Cores cores) {
        return ofList(option, list, cores, "1");
    }

    /**
     * The hosts in a list.
     *
     * @param otherwise the slots of an entry that has no number of them
     */
    static List<HostSlots> ofList(String option, String list, Cores cores, String otherwise) {
        HostLists hosts = new HostLists(option, cores);
        for (String entry : list.split(",")) {
            hosts.addEntry(entry.strip(), otherwise);
        }
        return hosts.lookedUp();
    }

    /**
     * Adds {@code NAME} or {@code NAME:COUNT}.
     *
     * @param count where the entry has none
     */
    private void addEntry(String entry, String count) {
        // An IPv6 address has colons of its own; a user may precede it.
        boolean brackets = entry.indexOf(']') >= 0;
        int colon = brackets ? entry.indexOf("]:") + 1 : entry.indexOf(':');
        boolean counts = brackets ? colon > 0 : colon >= 0 && colon == entry.lastIndexOf(':');
        String name = counts ? entry.substring(0, colon) : entry;
        add(name.replaceAll("[\\[\\]]", ""), counts ? entry.substring(colon + 1) : count);
    }

    /** The hosts in a file; as {@link #ofList}. */
    static List<HostSlots> ofFile(String option, String file, Cores cores) {
        HostLists hosts = new HostLists(option + " " + file, cores);
        for (String line : lines(option, file)) {
            String text = line.replaceFirst("#.*", "").strip().replaceAll("\\s*=\\s*", "=");
            if (!text.isEmpty()) {
                List<String> words = List.of(text.split("\\s+"));
                hosts.addEntry(words.getFirst(), hosts.slotsOf(words.subList(1, words.size()), line));
            }
        }
        if (hosts.hosts.isEmpty()) {
            throw new UsageException(option + " " + file + ": names no host");
        }
        return hosts.lookedUp();
    }

    /** The lines of a file, which may come from another system. */
    static List<String> lines(String option, String file) {
        try {
            // Comments may be in any encoding; names are checked when they are added. Some editors begin with a mark.
            String text = new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8);
            return text.replaceFirst("^\uFEFF", "").lines().toList();
        } catch (IOException e) {
            String reason = switch (e) {
                case NoSuchFileException none -> "there is no such file";
                case AccessDeniedException denied -> "no permission";
                default -> e.getMessage();
            };
            throw new UsageException(option + " " + file + ": cannot read it: " + reason);
        }
    }

    private String slotsOf(List<String> words, String line) {
        String slots = "*";
        for (String word : words) {
            String value = word.substring(word.indexOf('=') + 1);
            String name = word.substring(0, word.length() - value.length());
            if (SLOTS.contains(name)) {
                slots = value;
            } else if (!WITHOUT_EFFECT.contains(name)) {
                throw new UsageException(
                        option + ": \"" + line.strip() + "\": expected a host and slots=N, not " + word);
            }
        }
        return slots;
    }

    private void add(String host, String count) {
        // It becomes a word of the launch agent, which must not take it for an option, and whose shell must not change
        // it.
        if (!NAME.matcher(host).matches()) {
            throw new UsageException(
                    option + ": \"" + host + "\" is not a host name; expected letters, digits and . _ : %"
                            + " - after a user name and @, if one is needed");
        }
        // The number of cores elsewhere is not known before the job starts: hosts are taken to be alike.
        int slots = count.equals("*") || count.equals("auto") ? all : OptionValues.ranks(option + ": slots", count);
        hosts.add(new HostSlots(host, false, slots));
    }

    /** The entries, with the names looked up. */
    private List<HostSlots> lookedUp() {
        List<String> names =
                hosts.stream().map(HostLists::withoutUser).distinct().toList();
        Map<String, Boolean> here = lookUp(names, HostLists::isThisHost);
        return hosts.stream()
                .map(host -> new HostSlots(host.name(), here.get(withoutUser(host)), host.slots()))
                .toList();
    }

    /** Looks many names up at the same time, because a name server may take seconds for each. */
    static Map<String, Boolean> lookUp(List<String> names, Predicate<String> isHere) {
        Map<String, Boolean> here = new ConcurrentHashMap<>();
        if (names.size() == 1) {
            here.put(names.getFirst(), isHere.test(names.getFirst()));
            return here;
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(Math.clamp(names.size(), 1, LOOKUPS))) {
            names.forEach(name -> threads.execute(() -> here.put(name, isHere.test(name))));
        }
        return here;
    }

    private static String withoutUser(HostSlots host) {
        return host.name().replaceFirst("^.*@", "");
    }

    private static boolean isThisHost(String host) {
        if (LOCAL.contains(host) || host.startsWith(ThisHost.NAME + ".") || ThisHost.NAME.startsWith(host + ".")) {
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
