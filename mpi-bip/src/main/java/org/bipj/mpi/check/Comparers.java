package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.MpiProcess;
import org.bipj.core.job.family.ProcessName;
import org.jspecify.annotations.Nullable;

/**
 * The members of a communicator or window that compare their calls: those that share memory with this rank. Where they are of several
 * jobs, which number each other's ranks as they like, a member is shared by its place among them instead of its rank in COMM_WORLD.
 *
 * @param key of all members, the same one on each of them
 * @param numbers of those who compare, here, in an order that is the same for all of them
 * @param self the place of this rank
 * @param areOfOneJob true if all members are of this rank's job
 * @param job in whose memory they compare; null: in that of this rank's job
 * @param speaks true if this rank is the first one of its job's and host's, and others of its job are on other hosts
 */
record Comparers(
        Key key,
        int[] numbers,
        int self,
        boolean areOfOneJob,
        @Nullable String job,
        boolean speaks) {
    /** Those of a communicator or window; null for a null one. */
    static @Nullable Comparers of(MpiProcess process, Object handle) {
        Key key = Key.of(process, handle);
        if (key == null) {
            return null;
        }
        int[] all = Arrays.stream(process.members(handle)).distinct().toArray();
        int[] near = Arrays.stream(all).filter(process::isNear).toArray();
        int[] own = Arrays.stream(all)
                .filter(number -> number < process.size())
                .sorted()
                .toArray();
        int[] ownNear = Arrays.stream(own).filter(process::isNear).toArray();
        boolean speaks = ownNear.length > 0 && ownNear.length < own.length && ownNear[0] == process.rank();
        boolean isOfOneJob = own.length == all.length;
        int[] numbers = isOfOneJob ? ownNear : near;
        String job = isOfOneJob ? null : first(process, near);
        return new Comparers(
                isOfOneJob ? key : keyOfNames(process, handle),
                numbers,
                place(numbers, process.rank()),
                isOfOneJob,
                job == null || job.equals(process.name(process.rank()).address()) ? null : job,
                speaks);
    }

    private static Key keyOfNames(MpiProcess process, Object handle) {
        Key key = new Key(1, 1).with(process.context(handle));
        for (int number : process.members(handle)) {
            ProcessName name = process.name(number);
            key = key.with(name.address().hashCode()).with(name.rank());
        }
        return key;
    }

    /** The first of the jobs in an order that is the same for all. */
    private static String first(MpiProcess process, int[] numbers) {
        return Arrays.stream(numbers)
                .mapToObj(number -> process.name(number).address())
                .min(String::compareTo)
                .orElseThrow();
    }

    private static int place(int[] numbers, int number) {
        return IntStream.range(0, numbers.length)
                .filter(place -> numbers[place] == number)
                .findFirst()
                .orElse(-1);
    }

    /** As {@link MpiProcess#shared(String, long)}, where they compare in memory of another job. */
    @Nullable
    MemorySegment memoryOfAnother(MpiProcess process, String name, long bytes) {
        return job == null ? null : process.shared(job, name, bytes);
    }

    /** By what all of them know the process of a number: negative where they are of several jobs. */
    int shared(int number) {
        return areOfOneJob ? number : -1 - place(numbers, number);
    }

    /** The number here of what {@link #shared} has made. */
    int number(int shared) {
        return shared < 0 ? numbers[-1 - shared] : shared;
    }

    /** True for a process with which this rank compares, by its number. */
    boolean has(int number) {
        return place(numbers, number) >= 0;
    }
}
