package org.bipj.am2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.am2.AmException.Code;
import org.bipj.core.nic.EndpointName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class TranslationTableTest {
    private static final long NAME = new EndpointName(2, 1, 3).packed();

    private final TranslationTable table = new TranslationTable(5);

    private static void refused(Code code, String part, Executable call) {
        AmException refused = assertThrows(AmException.class, call);
        assertEquals(code, refused.code());
        assertTrue(refused.getMessage().startsWith("rank 5: "), refused.getMessage());
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }

    @Test
    void anEntryIsMappedUntilItIsUnmapped() {
        int last = table.size() - 1;
        for (int index : new int[] {0, last}) {
            assertFalse(table.isInUse(index));
            table.map(index, NAME, 7);
            assertTrue(table.isInUse(index));
            assertEquals(NAME, table.name(index));
            assertEquals(7, table.tag(index));
            refused(
                    Code.RESOURCE,
                    "entry " + index + " of the translation table is mapped already",
                    () -> table.map(index, NAME, 8));
            table.unmap(index);
            assertFalse(table.isInUse(index));
            refused(
                    Code.RESOURCE,
                    "entry " + index + " of the translation table is not mapped",
                    () -> table.name(index));
            refused(Code.RESOURCE, "is not mapped", () -> table.unmap(index));
        }
    }

    @Test
    void entriesOutsideAreRefused() {
        for (int index : new int[] {-1, table.size(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            String named = "translation " + index + "; expected 0 to " + (table.size() - 1);
            refused(Code.BAD_ARGUMENT, named, () -> table.name(index));
            refused(Code.BAD_ARGUMENT, named, () -> table.isInUse(index));
            refused(Code.BAD_ARGUMENT, named, () -> table.map(index, NAME, 7));
        }
    }

    @Test
    void aTableHasOneEntryAtLeastAndNoMoreThanItsMost() {
        table.resize(1);
        assertEquals(1, table.size());
        assertEquals(0, table.mapAny(NAME, 1));
        refused(Code.RESOURCE, "all 1 translations are in use", () -> table.mapAny(NAME, 1));
        table.resize(TranslationTable.MAX);
        assertEquals(TranslationTable.MAX, table.size());
        assertEquals(NAME, table.name(0), "it keeps its entries");
        assertEquals(1, table.mapAny(NAME, 2), "the first free one");
        assertFalse(table.isInUse(TranslationTable.MAX - 1));
        for (int size : new int[] {0, -1, TranslationTable.MAX + 1}) {
            refused(Code.BAD_ARGUMENT, size + " translations; expected 1 to 65536", () -> table.resize(size));
        }
    }

    @Test
    void aMappedEntryIsNotCutOff() {
        table.map(9, NAME, 7);
        refused(Code.RESOURCE, "9 translations, but entry 9 is mapped", () -> table.resize(9));
        table.resize(10);
        assertEquals(NAME, table.name(9));
        assertEquals(7, table.tag(9));
    }
}
