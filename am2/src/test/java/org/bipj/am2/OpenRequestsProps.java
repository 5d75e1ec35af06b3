package org.bipj.am2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bipj.core.nic.EndpointName;

class OpenRequestsProps {
    /** Against a map, with more endpoints than there is room for at first. */
    @Property(tries = 100)
    void noMoreCreditsComeBackThanThereAreRequests(@ForAll long seed) {
        Random random = new Random(seed);
        OpenRequests open = new OpenRequests();
        Map<Integer, Integer> model = new HashMap<>();
        for (int step = 0; step < 300; step++) {
            int rank = random.nextInt(12);
            long name = new EndpointName(rank, 1, random.nextInt(3)).packed();
            if (random.nextBoolean()) {
                open.sent(name);
                model.merge(rank, 1, Integer::sum);
            } else {
                int credits = random.nextInt(4);
                int counted = Math.min(credits, model.getOrDefault(rank, 0));
                assertEquals(counted, open.settled(name, credits), "rank " + rank + " in step " + step);
                model.merge(rank, -counted, Integer::sum);
            }
        }
        model.forEach((rank, left) ->
                assertEquals(left, open.settled(new EndpointName(rank, 1, 1).packed(), Integer.MAX_VALUE)));
    }

    @Example
    void endpointsOfOneRankAreApart() {
        OpenRequests open = new OpenRequests();
        open.sent(new EndpointName(1, 0, 0).packed());
        assertEquals(0, open.settled(new EndpointName(1, 1, 0).packed(), 1));
        assertEquals(1, open.settled(new EndpointName(1, 0, 5).packed(), 3));
    }
}
