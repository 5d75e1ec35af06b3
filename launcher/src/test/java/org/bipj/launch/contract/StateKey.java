package org.bipj.launch.contract;

/** A state of a model as a short text, which equal states have in common and no others: a model has visited 100,000 of them. */
final class StateKey {
    /** Makes a character of numbers that are not less than this one's opposite. */
    private static final int OFFSET = 4;

    private static final char END_OF_TEXT = '\n';

    private final StringBuilder text = new StringBuilder();

    /** Adds a number; of a list first its length, then each. */
    StateKey add(int number) {
        int character = number + OFFSET;
        if (character < 0 || character > Character.MAX_VALUE) {
            throw new IllegalArgumentException(number + ": expected -" + OFFSET + " to 65,531");
        }
        text.append((char) character);
        return this;
    }

    StateKey add(int... numbers) {
        for (int number : numbers) {
            add(number);
        }
        return this;
    }

    StateKey add(boolean is) {
        return add(is ? 1 : 0);
    }

    /** Adds words in one line. */
    StateKey add(String words) {
        text.append(words).append(END_OF_TEXT);
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
