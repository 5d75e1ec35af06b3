package org.bipj.net.tcp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.net.address.AddressBook;

/** The addresses of the ranks of one JVM. */
public final class MapBook {
    private final Map<Integer, String> addresses = new ConcurrentHashMap<>();

    /** The book as one rank sees it. */
    public AddressBook of(int rank) {
        return new AddressBook() {
            @Override
            public void publish(String address) {
                addresses.put(rank, address);
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
