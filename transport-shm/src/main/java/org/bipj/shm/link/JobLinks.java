package org.bipj.shm.link;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Store;

/** What a rank says of the jobs that it has attached, in memory of its session, {@code links-R}: for the launcher, when a job fails. */
public final class JobLinks {
    private static final String PREFIX = "links-";
    private static final int BYTES = 16 << 10;
    /** Behind those for which there is room: no job has an address like that. */
    private static final String MORE = "\n...";

    private final Store store;
    private final int rank;
    /** Null before the first job. */
    private Mailbox said;

    /** Of a rank that has attached none. */
    public JobLinks(Store store, int rank) {
        this.store = store;
        this.rank = rank;
    }

    /** The rank has attached these, and no others. */
    public void say(Collection<String> addresses) {
        if (said == null) {
            said = new Mailbox(store.create(PREFIX + rank, BYTES).memory());
        }
        String text = String.join("\n", addresses);
        said.write(text.length() > BYTES / 2 ? text.substring(0, BYTES / 2) + MORE : text, Mailbox.POSTED);
    }

    /**
     * The jobs that are connected with one, directly or by others, itself among them.
     *
     * @param links by the address of each job what its ranks have attached
     */
    public static Set<String> connected(String address, Map<String, Set<String>> links) {
        Set<String> found = new TreeSet<>(Set.of(address));
        Deque<String> next = new ArrayDeque<>(found);
        while (!next.isEmpty()) {
            String from = next.pop();
            links.forEach((to, attached) -> {
                boolean isLinked = attached.contains(from)
                        || links.getOrDefault(from, Set.of()).contains(to);
                if (isLinked && found.add(to)) {
                    next.add(to);
                }
            });
        }
        return found;
    }

    /** True if a rank of a job has said something: it has attached others, or has done so before. */
    public static boolean areSaid(Store store) {
        return !store.names(PREFIX).isEmpty();
    }

    /** The addresses that all ranks of a job have said. */
    public static Set<String> all(Store store) {
        Set<String> all = new TreeSet<>();
        for (String name : store.names(PREFIX)) {
            Mapping memory = store.open(name);
            // A rank that makes it now has said nothing, and attached nothing.
            if (memory.memory().byteSize() == BYTES) {
                all.addAll(List.of(new Mailbox(memory.memory()).text().split("\n")));
            }
            memory.close();
        }
        return all;
    }
}
