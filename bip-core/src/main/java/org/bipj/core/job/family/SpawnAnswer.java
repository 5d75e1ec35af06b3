package org.bipj.core.job.family;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What has become of a {@link SpawnRequest}.
 *
 * @param address of the new job; empty if there is none, or if its processes come to the door of those that have asked
 * @param counts how many processes each program has got
 * @param failure why not all that were wanted have started; empty if all have
 */
public record SpawnAnswer(String address, List<Integer> counts, String failure) {
    /** No process has started: those that ask have to wait {@linkplain Connections.Parents#atDoor at a door}, and to ask again. */
    public static final SpawnAnswer NEEDS_DOOR = new SpawnAnswer("door", List.of(), "");

    /** How a process has ended that said nothing of a failure. */
    public static final String ENDED_WELL = "it ended with code 0";

    /** No process has started. */
    public static SpawnAnswer failed(String why) {
        return new SpawnAnswer("", List.of(), why);
    }

    /**
     * Why a job has not started one of whose processes has ended too early.
     *
     * @param place of the process, such as " on b"; empty where that goes without saying
     * @param how it has ended
     */
    public static String endedEarly(int rank, String place, String how) {
        return "rank " + rank + " of the new processes" + place + " has ended before MPI.Init: " + how;
    }

    /** True for {@link #NEEDS_DOOR}. */
    public boolean needsDoor() {
        return equals(NEEDS_DOOR);
    }

    /** How many processes the new job has. */
    public int processes() {
        return counts.stream().mapToInt(Integer::intValue).sum();
    }

    /** The answer as text, for {@link #parse}. */
    @Override
    public String toString() {
        return address + "\n" + counts.stream().map(Object::toString).collect(Collectors.joining(",")) + "\n" + failure;
    }

    /** The answer that has this text. */
    public static SpawnAnswer parse(String text) {
        String[] lines = text.split("\n", 3);
        List<Integer> counts = lines[1].isEmpty()
                ? List.of()
                : Stream.of(lines[1].split(",")).map(Integer::valueOf).toList();
        return new SpawnAnswer(lines[0], counts, lines[2]);
    }
}
