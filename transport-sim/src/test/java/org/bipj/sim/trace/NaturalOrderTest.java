package org.bipj.sim.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {
    @Test
    void namesAreSortedAsPeopleDo() {
        List<String> sorted = List.of(
                "10 nodes",
                "link",
                "link 1",
                "link 1 > host 2",
                "link 1 > host 10",
                "link 2",
                "link 99999999999999999999",
                "link 100000000000000000000",
                "node 0");
        for (int i = 0; i < sorted.size(); i++) {
            for (int j = 0; j < sorted.size(); j++) {
                assertEquals(
                        Integer.signum(i - j),
                        Integer.signum(NaturalOrder.INSTANCE.compare(sorted.get(i), sorted.get(j))),
                        sorted.get(i) + " and " + sorted.get(j));
            }
        }
    }
}
