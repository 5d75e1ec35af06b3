package org.bipj.launch.seeing.profile;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts and times of one rank's calls, by operation, and what it has sent, by peer. */
final class RankProfile {
    private final int rank;
    private final String name;
    private final Map<String, Calls> operations = new HashMap<>();
    /** By number. */
    private final Map<Integer, Peer> peers = new HashMap<>();

    private final Map<String, Peer> peersByName = new TreeMap<>();
    /** By number, what ranks of other jobs are called. */
    private final Map<Integer, String> names = new HashMap<>();
    /** By context, the members of its communicator; null for contexts of none. */
    private int[][] members = new int[16][];

    private long start;

    /** What a rank has sent to another one, and read and written there by one-sided operations. */
    private static final class Peer {
        private long messages;
        private long bytes;
        private long puts;
        private long written;
        private long gets;
        private long read;
    }

    /** The number of calls of one operation, their bytes and their time. */
    private static final class Calls {
        private long count;
        private long bytes;
        private long nanos;
    }

    /**
     * Of a rank.
     *
     * @param name what reports call it
     */
    RankProfile(int rank, String name) {
        this.rank = rank;
        this.name = name;
    }

    String name() {
        return name;
    }

    int rank() {
        return rank;
    }

    synchronized void begin(long nanos) {
        start = nanos;
    }

    synchronized void add(String operation, long bytes, long nanos) {
        Calls calls = operations.get(operation);
        if (calls == null) {
            calls = new Calls();
            operations.put(operation, calls);
        }
        calls.count++;
        calls.bytes += bytes;
        calls.nanos += nanos;
    }

    synchronized void made(int context, int[] ranks) {
        if (context >= members.length) {
            members = Arrays.copyOf(members, Math.max(2 * members.length, context + 1));
        }
        members[context] = ranks;
    }

    synchronized void met(int number, String called) {
        names.put(number, called);
        peers.remove(number);
    }

    private boolean isOfCommunicator(int context) {
        return context >= 0 && context < members.length && members[context] != null;
    }

    private Peer peer(int rankOfPeer) {
        Peer peer = peers.get(rankOfPeer);
        if (peer == null) {
            String ofOwnJob = name.substring(0, name.lastIndexOf('.') + 1) + rankOfPeer;
            peer = peersByName.computeIfAbsent(names.getOrDefault(rankOfPeer, ofOwnJob), any -> new Peer());
            peers.put(rankOfPeer, peer);
        }
        return peer;
    }

    /** Messages of collective operations have contexts of their own, and are not counted. */
    synchronized void sent(int context, int dest, long bytes) {
        if (isOfCommunicator(context)) {
            Peer peer = peer(dest);
            peer.messages++;
            peer.bytes += bytes;
        }
    }

    /** The rank in the world of a member of a communicator; negative: there is none. */
    synchronized int member(int context, int number) {
        return isOfCommunicator(context) && number >= 0 && number < members[context].length
                ? members[context][number]
                : -1;
    }

    synchronized void accessed(int target, long bytes, boolean reads) {
        Peer peer = peer(target);
        peer.gets += reads ? 1 : 0;
        peer.read += reads ? bytes : 0;
        peer.puts += reads ? 0 : 1;
        peer.written += reads ? 0 : bytes;
    }

    /**
     * One line with the time since the beginning, one per operation: calls, bytes, nanoseconds, name; and one per peer, behind {@code >}:
     * its name, messages and their bytes, writing operations and their bytes, reading ones and their bytes.
     */
    synchronized String text(long now) {
        StringBuilder text = new StringBuilder().append(now - start).append('\n');
        new TreeMap<>(operations)
                .forEach((name, calls) -> text.append(calls.count)
                        .append(' ')
                        .append(calls.bytes)
                        .append(' ')
                        .append(calls.nanos)
                        .append(' ')
                        .append(name)
                        .append('\n'));
        peersByName.forEach((called, peer) -> {
            text.append('>').append(called);
            for (long each : new long[] {peer.messages, peer.bytes, peer.puts, peer.written, peer.gets, peer.read}) {
                text.append(' ').append(each);
            }
            text.append('\n');
        });
        return text.toString();
    }
}
