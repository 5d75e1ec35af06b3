package org.bipj.crl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.Test;

class RegionTableTest {
    @Test
    void itHoldsWhatAMapHolds() {
        // Regions need a rank around them.
        Ranks.run(new LoopFabric(new LoopOptions().ranks(1).packets(2048, 16).eager(1500, 16384)), job -> {
            try (Crl crl = Crl.init()) {
                for (long seed = 0; seed < 30; seed++) {
                    compare(crl, seed);
                }
            }
        });
    }

    private static void compare(Crl crl, long seed) {
        Random draw = new Random(seed);
        RegionTable table = new RegionTable();
        Map<Long, Region> map = new HashMap<>();
        for (int i = 0; i < 2000; i++) {
            long id = Region.id(draw.nextInt(4), 1 + draw.nextInt(200));
            Region known = map.get(id);
            if (known == null) {
                assertNull(table.get(id));
                Region region = new Region(crl.owner(), id, 1, null);
                table.add(region);
                map.put(id, region);
            } else {
                assertSame(known, table.get(id), "seed " + seed);
                if (draw.nextBoolean()) {
                    table.remove(known);
                    map.remove(id);
                }
            }
        }
        assertEquals(map.size(), table.size());
    }

    @Test
    void theRegionUnmappedFirstIsEvictedFirst() {
        Ranks.run(new LoopFabric(new LoopOptions().ranks(1).packets(2048, 16).eager(1500, 16384)), job -> {
            try (Crl crl = Crl.init()) {
                UnmappedRegions unmapped = new UnmappedRegions(2);
                Region[] regions = new Region[4];
                for (int i = 0; i < regions.length; i++) {
                    regions[i] = new Region(crl.owner(), Region.id(1, i + 1), 1, null);
                }
                unmapped.add(regions[0]);
                unmapped.add(regions[1]);
                assertNull(unmapped.evict());
                unmapped.remove(regions[0]);
                unmapped.add(regions[2]);
                unmapped.add(regions[0]);
                assertSame(regions[1], unmapped.evict());
                assertNull(unmapped.evict());
                unmapped.add(regions[3]);
                assertSame(regions[2], unmapped.evict());
            }
        });
    }
}
