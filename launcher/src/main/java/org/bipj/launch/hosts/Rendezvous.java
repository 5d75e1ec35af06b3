package org.bipj.launch.hosts;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;

/**
 * Where ranks find each other's addresses, and learn which ones have finalised the library: each is sent to the hosts that have
 * asked for it, as soon as it is known.
 */
final class Rendezvous {
    private final Consumer<ControlFrame> down;
    private final Map<Integer, String> addresses = new HashMap<>();
    /** The hosts that wait for the address of each rank. */
    private final Map<Integer, BitSet> waiting = new HashMap<>();
    /** By rank: the hosts that want to know when it has finalised the library. */
    private final Map<Integer, BitSet> watching = new HashMap<>();

    private final BitSet finished = new BitSet();

    Rendezvous(Consumer<ControlFrame> down) {
        this.down = down;
    }

    /** Takes in the address of a rank, and sends it to the hosts that wait for it. */
    synchronized void put(int rank, String address) {
        addresses.put(rank, address);
        BitSet hostIndices = waiting.remove(rank);
        if (hostIndices != null) {
            hostIndices.stream().forEach(hostIndex -> answer(hostIndex, rank, address));
        }
    }

    /** A host wants the address of a rank. */
    synchronized void get(int hostIndex, int rank) {
        String address = addresses.get(rank);
        if (address == null) {
            waiting.computeIfAbsent(rank, all -> new BitSet()).set(hostIndex);
        } else {
            answer(hostIndex, rank, address);
        }
    }

    /** A rank has finalised the library; known again and again. */
    synchronized void finished(int rank) {
        finished.set(rank);
        BitSet hostIndices = watching.remove(rank);
        if (hostIndices != null) {
            hostIndices.stream().forEach(hostIndex -> reportEnd(hostIndex, rank));
        }
    }

    /** A host wants to know when a rank has finalised the library. */
    synchronized void watch(int hostIndex, int rank) {
        if (finished.get(rank)) {
            reportEnd(hostIndex, rank);
        } else {
            watching.computeIfAbsent(rank, all -> new BitSet()).set(hostIndex);
        }
    }

    private void reportEnd(int hostIndex, int rank) {
        down.accept(ControlFrame.of(FrameKind.FINISHED, hostIndex, new Packer().number(rank)));
    }

    private void answer(int hostIndex, int rank, String address) {
        down.accept(ControlFrame.of(
                FrameKind.ADDRESS, hostIndex, new Packer().number(rank).text(address)));
    }
}
