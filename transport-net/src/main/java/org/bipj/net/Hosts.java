package org.bipj.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bipj.core.nic.PortException;

/**
 * The hosts of a job and their ranks, as the launcher writes them into the session: a line for each host in the order of their
 * numbers, {@code NAME ADDRESS RANKS}, of which one is marked by a leading {@code *} as the own host's. RANKS are the world
 * ranks in the order of their places on the host: {@code 0-3} or {@code 0,2,4}, or {@value #NONE}. ADDRESS is the address on which the host's
 * ranks listen, or {@code -} for that of the first usable interface.
 */
public final class Hosts {
    /** The ranks of a host that the job has none on. */
    public static final String NONE = "none";

    private static final String ANY = "-";

    private final List<String> names = new ArrayList<>();
    private final List<int[]> ranks = new ArrayList<>();
    private final int[] hostOf;
    private int own = -1;
    private String address = ANY;

    private Hosts(String text) {
        for (String line :
                text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList()) {
            String[] words = line.split("\\s+");
            boolean isOwn = words[0].startsWith("*");
            if (words.length != 3 || isOwn && own >= 0) {
                throw new PortException(
                        "the session's file of hosts: \"" + line + "\"; expected NAME ADDRESS RANKS, once with *");
            }
            if (isOwn) {
                own = names.size();
                address = words[1];
            }
            String name = isOwn ? words[0].substring(1) : words[0];
            // The launcher logs in as ann@b; the host is b.
            names.add(name.substring(name.indexOf('@') + 1));
            ranks.add(ranks(words[2]));
        }
        hostOf = new int[ranks.stream().mapToInt(r -> r.length).sum()];
        Arrays.fill(hostOf, -1);
        for (int host = 0; host < names.size(); host++) {
            for (int rank : ranks.get(host)) {
                if (rank < 0 || rank >= hostOf.length || hostOf[rank] >= 0) {
                    throw new PortException("the session's file of hosts: rank " + rank + " of " + hostOf.length
                            + " ranks; expected each rank from 0 on once");
                }
                hostOf[rank] = host;
            }
        }
        if (own < 0) {
            throw new PortException("the session's file of hosts marks no host with *; expected the own one");
        }
    }

    /**
     * Reads the text.
     *
     * @throws PortException if it makes no sense
     */
    public static Hosts parse(String text) {
        return new Hosts(text);
    }

    private static int[] ranks(String list) {
        if (list.equals(NONE)) {
            return new int[0];
        }
        try {
            return Arrays.stream(list.split(","))
                    .flatMapToInt(part -> {
                        int dash = part.indexOf('-');
                        int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
                        int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
                        return java.util.stream.IntStream.rangeClosed(first, last);
                    })
                    .toArray();
        } catch (NumberFormatException e) {
            throw new PortException("the session's file of hosts: ranks \"" + list + "\"; expected 0-3 or 0,2,4", e);
        }
    }

    /** The number of ranks on all hosts. */
    public int size() {
        return hostOf.length;
    }

    /** World ranks of the own host, by place. */
    int[] ownRanks() {
        return ranks.get(own).clone();
    }

    /** The place of a rank among those of the own host; negative if it is on another one. */
    int placeOf(int rank) {
        int[] near = ranks.get(own);
        int place = near.length - 1;
        while (place >= 0 && near[place] != rank) {
            place--;
        }
        return place;
    }

    /** By rank: the number of its host. */
    int[] hostOfRanks() {
        return hostOf.clone();
    }

    /** The name of a rank's host, with the host's number where several have that name. */
    public String nameOf(int rank) {
        int host = hostOf[rank];
        String name = names.get(host);
        return Collections.frequency(names, name) > 1 ? name + "#" + host : name;
    }

    /**
     * The address on which the ranks of the own host listen.
     *
     * @throws PortException if it is not valid
     */
    InetAddress listen() {
        if (address.equals(ANY)) {
            return firstUsable();
        }
        try {
            return InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException e) {
            throw new PortException(
                    "the session's file of hosts: address \"" + address + "\"; expected an IP address or -", e);
        }
    }

    /** The address of the first interface of this host that is up; a loopback address if there is no other. */
    static InetAddress firstUsable() {
        InetAddress best = InetAddress.getLoopbackAddress();
        try {
            for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                for (InetAddress candidate : Collections.list(one.getInetAddresses())) {
                    boolean usable = one.isUp() && !candidate.isLoopbackAddress() && !candidate.isLinkLocalAddress();
                    if (usable
                            && (best.isLoopbackAddress()
                                    || !(best instanceof Inet4Address) && candidate instanceof Inet4Address)) {
                        best = candidate;
                    }
                }
            }
        } catch (SocketException e) {
            throw new PortException("cannot list this host's network interfaces: " + e.getMessage(), e);
        }
        return best;
    }
}
