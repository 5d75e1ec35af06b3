package org.bipj.shm.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.nic.PortException;

/**
 * What there is for each of the jobs whose ranks are peers of a port: of the own job, and of others, which have the numbers from a first
 * one on.
 *
 * @param <T> what there is for each job
 */
public final class Numbered<T> {
    private final int world;
    private final T own;
    private final List<Other<T>> others = new ArrayList<>();

    private record Other<T>(int first, int ranks, T what) {
        boolean has(int peer) {
            return peer >= first && peer < first + ranks;
        }
    }

    /**
     * There is only the own job.
     *
     * @param world the number of its ranks
     */
    public Numbered(int world, T own) {
        this.world = world;
        this.own = own;
    }

    /** Adds another job. */
    public void add(int first, int ranks, T what) {
        others.add(new Other<>(first, ranks, what));
    }

    /** Takes the job with this first number out. */
    public void remove(int first) {
        others.removeIf(other -> other.first == first);
    }

    /** What there is for the job of a peer. */
    public T of(int peer) {
        return peer < world ? own : other(peer).what;
    }

    /** What there is for each job, the own one first. */
    public List<T> all() {
        return Stream.concat(Stream.of(own), others.stream().map(Other::what)).toList();
    }

    /** The rank of a peer in its job. */
    public int place(int peer) {
        return peer < world ? peer : peer - other(peer).first;
    }

    private Other<T> other(int peer) {
        for (int i = 0; i < others.size(); i++) {
            if (others.get(i).has(peer)) {
                return others.get(i);
            }
        }
        throw new PortException("the process of number " + peer + " shares no memory with this one");
    }

    /** True if memory is shared with a peer. */
    public boolean has(int peer) {
        for (int i = 0; i < others.size() && peer >= world; i++) {
            if (others.get(i).has(peer)) {
                return true;
            }
        }
        return peer < world;
    }
}
