package org.bipj.net.tcp;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjIntConsumer;
import org.bipj.net.address.AddressBook;

/** The addresses of the ranks of one JVM. */
public final class MapBook {
    private final Map<Integer, String> addresses = new ConcurrentHashMap<>();

    private final Map<Integer, ObjIntConsumer<String>> watchers = new ConcurrentHashMap<>();
    /** What ranks have reported of addresses that do not answer. */
    final List<String> unanswered = new CopyOnWriteArrayList<>();

    /** Ranks that have finalised the library. */
    final Set<Integer> finished = ConcurrentHashMap.newKeySet();

    /** The book as one rank sees it. */
    public AddressBook of(int rank) {
        return new AddressBook() {
            private final Set<Integer> watched = ConcurrentHashMap.newKeySet();

            @Override
            public void publish(String address) {
                addresses.put(rank, address);
            }

            @Override
            public void watch(ObjIntConsumer<String> lostBy) {
                watchers.put(rank, lostBy);
            }

            @Override
            public void lost(int peer, String why) {
                ObjIntConsumer<String> watcher = watchers.get(peer);
                if (watcher != null) {
                    watcher.accept("it has lost this rank: " + why, rank);
                }
            }

            @Override
            public void unanswered(int peer, String address, String why) {
                unanswered.add(rank + " cannot reach " + peer + " at " + address + (why.isEmpty() ? "" : ": " + why));
            }

            @Override
            public void watchEnd(int peer) {
                watched.add(peer);
            }

            @Override
            public boolean hasFinished(int peer) {
                return watched.contains(peer) && finished.contains(peer);
            }

            @Override
            public String find(int peer) {
                return addresses.get(peer);
            }
        };
    }

    /** Publishes for another rank. */
    public void put(int rank, String address) {
        addresses.put(rank, address);
    }
}
