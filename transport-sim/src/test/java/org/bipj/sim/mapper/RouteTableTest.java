package org.bipj.sim.mapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.bipj.sim.mapper.MapperMessage.Entry;
import org.bipj.sim.mapper.MapperMessage.Table;
import org.junit.jupiter.api.Test;

/** A host's routes, which come in parts. */
class RouteTableTest {
    private final RouteTable table = new RouteTable();

    /** One of three parts, each with the route to one host. */
    private boolean add(int leader, long epoch, int part) {
        return table.add(new Table(leader, epoch, part, 3, entries(10 * leader + part), new byte[0]));
    }

    private static List<Entry> entries(int to) {
        return List.of(new Entry(to, new byte[] {1}));
    }

    private void assertRoutes(int leader, long epoch, Integer... to) {
        assertEquals(leader, table.leader());
        assertEquals(epoch, table.epoch());
        assertEquals(Set.of(to), table.destinations());
    }

    @Test
    void aTableIsInUseWhenItsLastPartIsThere() {
        assertFalse(table.isComplete());
        assertTrue(add(1, 5, 0) && add(1, 5, 1) && add(1, 5, 1));
        assertRoutes(-1, 0);
        assertFalse(table.isComplete());
        assertTrue(add(1, 5, 2));
        assertRoutes(1, 5, 10, 11, 12);
        assertTrue(table.isComplete());
    }

    @Test
    void partsOfTheTableInUseAndOfOlderOnesChangeNothing() {
        assertTrue(add(1, 5, 0) && add(1, 5, 1) && add(1, 5, 2));
        assertTrue(add(1, 5, 2) && add(1, 4, 0));
        assertRoutes(1, 5, 10, 11, 12);
        assertTrue(table.isComplete());
    }

    @Test
    void anotherTableReplacesOneThatIsComing() {
        assertTrue(add(1, 5, 0) && add(1, 5, 1));
        assertTrue(add(0, 2, 0) && add(0, 2, 1) && add(0, 2, 2));
        assertRoutes(0, 2, 0, 1, 2);
    }

    /** Each leader counts by a clock of its own. */
    @Test
    void epochsAreTheirLeaders() {
        assertTrue(add(1, 5, 0) && add(1, 5, 1) && add(1, 5, 2));
        assertTrue(add(0, 5, 0) && add(0, 5, 1));
        assertTrue(add(2, 5, 0));
        assertFalse(add(2, 5, 2), "what has come from another leader is none of its parts");
        assertRoutes(1, 5, 10, 11, 12);
        assertTrue(add(0, 3, 0) && add(0, 3, 1) && add(0, 3, 2));
        assertRoutes(0, 3, 0, 1, 2);
    }

    @Test
    void aPartBehindOneThatIsMissingIsRefused() {
        assertFalse(add(1, 5, 1));
        assertTrue(add(1, 5, 0));
        assertFalse(add(1, 5, 2));
        assertTrue(add(1, 5, 1) && add(1, 5, 2));
        assertRoutes(1, 5, 10, 11, 12);
    }

    /** Else it would wait for parts that nobody sends again. */
    @Test
    void theRestOfATableWhoseBeginningWasForgottenIsRefused() {
        assertTrue(add(1, 5, 0) && add(1, 5, 1));
        table.replace(7, 1, entries(70));
        assertFalse(add(1, 5, 2));
        assertRoutes(7, 1, 70);
        assertTrue(table.isComplete());
        assertTrue(add(1, 6, 0) && add(1, 6, 1) && add(1, 6, 2));
        assertRoutes(1, 6, 10, 11, 12);
    }
}
