package org.bipj.sim.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The translation cache against a map in order of access. */
class PinnedPagesProps {
    @Property
    void keepsThePagesThatWereUsedLast(
            @ForAll @Size(max = 400) List<@IntRange(max = 300) Integer> pages,
            @ForAll @IntRange(min = 1, max = 150) int capacity) {
        PinnedPages table = new PinnedPages(4096, capacity, 1000, 1, 100);
        Map<Integer, Boolean> expected = new LinkedHashMap<>(16, 0.75f, true);
        for (int page : pages) {
            int cost = 1;
            if (expected.get(page) == null) {
                cost += 1000;
                if (expected.size() == capacity) {
                    expected.remove(expected.keySet().iterator().next());
                    cost += 100;
                }
                expected.put(page, true);
            }
            assertEquals(cost, table.pinPs(page * 4096L + 17, 100));
            assertEquals(expected.size(), table.pinned());
        }
        for (int page = 0; page <= 300; page++) {
            assertEquals(expected.containsKey(page), table.isPinned(page * 4096L), "page " + page);
        }
    }
}
