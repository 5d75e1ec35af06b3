package org.bipj.lci;

import java.util.ArrayDeque;

/** The open channels by number, and packets that have arrived before their channel was opened. */
final class Clients {
    /** The client of a channel's number, or what waits until there is one. */
    private static final class Client {
        Channel channel;
        final ArrayDeque<ReceivedPacket> early = new ArrayDeque<>();
    }

    /** How many channels one page of the table holds. */
    private static final int PAGE = 256;

    /** By number, in pages that are made when a number of theirs is first used: found without a search or a boxed number. */
    private final Client[][] pages = new Client[(GroupControl.CLIENT + 1) / PAGE][];
    /** How many packets of open channels wait for their upcall. */
    private int waiting;

    private Client find(int number) {
        Client[] page = pages[number / PAGE];
        return page == null ? null : page[number % PAGE];
    }

    private Client make(int number) {
        Client found = find(number);
        if (found == null) {
            found = new Client();
            Client[] page = pages[number / PAGE];
            if (page == null) {
                page = new Client[PAGE];
                pages[number / PAGE] = page;
            }
            page[number % PAGE] = found;
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
        for (Client[] page : pages) {
            for (int i = 0; page != null && i < PAGE; i++) {
                delivered += page[i] == null ? 0 : deliver(page[i], delivery);
            }
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

    /** Runs the upcall of a channel. */
    @FunctionalInterface
    interface Delivery {
        void deliver(Channel channel, ReceivedPacket packet);
    }
}
