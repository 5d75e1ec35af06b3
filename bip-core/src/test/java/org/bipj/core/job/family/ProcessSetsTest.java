package org.bipj.core.job.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessSetsTest {
    @Test
    void setsAreTheSameBehindTheirText() {
        ProcessSets sets = new ProcessSets();
        sets.add("ocean", 0, 1);
        sets.add("ice", 7, 7);
        sets.add("ocean", 3, 4);
        sets.add("ocean", 2, 2);
        assertEquals("ocean=0-4;ice=7-7", sets.toString());
        ProcessSets read = ProcessSets.parse(sets.toString());
        assertEquals(List.of("ocean", "ice"), read.names());
        assertArrayEquals(new int[] {0, 1, 2, 3, 4}, read.ranks("ocean"));
        assertArrayEquals(new int[] {7}, read.ranks("ice"));
        assertNull(read.ranks("land"));
        assertEquals(List.of(), ProcessSets.parse(null).names());
        assertEquals("", ProcessSets.parse("").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ocean", "ocean=", "ocean=1", "ocean=a-b", "=;"})
    void otherTextsAreRefused(String text) {
        String refused =
                assertThrows(PortException.class, () -> ProcessSets.parse(text)).getMessage();
        assertTrue(refused.startsWith("BIPJ_PSETS=" + text + ": expected"), refused);
    }

    @Test
    void theCaseOfReservedNamesAloneDoesNotMatter() {
        assertEquals("mpi://WORLD", ProcessSets.canonical("MPI://world"));
        assertEquals("mpi://SELF", ProcessSets.canonical("mpi://Self"));
        assertEquals("mpix://SHARED_MEM", ProcessSets.canonical("mpix://shared_mem"));
        for (String name : List.of("Ocean", "ocean", "app://OCEAN", "mpi://nothing", "")) {
            assertEquals(name, ProcessSets.canonical(name));
        }
    }

    @Test
    void namesAreNotThoseOfTheStandard() {
        assertTrue(ProcessSets.isName("app://ocean 1"));
        for (String name :
                List.of("", " ", "mpi://X", "mpix://X", "MPI://x", "Mpix://x", "a;b", "a=b", "a,b", "a\nb")) {
            assertFalse(ProcessSets.isName(name), name);
        }
    }
}
