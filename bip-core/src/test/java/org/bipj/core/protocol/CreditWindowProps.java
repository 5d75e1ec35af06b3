package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class CreditWindowProps {
    /** Messages and returns cross a medium that delays both; the receiver consumes when it likes. */
    @Property(tries = 300)
    void noCreditIsLostOrInvented(@ForAll @IntRange(min = 128, max = 100_000) int bytes, @ForAll long seed) {
        Random random = new Random(seed);
        CreditWindow sender = new CreditWindow(bytes);
        CreditWindow receiver = new CreditWindow(bytes);
        ArrayDeque<Integer> travelling = new ArrayDeque<>();
        ArrayDeque<Integer> held = new ArrayDeque<>();
        ArrayDeque<Integer> returning = new ArrayDeque<>();
        for (int step = 0; step < 400; step++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    int cost = CreditWindow.cost(random.nextInt(bytes));
                    if (sender.spend(cost)) {
                        travelling.add(cost);
                    }
                }
                case 2 -> {
                    if (!travelling.isEmpty()) {
                        held.add(travelling.remove());
                    }
                }
                case 3 -> {
                    if (!held.isEmpty() && receiver.owe(held.remove())) {
                        returning.add(receiver.takeOwed());
                    }
                }
                default -> {
                    if (!returning.isEmpty()) {
                        sender.refill(returning.remove());
                    }
                }
            }
            assertTrue(sender.available() >= 0 && sender.available() <= sender.window());
            assertEquals(
                    sender.window(),
                    sender.available() + sum(travelling) + sum(held) + receiver.owed() + sum(returning),
                    "seed " + seed);
        }
    }

    private static int sum(ArrayDeque<Integer> credits) {
        return credits.stream().mapToInt(Integer::intValue).sum();
    }
}
