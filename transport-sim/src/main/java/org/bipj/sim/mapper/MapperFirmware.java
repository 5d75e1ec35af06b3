package org.bipj.sim.mapper;

import java.util.ArrayDeque;
import java.util.Deque;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.Firmware;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.net.Worm;

/**
 * A mapper as firmware, on a board that does nothing else. Damaged packets are dropped. Left out: the daemon's host.
 */
final class MapperFirmware implements Firmware, MapperSite {
    /** The doorbell command that starts the mapper. */
    static final Object START = "start";

    private static final int ROOM = 4096;

    private final Lanai lanai;
    private final MapperSettings settings;
    private final Mapper mapper;
    private final Deque<Worm> out = new ArrayDeque<>();
    private final int stepCycles;

    /**
     * A mapper for a board, to be loaded and then started by {@link #START}.
     *
     * @param name of the host, which must be unique
     * @param stubborn completes its map even if there is a smaller name
     * @param seed selects among routes of the same length
     */
    MapperFirmware(Lanai lanai, int name, Constants constants, boolean stubborn, long seed) {
        this.lanai = lanai;
        settings = MapperSettings.ofBoards(constants);
        mapper = new Mapper(this, settings, name, stubborn, seed);
        stepCycles = constants.count("mapper.step");
        if (settings.tableBytes() + settings.probeBytes() > ROOM) {
            throw new IllegalArgumentException("mapper.table of " + settings.tableBytes() + " bytes; expected at most "
                    + (ROOM - settings.probeBytes()));
        }
    }

    Mapper mapper() {
        return mapper;
    }

    // ---- the board ---------------------------------------------------------------------------------------------

    @Override
    public void onDoorbell(Object command) {
        if (!lanai.allocate(ROOM)) {
            throw new IllegalStateException("no board memory for the mapper");
        }
        arm();
        mapper.search();
    }

    private void begin() {
        Worm worm = out.getFirst();
        lanai.send(worm);
        lanai.feed(settings.bytes((MapperMessage) worm.content), true);
    }

    @Override
    public void onSent(Worm worm) {
        left(worm, false);
    }

    @Override
    public void onSendReset(Worm worm) {
        left(worm, true);
    }

    private void left(Worm worm, boolean broken) {
        out.removeFirst();
        if (!out.isEmpty()) {
            begin();
        }
        mapper.left((MapperMessage) worm.content, broken);
    }

    @Override
    public void onTimer(int timer) {
        mapper.expired(timer);
    }

    @Override
    public void onTail(Worm worm, int chars) {
        arm();
        if (worm.truncated || worm.corrupt || !(worm.content instanceof MapperMessage message)) {
            mapper.damaged();
        } else {
            mapper.message(message);
        }
    }

    @Override
    public void onHead(Worm worm) {
        arm();
    }

    @Override
    public void onBufferFull(Worm worm, int chars) {
        arm();
    }

    /** Keeps room in the receive engine, so that no worm is blocked in the network because of a mapper. */
    private void arm() {
        if (!lanai.hasRoom()) {
            lanai.receive(ROOM);
        }
    }

    @Override
    public void onHostDma(Object cookie) {
        throw new IllegalStateException("the mapper starts no host DMA");
    }

    // ---- the mapper's site -------------------------------------------------------------------------------------

    @Override
    public void step() {
        lanai.cycles(stepCycles);
    }

    @Override
    public void stored(int bytes) {
        lanai.sram(bytes / 4);
    }

    @Override
    public long clock() {
        return lanai.clock();
    }

    @Override
    public long ticks() {
        return lanai.ticks();
    }

    @Override
    public void timer(int timer, int ticks) {
        lanai.timer(timer, ticks);
    }

    @Override
    public void cancelTimer(int timer) {
        lanai.cancelTimer(timer);
    }

    @Override
    public void send(byte[] turns, MapperMessage message) {
        out.add(new Worm(turns, message));
        if (out.size() == 1) {
            begin();
        }
    }

    /** Does nothing: a board that only maps carries no messages. */
    @Override
    public void routed(RouteTable table) {}
}
