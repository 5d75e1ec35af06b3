package org.bipj.net.remote;

/**
 * How long a rank polls before it sleeps.
 *
 * @param spins fruitless polls, each a system call of half a microsecond, before yielding
 * @param yields the number of the fruitless poll after which to sleep
 */
public record Patience(int spins, int yields) {
    private static final Patience ALONE = new Patience(200, 500);
    private static final Patience CROWDED = new Patience(2, 52);

    /** The patience of a rank: where ranks outnumber the processors, it yields early. */
    public static Patience of(boolean crowded) {
        return crowded ? CROWDED : ALONE;
    }

    /** After so many fruitless polls: true if it is time to sleep; before, the rank may yield. */
    public boolean isOver(int fruitless) {
        if (fruitless > yields) {
            return true;
        }
        if (fruitless > spins) {
            Thread.yield();
        }
        return false;
    }
}
