package org.bipj.core.job;

/**
 * What has become of a {@link SpawnRequest}.
 *
 * @param address of the new job; empty if there is none
 * @param processes how many it has
 * @param failure why not all that were wanted have started; empty if all have
 */
public record SpawnAnswer(String address, int processes, String failure) {
    /** No process has started. */
    public static SpawnAnswer failed(String why) {
        return new SpawnAnswer("", 0, why);
    }

    /** The answer as text, for {@link #parse}. */
    @Override
    public String toString() {
        return address + "\n" + processes + "\n" + failure;
    }

    /** The answer that has this text. */
    public static SpawnAnswer parse(String text) {
        String[] lines = text.split("\n", 3);
        return new SpawnAnswer(lines[0], Integer.parseInt(lines[1]), lines[2]);
    }
}
