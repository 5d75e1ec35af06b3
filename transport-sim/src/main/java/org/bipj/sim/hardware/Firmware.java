package org.bipj.sim.hardware;

import org.bipj.sim.net.Worm;

/**
 * A control program of the board (MCP). The LANai calls it for one event at a time, first come first served. Each step
 * runs to its end and charges its cost by {@link Lanai#cycles} and {@link Lanai#sram}. Whatever it starts begins at the
 * moment up to which it has charged.
 */
public interface Firmware {
    /** The host has written a command into the board's memory and rung the doorbell. */
    void onDoorbell(Object command);

    /** The host DMA engine has finished a transfer; the cookie is that of its start. */
    void onHostDma(Object cookie);

    /** The send engine has finished its range; after the last range the worm's tail has left. */
    void onSent(Worm worm);

    /** The network has broken up the worm that was being sent. */
    void onSendReset(Worm worm);

    /**
     * A worm's first characters are in front of the receive engine, which has no room. Nothing is read until the
     * firmware gives room.
     */
    void onHead(Worm worm);

    /** The receive engine has filled its room, and the worm continues. */
    void onBufferFull(Worm worm, int chars);

    /** The tail of a worm has arrived. */
    void onTail(Worm worm, int chars);

    /** A timer that the firmware had set has expired. */
    void onTimer(int timer);
}
