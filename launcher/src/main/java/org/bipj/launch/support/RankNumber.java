package org.bipj.launch.support;

import java.util.ArrayList;
import java.util.List;

/**
 * An argument of the program that is each rank's number in the job: MPJ Express passes it to main. Commands carry {@link
 * #WORD} until the rank is started, which on another host is its supervisor's work.
 */
public final class RankNumber {
    /** Stands for the number in a command. */
    public static final String WORD = "%{bipj.rank}";

    private RankNumber() {}

    /** The words with the number of one rank in place of {@link #WORD}. */
    public static List<String> in(List<String> words, int rank) {
        List<String> own = new ArrayList<>(words);
        own.replaceAll(word -> word.equals(WORD) ? Integer.toString(rank) : word);
        return own;
    }
}
