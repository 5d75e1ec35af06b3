package org.bipj.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
    /** Other jobs may have ranks there. */
    @Test
    void hostsWithoutRanksCount() {
        Hosts hosts = Hosts.parse("a 10.0.0.1 none\n*b - 0-1\n");
        assertArrayEquals(new int[] {0, 1}, hosts.ownRanks());
        assertArrayEquals(new int[] {1, 1}, hosts.hostOfRanks());
        assertEquals(2, hosts.size());
    }

    @Test
    void ranksAndNamesAreThoseOfTheLines() {
        Hosts hosts = Hosts.parse("a 10.0.0.1 0-2,5\n*b fd00::2 4,3\n");
        assertEquals(6, hosts.size());
        assertArrayEquals(new int[] {4, 3}, hosts.ownRanks());
        assertEquals("a", hosts.nameOf(5));
        assertEquals("b", hosts.nameOf(3));
        assertEquals("fd00:0:0:0:0:0:0:2", hosts.listen().getHostAddress());
    }

    @Test
    void hostsOfOneNameAreToldApart() {
        Hosts hosts = Hosts.parse("*x - 0\nx - 1\ny - 2\n");
        assertEquals("x#0", hosts.nameOf(0));
        assertEquals("x#1", hosts.nameOf(1));
        assertEquals("y", hosts.nameOf(2));
    }

    @Test
    void theUserOfALoginIsNotPartOfTheName() {
        Hosts hosts = Hosts.parse("ann@x - 0\n*bob@y - 1\n");
        assertEquals("x", hosts.nameOf(0));
        assertEquals("y", hosts.nameOf(1));
    }

    @Test
    void withoutAnAddressSomeInterfaceOfThisMachineServes() {
        assertTrue(Hosts.parse("*x - 0\n").listen().getHostAddress().length() > 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a - 0\n",
                "*a - 0\n*b - 1\n",
                "*a - 0 1\n",
                "*a - x\n",
                "*a - 0,2\n",
                "*a - 0,0\n",
                "*a - 0-\n",
                "*a - 5\n"
            })
    void whatMakesNoSenseIsNamed(String text) {
        PortException e = assertThrows(PortException.class, () -> Hosts.parse(text));
        assertTrue(e.getMessage().startsWith("the session's file of hosts"), e.getMessage());
    }

    @Test
    void anAddressThatIsNoneIsNamed() {
        Hosts hosts = Hosts.parse("*a nonsense 0\n");
        assertTrue(assertThrows(PortException.class, hosts::listen).getMessage().contains("\"nonsense\""));
    }
}
