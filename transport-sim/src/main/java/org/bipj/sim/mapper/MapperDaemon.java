package org.bipj.sim.mapper;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.bipj.sim.am.PrivilegedEndpoint;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;

/**
 * A mapper as a daemon: a privileged process on a host whose board carries the traffic of a program, too (AM-II papers,
 * "Network management errors"). It handles one message, timer or departure of a packet after the other, each for some time of
 * the host's processor. When it has received routes it writes those that differ into the board's table. As an event it is
 * the moment at which it takes the next.
 *
 * <p>It maps for ever, so its events are in the background: they keep no run going in which nothing else can happen.
 */
final class MapperDaemon extends Event implements MapperSite, PrivilegedEndpoint.Listener {
    private final Kernel kernel;
    private final PrivilegedEndpoint endpoint;
    private final MapperSettings settings;
    private final Mapper mapper;
    private final int[] names;
    private final long stepPs;
    private final long tickPs;
    private final Timer[] timers = new Timer[TIMERS];
    /** Events that the daemon handles when the present work ends. */
    private final ArrayDeque<Runnable> inbox = new ArrayDeque<>();

    /** The moment up to which its present work has been charged; or the end of the last. */
    private long clock;

    private final class Timer extends Event {
        private final int number;

        Timer(int number) {
            super(true);
            this.number = number;
        }

        @Override
        protected void fire() {
            add(() -> mapper.expired(number));
        }
    }

    /**
     * A daemon that has not started.
     *
     * @param endpoint of its board
     * @param name of its host, which must be unique
     * @param names of the hosts of all ranks
     * @param seed selects among routes of the same length
     */
    MapperDaemon(Kernel kernel, Constants constants, PrivilegedEndpoint endpoint, int name, int[] names, long seed) {
        super(true);
        this.kernel = kernel;
        this.endpoint = endpoint;
        this.names = names;
        settings = MapperSettings.ofDaemons(constants);
        stepPs = constants.ps("mapper.daemon");
        tickPs = constants.ps("lanai.rtc");
        mapper = new Mapper(this, settings, name, false, seed);
        Arrays.setAll(timers, Timer::new);
        endpoint.listen(this);
    }

    Mapper mapper() {
        return mapper;
    }

    PrivilegedEndpoint endpoint() {
        return endpoint;
    }

    void start() {
        add(mapper::search);
    }

    // ---- what happens ------------------------------------------------------------------------------------------

    private void add(Runnable what) {
        inbox.add(what);
        if (!isScheduled()) {
            kernel.at(Math.max(kernel.now(), clock), this);
        }
    }

    @Override
    protected void fire() {
        long start = kernel.now();
        clock = start;
        inbox.remove().run();
        endpoint.works(start, clock - start);
        if (!inbox.isEmpty()) {
            kernel.at(clock, this);
        }
    }

    @Override
    public void arrived(Object content) {
        add(() -> mapper.message((MapperMessage) content));
    }

    @Override
    public void left(Object content, boolean broken) {
        add(() -> {
            step();
            mapper.left((MapperMessage) content, broken);
        });
    }

    // ---- the mapper's site -------------------------------------------------------------------------------------

    @Override
    public void step() {
        clock += stepPs;
    }

    /** Charges nothing: storing routes is part of the work for the message. */
    @Override
    public void stored(int bytes) {}

    @Override
    public long clock() {
        return clock;
    }

    @Override
    public long ticks() {
        return clock / tickPs;
    }

    @Override
    public void timer(int timer, int ticks) {
        kernel.move((ticks() + ticks) * tickPs, timers[timer]);
    }

    @Override
    public void cancelTimer(int timer) {
        kernel.cancel(timers[timer]);
    }

    @Override
    public void send(byte[] turns, MapperMessage message) {
        boolean reports = message instanceof MapperMessage.Ask || message instanceof MapperMessage.Table;
        clock += endpoint.send(turns, message, settings.bytes(message), reports, clock);
    }

    @Override
    public void routed(RouteTable table) {
        for (int rank = 0; rank < names.length; rank++) {
            byte[] turns = table.route(names[rank]);
            if (names[rank] != mapper.name() && !Arrays.equals(turns, endpoint.route(rank))) {
                clock += endpoint.writeRoute(rank, turns, clock);
            }
        }
    }
}
