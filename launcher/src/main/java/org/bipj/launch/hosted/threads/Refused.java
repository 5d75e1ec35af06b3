package org.bipj.launch.hosted.threads;

/** Ways of waiting for threads that virtual time does not serve. */
public final class Refused {
    private Refused() {}

    /** The exception for something that is not served, in a rank whose threads are fibers. */
    static UnsupportedOperationException because(String what, String instead) {
        return new UnsupportedOperationException(
                what + " is not supported in virtual time by a program whose threads communicate; " + instead);
    }

    /**
     * Called before what is not served.
     *
     * @throws UnsupportedOperationException if the caller is a fiber of a rank whose threads are
     */
    public static void check(String what, String instead) {
        if (FiberWaits.fiber() != null) {
            throw because(what, instead);
        }
    }
}
