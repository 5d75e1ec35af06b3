package org.bipj.sim;

/** A job whose ranks are coroutines on a simulated cluster. */
public final class SimSession {
    private SimSession() {}
}
