package org.bipj.launch.onejvm.embedded;

/** A rank has exited or ended its job; the stack trace is where it did. */
public final class RankFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RankFailedException(String what) {
        super(what);
    }
}
