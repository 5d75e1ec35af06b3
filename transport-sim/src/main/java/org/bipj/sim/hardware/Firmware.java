package org.bipj.sim.hardware;

import org.bipj.sim.net.Worm;

/**
 * A control program of the board (MCP). The LANai calls it with one event at a time, first come first served; each step
 * runs to its end, charging what it does with {@link Lanai#cycles} and {@link Lanai#sram}, and what it starts begins at
 * the moment that it has charged up to.
 */
public interface Firmware {
    /** The host has written a command into the board's memory and rung. */
    void onDoorbell(Object command);

    /** The host DMA engine has finished what it was started with. */
    void onHostDma(Object cookie);

    /** The send engine has finished the range that it was given; after the last one the worm's tail has left. */
    void onSent(Worm worm);

    /** The worm being sent was broken up by the network. */
    void onSendReset(Worm worm);

    /**
     * A worm's first characters are in front of the receive engine, which has no room: nothing is read until it is
     * given.
     */
    void onHead(Worm worm);

    /** The receive engine has filled the room it was given, and the worm goes on. */
    void onBufferFull(Worm worm, int chars);

    /** A worm has ended. */
    void onTail(Worm worm, int chars);

    /** A timer that the firmware had set has expired. */
    void onTimer(int timer);
}
