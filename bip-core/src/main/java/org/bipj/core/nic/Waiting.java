package org.bipj.core.nic;

/**
 * Waiting by polling. All who wait make rounds of progress and give way after those that were fruitless:
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
     * Ends a round: after a fruitless one gives way, the longer the more there were in a row ({@link NicPort#idle}).
     *
     * @param fruitful true if the round has moved anything
     * @param fruitless fruitless rounds in a row before it
     * @return fruitless rounds in a row, this one included
     */
    public static int after(boolean fruitful, int fruitless, NicPort port) {
        if (fruitful) {
            return 0;
        }
        port.idle(fruitless + 1);
        return fruitless + 1;
    }
}
