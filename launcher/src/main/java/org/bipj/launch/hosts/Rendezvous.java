package org.bipj.launch.hosts;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.bipj.launch.wire.ControlFrame;
import org.bipj.launch.wire.FrameKind;
import org.bipj.launch.wire.Packer;

/**
 * Where ranks find each other's addresses, and learn which ones have finalised the library: each is sent to the hosts that have
 * asked for it, as soon as it is known.
 */
final class Rendezvous {
    private final Consumer<ControlFrame> down;
    private final Map<Integer, String> addresses = new HashMap<>();
    /** The hosts that wait for the address of each rank. */
    private final Map<Integer, BitSet> waiting = new HashMap<>();
    /** The hosts that watch each rank. */
    private final Map<Integer, BitSet> watching = new HashMap<>();

    private final BitSet finished = new BitSet();

    Rendezvous(Consumer<ControlFrame> down) {
        this.down = down;
    }

    /** A rank has published its address. */
    synchronized void put(int rank, String address) {
        addresses.put(rank, address);
        BitSet nodes = waiting.remove(rank);
        if (nodes != null) {
            nodes.stream().forEach(node -> answer(node, rank, address));
        }
    }

    /** A node wants the address of a rank. */
    synchronized void get(int node, int rank) {
        String address = addresses.get(rank);
        if (address == null) {
            waiting.computeIfAbsent(rank, all -> new BitSet()).set(node);
        } else {
            answer(node, rank, address);
        }
    }

    /** A rank has finalised the library; known again and again. */
    synchronized void finished(int rank) {
        finished.set(rank);
        BitSet nodes = watching.remove(rank);
        if (nodes != null) {
            nodes.stream().forEach(node -> reportEnd(node, rank));
        }
    }

    /** A node wants to know when a rank has finalised the library. */
    synchronized void watch(int node, int rank) {
        if (finished.get(rank)) {
            reportEnd(node, rank);
        } else {
            watching.computeIfAbsent(rank, all -> new BitSet()).set(node);
        }
    }

    private void reportEnd(int node, int rank) {
        down.accept(ControlFrame.of(FrameKind.FINISHED, node, new Packer().number(rank)));
    }

    private void answer(int node, int rank, String address) {
        down.accept(ControlFrame.of(
                FrameKind.ADDRESS, node, new Packer().number(rank).text(address)));
    }
}
