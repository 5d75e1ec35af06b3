package org.bipj.reproduce.am;

import java.util.List;

/** Small numbers in words, as the names of results have them. */
final class Numbers {
    private static final List<String> WORDS = List.of(
            "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve");

    private Numbers() {}

    /** A number up to twelve in a word, a larger one in digits. */
    static String words(int number) {
        return number < WORDS.size() ? WORDS.get(number) : Integer.toString(number);
    }
}
