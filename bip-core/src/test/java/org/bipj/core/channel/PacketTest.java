package org.bipj.core.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.core.protocol.CreditWindow;
import org.junit.jupiter.api.Test;

/** Each number in a packet's immediate, in names and in cookies is what it was, whatever the others are. */
class PacketTest {
    private static final int[] CLIENTS = {0, 1, Packet.CLIENTS - 1};
    private static final int[] OPENINGS = {0, 1, Packet.OPENINGS - 1, Packet.OPENINGS, 12_345_678, (1 << 27) - 1};
    private static final int[] HANDLES = {0, 1, 77, Integer.MAX_VALUE};

    @Test
    void immediates() {
        for (int client : CLIENTS) {
            for (int opening : OPENINGS) {
                int address = Packet.address(client, opening);
                for (int kind = Packet.EAGER; kind <= Packet.DROPPED; kind++) {
                    for (int credits : new int[] {0, 1, CreditWindow.MAX_RETURN}) {
                        int immediate = Packet.immediate(kind, address, credits);
                        assertEquals(kind, Packet.kind(immediate));
                        assertEquals(client, Packet.client(immediate));
                        assertEquals(address, Packet.address(immediate));
                        assertEquals(credits, Packet.credits(immediate));
                        assertEquals(Packet.immediate(kind, address, 0), immediate & Packet.TYPE_MASK);
                    }
                }
            }
            assertEquals(Packet.address(client, 3), Packet.address(client, Packet.OPENINGS + 3));
            assertNotEquals(Packet.address(client, 3), Packet.address(client, 4));
        }
    }

    @Test
    void namesAndCookies() {
        for (int client : CLIENTS) {
            for (int opening : OPENINGS) {
                int owner = Packet.owner(client, opening);
                assertEquals(client, Packet.clientOf(owner));
                assertEquals(opening, Packet.openingOf(owner));
                for (int handle : HANDLES) {
                    long name = Packet.name(owner, handle);
                    long rendezvous = Packet.rendezvous(owner, handle);
                    long cookie = Packet.cookie(owner, handle);
                    for (long one : new long[] {name, rendezvous, cookie}) {
                        assertTrue(one >= 0);
                        assertEquals(owner, Packet.owner(one));
                        assertEquals(handle, (int) one);
                    }
                    assertEquals(owner, Packet.owner(~cookie), "a put's");
                    assertTrue(Packet.isRendezvous(rendezvous));
                    assertFalse(Packet.isRendezvous(name));
                    assertNotEquals(name, rendezvous);
                }
            }
        }
    }
}
