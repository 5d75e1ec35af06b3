package org.bipj.lci;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** The open channels by number, and packets that have arrived before their channel was opened. */
final class Clients {
    /** One client of a number, or nobody yet. */
    private static final class Client {
        Channel channel;
        final ArrayDeque<ReceivedPacket> early = new ArrayDeque<>();
    }

    /** Numbers below this one are found without a search. */
    private static final int NEAR = 64;

    private final Client[] near = new Client[NEAR];
    private final Map<Integer, Client> far = new HashMap<>();
    /** Packets of open channels that wait. */
    private int waiting;

    private Client find(int number) {
        return number < NEAR ? near[number] : far.get(number);
    }

    private Client make(int number) {
        Client found = find(number);
        if (found == null) {
            found = new Client();
            if (number < NEAR) {
                near[number] = found;
            } else {
                far.put(number, found);
            }
        }
        return found;
    }

    /** True if a channel of this number is open. */
    boolean isOpen(int number) {
        Client client = find(number);
        return client != null && client.channel != null;
    }

    void open(Channel channel) {
        Client client = make(channel.number());
        client.channel = channel;
        waiting += client.early.size();
    }

    void close(Channel channel) {
        Client client = find(channel.number());
        if (client != null && client.channel == channel) {
            client.channel = null;
            waiting -= client.early.size();
        }
    }

    /** The channel that takes a packet at once; null if the packet has to wait. */
    Channel taking(int number) {
        Client client = find(number);
        return client == null || !client.early.isEmpty() ? null : client.channel;
    }

    /** Keeps a packet that no channel takes at once. */
    void keep(int number, ReceivedPacket packet) {
        Client client = make(number);
        client.early.add(packet);
        waiting += client.channel == null ? 0 : 1;
    }

    boolean hasWaiting() {
        return waiting > 0;
    }

    /** Delivers packets that have waited for their channels. Returns their number. */
    int deliver(Delivery delivery) {
        int delivered = 0;
        for (Client client : near) {
            if (client != null) {
                delivered += deliver(client, delivery);
            }
        }
        for (Client client : far.values().toArray(Client[]::new)) {
            delivered += deliver(client, delivery);
        }
        return delivered;
    }

    private int deliver(Client client, Delivery delivery) {
        int delivered = 0;
        while (client.channel != null && !client.early.isEmpty()) {
            waiting--;
            delivered++;
            delivery.deliver(client.channel, client.early.remove());
        }
        return delivered;
    }

    /** Runs an upcall. */
    @FunctionalInterface
    interface Delivery {
        void deliver(Channel channel, ReceivedPacket packet);
    }
}
