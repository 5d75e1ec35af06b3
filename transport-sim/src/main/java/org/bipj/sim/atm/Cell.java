package org.bipj.sim.atm;

import org.bipj.core.nic.CellTraps;

/** A cell under way: the circuit in its header, and its payload. */
final class Cell {
    /** Bytes of a cell on a fibre, of which the first are the header. */
    static final int BYTES = 53;

    static final int HEADER = BYTES - CellTraps.PAYLOAD;

    /** Number of the circuit at the receiving host. */
    final int circuit;

    final int from;
    final int to;

    final byte[] payload = new byte[CellTraps.PAYLOAD];

    Cell(int from, int to, int circuit) {
        this.from = from;
        this.to = to;
        this.circuit = circuit;
    }

    /** Inverts a bit of the payload: a fault in the network. */
    void flip(int bit) {
        payload[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }
}
