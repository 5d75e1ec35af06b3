package org.bipj.core.nic;

/**
 * Waiting by polling. Every wait makes rounds of progress, and pauses after each round that moved nothing:
 *
 * <pre>
 *   for (int fruitless = 0; !isOver(); ) {
 *       fruitless = Waiting.after(progress() > 0, fruitless, port);
 *   }
 * </pre>
 */
public final class Waiting {
    private Waiting() {}

    /**
     * Ends a round. After a fruitless round it pauses; the pause grows with the number of consecutive fruitless rounds ({@link
     * NicPort#idle}).
     *
     * @param fruitful true if the round has moved anything
     * @param fruitless number of consecutive fruitless rounds before this one
     * @return number of consecutive fruitless rounds, this one included
     */
    public static int after(boolean fruitful, int fruitless, NicPort port) {
        if (fruitful) {
            return 0;
        }
        WaitMarks.pauses();
        port.idle(fruitless + 1);
        return fruitless + 1;
    }
}
