package org.bipj.am2;

import java.util.Arrays;

/** Credits of requests that were handled without a reply, by the endpoint that they go back to. */
final class OwedCredits {
    private final SendingSide sender;
    private long[] names = new long[4];
    private int[] credits = new int[4];
    private int count;

    /** Stands in the list of those that are to be paid. */
    boolean waiting;

    OwedCredits(SendingSide sender) {
        this.sender = sender;
    }

    /** One more for an endpoint. */
    void add(long name) {
        for (int i = count - 1; i >= 0; i--) {
            if (names[i] == name && credits[i] < Header.MAX_CREDITS) {
                credits[i]++;
                return;
            }
        }
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
            credits = Arrays.copyOf(credits, 2 * count);
        }
        names[count] = name;
        credits[count++] = 1;
    }

    /** Takes what is owed to an endpoint, if it is not more than this. */
    int take(long name, int most) {
        for (int i = 0; i < count; i++) {
            if (names[i] == name && credits[i] <= most) {
                int taken = credits[i];
                names[i] = names[--count];
                credits[i] = credits[count];
                return taken;
            }
        }
        return 0;
    }

    /** Sends all that is owed; false if some could not go now. */
    boolean pay() {
        while (count > 0 && sender.trySendCredits(names[count - 1], credits[count - 1])) {
            count--;
        }
        return count == 0;
    }
}
