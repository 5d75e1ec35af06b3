package org.bipj.launch.explore;

import java.util.List;

/** A run with the same choices as one before has come to another place: the program depends on something else. */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private DivergedException(String message) {
        super(message);
    }

    /** A run of an exploration differs from the one before. */
    static DivergedException ofSearch(int choice, List<String> before, List<String> now) {
        return new DivergedException(isBetween(choice, now) + "; expected " + list(before)
                + ", as in the run before with the same choices: the program depends on a clock, a random number, a file or the"
                + " order of a hash table");
    }

    /** A run that repeats another one comes to a place that this had not. */
    static DivergedException ofRepetition(int choice, String wanted, List<String> now) {
        return new DivergedException(isBetween(choice, now) + "; expected \"" + wanted
                + "\", as the run had it that is repeated: these are choices of another program, or it has changed, or it depends"
                + " on a clock, a random number, a file or the order of a hash table");
    }

    /** A run that repeats another one has ended before all choices were made. */
    static DivergedException ofEnd(int choice, String wanted) {
        return new DivergedException("the run has ended before choice " + choice + ", \"" + wanted
                + "\": these are choices of another program, or it has changed");
    }

    private static String isBetween(int choice, List<String> now) {
        return "choice " + choice + " is between " + list(now);
    }

    private static String list(List<String> all) {
        return "[" + String.join("; ", all) + "]";
    }
}
