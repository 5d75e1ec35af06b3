package org.bipj.core.job;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.nic.PortException;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that a process has attached, and the numbers that their ranks have on its port: those of the own job come first. For one
 * thread at a time.
 *
 * @param <T> what is kept of a job besides
 */
public final class AttachedJobs<T> {
    private final String own;
    private final int world;
    private final Map<String, Attached<T>> all = new LinkedHashMap<>();

    /**
     * A job that is attached.
     *
     * @param first the number of its rank 0
     * @param ranks how many it has
     * @param kept what is kept of it besides
     */
    public record Attached<T>(int first, int ranks, T kept) {}

    /**
     * None.
     *
     * @param own address of the own job
     * @param world number of its ranks
     */
    public AttachedJobs(String own, int world) {
        this.own = own;
        this.world = world;
    }

    /** See {@link Connections#address}. */
    public String own() {
        return own;
    }

    /** See {@link Connections#attached}. */
    public List<String> addresses() {
        return List.copyOf(all.keySet());
    }

    /** What is kept of each. */
    public List<T> kept() {
        return all.values().stream().map(Attached::kept).toList();
    }

    /** What is kept of a job; null if it is not attached. */
    public @Nullable T kept(String address) {
        Attached<T> one = all.get(address);
        return one == null ? null : one.kept;
    }

    /** See {@link Connections#first}. */
    public int first(String address) {
        Attached<T> one = all.get(address);
        return address.equals(own) ? 0 : one == null ? -1 : one.first;
    }

    /** See {@link Connections#size}; of a job that is not attached, that of the own one. */
    public int size(String address) {
        Attached<T> one = all.get(address);
        return one == null ? world : one.ranks;
    }

    /** See {@link Connections#name}. */
    public ProcessName name(int number) {
        if (number < world) {
            return new ProcessName(own, number);
        }
        for (Map.Entry<String, Attached<T>> one : all.entrySet()) {
            int place = number - one.getValue().first;
            if (place >= 0 && place < one.getValue().ranks) {
                return new ProcessName(one.getKey(), place);
            }
        }
        throw new PortException("the process of number " + number + " is of no job that is connected");
    }

    /** A job is attached from now on; returns its first number. */
    public int add(String address, Attached<T> made) {
        all.put(address, made);
        return made.first;
    }

    /** A job is attached no more; null if it was not. */
    public @Nullable Attached<T> remove(String address) {
        return all.remove(address);
    }
}
