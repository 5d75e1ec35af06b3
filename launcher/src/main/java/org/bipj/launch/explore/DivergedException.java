package org.bipj.launch.explore;

import java.util.List;

/** A run with the same choices as one before has come to another place: the program depends on something else. */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DivergedException(int choice, List<String> before, List<String> now) {
        super("choice " + choice + " is between [" + String.join("; ", now) + "]; expected ["
                + String.join("; ", before)
                + "], as in the run before with the same choices: the program depends on a clock, a random number, a file or the"
                + " order of a hash table");
    }
}
