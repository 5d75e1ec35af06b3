package org.bipj.core.job.family;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    /** Jobs that are attached no more, whose links stay. */
    private final Map<String, Attached<T>> parted = new LinkedHashMap<>();

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

    /** See {@link Connections#name}; also of a job from which links have stayed. */
    public ProcessName name(int number) {
        if (number < world) {
            return new ProcessName(own, number);
        }
        ProcessName found = name(number, all);
        found = found == null ? name(number, parted) : found;
        if (found != null) {
            return found;
        }
        throw new PortException("the process of number " + number + " is of no job that is connected");
    }

    private static @Nullable ProcessName name(int number, Map<String, ? extends Attached<?>> jobs) {
        for (Map.Entry<String, ? extends Attached<?>> one : jobs.entrySet()) {
            int place = number - one.getValue().first();
            if (place >= 0 && place < one.getValue().ranks()) {
                return new ProcessName(one.getKey(), place);
            }
        }
        return null;
    }

    /** A job is attached from now on; returns its first number. */
    public int add(String address, Attached<T> made) {
        all.put(address, made);
        return made.first;
    }

    /** A job is attached no more, and what is kept of it stays; null if it was not attached. */
    public @Nullable Attached<T> part(String address) {
        Attached<T> one = all.remove(address);
        if (one != null) {
            parted.put(address, one);
        }
        return one;
    }

    /** A job that was attached before is again; null if nothing of it has stayed. */
    public @Nullable Attached<T> meetAgain(String address) {
        Attached<T> one = parted.remove(address);
        if (one != null) {
            all.put(address, one);
        }
        return one;
    }

    /** The addresses of jobs that are attached no more, and whose links stay. */
    public List<String> parted() {
        return List.copyOf(parted.keySet());
    }

    /** What is kept of one of those. */
    public T keptOfParted(String address) {
        return Objects.requireNonNull(parted.get(address)).kept;
    }

    /** Forgets one of those. */
    public Attached<T> forget(String address) {
        return Objects.requireNonNull(parted.remove(address));
    }
}
