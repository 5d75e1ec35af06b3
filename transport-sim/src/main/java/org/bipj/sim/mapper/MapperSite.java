package org.bipj.sim.mapper;

/**
 * Where a mapper runs: on a board of its own, or in a daemon on a host whose board carries traffic. It notifies its mapper
 * of messages, timers and worms that have left ({@link Mapper#message}, {@link Mapper#expired}, {@link Mapper#left}), one
 * at a time.
 */
interface MapperSite {
    /** Timer: the outstanding probe has no answer in time. */
    int PROBE = 0;

    /** Timer: it is time for the leader to map again. */
    int PERIOD = 1;

    /** Timer: the leader has been silent for too long. */
    int PATIENCE = 2;

    /** Timer: a packet of routes is not acknowledged in time. */
    int ACKNOWLEDGE = 3;

    /** The number of timers above. */
    int TIMERS = 4;

    /** Charges the look at a message, and the choice of the next one. */
    void step();

    /** Charges the time of storing routes. */
    void stored(int bytes);

    /** The present, as far as work has been charged, in picoseconds. */
    long clock();

    /** {@link #clock} in ticks of the board's clock. */
    long ticks();

    /** Sets a timer, in ticks; replaces an earlier setting. */
    void timer(int timer, int ticks);

    /** Cancels a timer. Does nothing if it is not set. */
    void cancelTimer(int timer);

    /** Sends a message by a route, behind those that wait already. */
    void send(byte[] turns, MapperMessage message);

    /** The table of routes of this host is complete: its routes are valid from now on. */
    void routed(RouteTable table);
}
